import { familiar, isPet, isSeveral, kinWords, oneOf, type Pronoun, pronounsOf } from "../talk/kin.js";
import { stopWords } from "../text/words.js";

/** One of the user's people or animals, as far as the conversation has told. */
interface Kin {
  kin: string;
  name: string | undefined;
}

interface Hearing {
  readonly index: number;
  /** What the speaker calls the user's own. */
  readonly ours: "my" | "your";
}

/** Of the user's people and animals; those that are named later stay unknown. */
const MAX_KIN = 200;

/** How many sentences on a pronoun still means who was named last. */
const IN_MIND = 3;

const NAME = String.raw`\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?(?!\p{L}|'s (?:${kinWords})\b)`;
const WHICH = String.raw`(?:older|younger|elder|eldest|oldest|youngest|little|big|twin|best|late|middle|only|new|first|second|old)`;
const SUBJECT_VERB = String.raw`(?='s\b|'re\b|'ve\b|'d\b| (?:is|was|are|were|has|had|have|lives?|works?|can't|doesn't|don't|just|still|also|always|never|used|\p{Ll}+s|\p{Ll}+ed|got|grew|teach|study|speak|love|hate|go|grew|came|left|broke|won't)\b)`;
const AT_START = String.raw`(?:^|(?<=[,;.:] |[-–—] |\b(?:and|but|because|so|cause|though|since|that) ))`;

const SIGHT = new RegExp(
  [
    String.raw`\b(?<whose>[Mm]y|[Oo]ur|[Yy]our) (?:(?<which>${WHICH}) )?(?<kin>${kinWords})\b(?!-)(?:(?:'s name(?: is|'s)|,? (?:is |are )?(?:called|named)|,)? (?<called>${NAME}))?`,
    String.raw`(?<own>\b(?:(?:have|'ve|got|had|adopted|rescued) (?:got )?(?:an?|one|two|three|four|five|six|no)|(?:kept|walk|walked|feed|fed|adopted|rescued) the)) (?:[\p{Ll}-]+ ){0,2}?(?<has>${kinWords})\b(?:(?:,? (?:called|named)|,) (?<hasCalled>${NAME}))?`,
    String.raw`(?<howIs>[Hh]ow(?:'s| is| are)) the (?<theirs>${kinWords})\b`,
    String.raw`${AT_START}(?<the>[Tt]he) (?<known>${kinWords})\b${SUBJECT_VERB}`,
    String.raw`(?<before>${NAME})(?:,| is|'s) (?<beforeWhose>my|our|your) (?:(?<beforeWhich>${WHICH}) )?(?<beforeKin>${kinWords})\b`,
    String.raw`${AT_START}(?<familiar>${familiar}|${familiar.toLowerCase()})\b${SUBJECT_VERB}`,
    String.raw`${AT_START}(?<pronoun>[Hh]e|[Ss]he|[Tt]hey)\b${SUBJECT_VERB}`,
    String.raw`${AT_START}(?<of>[Hh]is|[Hh]er|[Tt]heir)(?= (?:name|birthday)(?:'s| is)\b)`,
    String.raw`${AT_START}(?<name>${NAME})${SUBJECT_VERB}`,
  ].join("|"),
  "gu",
);

/**
 * Who is meant: the user's people and animals by what they are to the user, so that "she's allergic to nuts" and
 * "Elena lives in Porto" can be read as what "my wife Elena" is and does. It hears the sentences in their order.
 */
export class Kinfolk {
  private readonly known: Kin[] = [];
  private focus: Kin | undefined;
  private heardAt = 0;
  /** Where the other last spoke of one of their own. */
  private theirsAt = -1;
  private group: { readonly one: string; readonly index: number } | undefined;
  /** Whether the other named who is in mind. */
  private isAsked = false;

  /** Hears what another says: "your sister" is one of theirs, "my sister" is not. */
  heard(text: string, index: number): void {
    this.read(text, index, "your");
  }

  /** Hears what the user says. @returns it with each of theirs as "my sister Ana" where they begin a clause. */
  told(text: string, index: number): string {
    return this.read(text, index, "my");
  }

  /** Who is in mind, as the user would say it: "sister Ana". */
  inMind(index: number): string | undefined {
    return this.focus !== undefined && index - this.heardAt <= IN_MIND ? labelOf(this.focus) : undefined;
  }

  /** "What kind?" – "A beagle." @returns whether an animal was in mind. */
  isKind(kind: string, index: number): boolean {
    if (this.focus === undefined || index - this.heardAt > IN_MIND || !isPet(this.focus.kin)) return false;
    this.focus.kin = kind;
    this.heardAt = index;
    return true;
  }

  /** Whether an animal was named last. */
  isPetInMind(index: number): boolean {
    return this.focus !== undefined && isPet(this.focus.kin) && index - this.heardAt <= 1;
  }

  /** A name alone, right after one of theirs that has none yet. @returns whose it is. */
  isCalled(name: string, index: number): string | undefined {
    if (this.focus === undefined || this.focus.name !== undefined || index - this.heardAt > 1) return undefined;
    if (isSeveral(this.focus.kin)) return undefined;
    const kin = this.focus.kin;
    this.focus.name = name;
    return kin;
  }

  private read(text: string, index: number, ours: "my" | "your"): string {
    return text.replace(SIGHT, (seen: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Record<string, string | undefined>;
      const asked = groups["theirs"];
      if (asked !== undefined) {
        this.isAsked = true;
        if (ours === "your") this.meet(asked, undefined, index);
        return seen;
      }
      const again = this.known.find((one) => one.kin === groups["known"]);
      if (groups["known"] !== undefined) {
        if (again === undefined || ours === "your") return seen;
        [this.focus, this.heardAt] = [again, index];
        return `my ${labelOf(again)}`;
      }
      const kin = groups["kin"] ?? groups["has"] ?? groups["beforeKin"];
      if (kin !== undefined) {
        const whose = (groups["whose"] ?? groups["beforeWhose"] ?? "").toLowerCase();
        const isTheirs = whose === "" ? ours === "my" : whose === ours || (whose === "our" && ours === "my");
        const name = nameIn(groups["called"] ?? groups["hasCalled"] ?? groups["before"]);
        const which = groups["which"] ?? groups["beforeWhich"];
        this.isAsked = ours === "your";
        if (isTheirs)
          this.meet(`${which === undefined ? "" : `${which.toLowerCase()} `}${kin.toLowerCase()}`, name, index);
        else [this.focus, this.theirsAt] = [undefined, index];
        return seen;
      }
      const called = groups["familiar"];
      if (called !== undefined && ours === "my") {
        this.meet(called.toLowerCase(), undefined, index);
        return `my ${called.toLowerCase()}`;
      }
      return this.meant(seen, groups, { index, ours });
    });
  }

  private meant(seen: string, groups: Record<string, string | undefined>, { index, ours }: Hearing): string {
    const { pronoun = groups["of"], name } = groups;
    if (pronoun !== undefined) {
      const meant = this.focus;
      if (ours === "your" || meant === undefined || index - this.heardAt > IN_MIND) return seen;
      if (this.theirsAt === this.heardAt) return seen;
      const last = meant.kin.split(" ").at(-1) ?? meant.kin;
      if (!pronounsOf(last).includes(subject(pronoun))) return seen;
      this.heardAt = index;
      return `my ${labelOf(meant)}${groups["of"] === undefined ? "" : "'s"}`;
    }
    if (name === undefined || nameIn(name) === undefined) return seen;
    const known = this.known.find((one) => one.name === name) ?? this.introduced(name, { index, ours });
    this.focus = known;
    if (known === undefined) return seen;
    this.heardAt = index;
    return ours === "my" ? `my ${labelOf(known)}` : seen;
  }

  /** "My wife won't come, Elena's afraid of bees"; "two kids. Emil's six": whose name it must be. */
  private introduced(name: string, { index, ours }: Hearing): Kin | undefined {
    const { focus } = this;
    if (focus === undefined || ours === "your") return undefined;
    const { group } = this;
    if (
      group !== undefined &&
      index - group.index <= IN_MIND * 2 &&
      (isSeveral(focus.kin) || focus.kin === group.one)
    ) {
      const one = { kin: group.one, name };
      this.remember(one);
      return one;
    }
    if (isSeveral(focus.kin)) return undefined;
    const isNear = index === this.heardAt || (this.isAsked && index - this.heardAt <= 2);
    if (focus.name !== undefined || !isNear) return undefined;
    focus.name = name;
    return focus;
  }

  private remember(kin: Kin): void {
    if (this.known.length < MAX_KIN) this.known.push(kin);
  }

  private meet(kin: string, name: string | undefined, index: number): void {
    const alike = this.known.find(
      (one) => one.kin === kin && (name === undefined || one.name === undefined || one.name === name),
    );
    const met = alike ?? { kin, name };
    if (alike === undefined) this.remember(met);
    met.name ??= name;
    this.focus = met;
    this.heardAt = index;
    const one = oneOf(kin);
    if (one !== undefined) this.group = { one, index };
  }
}

const labelOf = ({ kin, name }: Kin): string => (name === undefined ? kin : `${kin} ${name}`);

function nameIn(word: string | undefined): string | undefined {
  return word !== undefined && !stopWords.has(word.toLowerCase()) ? word : undefined;
}

function subject(pronoun: string): Pronoun {
  const lower = pronoun.toLowerCase();
  return lower === "his" || lower === "he" ? "he" : lower === "her" || lower === "she" ? "she" : "they";
}
