// @ts-check
// Plays a small set of sounds, which are generated here instead of fetched. The volume stays in this browser.
import { storeSetting, getVolume } from "./habits.js";

/** @type {AudioContext | null} */
let audio = null;
/** @type {GainNode | null} */
let master = null;

function openAudio() {
  audio ??= new AudioContext();
  master ??= audio.createGain();
  master.gain.value = getVolume();
  master.connect(audio.destination);
  return { audio, master };
}

/** Play a tone that fades out, and may slide to another pitch.
 * @param {OscillatorType} kind @param {number} pitch @param {{level?: number, ms?: number, after?: number, to?: number}} [how] */
function playTone(kind, pitch, { level = 0.1, ms = 200, after = 0, to = pitch } = {}) {
  const { audio, master } = openAudio();
  const start = audio.currentTime + after / 1000;
  const end = start + ms / 1000;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = kind;
  source.frequency.value = pitch;
  if (to !== pitch) source.frequency.exponentialRampToValueAtTime(to, end);
  gain.gain.setValueAtTime(level, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(gain).connect(master);
  source.start(start);
  source.stop(end + 0.05);
}

/** Play a small bell. @param {number} pitch @param {number} [after] seconds @param {number} [level] */
export function playBell(pitch, after = 0, level = 1) {
  for (const [k, [ratio, loud]] of [[1, 0.12], [2.76, 0.05], [5.4, 0.02]].entries()) {
    playTone("sine", pitch * ratio, { level: loud * level, ms: 900 / (k + 1), after: 1000 * after });
  }
}

/** The sounds by their names. @type {Record<string, () => void>} */
export const SOUNDS = {
  tilt() { playTone("square", 190, { level: 0.03, ms: 45 }); playTone("square", 130, { level: 0.03, ms: 60, after: 70 }); },
  drop() { playTone("sine", 880, { level: 0.07, ms: 260, to: 240 }); },
  zap() { playTone("sawtooth", 1400, { level: 0.05, ms: 220, to: 90 }); playTone("square", 2100, { level: 0.02, ms: 120, to: 500 }); },
  coin() { playTone("triangle", 1568, { ms: 160 }); playTone("triangle", 2093, { ms: 320, after: 80 }); },
  card() { playTone("triangle", 420, { level: 0.05, ms: 60, to: 900 }); },
  clash() { for (const pitch of [310, 467, 733, 1021]) playTone("square", pitch, { level: 0.025, ms: 380 }); },
  fall() { playTone("sine", 210, { level: 0.16, ms: 620, to: 38 }); playTone("triangle", 95, { level: 0.08, ms: 420, to: 30, after: 160 }); },
  door() { playTone("triangle", 120, { level: 0.12, ms: 130, to: 70 }); },
  toll() { playBell(220, 0, 1.3); playBell(220, 0.55, 0.8); },
  fanfare() { [523, 659, 784, 1047].forEach((pitch, k) => playBell(pitch, 0.11 * k, 0.8)); },
};

const slider = /** @type {HTMLInputElement | null} */ (document.getElementById("volume"));
if (slider) {
  slider.value = String(getVolume());
  slider.addEventListener("change", () => {
    storeSetting("volume", slider.value);
    playBell(880);
  });
}
