/** Objects that are prepared in parts, before they are compared with a selection. */
import type { CachedObject, ObjectPreparation } from "../cache/index.ts";

/** Number of objects that are prepared together. */
const partObjectsMax = 500;

/** Iterates over objects. Call `prepare` before each `next` while `isPrepared` is false. */
export class PreparedObjects implements Iterator<CachedObject> {
  readonly #objects: Iterator<CachedObject>;
  readonly #preparation: ObjectPreparation | undefined;
  #part: readonly CachedObject[] = [];
  #position = 0;
  #isComplete = false;

  /** @param preparation undefined if the objects need none */
  constructor(objects: Iterable<CachedObject>, preparation: ObjectPreparation | undefined) {
    this.#objects = objects[Symbol.iterator]();
    this.#preparation = preparation;
  }

  /** Whether the next object is prepared. */
  get isPrepared(): boolean {
    return !this.#preparation || this.#isComplete || this.#position < this.#part.length;
  }

  /** Prepares the next objects. @throws StatusError 500 if one cannot be converted */
  async prepare(signal: AbortSignal | undefined): Promise<void> {
    const part: CachedObject[] = [];
    while (part.length < partObjectsMax && !this.#isComplete) {
      const next = this.#objects.next();
      if (next.done) this.#isComplete = true;
      else part.push(next.value);
    }
    await this.#preparation?.prepare(part, signal);
    this.#part = part;
    this.#position = 0;
  }

  next(): IteratorResult<CachedObject, undefined> {
    const value = this.#part[this.#position];
    if (!value) return this.#objects.next();
    this.#position++;
    return { done: false, value };
  }
}
