/**
 * The parts of the messages that are being written, with their numbers. Messages are nested, so the parts of the
 * innermost one are the last. One instance is used for many messages, so that a message allocates nothing.
 */
import type { WireWriter } from "./wire-writer.ts";

/** Remembers parts in the order in which they are written, and then puts them into the order of their numbers. */
export class PartOrder {
  /** Start and number of each part. */
  #starts = new Int32Array(1024);
  #numbers = new Int32Array(1024);
  #count = 0;

  /** Forgets all parts. */
  clear(): void {
    this.#count = 0;
  }

  /** Begins a message. Returns a mark for `end`. */
  begin(): number {
    return this.#count;
  }

  /** Adds a part that begins at `start` of the writer. */
  add(start: number, number: number): void {
    if (this.#count === this.#starts.length) this.#grow();
    this.#starts[this.#count] = start;
    this.#numbers[this.#count++] = number;
  }

  /** Ends the message: puts its parts into the order of their numbers. */
  end(mark: number, writer: WireWriter): void {
    const end = this.#count;
    this.#count = mark;
    const first = this.#firstMoved(mark, end);
    if (first === end) return;
    const start = this.#starts[first] as number;
    const order = this.#sorted(first, end);
    const bounds: number[] = [];
    for (const part of order) {
      const from = (this.#starts[part] as number) - start;
      const to = (part + 1 === end ? writer.length : (this.#starts[part + 1] as number)) - start;
      if (bounds[bounds.length - 1] === from) bounds[bounds.length - 1] = to;
      else bounds.push(from, to);
    }
    writer.rewrite(start, writer.copyFrom(start), bounds);
  }

  /** Returns the index of the first part that must follow a later one; `end` if there is none. */
  #firstMoved(mark: number, end: number): number {
    let first = end;
    let least = Number.MAX_SAFE_INTEGER;
    for (let index = end - 1; index >= mark; index--) {
      const number = this.#numbers[index] as number;
      if (number > least) first = index;
      else least = number;
    }
    return first;
  }

  /** Returns the indexes of parts in the order of their numbers. There are few, and most are in order. */
  #sorted(first: number, end: number): readonly number[] {
    const order: number[] = [];
    for (let index = first; index < end; index++) {
      const number = this.#numbers[index] as number;
      let to = order.length;
      for (; to > 0 && (this.#numbers[order[to - 1] as number] as number) > number; to--) {
        order[to] = order[to - 1] as number;
      }
      order[to] = index;
    }
    return order;
  }

  #grow(): void {
    const [starts, numbers] = [this.#starts, this.#numbers];
    this.#starts = new Int32Array(starts.length * 2);
    this.#numbers = new Int32Array(numbers.length * 2);
    this.#starts.set(starts);
    this.#numbers.set(numbers);
  }
}
