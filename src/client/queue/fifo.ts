/**
 * A first-in, first-out queue. `take()` takes constant time on average, while `Array.shift()` moves all remaining
 * items.
 */
export class Fifo<T> {
  #items: T[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  /** Removes and returns the oldest item, or undefined if the queue is empty. */
  take(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#first];
    this.#first++;
    // Drop the consumed items once they make up half of the array.
    if (this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
