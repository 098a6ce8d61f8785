/** Evaluates a template on an object. */

import { compareText } from "../base/compare-text.ts";
import { isJsonObject } from "../base/json-object.ts";
import { isComparisonTrue } from "./compare-values.ts";
import { type Part, type SliceStep, type Step, TemplateError, templateLimits } from "./template.ts";

/** How paths without a value are treated. */
export interface FindOptions {
  /** Whether missing fields are ignored, or cause a TemplateError. */
  readonly missing: "nothing" | "error";
  /** Maximum number of visited values. Default: `templateLimits.valuesMax`. */
  readonly valuesMax?: number;
}

/** Values of one part. undefined is the value of a part in a range without items. */
export type Found = readonly unknown[];

/**
 * Returns the values of each part, in order. The parts of a range are repeated for each of its items. @throws
 * TemplateError
 */
export function findValues(parts: readonly Part[], object: unknown, options: FindOptions): readonly Found[] {
  const found: Found[] = [];
  new Search(parts, options).run(object, 0, found);
  return found;
}

class Search {
  readonly #parts: readonly Part[];
  readonly #options: FindOptions;
  #valuesLeft: number;
  /** Number of `{range}` and `{end}` that were evaluated, but have not taken effect yet. */
  #begun = 0;
  #ended = 0;
  #depth = 0;
  #lastEnd = -1;

  constructor(parts: readonly Part[], options: FindOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#valuesLeft = options.valuesMax ?? templateLimits.valuesMax;
  }

  /**
   * Evaluates parts up to the `{end}` of the current range. A range without `{end}` extends to the last part. The parts
   * after an inner range without `{end}` belong to that range.
   */
  run(value: unknown, from: number, found: Found[]): void {
    for (let index = from; index < this.#parts.length; index++) {
      const values = this.#walk([value], this.#parts[index] ?? []);
      if (this.#ended > 0 && this.#ended <= this.#depth) {
        this.#ended -= 1;
        this.#lastEnd = index;
        return;
      }
      if (this.#begun === 0) {
        found.push(values);
        continue;
      }
      this.#range(values, index + 1, found);
      index = Math.max(index, this.#lastEnd);
    }
  }

  #range(values: Found, from: number, found: Found[]): void {
    const { rangesDeepMax } = templateLimits;
    if (this.#depth === rangesDeepMax) throw new TemplateError(`ranges are nested deeper than ${rangesDeepMax} levels`);
    this.#begun -= 1;
    this.#depth += 1;
    for (const value of values) this.run(value, from, found);
    // Find the end of an empty range.
    if (values.length === 0) this.run(undefined, from, []);
    this.#depth -= 1;
  }

  #walk(values: Found, steps: readonly Step[]): Found {
    let now = values;
    for (const step of steps) {
      now = this.#step(now, step);
      this.#count(now.length + 1);
    }
    return now;
  }

  #count(values: number): void {
    this.#valuesLeft -= values;
    if (this.#valuesLeft >= 0) return;
    throw new TemplateError(
      `it selects from more than ${this.#options.valuesMax ?? templateLimits.valuesMax} values; use names of fields instead of * or ..`,
    );
  }

  #step(values: Found, step: Step): Found {
    switch (step.kind) {
      case "field":
        return this.#field(values, step.name);
      case "wildcard":
        return values.flatMap((value) => (typeof value === "string" ? [...Buffer.from(value)] : childrenOf(value)));
      case "recursive":
        return this.#everything(values);
      case "slice":
        return slicesOf(values, step);
      case "union":
        return step.branches.flatMap((branch) => this.#walk(values, branch));
      case "filter":
        return values.flatMap((value) => this.#filter(value, step));
      case "text":
        return [step.text];
      case "constant":
        return values.map(() => step.value);
      case "word":
        return this.#word(values, step.word);
      default:
        return step satisfies never;
    }
  }

  #field(values: Found, name: string): Found {
    const found: unknown[] = [];
    for (const value of values) if (isJsonObject(value) && Object.hasOwn(value, name)) found.push(value[name]);
    if (found.length === 0 && values.length > 0 && this.#options.missing === "error") {
      throw new TemplateError(`${name} is not found`, { isMissing: true });
    }
    return found;
  }

  /**
   * Returns the values and everything nested in them, except empty values, numbers and booleans. A value precedes its
   * children.
   */
  #everything(values: Found): Found {
    const found: unknown[] = [];
    const ahead = values.toReversed();
    while (ahead.length > 0) {
      const value = ahead.pop();
      const children = childrenOf(value);
      this.#count(1);
      if (children.length > 0 || (typeof value === "string" && value !== "")) found.push(value);
      for (let index = children.length - 1; index >= 0; index--) ahead.push(children[index]);
    }
    return found;
  }

  #filter(value: unknown, { left, test }: Extract<Step, { kind: "filter" }>): Found {
    if (value === undefined) return [];
    if (!Array.isArray(value))
      throw new TemplateError(`only a list can be filtered, but the value is ${described(value)}`);
    if (!test) return value.filter((item) => this.#exists(item, left));
    return value.filter((item) => {
      const [one, other] = [this.#single(item, left), this.#single(item, test.right)];
      return one !== undefined && other !== undefined && isComparisonTrue(test.operator, one.value, other.value);
    });
  }

  /** Whether the path finds a value. An error other than a missing field counts as found. */
  #exists(item: unknown, steps: readonly Step[]): boolean {
    try {
      return this.#walk([item], steps).length > 0;
    } catch (error) {
      if (!(error instanceof TemplateError) || this.#valuesLeft < 0) throw error;
      return !error.isMissing;
    }
  }

  #single(item: unknown, steps: readonly Step[]): { readonly value: unknown } | undefined {
    const found = this.#walk([item], steps);
    if (found.length > 1) throw new TemplateError("a filter compares single values, but its path has several");
    return found.length === 0 ? undefined : { value: found[0] };
  }

  #word(values: Found, word: string): Found {
    if (word === "range") {
      this.#begun += 1;
      return values;
    }
    if (word !== "end") throw new TemplateError(`${word} is unexpected there; a path begins with a dot: {.${word}}`);
    if (this.#depth === 0) throw new TemplateError("{end} has no {range}");
    this.#ended += 1;
    return [];
  }
}

function slicesOf(values: Found, step: SliceStep): Found {
  const found: unknown[] = [];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (!Array.isArray(value))
      throw new TemplateError(`only a list has elements, but the value is ${described(value)}`);
    const { from, to } = boundsOf(step, value.length);
    // As in kubectl, an empty slice also ends the evaluation of the remaining values.
    if (from === to) return found;
    if (step.step !== undefined && step.step <= 0) throw new TemplateError("the step of a slice must be 1 or more");
    for (let index = from; index < to; index += step.step ?? 1) found.push(value[index]);
  }
  return found;
}

/** Returns the bounds of a slice in a list. @throws TemplateError for an index outside of the list */
function boundsOf(step: SliceStep, length: number): { readonly from: number; readonly to: number } {
  const from = (step.from ?? 0) + ((step.from ?? 0) < 0 ? length : 0);
  const exclusiveEnd = step.to ?? length;
  const to = exclusiveEnd + (exclusiveEnd < 0 || (exclusiveEnd === 0 && step.isIndex) ? length : 0);
  if (from === to) return { from, to };
  const outside = from >= length || from < 0 ? step.from : to > length || to < 0 ? exclusiveEnd - 1 : undefined;
  if (outside !== undefined) throw new TemplateError(`index ${outside} is out of range for a list of ${length}`);
  if (from > to) throw new TemplateError(`a slice from ${from} cannot end before ${to}`);
  return { from, to };
}

/** Returns the items of a list, or the values of an object in order of their names. */
function childrenOf(value: unknown): Found {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return [];
  return Object.keys(value)
    .sort(compareText)
    .map((name) => value[name]);
}

function described(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : typeof value === "string" ? "a text" : `a ${typeof value}`;
}
