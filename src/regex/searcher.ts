/**
 * Finds the parts of a text that match. Notes say from which instructions a match can be reached, so that the search follows the
 * program only where that is so. It never goes back. The time is proportional to the length of the text and the size of the program,
 * also for all matches together.
 */
import { ClassifiedText } from "./classified-text.ts";
import { MatchNotes } from "./notes.ts";
import { Predecessors } from "./predecessors.ts";
import { instructionKinds, type PatternProgram } from "./program.ts";

/** How many steps the notes about a text may take. They take some 50 ms. */
const stepsMax = 5_000_000;
/** How many steps the notes about a character take, besides one for each instruction. */
const stepsOfCharacter = 10;

/** Searches texts with one program. */
export class Searcher {
  readonly #program: PatternProgram;
  readonly #predecessors: Predecessors;
  /** By instruction: the last step in which it was reached. */
  readonly #reachedIn: Int32Array;
  #step = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#predecessors = new Predecessors(program);
    this.#reachedIn = new Int32Array(program.size);
  }

  /**
   * Returns the matching parts that do not overlap, from left to right; undefined if that takes too many steps. An empty part
   * directly after another one is left out.
   * @param limit the greatest number of parts
   */
  findAll(source: string, limit: number): string[] | undefined {
    const found: string[] = [];
    if (limit <= 0) return found;
    if (source.length * (this.#program.size + stepsOfCharacter) > stepsMax) return undefined;
    const text = new ClassifiedText(source, this.#program);
    const notes = new MatchNotes(this.#program, this.#predecessors, text);
    let previousEnd = -1;
    let from = 0;
    while (found.length < limit) {
      while (from <= text.length && !notes.canMatch(this.#program.start, from)) from++;
      if (from > text.length) break;
      const end = this.#endOfMatch(notes, from);
      if (end > from || from !== previousEnd) found.push(text.slice(from, end));
      previousEnd = end;
      from = end > from ? end : from + 1;
    }
    return found;
  }

  /** Follows the alternatives with the highest priority from which a match can be reached. */
  #endOfMatch(notes: MatchNotes, start: number): number {
    let place = start;
    let reader = this.#nextReader(notes, this.#program.start, place);
    while (reader !== undefined) {
      place++;
      reader = this.#nextReader(notes, this.#program.next[reader] as number, place);
    }
    return place;
  }

  /** Returns the next instruction that reads a character; undefined if the match ends first. */
  #nextReader(notes: MatchNotes, first: number, place: number): number | undefined {
    const { kinds, next, other } = this.#program;
    this.#step++;
    const stack = [first];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (this.#reachedIn[at] === this.#step || !notes.canMatch(at, place)) continue;
      this.#reachedIn[at] = this.#step;
      switch (kinds[at]) {
        case instructionKinds.match:
          return undefined;
        case instructionKinds.character:
          return at;
        case instructionKinds.branch:
          stack.push(other[at] as number, next[at] as number);
          break;
        default:
          stack.push(next[at] as number);
      }
    }
    throw new Error("a match can be reached from no instruction");
  }
}
