/**
 * Things that fall due, the earliest first: a binary heap, so that adding and taking one cost the logarithm of how many
 * there are, in whatever order they come.
 */
export interface Due {
  readonly atMs: number;
}

export class DueQueue<T extends Due> {
  readonly #heap: T[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** The earliest one. */
  get first(): T | undefined {
    return this.#heap[0];
  }

  clear(): void {
    this.#heap.length = 0;
  }

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

  /** Takes out the earliest ones that are due at `nowMs`, at most `max`. */
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
