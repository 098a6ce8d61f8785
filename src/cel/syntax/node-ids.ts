/** Numbers the nodes of a syntax tree as the reference does. */

/**
 * Far more than an expression of the greatest length needs. Only nested `optMap()` can exceed it, since each call doubles
 * its target.
 */
const idsMax = 1_000_000;

/** The ids of one tree, and the offset in code points that each id refers to. */
export class NodeIds {
  /** By id. The id 0 is not in use. */
  readonly offsets: (number | undefined)[] = [undefined];

  /** The id that `take()` returns next. */
  get next(): number {
    return this.offsets.length;
  }

  /** Whether the tree has more nodes than memory should be spent on. */
  get isExhausted(): boolean {
    return this.offsets.length > idsMax;
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
