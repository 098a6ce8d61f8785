/** A list of requests from which each request can be removed in constant time. A request is in one list at most. */

/** The links of a member. A list sets them. */
export interface ListLinks<T> {
  previous: T | undefined;
  next: T | undefined;
}

/** Members in the order of addition. Adding one allocates nothing. */
export class RequestList<T extends ListLinks<T>> implements Iterable<T> {
  first: T | undefined;
  size = 0;
  #last: T | undefined;

  *[Symbol.iterator](): Generator<T> {
    for (let member = this.first; member; member = member.next) yield member;
  }

  /** Adds a member at the end. */
  add(member: T): void {
    member.previous = this.#last;
    member.next = undefined;
    if (this.#last) this.#last.next = member;
    else this.first = member;
    this.#last = member;
    this.size++;
  }

  /** Removes a member, which must be in this list. */
  remove(member: T): void {
    const { previous, next } = member;
    if (previous) previous.next = next;
    else this.first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    member.previous = undefined;
    member.next = undefined;
    this.size--;
  }
}
