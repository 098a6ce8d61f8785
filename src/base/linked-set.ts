/**
 * A set for members that are added and removed frequently, such as requests and connections. Each removed member
 * becomes unreachable immediately. V8 replaces the table of a `Set` after a few additions, and the old tables keep
 * removed members alive until the next full garbage collection. docs/performance.md, "Optimizations", has the
 * measurement ("requests in progress are in linked sets").
 */
export class LinkedSet<T> implements Iterable<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;
  #size = 0;

  /** Number of members. */
  get size(): number {
    return this.#size;
  }

  /**
   * Iterates over the current members in the order of addition. Members may be added and removed during the iteration.
   */
  [Symbol.iterator](): Iterator<T> {
    const members: T[] = [];
    for (let entry = this.#first; entry; entry = entry.next) {
      if (entry.member !== undefined) members.push(entry.member);
    }
    return members.values();
  }

  /** Adds a member. Returns its entry, for `remove()`. */
  add(member: T): LinkedSetEntry<T> {
    const entry: Link<T> = { member, previous: this.#last, next: undefined };
    if (this.#last) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
    this.#size++;
    return entry;
  }

  /** Removes a member. Does nothing if it was already removed. */
  remove(entry: LinkedSetEntry<T>): void {
    const link = entry as Link<T>;
    if (link.member === undefined) return;
    const { previous, next } = link;
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    link.member = undefined;
    link.previous = undefined;
    link.next = undefined;
    this.#size--;
  }
}

/** The entry of a member in the set. Its member is undefined after it was removed. */
export interface LinkedSetEntry<T> {
  readonly member: T | undefined;
}

interface Link<T> extends LinkedSetEntry<T> {
  member: T | undefined;
  previous: Link<T> | undefined;
  next: Link<T> | undefined;
}
