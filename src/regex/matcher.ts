/**
 * Whether a part of a text matches. The sets of instructions that a program can be at are the states of a deterministic machine, which
 * is built while texts are read. So each character costs one step through a table, once its transition is known. When the machine has
 * become large, the sets are computed for each character.
 */
import { Closure } from "./closure.ts";
import { conditionsBetween, type Neighbour, neighbours, type PatternProgram } from "./program.ts";

/** A state of the machine. */
class MatchState {
  /** The instructions at which the program continues, besides its first one. In ascending order. */
  readonly pending: Int32Array;
  /** The neighbour before the place in the text. */
  readonly before: Neighbour;
  /** Whether the text matches, if that is certain. */
  readonly verdict: boolean | undefined;
  /** By the class of the next character. */
  readonly transitions: (MatchState | undefined)[];
  /** Whether the text matches if it ends here; undefined if that is not known yet. */
  matchesAtEnd: boolean | undefined;

  /** @param tableSize how many classes have a place in the table from the beginning */
  constructor(pending: Int32Array, before: Neighbour, tableSize: number, verdict?: boolean) {
    this.pending = pending;
    this.before = before;
    this.verdict = verdict;
    this.transitions = Array.from({ length: tableSize });
  }
}

const nothing = new Int32Array(0);
const matched = new MatchState(nothing, neighbours.other, 0, true);
/** The state in which nothing can match. */
const failed = new MatchState(nothing, neighbours.other, 0, false);

/** How many classes have a place in a table from the beginning. Characters outside of ASCII mostly belong to later classes. */
const tableSizeMax = 64;
/** How many numbers the states and their tables may have together. */
const storedMax = 30_000;
/** How many instructions are followed for one text. They take some 50 ms. */
const followedMax = 3_000_000;

/** Matches texts with one program. */
export class Matcher {
  readonly #program: PatternProgram;
  readonly #closure: Closure;
  readonly #states = new Map<string, MatchState>();
  readonly #first: MatchState;
  readonly #tableSize: number;
  #stored = 0;
  #followedMax = 0;
  /** Whether a match can only begin at the beginning of the text. */
  readonly #isAnchored: boolean;
  /** Instructions for the next and for the current place. */
  #targets: Int32Array;
  #pending: Int32Array;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#closure = new Closure(program);
    this.#targets = new Int32Array(program.size);
    this.#pending = new Int32Array(program.size);
    this.#tableSize = Math.min(program.classCount, tableSizeMax);
    this.#first = new MatchState(nothing, neighbours.edge, this.#tableSize);
    const canMatchLater = this.#closure.reachesMatch(nothing, 0, conditionsBetween(neighbours.other, neighbours.edge));
    this.#isAnchored = !(program.hasInnerConditions || canMatchLater || this.#closure.hasReaders);
  }

  /** Whether a part of the text matches; undefined if that takes too many steps. */
  matches(text: string): boolean | undefined {
    const { asciiClasses } = this.#program;
    this.#followedMax = this.#closure.followed + followedMax;
    let state = this.#first;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      const codePoint = unit < 0xd800 ? unit : (text.codePointAt(index) as number);
      const characterClass = unit < 128 ? (asciiClasses[unit] as number) : this.#program.classOf(codePoint);
      const next = state.transitions[characterClass] ?? this.#addTransition(state, characterClass);
      if (next === undefined) return this.#matchesFrom(text, index, state);
      if (next.verdict !== undefined) return next.verdict;
      state = next;
      if (codePoint > 0xffff) index++;
    }
    state.matchesAtEnd ??= this.#reachesMatch(state, neighbours.edge);
    return state.matchesAtEnd;
  }

  #reachesMatch({ pending, before }: MatchState, after: Neighbour): boolean {
    return this.#closure.reachesMatch(pending, pending.length, conditionsBetween(before, after));
  }

  /** Returns the next state; undefined if there is no room for it. */
  #addTransition(state: MatchState, characterClass: number): MatchState | undefined {
    const isTooMuch = this.#stored > storedMax || this.#closure.followed > this.#followedMax;
    const next = isTooMuch ? undefined : this.#nextState(state, characterClass);
    if (characterClass >= this.#tableSize) this.#stored++;
    if (next) state.transitions[characterClass] = next;
    return next;
  }

  #nextState(state: MatchState, characterClass: number): MatchState {
    const after = this.#program.neighbourOf(characterClass);
    if (this.#reachesMatch(state, after)) return matched;
    const count = this.#closure.read(characterClass, this.#targets);
    if (count === 0 && this.#isAnchored) return failed;
    const pending = this.#targets.slice(0, count).sort();
    const key = `${after}:${pending.join()}`;
    let next = this.#states.get(key);
    if (next === undefined) {
      next = new MatchState(pending, after, this.#tableSize);
      this.#stored += count + this.#tableSize;
      this.#states.set(key, next);
    }
    return next;
  }

  /** Continues without states, from the place of a character. */
  #matchesFrom(text: string, from: number, state: MatchState): boolean | undefined {
    let count = state.pending.length;
    let { before } = state;
    this.#pending.set(state.pending);
    for (let index = from; index < text.length; ) {
      const codePoint = text.codePointAt(index) as number;
      const characterClass = this.#program.classOf(codePoint);
      const after = this.#program.neighbourOf(characterClass);
      if (this.#closure.reachesMatch(this.#pending, count, conditionsBetween(before, after))) return true;
      if (this.#closure.followed > this.#followedMax) return undefined;
      count = this.#closure.read(characterClass, this.#targets);
      if (count === 0 && this.#isAnchored) return false;
      [this.#pending, this.#targets] = [this.#targets, this.#pending];
      before = after;
      index += codePoint > 0xffff ? 2 : 1;
    }
    return this.#closure.reachesMatch(this.#pending, count, conditionsBetween(before, neighbours.edge));
  }
}
