/**
 * Notes from which instructions of a program a match can be reached, for each place in a text. They are made from the end of the text
 * to its beginning, because only the rest of a text matters.
 */
import type { ClassifiedText } from "./classified-text.ts";
import type { Predecessors } from "./predecessors.ts";
import { conditionsBetween, instructionKinds, type PatternProgram } from "./program.ts";

/** Notes about one text. */
export class MatchNotes {
  readonly #program: PatternProgram;
  readonly #predecessors: Predecessors;
  readonly #text: ClassifiedText;
  /** How many 32-bit numbers have a bit for each instruction. */
  readonly #width: number;
  /** A row of bits for each place, and one for the place after the end. */
  readonly #notes: Uint32Array;
  /** The instructions that were reached, but from which no others were looked for. */
  readonly #stack: Int32Array;

  constructor(program: PatternProgram, predecessors: Predecessors, text: ClassifiedText) {
    this.#program = program;
    this.#predecessors = predecessors;
    this.#text = text;
    this.#width = (program.size + 31) >>> 5;
    this.#notes = new Uint32Array((text.length + 2) * this.#width);
    // Each instruction is reached from two others at most, or by reading.
    this.#stack = new Int32Array(3 * program.size);
    for (let place = text.length; place >= 0; place--) this.#notePlace(place);
  }

  /** Whether a match can be reached from an instruction at a place. */
  canMatch(instruction: number, place: number): boolean {
    const index = place * this.#width + (instruction >>> 5);
    return (((this.#notes[index] as number) >>> (instruction & 31)) & 1) === 1;
  }

  #notePlace(place: number): void {
    const row = place * this.#width;
    let count = 0;
    for (const match of this.#predecessors.matches) this.#stack[count++] = match;
    if (place < this.#text.length) count = this.#stackReaders(place, row + this.#width, count);
    this.#spread(row, count, conditionsBetween(this.#text.neighbour(place - 1), this.#text.neighbour(place)));
  }

  /**
   * Puts the instructions on the stack that read the character at a place, and then can reach a match.
   * @param later the row of the next place
   * @returns how many instructions are on the stack
   */
  #stackReaders(place: number, later: number, stacked: number): number {
    const { next } = this.#program;
    const [stack, notes] = [this.#stack, this.#notes];
    const readers = this.#predecessors.readersOf(this.#text.classes[place] as number);
    let count = stacked;
    for (let index = 0; index < readers.length; index++) {
      const reader = readers[index] as number;
      const target = next[reader] as number;
      const noted = notes[later + (target >>> 5)] as number;
      if (((noted >>> (target & 31)) & 1) === 1) stack[count++] = reader;
    }
    return count;
  }

  /** Notes the instructions on the stack, and all from which they are reached without reading. */
  #spread(row: number, stacked: number, holding: number): void {
    const { kinds, other } = this.#program;
    const { starts, list } = this.#predecessors;
    const [stack, notes] = [this.#stack, this.#notes];
    let count = stacked;
    while (count > 0) {
      const at = stack[--count] as number;
      const index = row + (at >>> 5);
      const noted = notes[index] as number;
      const bit = 1 << (at & 31);
      if ((noted & bit) !== 0) continue;
      if (kinds[at] === instructionKinds.condition && ((other[at] as number) & ~holding) !== 0) continue;
      notes[index] = noted | bit;
      const end = starts[at + 1] as number;
      for (let from = starts[at] as number; from < end; from++) stack[count++] = list[from] as number;
    }
  }
}
