"""List the plans of Mechanation: the goals that deployments, attacks, defences and choices among territories can serve.

A hint names such a plan as the reason for an action (see `core.words.plans`). Rivals are judged by their face-up
territories alone. The modules `worth`, `plan_mechs` and `plan_choices` find the plans that an action serves or spoils.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Seat
from enginehouse.core.words.plans import ALIKE, Claim, Plan, PlanAction, claim, list_legal, play
from enginehouse.games.mechanation import forecast, parts, plan_choices, plan_mechs, worth
from enginehouse.games.mechanation.forecast import Battle
from enginehouse.games.mechanation.state import Phase, State

PLANS = (
    Plan("win", "win", "Complete the set", "Win the game now: you complete your five.", "You could complete your five and win now."),
    Plan("not lose", "deny", "Stop the winning set", "Stop {rival}, who would win at once.", "{rival} wins at once."),
    Plan("complete", "win", "Go for the win", "Go for {land}: it completes your five ({what}).{how}", "It leaves {land}, which completes your five ({what})."),
    Plan("grow", "score", "Make your set larger", "Go for {land}: with it you have {size} of five ({what}).{how}", "It does not bring you {land}, which makes your set {size} of five."),
    Plan("two sets", "score", "Make two sets larger", "Go for {land}: with it you have {size} of five twice ({what}).{how}", "It does not bring you {land}, with which you have {size} of five twice."),
    Plan("second set", "score", "Make another large set", "Go for {land}: it makes another set of {size} ({what}), as large as your largest.{how}", "It does not bring you {land}, which makes another set of {size}."),
    Plan("maybe five", "win", "Hope for the fifth territory", "Go for the face-down territory: {good} of the {many} unseen ones complete your five.", "It leaves the face-down territory, which may complete your five."),
    Plan("maybe", "score", "Hope for a larger set", "Go for the face-down territory: {good} of the {many} unseen ones enlarge your largest set.{only}", "It leaves the face-down territory, which may make your largest set larger."),
    Plan("deny", "deny", "Contest a rival’s set", "Contest {land}: {rival} would have {size} of five with it.{why}", "It leaves {land} to {rival}, who would have {size} of five with it."),
    Plan("unopposed", "score", "Claim without a battle", "No rival is left to contest {land}: claim it without a battle.{why}", "You could claim {land} without a battle."),
    Plan("alone", "score", "Go where no mech is", "No mech is at {land} yet, so a battle is not certain there.{why}", "A mech is there already, so it comes to a battle."),
    Plan("odds", "deny", "Contest a territory", "Fight {rival} for {land}: {mech} beats {mechs} that may be there.{why}", "It leaves {land} to {rival}, and {mech} beats {mechs} that may be there."),
    Plan("hold", "deny", "Contest a territory", "Fight {rival} for {land}: {mech} loses to no mech that may be there.{why}", "It leaves {land} to {rival}, and {mech} loses to no mech that may be there."),
    Plan("second", "score", "Deploy second", "{mech} has +{bonus} as the second mech there.{why}", "It makes no use of the +{bonus} of {mech} as the second mech."),
    Plan("contest", "deny", "Contest a territory", "Contest {land}: else {rival} may claim it without a battle.{why}", "{rival} may then claim {land} without a battle."),
    Plan("attack bonus", "score", "Use a mech’s bonus", "{mech} has +{bonus} when it attacks.{why}", "It makes no use of the +{bonus} of {mech} in an attack."),
    Plan("defence bonus", "score", "Use a mech’s bonus", "{mech} has +{bonus} when it defends.{why}", "It makes no use of the +{bonus} of {mech} in defence."),
    Plan("strongest", "score", "Send your strongest mech", "Send your strongest mech: {mech} has power {power}{when}.{why}", "You have a stronger mech: {mech} has power {power}{when}."),
    Plan("cheapest", "save", "Risk your weakest mech", "Risk {mech}: with power {power} it is your weakest mech.{why}", "You risk a better mech than {mech}."),
    Plan("decoy", "save", "Risk Decoy", "Risk Decoy: if it loses, it goes back to your hand{but}.{why}", "If Decoy loses, it goes back to your hand{but}."),
    Plan("limpet", "save", "Risk Limpet", "Risk Limpet: a mech that beats it Malfunctions{but}.{why}", "A mech that beats Limpet Malfunctions{but}."),
    Plan("wait", "save", "Keep mechs to defend", "Keep your {mechs} in hand: {open} of your territories can be attacked.", "It leaves fewer than {mechs} in hand to defend your {open} open territories."),
    Plan("no attack", "save", "Keep mechs to defend", "Do not attack: a beaten mech is still away when {rival} is the Alpha.", "It may leave you without a mech when {rival} is the Alpha."),
    Plan("vain attack", "save", "Do not attack in vain", "Do not attack: each of your mechs loses to each mech that may defend.", "It loses to each mech that may defend."),
    Plan("poor attack", "save", "Do not attack in vain", "Do not attack: at best, {mech} beats {mechs} with which {rival} may defend.", "Your attack is likely to fail: at best, {mech} beats {mechs} with which {rival} may defend."),
    Plan("open attack", "save", "Do not attack in vain", "Do not attack openly with Burrower and power {power}: {rival} has {foe} in hand.", "Burrower attacks openly with {power}, and {rival} has {foe} in hand."),
    Plan("see first", "save", "See where a rival goes", "Wait: you may deploy in the second round, when you see where {rival} has gone.", "It shows {rival} where you go, before {rival} deploys."),
    Plan("own attack", "save", "Keep mechs to attack", "Keep your {mechs} in hand: as the Alpha you attack after the Arena.", "It leaves fewer than {mechs} in hand for your attack as the Alpha."),
    Plan("break", "deny", "Break a rival’s set", "Attack {land}: it is one of {size} in {rival}’s set.{how}", "It leaves {rival} a set of {size}."),
    Plan("no defender", "score", "Attack where no mech defends", "{rival} has no mech in hand to defend {land}.{why}", "{rival} has no mech in hand to defend {land}."),
    Plan("good attack", "score", "Attack with a mech that wins", "{mech} beats {mechs} with which {rival} may defend.{why}", "{mech} would beat {mechs} with which {rival} may defend."),
    Plan("hidden", "find", "Take a hidden territory", "Attack a face-down territory: {why}.", "It leaves the face-down territory to its owner."),
    Plan("defend", "protect", "Defend your set", "Defend {land}: it is one of {size} in your largest set.", "You lose {land}, one of {size} in your largest set."),
    Plan("deny attack", "deny", "Keep a set small", "Do not let {rival} have {size} of five.", "It lets {rival} have {size} of five."),
    Plan("let go", "save", "Let a territory go", "Let {land} go: without it your largest set still has {size}.", "You risk a mech for {land}, and your largest set has {size} without it."),
    Plan("no defence", "save", "Do not defend in vain", "None of your mechs can keep {land} against any mech that may attack.", "It cannot keep {land}: none of your mechs can."),
    Plan("good defence", "protect", "Defend with a mech that holds", "{mech} keeps {land} {against}.{more}", "{mech} would keep {land} {against}."),
    Plan("sure defence", "protect", "Keep a territory for certain", "{mech} keeps {land} for certain, {mine} against {theirs}{tie}.", "{mech} would keep {land} for certain."),
    Plan("poor defence", "save", "Do not defend in vain", "Do not defend: {mech}, your best defender, keeps {land} against only {mechs} that may attack.", "Even {mech} keeps {land} against only {mechs} that may attack."),
    Plan("no battle", "save", "Stay out of a battle", "Stay out of this battle: a beaten mech is Disabled.", "It risks a mech in this battle."),
    Plan("scrap open", "protect", "Scrap an open territory", "Scrap {land}: it lies open, so you could lose it anyway.", "{land} stays open to attack."),
    Plan("reveal", "protect", "Hide your set", "Reveal {land}: losing it leaves {sets} whole.", "You show a territory of a set that others can then attack, while {land} leaves {sets} whole."),
    Plan("reveal single", "protect", "Hide your set", "Reveal {land}: it shares neither colour nor number with your other territories.", "You show a territory that fits your others, and {land} does not."),
    Plan("unwanted", "deny", "Show what a rival does not want", "Reveal {land}: {rival}, the next rival to attack, gets no larger open set from it.", "You show a territory that {rival} wants for a larger set."),
    Plan("hide wild", "protect", "Hide a WILD", "Keep your WILD face-down: it fits every set, so everybody wants it.", "It shows a WILD, which everybody wants."),
    Plan("show any", ALIKE, "Reveal a territory", "Each choice belongs to a set of {size}, so you have to show a part of one.", "You have to show a part of a set of {size}."),
    Plan("no set", ALIKE, "Reveal a territory", "You have no set yet that this would show.", "You have no set yet that it would hide."),
    Plan("scrap", "protect", "Keep your set", "Scrap {land}: it leaves {sets} whole.", "It takes a territory from a set, while {land} leaves {sets} whole."),
    Plan("scrap single", "protect", "Keep your set", "Scrap {land}: it shares neither colour nor number with your other territories.", "You scrap a territory that fits your others, and {land} does not."),
    Plan("harvest", "find", "Harvest", "Harvest: take a new territory and scrap your least useful one.", "You miss the territory that Harvester could take."),
    Plan("warden", "save", "Keep a seventh territory", "Show Warden to keep {lands} territories.", "You scrap a territory that Warden could keep."),
    Plan("repair", "save", "Repair a mech", "Repair {mech}: it comes back a round earlier.", "{mech} comes back a round later."),
    Plan("recall", "save", "Recall a mech", "Recall {mech} with power {power} at once.", "{mech} stays in the hangar."),
    Plan("boost", "score", "Take the +3", "Take the +3: {mine} beats {theirs}, and {plain} does not.", "Without the +3 it is {plain} against {theirs}."),
    Plan("boost tie", "deny", "Take the +3 for a tie", "Take the +3: with {mine} against {theirs} it is a tie, and {rival} does not get {land}.", "Without the +3 it is {plain} against {theirs}, and {rival} gets {land}."),
    Plan("no boost", "save", "Save Overclock", "Save Overclock: it {result} with {plain} and with {mine} against {theirs}, and the +3 makes it Malfunction.", "The +3 changes nothing: it {result} anyway, and Overclock Malfunctions."),
    Plan("cheap loss", "save", "Save Overclock", "Save Overclock: a loss with {plain} to {theirs} only Disables it, a tie with {mine} makes it Malfunction.", "A tie with {mine} makes Overclock Malfunction, a loss only Disables it."),
    Plan("same boost", "save", "Leave the +3", "The +3 changes nothing: Overclock {result} without it, {plain} to {theirs}, and Malfunctions either way.", "The +3 changes nothing: it {result} anyway."),
    Plan("sure win", "score", "Win a battle for certain", "{mech} wins this battle: {mine} against {theirs}.{why}", "{mech} would win this battle: {mine} against {theirs}."),
    Plan("sure loss", "save", "Avoid a lost battle", "Do not lose {mech} in a battle of {mine} against {theirs}.", "{mech} loses this battle: {mine} against {theirs}."),
    Plan("vain battle", "save", "Avoid a lost battle", "Do not {deed}: it loses to {mechs} that {rival} may have.", "{mech} loses to {mechs} that {rival} may have."),
    Plan("look", "find", "Look first", "Look at a face-down territory first: then you know where to go.", "You do not know what the face-down territory is."),
)  # fmt: skip

FOUGHT_FOR = (
    "complete",
    "grow",
    "two sets",
    "second set",
    "maybe five",
    "maybe",
    "deny",
    "break",
    "defend",
    "deny attack",
)
"""The plans that an action serves only if its battle turns out well."""


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons for or against an action: a `Claim` for each plan that the action serves or spoils.

    A plan is a goal of the pilot, such as to enlarge a set (see `core.words.plans`). For a battle, the pilot's mech is
    compared with each mech that the rival may have, as far as this pilot knows.
    """
    s, t, seat = step.before, step.after, step.seat
    kind, v = parts.ACTIONS.kind[step.code], worth.see(s, seat)
    fight = forecast.forecast_battle(v, step.code)
    is_attack = kind in plan_choices.ATTACKS
    if is_certain(fight) and (
        (t.reason != 0 and t.winner == seat + 1) or (is_attack and _takes_fifth(s, seat, step.code))
    ):
        yield claim("win", 100)
    rival = find_winning_rival(t, seat)
    if rival >= 0:
        yield claim("not lose", -100, rival=f"{{{rival}}}")
    values = parts.ACTIONS.block_of(step.code).values(step.code)
    if kind == parts.Pass.KIND:
        yield from plan_choices.claim_pass(s, seat)
    elif kind in _CHOICES:
        yield from _CHOICES[kind](s, seat, *values)
    elif kind in _FIGHTS:
        share, denied = _find_share(v, seat, step.code, fight), _find_share(v, seat, step.code, fight, ties=True)
        for one in _FIGHTS[kind](v, seat, fight, *values):
            factor = denied if one.plan == "deny" else share if one.plan in FOUGHT_FOR else 1.0
            yield one._replace(weight=one.weight * factor)
        yield from plan_mechs.claim_battle(v, seat, step.code, fight, plan_mechs.say_why(v, seat, step.code))


def find_winning_rival(t: State, seat: Seat) -> int:
    """Return the rival that has won in the record `t`, or wins whatever `seat` deploys next, or -1.

    With two pilots, a pilot that has passed may deploy once more (MN-5.7).
    """
    if t.reason != 0:
        return int(t.winner) - 1 if t.winner != seat + 1 else -1
    if t.phase != Phase.DEPLOY or t.active != seat:
        return -1
    found = -1
    for code in list_legal(t, seat):
        u = play(t, seat, code)
        if u.reason == 0 or u.winner == seat + 1:
            return -1
        found = int(u.winner) - 1
    return found


UNMET, UNFOLLOWED = 0.25, 0.5
"""The least factors for a mech that may meet no other: where a defender or a mech may be, and where one may follow.

Set by hand; not measured.
"""
AGAINST_KNOWN, OPEN_AGAINST_KNOWN = 0.5, 0.1
"""The factors for an attack on a rival with a known mech that wins: for a hidden mech, and for Burrower.

Set by hand; not measured.
"""


def _find_share(v: State, seat: Seat, code: int, fight: Battle, ties: bool = False) -> float:
    """Return a factor, from 0 to 1, by which the weight of a reason for an action is reduced if a battle can follow.

    The reason holds only if the battle ends well for the pilot `seat`. `fight` has the mechs that the rival may have in
    this battle. Let the share be the part of these mechs that the pilot's mech beats. If `ties` is true, mechs with
    which it would tie are part of the share, too. The kinds of actions (`code`) are:

    - To defend: the factor is the share, always with ties, because a tie keeps the territory (MN-7.4).
    - To attack, or to deploy where a mech is already: at least `UNMET`, because an attacker may meet no defender. If
      the owner of an attacked territory is known to have a mech in hand that wins, this is multiplied by
      `AGAINST_KNOWN`, or by `OPEN_AGAINST_KNOWN` if Burrower attacks.
    - To deploy where no mech is: at least `UNFOLLOWED`. Here the share is computed from the mechs that other pilots
      may deploy at the same place later.

    If no battle can follow, return 1.
    """
    kind, results, least = parts.ACTIONS.kind[code], [one.result for one in fight.meetings], UNMET
    if kind == parts.Defend.KIND:
        least, ties = 0.0, True
    elif kind == parts.Deploy.KIND and not results:
        tier = parts.ACTIONS.block_of(code).values(code)[0]
        results, least = [one.result for one in plan_mechs.list_followers(v, seat, tier)], UNFOLLOWED
    if not results:
        return 1.0
    good = results.count(1) + (results.count(0) if ties else 0)
    share = least + (1 - least) * good / len(results)
    if kind in plan_choices.ATTACKS and plan_mechs.find_known_winner(v, fight) >= 0:
        share *= OPEN_AGAINST_KNOWN if kind == parts.Burrow.KIND else AGAINST_KNOWN
    return share


def _takes_fifth(s: State, seat: Seat, code: int) -> bool:
    """Return whether an attack is for a territory, known to `seat`, that completes a set of five (MN-3.1)."""
    owner, index = parts.ACTIONS.block_of(code).values(code)[-2:]
    return plan_mechs.name_growth(s, seat, owner, index) == "complete"


def is_certain(fight: Battle) -> bool:
    """Return whether the forecast `fight` has no other result than a win.

    The forecast belongs to an action of a pilot. The forecast has a result for each mech with which a rival may fight
    the pilot's mech. Return True also if there are no results, because the action leads to no battle.
    """
    return all(one.result > 0 for one in fight.meetings)


_FIGHTS: dict[int, Callable[..., Iterator[Claim]]] = {
    parts.Deploy.KIND: plan_mechs.deploy,
    parts.Strike.KIND: plan_mechs.strike,
    parts.Burrow.KIND: plan_mechs.burrow,
    parts.Defend.KIND: plan_choices.defend,
}
_CHOICES: dict[int, Callable[..., Iterator[Claim]]] = {
    parts.Turn.KIND: plan_choices.turn,
    parts.Repair.KIND: plan_choices.repair,
    parts.LookArena.KIND: plan_choices.look,
    parts.Look.KIND: plan_choices.look,
    parts.Boost.KIND: plan_choices.boost,
    parts.Recall.KIND: plan_choices.recall,
    parts.GiveUp.KIND: plan_choices.give_up,
    parts.Guard.KIND: lambda s, seat: iter(
        [claim("warden", 13, lands=min(parts.WARDEN_LIMIT, count(s, parts.HELD + seat)))]
    ),
    parts.Reap.KIND: lambda s, seat: iter([claim("harvest", 6)]),
}
