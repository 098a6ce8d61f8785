/** Sorts objects by a field, such as `.metadata.name` or `{.status.conditions[0].type}`. */
import { compareText } from "../../base/compare-text.ts";
import { stringifyJson } from "../../codec/index.ts";
import { type PathTemplate, readPath } from "../paths/path-template.ts";
import { CommandError } from "../terminal.ts";

/** Parses `--sort-by`. @throws CommandError for an invalid path */
export function readSortField(text: string): SortField {
  return new SortField(text, readPath(text, "--sort-by"));
}

/** A field by which objects are sorted. */
export class SortField {
  readonly #text: string;
  readonly #path: PathTemplate;

  constructor(text: string, path: PathTemplate) {
    this.#text = text;
    this.#path = path;
  }

  /**
   * Returns the items sorted by the field. Items without it come first.
   * @param objectOf returns the object of an item
   * @param mayLack whether it is valid that no object has the field
   * @throws CommandError if none of several objects has the field
   */
  sorted<T>(items: readonly T[], objectOf: (item: T) => unknown, { mayLack = false } = {}): readonly T[] {
    const keyed = items.map((item) => ({ item, key: this.#path.find(objectOf(item))[0]?.[0] }));
    if (!mayLack && items.length > 1 && keyed.every(({ key }) => key === undefined)) {
      throw new CommandError(
        `--sort-by: none of the objects has ${JSON.stringify(this.#text)}; write a dot within a name as \\.`,
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
  // Strings of digits, such as resourceVersions, are compared as numbers.
  if (wholeNumber.test(left) && wholeNumber.test(right)) return left.length - right.length || compareText(left, right);
  return compareText(left, right);
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}
