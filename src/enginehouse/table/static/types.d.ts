// What the server sends, as docs/wire-format.md tells it; a test compares the two. Never loaded by a browser.

/** A legal action of the seat that looks. */
export interface Act {
  name: string;
  label: string;
  group?: string;
  pieces?: string[];
  from?: string;
  to?: string;
  markup?: string;
  sure?: string;
  done?: boolean;
  grave?: boolean;
}

/** What the script has to know besides what it shows. */
export interface PageState {
  seat: number;
  decision: number;
  acting: boolean;
  over: boolean;
  window: number;
  drag: boolean;
  preview: boolean;
  alone?: boolean;
  focus?: number[];
}

/** How a piece travels. */
export interface Move {
  id: string;
  ms: number;
  wait: number;
  points?: [number, number][];
  jump?: boolean;
  falls?: boolean;
  svg?: string;
  layer?: string;
}

/** What sounds, or takes the stage for a second. */
export interface Tell {
  wait: number;
  sound?: string;
  says?: string;
  sign?: string;
}

/** A whole picture. */
export interface Frame {
  n: number;
  regions: Record<string, string>;
  acts: Act[];
  state: PageState;
}

/** What changes from picture n - 1 to picture n. */
export interface Patch {
  n: number;
  regions?: Record<string, string>;
  html?: Record<string, string>;
  set?: Record<string, string>;
  order?: Record<string, string[]>;
  viewboxes?: Record<string, string>;
  moves?: Move[];
  tells?: Tell[];
  acts?: Act[];
  state: PageState;
}

/** Either: a patch may have whatever a frame has. */
export type Message = Frame & Patch | Patch;

/** How long an open window still runs, in milliseconds. */
export interface Clock {
  left: number;
}

/** What the clocks show: milliseconds by seat, and whose run. */
export interface Clocks {
  left: Record<string, number>;
  runs: number[];
}

/** Something that was said at the table. */
export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text: string;
  by: string;
  mute: boolean;
}

/** What was said since the event before. */
export interface Chat {
  lines: ChatLine[];
}

/** The seats of people who are there, and of those who are away. */
export interface Present {
  here: number[];
  away: number[];
}

/** A player points at a piece. */
export interface Point {
  seat: number;
  name: string;
  piece: string;
  label: string;
}

/** Why a piece cannot be taken up. */
export interface Why {
  sentence: string;
  clause: string;
  link: string;
}

/** What a piece is. */
export interface About {
  name: string;
  label: string;
  says: string;
  clause: string;
  link: string;
  part: string;
  wide: boolean;
}

/** A piece that shows what an action would come to. */
export interface PreviewPiece {
  layer: string;
  label: string;
  svg: string;
}

/** What went wrong with a request; with a frame where the page may be behind. */
export interface Refusal {
  error: { code: string; sentence: string; try: string; clause: string };
  frame?: Frame;
}
