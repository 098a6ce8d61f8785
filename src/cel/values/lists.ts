/** Lists. */
import { ListValue, type Value } from "./value.ts";

/** A list whose elements are in an array. */
export class ArrayListValue extends ListValue {
  readonly #elements: readonly Value[];

  /** @param elements must not change later */
  constructor(elements: readonly Value[]) {
    super();
    this.#elements = elements;
  }

  static readonly empty = new ArrayListValue([]);

  override get size(): number {
    return this.#elements.length;
  }

  override at(index: number): Value {
    return this.#elements[index] as Value;
  }

  override [Symbol.iterator](): IterableIterator<Value> {
    return this.#elements[Symbol.iterator]();
  }
}

/**
 * Two lists one after the other. The elements are copied once, when one of them is first read. So a long sum of lists costs
 * as much as its result, not as all its partial sums.
 */
export class ConcatenatedListValue extends ListValue {
  override readonly size: number;
  #parts: readonly [ListValue, ListValue] | undefined;
  #elements: readonly Value[] | undefined;

  constructor(left: ListValue, right: ListValue) {
    super();
    this.size = left.size + right.size;
    this.#parts = [left, right];
  }

  override at(index: number): Value {
    this.#elements ??= this.#copy();
    return this.#elements[index] as Value;
  }

  /** Copies the elements of all parts, from left to right, without recursion: a sum can have any number of parts. */
  #copy(): readonly Value[] {
    const elements: Value[] = [];
    const rest: ListValue[] = [this];
    for (let list = rest.pop(); list !== undefined; list = rest.pop()) {
      const parts = list instanceof ConcatenatedListValue ? list.#parts : undefined;
      if (parts) rest.push(parts[1], parts[0]);
      else for (const element of list) elements.push(element);
    }
    this.#parts = undefined;
    return elements;
  }
}

/** The list that a macro builds. Only the evaluator of the macro refers to it, so a sum may add to it. */
export class GrowingListValue extends ListValue {
  readonly #elements: Value[] = [];

  override get size(): number {
    return this.#elements.length;
  }

  override at(index: number): Value {
    return this.#elements[index] as Value;
  }

  add(elements: Iterable<Value>): this {
    for (const element of elements) this.#elements.push(element);
    return this;
  }

  /** Returns the list of the current elements. Nothing may be added later. */
  finished(): ListValue {
    return new ArrayListValue(this.#elements);
  }
}

/** Returns a list with the elements of both lists. The left one must not be used later if it grows. */
export function concatenate(left: ListValue, right: ListValue): ListValue {
  if (left instanceof GrowingListValue) return left.add(right);
  if (left.plus) return left.plus(right);
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  return new ConcatenatedListValue(left, right);
}
