/** The clock of a simulation: actions that run in the order of their times. */

interface PlannedAction {
  readonly atSeconds: number;
  /** Actions of the same time run in the order in which they were planned. */
  readonly order: number;
  readonly run: () => void;
}

/** Planned actions in a binary heap, and the time of the simulation. */
export class EventQueue {
  readonly #heap: PlannedAction[] = [];
  #order = 0;
  #nowSeconds = 0;

  /** Time since the start of the simulation. */
  get nowSeconds(): number {
    return this.#nowSeconds;
  }

  /** Runs an action after a time. */
  after(seconds: number, run: () => void): void {
    const action = { atSeconds: this.#nowSeconds + Math.max(0, seconds), order: this.#order++, run };
    const heap = this.#heap;
    let index = heap.push(action) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as PlannedAction;
      if (isEarlier(above, action)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = action;
  }

  /** Runs all actions up to a time, and those that they plan. */
  runUntil(endSeconds: number): void {
    for (let next = this.#heap[0]; next && next.atSeconds <= endSeconds; next = this.#heap[0]) {
      this.#removeFirst();
      this.#nowSeconds = next.atSeconds;
      next.run();
    }
    this.#nowSeconds = endSeconds;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const left = index * 2 + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const child =
        right < heap.length && isEarlier(heap[right] as PlannedAction, heap[left] as PlannedAction) ? right : left;
      const below = heap[child] as PlannedAction;
      if (isEarlier(last, below)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
  }
}

function isEarlier(a: PlannedAction, b: PlannedAction): boolean {
  return a.atSeconds < b.atSeconds || (a.atSeconds === b.atSeconds && a.order < b.order);
}
