"""Declare the types of all bodies and answers of the interface.

`docs/openapi.json` and all checks of bodies are made from them.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, field

Status = Literal["gathering", "running", "over", "ended"]
"""The status of a table: waiting for people, running, over, or ended without a result."""
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Milliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]
Text = Annotated[str, Meta(max_length=200)]
Key = Annotated[
    str,
    Meta(
        pattern="^([A-Za-z0-9_-]{16,64})?$",
        description="drawn at random for this request: sent again with the same key within a day, it is carried out once",
    ),
]
Salt = Annotated[
    str,
    Meta(
        pattern="^([0-9a-f]{32,64})?$",
        description="32 to 64 random hexadecimal digits, drawn after you have seen the commitment; the setup is made from it",
    ),
]
PromiseName = Annotated[str, Meta(max_length=40, description="from `GET /promise`, if you send a salt")]


class Given(Struct, forbid_unknown_fields=True):
    """The JSON body of a request. A body with a field that the class does not define is refused with an error."""

    example: ClassVar[dict[str, Any]] = {}
    """A valid body, for the documentation and for errors."""


# -- games -------------------------------------------------------------------------------------------------------------


class ChoiceOf(Struct):
    """One choice of an option: its name to send, and its label for people."""

    name: str
    label: str


class OptionOf(Struct):
    """An option of a game that is chosen when a table is opened."""

    name: str
    label: str
    default: str
    choices: list[ChoiceOf]


class OpponentFacts(Struct):
    """An opponent that a game defines: a bot with a name and a style.

    `name` is its name in requests: `bot:NAME` chooses this bot for a seat. `title` is its name for people, and
    `character` a description of how it plays.
    """

    name: str
    title: str
    style: str
    character: str


class GameFacts(Struct):
    """A game that this server offers: its name, facts and options."""

    name: str
    title: str
    tagline: str
    seats: Annotated[list[int], Meta(description="the fewest and the most")]
    options: list[OptionOf]
    rules_version: str
    actions: Annotated[int, Meta(description="how many names of actions it has in all")]
    rules: Annotated[str, Meta(description="the address of its rulebook")]
    opponents: Annotated[list[OpponentFacts], Meta(description="bots that play this game alone, each in its own style")]


class BotFacts(Struct):
    """A kind of bot that can sit at a table: its name and title."""

    name: str
    label: str


class Games(Struct):
    """The games and bots of this server."""

    games: list[GameFacts]
    bots: list[BotFacts]


class ClauseOf(Struct):
    """A numbered clause of a rulebook."""

    name: str
    text: str


class Rules(Struct):
    """A rulebook, clause by clause."""

    clauses: list[ClauseOf]


class Names(Struct):
    """The names of all actions of a game, in the order of their codes."""

    actions: list[str]


# -- tables ------------------------------------------------------------------------------------------------------------


class Opening(Given):
    """The body of a request for a new table, with a choice for each of its `seats`.

    The choices are `me` (the caller), `me:NAME` (another player, with this name, for whom the caller acts too), `open`
    (a free seat) and `bot:NAME` (the bot with this name; `GET /games` lists the names of all bots).
    """

    example: ClassVar[dict[str, Any]] = {"game": "GAME", "name": "Ann", "seats": ["me", "bot:steady"]}

    game: Text
    seats: Annotated[list[Text], Meta(min_length=1, max_length=8)]
    name: Annotated[str, Meta(max_length=200, description="the name of the opening player at the table")]
    options: dict[str, Text] = {}
    listed: Annotated[bool, Meta(description="whether the lobby shows it while seats are open")] = False
    beat_ms: Annotated[Milliseconds | None, Meta(description="how long bots wait; null: the host's setting")] = None
    window_ms: Annotated[Milliseconds | None, Meta(description="the reaction time; null: the host's setting")] = None
    deal: Annotated[
        str,
        Meta(
            max_length=120,
            description="empty: random; the address of a finished table: the same setup; any other text: a seed",
        ),
    ] = ""
    away_s: Annotated[
        Annotated[int, Meta(ge=0, le=5_184_000)] | None,
        Meta(
            description="after how many seconds a bot may replace an inactive player; 0: never; null: the host's setting"
        ),
    ] = None
    clock: Annotated[
        str,
        Meta(
            max_length=24,
            description="`live BUDGET INCREMENT` in seconds; `days MANY` for each turn, perhaps with the hour (UTC) from which all "
            "sleep for eight; empty: no clocks",
        ),
    ] = ""
    drawn: Annotated[bool, Meta(description="whether seats are drawn when the game begins")] = False
    watched: Annotated[
        bool, Meta(description="whether spectators are allowed while the game runs; the page says so")
    ] = False
    tells: Annotated[
        Literal["", "rules", "hints"], Meta(description="`rules`: no previews; `hints`: hints are allowed")
    ] = ""
    promise: PromiseName = ""
    salt: Salt = ""
    key: Key = ""


class Promised(Struct):
    """The response to a request for a verified shuffle of the caller's next table or rematch.

    The server has drawn a secret. `commitment` is the hash of the secret, and `promise` is a name for it. The caller
    sends the name back when opening the table.
    """

    promise: Annotated[str, Meta(description="send it with your salt when you open the table, within a day")]
    commitment: Annotated[str, Meta(description="SHA-256 of the table's secret: keep it until the game is over")]


class ReceiptOf(Struct):
    """The values from which a table's shuffle was made. Before the game is over, all but `commitment` are empty.

    `commitment` is the SHA-256 of `secret`.
    """

    commitment: Annotated[str, Meta(description="empty: the setup was chosen, or is older than receipts")]
    secret: str = ""
    seed: str = ""
    salts: Annotated[list[str], Meta(description="by seat; `-` for none")] = []
    order: Annotated[
        list[int], Meta(description="for drawn seats: by seat, the seat at which its player sat down")
    ] = []


class SeatToken(Struct):
    """A seat and the token to act on it. The token is shown only once."""

    seat: int
    token: str
    id: Annotated[str, Meta(description="by which the token is revoked")]


class Opened(Struct):
    """A table that was opened, with a token for each of your seats."""

    table: str
    address: Annotated[str, Meta(description="the path of its page")]
    seats: list[SeatToken]


class Joining(Given):
    """The body of a request for a seat at a table."""

    example: ClassVar[dict[str, Any]] = {"name": "Bob"}

    name: Text
    seat: SeatNumber | None = None
    salt: Salt = ""


class OpenTable(Struct):
    """A table in the lobby with free seats: its game and options, its players' names, and how its setup is chosen."""

    table: str
    game: str
    options: dict[str, str]
    seats: int
    open: list[int]
    names: list[str]
    bots: Annotated[list[int], Meta(description="the seats at which bots sit")]
    deal: Annotated[str, Meta(description="a sentence about its fixed setup; empty: the setup is random")]
    commitment: Annotated[str, Meta(description="SHA-256 of the table's secret; empty: it has none")] = ""


class OpenTables(Struct):
    """The tables in the lobby that have free seats."""

    tables: list[OpenTable]


# -- the view of a seat ------------------------------------------------------------------------------------------------


class SeatFacts(Struct):
    """The player of a seat, and whether the seat may act now, as far as the caller may know."""

    seat: int
    name: str
    kind: Literal["open", "person", "bot"]
    asked: bool
    bot: str | None = None
    kept: Annotated[
        bool, Meta(description="a bot plays there for a person, and that person may take the seat back")
    ] = False
    left_ms: Annotated[
        int | None,
        Meta(description="the time left at `clock_at` of the table; null: no clocks"),
    ] = None
    runs: Annotated[bool, Meta(description="whether its clock has run since")] = False
    away: Annotated[bool, Meta(description="inactive for so long that a bot may play there")] = False


class ActionOf(Struct):
    """A legal action: the name to send, and its text for people."""

    name: str
    label: str
    grave: Annotated[bool, Meta(description="it cannot be undone")] = False


class Ended(Struct):
    """The end of a game: the clause of the rulebook by which it ended, the reason in words, and each seat's result."""

    clause: str
    says: str
    scores: list[int]
    ranks: list[int]
    returns: list[float]


class Look(Struct):
    """A table as the token's seat sees it or, without a token, as a spectator (seat -1) sees it."""

    table: str
    game: str
    rules_version: str
    options: dict[str, str]
    deal: Annotated[str, Meta(description="a sentence about its fixed setup; empty: the setup is random")]
    status: Status
    seat: int
    seats: list[SeatFacts]
    decision: Annotated[int, Meta(description="the number that the seat's next act has to name")]
    actions: Annotated[list[ActionOf], Meta(description="the seat's legal actions; empty if it cannot act")]
    prompt: str
    text: Annotated[str, Meta(description="the view in words")]
    view: Annotated[
        dict[str, Any], Meta(description="the view by the declared fields of the game's state; hidden values are 0")
    ]
    story: Annotated[int, Meta(description="how many actions the seat has noticed so far (see the story)")]
    window: Annotated[int, Meta(description="the number of the open reaction time; 0 for none")]
    can_undo: bool
    can_redo: bool
    result: Ended | None = None
    over: Annotated[
        bool, Meta(description="the game is over, with or without a result; `prompt` says how it ended")
    ] = False
    trouble: Annotated[str, Meta(description="why the table has stopped; empty if it has not")] = ""
    away_s: Annotated[
        int, Meta(description="after how many seconds a bot may replace an inactive player; 0: never")
    ] = 0
    ending: Annotated[
        list[int],
        Meta(description="the seats that propose to end the game; it ends without a result when all people do"),
    ] = []
    clock: Annotated[str, Meta(description="the clocks, as chosen when the table was opened; empty: none")] = ""
    watched: Annotated[bool, Meta(description="whether spectators are allowed while the game runs")] = True
    clock_at: Annotated[float, Meta(description="the date when the clocks were set last, in seconds since 1970")] = 0.0


class Story(Struct):
    """The events that a seat noticed, as a list of sentences for each action."""

    first: Annotated[int, Meta(description="the number of the first action")]
    actions: list[list[str]]
    by: Annotated[list[int], Meta(description="the seat of each action; -1 if several seats chose at once")] = []


class Answer(Struct):
    """The reply to the question whether an action is legal now. If not, it has the reason and the rulebook clause."""

    name: str
    legal: bool
    sentence: str
    clause: Annotated[str, Meta(description="the clause of the rulebook; empty if there is none")]
    link: Annotated[str, Meta(description="the path of the clause's page")]


# -- acting ------------------------------------------------------------------------------------------------------------


class Acting(Given):
    """The body of a request to act: an action's name, and the number of the decision for which the caller chose it.

    The decision's number is in the latest response that described the table to the caller (`Look`).
    """

    example: ClassVar[dict[str, Any]] = {"decision": 7, "act": "pass"}

    decision: Annotated[int, Meta(ge=0, le=999_999_999)]
    act: Annotated[str, Meta(max_length=200, description="the name of a legal action")]


class Deciding(Given):
    """The body of a request to undo or redo: the number of the decision in the caller's last `Look`."""

    example: ClassVar[dict[str, Any]] = {"decision": 7}

    decision: Annotated[int, Meta(ge=0, le=999_999_999)]


class Agreeing(Given):
    """The body of a request about ending the game without a result: whether the seat agrees."""

    example: ClassVar[dict[str, Any]] = {"agree": True}

    agree: bool


class Saying(Given):
    """The body of a request to write in the chat: a line."""

    example: ClassVar[dict[str, Any]] = {"text": "Good game!"}

    text: Annotated[str, Meta(max_length=300)]
    key: Key = ""


class SaidLine(Struct):
    """A line of the chat: from a seat, from a spectator (-1), or from the server about a player (-2)."""

    number: int
    seat: int
    name: str
    text: str
    at: Annotated[float, Meta(description="seconds since 1970")]


class Talk(Struct):
    """The chat, as far as the caller can read it. Players can read the lines of spectators only after the game."""

    lines: list[SaidLine]


class Present(Struct):
    """The seats of people with an open page or program, and those of absent people."""

    here: list[int]
    away: list[int]


class StandingIn(Given):
    """The body of a request to let a bot play: the seat of the absent player."""

    example: ClassVar[dict[str, Any]] = {"seat": 1}

    seat: SeatNumber


class AskingPartner(Given):
    """The body of a request for the plan of a bot that plays together with the seat: the seat of the bot."""

    example: ClassVar[dict[str, Any]] = {"seat": 1}

    seat: SeatNumber


class PartnerPlan(Struct):
    """The next action that a bot would choose if all other seats passed until its turn.

    `act` is the name of the action, `label` is the action in words, and `why` is the bot's reason.
    """

    act: str
    label: str
    why: str


class Again(Given):
    """The body of a request for another game with the same people, bots and options.

    If `same_deal` is true, the new game also has the same setup.
    """

    example: ClassVar[dict[str, Any]] = {"same_deal": False}

    same_deal: bool = False
    promise: PromiseName = ""
    salt: Salt = ""


class Labelled(Given):
    """The body of a request for a token, with a label that says in a few words which program gets it."""

    example: ClassVar[dict[str, Any]] = {"label": "my bot"}

    label: Annotated[str, Meta(max_length=40)] = ""


class TokenOf(Struct):
    """A valid token of a seat, described without its secret."""

    id: str
    label: str
    created: Annotated[float, Meta(description="seconds since 1970")]


class Tokens(Struct):
    """A list of the tokens of a seat. A program needs such a token to play for the seat."""

    tokens: list[TokenOf]


class Nothing(Given):
    """A body without fields."""


class Done(Struct):
    """The response to a request that was carried out and has no other result."""

    done: bool = True


# -- errors ------------------------------------------------------------------------------------------------------------


class Refusal(Struct):
    """An error: its cause and its remedy in a sentence each, and the rulebook clause if a rule forbids the request."""

    code: str
    sentence: str
    attempt: Annotated[str, Meta(description="what to try instead")] = field(name="try")
    clause: str


class Refused(Struct):
    """The body of every response that reports an error."""

    error: Refusal
