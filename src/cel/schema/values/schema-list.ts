/** Lists with a schema. */

import type { StructuralSchema } from "../../../structural/index.ts";
import { EvaluationError, equalValues, ListValue, noSuchOverload, type Value } from "../../values/index.ts";
import type { Convert } from "./convert.ts";
import { elementData, type ValueOfJson } from "./element-data.ts";
import type { ListKeys } from "./list-keys.ts";

/** The schema of the elements, and how the elements are identified. */
export interface ListRules {
  readonly items: StructuralSchema;
  readonly convert: Convert;
  /** Undefined for lists whose elements are identified by their positions. */
  readonly keys: ListKeys | undefined;
}

/**
 * A list with a schema. The elements of a sum are computed when they are first read, so that a long chain of sums costs as
 * much as its operands.
 */
export class SchemaListValue extends ListValue implements ValueOfJson {
  readonly #rules: ListRules;
  #data: readonly unknown[] | undefined;
  #sum: readonly [left: SchemaListValue, right: ListValue] | undefined;
  #index: ReadonlyMap<string | symbol, unknown> | undefined;

  private constructor(
    rules: ListRules,
    data: readonly unknown[] | undefined,
    sum: readonly [left: SchemaListValue, right: ListValue] | undefined,
  ) {
    super();
    this.#rules = rules;
    this.#data = data;
    this.#sum = sum;
  }

  /** Returns the list of the elements of a JSON array. */
  static of(data: readonly unknown[], rules: ListRules): SchemaListValue {
    return new SchemaListValue(rules, data, undefined);
  }

  get json(): readonly unknown[] {
    this.#data ??= this.#sumOfOperands();
    this.#sum = undefined;
    return this.#data;
  }

  override get size(): number {
    return this.json.length;
  }

  override at(index: number): Value {
    return this.#rules.convert(this.json[index], this.#rules.items);
  }

  /** @throws UnhashableElement if an element can have no key. So the elements can be computed later without this error. */
  override plus(right: ListValue): ListValue {
    if (this.#rules.keys) {
      if (!this.#sum) for (const data of this.json) this.#rules.keys.keyOf(data);
      for (const element of right) this.#rules.keys.keyOf(elementData(element));
    }
    return new SchemaListValue(this.#rules, undefined, [this, right]);
  }

  override contains(value: Value): boolean | EvaluationError {
    let failed: EvaluationError | undefined;
    for (const element of this) {
      const equal = equalValues(element, value);
      if (equal === true) return true;
      if (equal !== false) failed ??= equal;
    }
    return failed ?? false;
  }

  override equals(other: Value): boolean | EvaluationError {
    if (!(other instanceof ListValue)) return other instanceof EvaluationError ? other : noSuchOverload();
    if (this.size !== other.size) return false;
    return this.#rules.keys ? this.#equalsByKeys(other, this.#rules.keys) : this.#equalsByPositions(other);
  }

  #equalsByPositions(other: ListValue): boolean | EvaluationError {
    for (let index = 0; index < this.size; index++) {
      const equal = equalValues(this.at(index), other.at(index));
      if (equal !== true) return equal;
    }
    return true;
  }

  #equalsByKeys(other: ListValue, { keyOf, hasContent }: ListKeys): boolean | EvaluationError {
    this.#index ??= new Map(this.json.map((data) => [keyOf(data), data]));
    for (const element of other) {
      const key = keyOf(elementData(element));
      if (!this.#index.has(key)) return false;
      if (!hasContent) continue;
      const equal = equalValues(this.#rules.convert(this.#index.get(key), this.#rules.items), element);
      if (equal !== true) return equal;
    }
    return true;
  }

  #sumOfOperands(): readonly unknown[] {
    const { first, added } = SchemaListValue.#operandsOf(this);
    const data = [...first.json];
    const { keys } = this.#rules;
    const positions = keys && new Map(data.map((element, position) => [keys.keyOf(element), position]));
    for (const operand of added) {
      if (positions) addByKeys(data, operand, keys, positions);
      else for (const element of operand) data.push(elementData(element));
    }
    return data;
  }

  /** Returns the operands of a chain of sums from left to right, without recursion: a chain can have any length. */
  static #operandsOf(sum: SchemaListValue): { readonly first: SchemaListValue; readonly added: readonly ListValue[] } {
    const added: ListValue[] = [];
    let first = sum;
    for (; first.#sum; first = first.#sum[0]) added.push(first.#sum[1]);
    return { first, added: added.toReversed() };
  }
}

/** Adds the elements whose keys the list does not have. Other elements replace the existing ones if elements have content. */
function addByKeys(
  data: unknown[],
  added: ListValue,
  { keyOf, hasContent }: ListKeys,
  positions: Map<string | symbol, number>,
): void {
  const appended: (readonly [string | symbol, number])[] = [];
  for (const element of added) {
    const content = elementData(element);
    const key = keyOf(content);
    const position = positions.get(key);
    if (position === undefined) {
      // As in the reference, one operand can add several elements with the same key, but not to a set.
      if (hasContent) appended.push([key, data.length]);
      else positions.set(key, data.length);
      data.push(content);
    } else if (hasContent) data[position] = content;
  }
  for (const [key, position] of appended) positions.set(key, position);
}
