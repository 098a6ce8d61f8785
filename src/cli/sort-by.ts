/** The order of objects by a field of theirs: `.metadata.name`, `{.status.conditions[0].type}`. */
import { compareText } from "../base/compare-text.ts";
import { stringifyJson } from "../codec/index.ts";
import { type PathTemplate, readPath } from "./paths/path-template.ts";
import { CommandError } from "./terminal.ts";

/** @throws CommandError for what is no path */
export function readSortField(text: string): SortField {
  return new SortField(text, readPath(text, "--sort-by"));
}

export class SortField {
  readonly #text: string;
  readonly #path: PathTemplate;

  constructor(text: string, path: PathTemplate) {
    this.#text = text;
    this.#path = path;
  }

  /**
   * What has no such field comes first.
   * @param objectOf what has the field
   * @param mayLack others may have it
   * @throws CommandError when none of several has it
   */
  sorted<T>(items: readonly T[], objectOf: (item: T) => unknown, { mayLack = false } = {}): readonly T[] {
    const keyed = items.map((item) => ({ item, key: this.#path.find(objectOf(item))[0]?.[0] }));
    if (!mayLack && items.length > 1 && keyed.every(({ key }) => key === undefined)) {
      throw new CommandError(
        `--sort-by: none of the objects has ${JSON.stringify(this.#text)}; a dot within a name is written \\.`,
      );
    }
    return keyed.toSorted((one, other) => compareValues(one.key, other.key)).map(({ item }) => item);
  }
}

const wholeNumber = /^\d{1,30}$/;

function compareValues(one: unknown, other: unknown): number {
  if (one === undefined || one === null || other === undefined || other === null) {
    return Number(one !== undefined && one !== null) - Number(other !== undefined && other !== null);
  }
  if (isNumeric(one) && isNumeric(other)) return one < other ? -1 : one > other ? 1 : 0;
  const [left, right] = [textOf(one), textOf(other)];
  // Versions of objects, for example.
  if (wholeNumber.test(left) && wholeNumber.test(right)) return left.length - right.length || compareText(left, right);
  return compareText(left, right);
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}
