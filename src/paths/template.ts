/**
 * The template language of kubectl's `-o jsonpath`: text, and paths of values in braces.
 *
 *     {range .items[*]}{.metadata.name}{"\t"}{.spec.containers[?(@.image=="nginx")].name}{"\n"}{end}
 */

/** Selects items of a list: an index, `[1:5:2]`, or `[*]`. Negative numbers count from the end. */
export interface SliceStep {
  readonly kind: "slice";
  readonly from: number | undefined;
  /** Exclusive. Undefined: to the end of the list. */
  readonly to: number | undefined;
  readonly step: number | undefined;
  /** Whether the slice is a single index. `to` is then `from` + 1, which is 0 for the index -1 and means the end. */
  readonly isIndex: boolean;
}

/** One step of a path, which maps the current values to others. */
export type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "wildcard" }
  /** `..`: the value and everything nested in it, in order. */
  | { readonly kind: "recursive" }
  | SliceStep
  | { readonly kind: "union"; readonly branches: readonly (readonly Step[])[] }
  | { readonly kind: "filter"; readonly left: readonly Step[]; readonly test: FilterTest | undefined }
  /** Replaces all current values by one text. */
  | { readonly kind: "text"; readonly text: string }
  /** Replaces each current value by a constant. */
  | { readonly kind: "constant"; readonly value: number | bigint | boolean }
  /** `range` or `end`. */
  | { readonly kind: "word"; readonly word: string };

/** The comparison of a filter. A filter without one selects the items for which its path finds a value. */
export interface FilterTest {
  readonly operator: string;
  readonly right: readonly Step[];
}

/** A text, or the content of one pair of braces. */
export type Part = readonly Step[];

/** Limits of templates and their evaluation. */
export const templateLimits = {
  /** Maximum length of a template, which a person or a script writes. */
  textCharsMax: 64 * 1024,
  /** Maximum depth of nested ranges. */
  rangesDeepMax: 50,
  /** Maximum number of visited values. The lists of large clusters have fewer. */
  valuesMax: 10_000_000,
} as const;

/**
 * An error of a template, or of its evaluation on an object. The message continues a sentence that names the template.
 */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  /** Whether the error is a missing field. */
  readonly isMissing: boolean;
  /** The text that servers send about a malformed template. Empty if they accept it, because they do not evaluate it. */
  readonly serverText: string;

  constructor(
    message: string,
    { isMissing = false, serverText = message }: { readonly isMissing?: boolean; readonly serverText?: string } = {},
  ) {
    super(message);
    this.isMissing = isMissing;
    this.serverText = serverText;
  }
}
