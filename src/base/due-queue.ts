/** An item with the time at which it is due. */
export interface Due {
  readonly atMs: number;
}

/**
 * A priority queue of items, earliest first. It is a binary heap, so that adding and removing an item take logarithmic
 * time.
 */
export class DueQueue<T extends Due> {
  readonly #heap: T[] = [];

  /** Number of items. */
  get size(): number {
    return this.#heap.length;
  }

  /** The earliest item. */
  get first(): T | undefined {
    return this.#heap[0];
  }

  /** Removes all items. */
  clear(): void {
    this.#heap.length = 0;
  }

  /** Adds an item. */
  add(item: T): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(item);
    while (index > 0) {
      const parentIndex = (index - 1) >>> 1;
      const parent = heap[parentIndex];
      if (!parent || parent.atMs <= item.atMs) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = item;
  }

  /** Removes and returns the items that are due at `nowMs`, earliest first, at most `max`. */
  takeDue(nowMs: number, max: number): T[] {
    const due: T[] = [];
    while (due.length < max && this.first && this.first.atMs <= nowMs) {
      due.push(this.first);
      this.#removeFirst();
    }
    return due;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const childIndex = this.#earlierChild(index);
      const child = heap[childIndex];
      if (!child || child.atMs >= last.atMs) break;
      heap[index] = child;
      index = childIndex;
    }
    heap[index] = last;
  }

  #earlierChild(index: number): number {
    const left = 2 * index + 1;
    const right = left + 1;
    const [leftChild, rightChild] = [this.#heap[left], this.#heap[right]];
    return leftChild && rightChild && rightChild.atMs < leftChild.atMs ? right : left;
  }
}
