/**
 * Templates of paths, in the language of the reference's client: text, and between braces what to look for in an object.
 *
 *     {range .items[*]}{.metadata.name}{"\t"}{.spec.containers[?(@.image=="nginx")].name}{"\n"}{end}
 */

/** From a list: an index, `[1:5:2]`, `[*]`. Negative numbers count from the end. */
export interface SliceStep {
  readonly kind: "slice";
  readonly from: number | undefined;
  /** Behind the last one; undefined: to the end. */
  readonly to: number | undefined;
  readonly step: number | undefined;
  /** One index, whose `to` follows from it: for -1 that is 0, which means the end. */
  readonly isIndex: boolean;
}

export type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "wildcard" }
  /** `..`: the value, and everything in it, in the order in which it stands there. */
  | { readonly kind: "recursive" }
  | SliceStep
  | { readonly kind: "union"; readonly branches: readonly (readonly Step[])[] }
  | { readonly kind: "filter"; readonly left: readonly Step[]; readonly test: FilterTest | undefined }
  /** In the place of whatever was found before it. */
  | { readonly kind: "text"; readonly text: string }
  /** In the place of every value that was found before it. */
  | { readonly kind: "constant"; readonly value: number | bigint | boolean }
  /** `range`, `end`. */
  | { readonly kind: "word"; readonly word: string };

/** Absent in a filter: what is looked for has to be there. */
export interface FilterTest {
  readonly operator: string;
  readonly right: readonly Step[];
}

/** Text, and what stood in one pair of braces. */
export type Part = readonly Step[];

export const templateLimits = {
  /** A template is written by somebody, or made by a script of it. */
  textCharsMax: 64 * 1024,
  /** Ranges in ranges. */
  rangesDeepMax: 50,
  /** Values that are looked at: more than what the largest clusters answer, and few enough to end. */
  valuesMax: 10_000_000,
} as const;

/** What is wrong with a template, or does not fit the object: the rest of a sentence that names the template. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  /** A field is not there, and was asked to be. */
  readonly isMissing: boolean;

  constructor(message: string, { isMissing = false }: { readonly isMissing?: boolean } = {}) {
    super(message);
    this.isMissing = isMissing;
  }
}
