/** What a template finds in an object. */

import { compareText } from "../../base/compare-text.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { isHeld } from "./compare-values.ts";
import { type Part, type SliceStep, type Step, TemplateError, templateLimits } from "./template.ts";

export interface FindOptions {
  /** Of fields that are not there: nothing, or a TemplateError. */
  readonly missing: "nothing" | "error";
}

/** Values of one part; undefined stands for what is looked for in nothing. */
export type Found = readonly unknown[];

/** @returns for each part what it found, in their order; of a range, for each of its rounds @throws TemplateError */
export function findValues(parts: readonly Part[], object: unknown, options: FindOptions): readonly Found[] {
  const found: Found[] = [];
  new Search(parts, options).run(object, 0, found);
  return found;
}

class Search {
  readonly #parts: readonly Part[];
  readonly #options: FindOptions;
  #valuesLeft = templateLimits.valuesMax;
  /** `{range}` and `{end}` that were met, and not followed yet. */
  #begun = 0;
  #ended = 0;
  #depth = 0;
  #lastEnd = -1;

  constructor(parts: readonly Part[], options: FindOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Up to the `{end}` of its range. A range without one goes on to the last part, and so does what follows it. */
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
    if (this.#depth === rangesDeepMax)
      throw new TemplateError(`ranges stand deeper than ${rangesDeepMax} in each other`);
    this.#begun -= 1;
    this.#depth += 1;
    for (const value of values) this.run(value, from, found);
    // Finds out where it ends.
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
      `it would look at more than ${templateLimits.valuesMax} values; name the fields on the way`,
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

  /** All that have something in them, which texts have: a value before its parts. */
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
    if (!Array.isArray(value)) throw new TemplateError(`only a list can be filtered, and it meets ${described(value)}`);
    if (!test) return value.filter((item) => this.#exists(item, left));
    return value.filter((item) => {
      const [one, other] = [this.#single(item, left), this.#single(item, test.right)];
      return one !== undefined && other !== undefined && isHeld(test.operator, one.value, other.value);
    });
  }

  /** What goes wrong on the way shows that there is something. */
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
    if (found.length > 1) throw new TemplateError("a filter compares one value at a time, and it meets several");
    return found.length === 0 ? undefined : { value: found[0] };
  }

  #word(values: Found, word: string): Found {
    if (word === "range") {
      this.#begun += 1;
      return values;
    }
    if (word !== "end") throw new TemplateError(`${word} means nothing there; a path begins with a dot: {.${word}}`);
    if (this.#depth === 0) throw new TemplateError("an {end} stands without its {range}");
    this.#ended += 1;
    return [];
  }
}

function slicesOf(values: Found, step: SliceStep): Found {
  const found: unknown[] = [];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (!Array.isArray(value)) throw new TemplateError(`only a list has places, and it meets ${described(value)}`);
    const { from, to } = boundsOf(step, value.length);
    // As in the reference: nothing is asked for, and so nothing is looked at any more.
    if (from === to) return found;
    if (step.step !== undefined && step.step <= 0) throw new TemplateError("the step of a slice is 1 or more");
    for (let index = from; index < to; index += step.step ?? 1) found.push(value[index]);
  }
  return found;
}

/** @throws TemplateError for places that the list has not */
function boundsOf(step: SliceStep, length: number): { readonly from: number; readonly to: number } {
  const from = (step.from ?? 0) + ((step.from ?? 0) < 0 ? length : 0);
  const given = step.to ?? length;
  const to = given + (given < 0 || (given === 0 && step.isIndex) ? length : 0);
  if (from === to) return { from, to };
  const outside = from >= length || from < 0 ? step.from : to > length || to < 0 ? given - 1 : undefined;
  if (outside !== undefined) throw new TemplateError(`there is no place ${outside} in a list of ${length}`);
  if (from > to) throw new TemplateError(`a slice from ${from} cannot end before ${to}`);
  return { from, to };
}

/** Of a list in its order, of an object in the order of the names. */
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
