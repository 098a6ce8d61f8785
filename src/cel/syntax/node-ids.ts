/** Numbers the nodes of a syntax tree as the reference does. */

/**
 * A text needs at most two ids for each character, and small texts can have macros. Only nested `optMap()` can exceed the
 * limit, since each call doubles its target.
 */
const idsPerCharacterMax = 4;
const idsOfShortTextsMax = 20_000;

/** The ids of one tree, and the offset in code points that each id refers to. */
export class NodeIds {
  /** By id. The id 0 is not in use. */
  readonly offsets: (number | undefined)[] = [undefined];
  readonly #max: number;

  /** @param textLength number of characters of the text, which limits the number of ids */
  constructor(textLength: number) {
    this.#max = idsOfShortTextsMax + idsPerCharacterMax * textLength;
  }

  /** The id that `take()` returns next. */
  get next(): number {
    return this.offsets.length;
  }

  /** Whether the tree has more nodes than memory should be spent on. */
  get isExhausted(): boolean {
    return this.offsets.length > this.#max;
  }

  /** @param offset undefined if the position is not known yet */
  take(offset: number | undefined): number {
    return this.offsets.push(offset) - 1;
  }

  /** Sets the position of an id that was taken without one. */
  locate(id: number, offset: number): void {
    this.offsets[id] = offset;
  }

  /** Forgets the position of an id whose node was replaced. The last id is available again. */
  release(id: number): void {
    this.offsets[id] = undefined;
    if (id === this.offsets.length - 1) this.offsets.pop();
  }

  /** Makes `id` and all later ids available again. */
  reset(id: number): void {
    this.offsets.length = id;
  }
}
