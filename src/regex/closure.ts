/** Follows the instructions of a program that read nothing. */
import { instructionKinds, type PatternProgram } from "./program.ts";

/** The instructions that a program is at before it reads a character. Is used for one place after the other. */
export class Closure {
  /** How many instructions were followed so far. */
  followed = 0;
  readonly #program: PatternProgram;
  /** The first `#readerCount` numbers are the character instructions that were reached last. */
  readonly #readers: Int32Array;
  #readerCount = 0;
  readonly #stack: Int32Array;
  /** By instruction: the last step in which it was reached, and in which it was added to the targets. */
  readonly #reachedIn: Int32Array;
  readonly #addedIn: Int32Array;
  #step = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#readers = new Int32Array(program.size);
    // Each instruction leads to two others at most.
    this.#stack = new Int32Array(3 * program.size + 1);
    this.#reachedIn = new Int32Array(program.size);
    this.#addedIn = new Int32Array(program.size);
  }

  get hasReaders(): boolean {
    return this.#readerCount > 0;
  }

  /**
   * Follows the first instruction of the program and the pending ones. Returns true as soon as a match is reached.
   * @param count how many of the pending numbers count
   * @param holding the conditions that hold here
   */
  reachesMatch(pending: Int32Array, count: number, holding: number): boolean {
    const { kinds, next, other, start } = this.#program;
    const [stack, reachedIn, step] = [this.#stack, this.#reachedIn, ++this.#step];
    stack.set(count === pending.length ? pending : pending.subarray(0, count));
    stack[count] = start;
    let height = count + 1;
    this.#readerCount = 0;
    while (height > 0) {
      const at = stack[--height] as number;
      if (reachedIn[at] === step) continue;
      reachedIn[at] = step;
      this.followed++;
      const kind = kinds[at];
      if (kind === instructionKinds.match) return true;
      if (kind === instructionKinds.character) this.#readers[this.#readerCount++] = at;
      else if (kind === instructionKinds.branch) {
        stack[height++] = other[at] as number;
        stack[height++] = next[at] as number;
      } else if (kind === instructionKinds.jump || ((other[at] as number) & ~holding) === 0) {
        stack[height++] = next[at] as number;
      }
    }
    return false;
  }

  /** Lets the reached instructions read a character. Writes where they continue to `targets`. Returns how many these are. */
  read(characterClass: number, targets: Int32Array): number {
    const { next } = this.#program;
    let count = 0;
    for (let index = 0; index < this.#readerCount; index++) {
      const reader = this.#readers[index] as number;
      const target = next[reader] as number;
      if (this.#addedIn[target] === this.#step || !this.#program.accepts(reader, characterClass)) continue;
      this.#addedIn[target] = this.#step;
      targets[count++] = target;
    }
    return count;
  }
}
