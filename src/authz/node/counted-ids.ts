/** A set of ids in which each id counts how often it was added. */
export class CountedIds {
  readonly #countById = new Map<number, number>();

  /** The number of different ids. */
  get size(): number {
    return this.#countById.size;
  }

  has(id: number): boolean {
    return this.#countById.has(id);
  }

  add(id: number): void {
    this.#countById.set(id, (this.#countById.get(id) ?? 0) + 1);
  }

  /** Undoes one call of `add`. */
  remove(id: number): void {
    const count = this.#countById.get(id) ?? 0;
    if (count > 1) this.#countById.set(id, count - 1);
    else this.#countById.delete(id);
  }

  /** Whether both sets contain the same id. Takes time in proportion to the smaller set. */
  intersects(other: CountedIds): boolean {
    if (other.size < this.size) return other.intersects(this);
    for (const id of this.#countById.keys()) if (other.has(id)) return true;
    return false;
  }
}
