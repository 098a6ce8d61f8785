/**
 * A set whose members come and go by the thousand: requests, connections. V8 makes the table of a `Set` anew every few
 * members, and the tables that it has left hold what they held then until the next full collection: the members, and all
 * that belongs to them, grow old without being needed. Here a member that has left is held by nothing.
 */
export class PassingSet<T> implements Iterable<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Those who are there now, in the order of coming: they may leave while somebody looks at them. */
  [Symbol.iterator](): Iterator<T> {
    const members: T[] = [];
    for (let place = this.#first; place; place = place.next) {
      if (place.member !== undefined) members.push(place.member);
    }
    return members.values();
  }

  /** @returns what `remove` is told */
  add(member: T): Place<T> {
    const place: Link<T> = { member, previous: this.#last, next: undefined };
    if (this.#last) this.#last.next = place;
    else this.#first = place;
    this.#last = place;
    this.#size++;
    return place;
  }

  /** Does nothing where the member has left. */
  remove(place: Place<T>): void {
    const link = place as Link<T>;
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

/** Where a member stands. */
export interface Place<T> {
  readonly member: T | undefined;
}

interface Link<T> extends Place<T> {
  member: T | undefined;
  previous: Link<T> | undefined;
  next: Link<T> | undefined;
}
