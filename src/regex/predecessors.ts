/** Instructions of a program from which each instruction is reached. */
import { instructionKinds, type PatternProgram } from "./program.ts";

/** How many lists of readers are kept. */
const readerListsMax = 500;

/** From where instructions are reached. */
export class Predecessors {
  /** The instructions that end a match. */
  readonly matches: Int32Array;
  /** The instructions that continue at instruction `i` without reading are `list[starts[i]]` to `list[starts[i + 1] - 1]`. */
  readonly starts: Int32Array;
  readonly list: Int32Array;
  readonly #program: PatternProgram;
  readonly #allReaders: Int32Array;
  /** By class: the instructions that read its characters. */
  readonly #readers = new Map<number, Int32Array>();

  constructor(program: PatternProgram) {
    this.#program = program;
    const all = Int32Array.from({ length: program.size }, (_, index) => index);
    this.matches = all.filter((at) => program.kinds[at] === instructionKinds.match);
    this.#allReaders = all.filter((at) => program.kinds[at] === instructionKinds.character);
    const pairs = Array.from(all).flatMap((at) => targetsOf(program, at).map((target) => [target, at] as const));
    pairs.sort(([one], [other]) => one - other);
    this.list = Int32Array.from(pairs, ([, at]) => at);
    this.starts = new Int32Array(program.size + 1);
    for (const [target] of pairs) this.starts[target + 1] = (this.starts[target + 1] as number) + 1;
    for (let at = 0; at < program.size; at++) {
      this.starts[at + 1] = (this.starts[at + 1] as number) + (this.starts[at] as number);
    }
  }

  /** Returns the instructions that read the characters of a class. */
  readersOf(characterClass: number): Int32Array {
    let readers = this.#readers.get(characterClass);
    if (readers === undefined) {
      readers = this.#allReaders.filter((reader) => this.#program.accepts(reader, characterClass));
      if (this.#readers.size >= readerListsMax) this.#readers.clear();
      this.#readers.set(characterClass, readers);
    }
    return readers;
  }
}

/** Returns the instructions at which an instruction continues without reading. */
function targetsOf({ kinds, next, other }: PatternProgram, at: number): number[] {
  switch (kinds[at]) {
    case instructionKinds.branch:
      return [next[at] as number, other[at] as number];
    case instructionKinds.jump:
    case instructionKinds.condition:
      return [next[at] as number];
    default:
      return [];
  }
}
