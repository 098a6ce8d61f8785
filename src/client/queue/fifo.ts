/** First in, first out, at the same cost however long it is: taking from the front of an array moves all the rest. */
export class Fifo<T> {
  #items: T[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  /** The one that has waited longest; undefined when there is none. */
  take(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#first];
    this.#first++;
    // What has been taken is let go when it is half of what is held.
    if (this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
