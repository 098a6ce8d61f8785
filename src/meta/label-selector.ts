/**
 * Label selectors: lists of requirements, all of which must match. They come from the `labelSelector` parameter (`app
 * in (a,b),tier!=x,!y`) or from an object with matchLabels and matchExpressions. They are immutable, and their
 * requirements are sorted by key.
 */
import { goQuote } from "./go-quote.ts";
import { checkedRequirement, type LabelOperator, LabelRequirement, type Labels } from "./label-requirement.ts";
import { parseLabelRequirements } from "./label-selector-parser.ts";
import { ParseError } from "./parse-error.ts";

/** A label selector as it appears in the spec of an object. */
export interface LabelSelectorObject {
  readonly matchLabels?: Labels | null | undefined;
  readonly matchExpressions?: readonly LabelSelectorExpression[] | null | undefined;
}

/** One of the `matchExpressions` of a selector. */
export interface LabelSelectorExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | null | undefined;
}

const noLabels: Labels = Object.freeze({});

/** An immutable list of label requirements. */
export class ParsedLabelSelector {
  readonly requirements: readonly LabelRequirement[];
  readonly #matchesNothing: boolean;

  /** @param options.matchesNothing the selector matches no object, regardless of its requirements */
  constructor(requirements: readonly LabelRequirement[], options: { readonly matchesNothing?: boolean } = {}) {
    this.requirements = Object.freeze([...requirements].sort(byKey));
    this.#matchesNothing = options.matchesNothing ?? false;
  }

  /** Whether the selector matches every object. */
  get isEmpty(): boolean {
    return this.requirements.length === 0 && !this.#matchesNothing;
  }

  /** Whether an object with these labels meets all requirements. */
  matches(labels: Labels | null | undefined): boolean {
    if (this.#matchesNothing) return false;
    const present = labels ?? noLabels;
    for (const requirement of this.requirements) {
      if (!requirement.matches(present)) return false;
    }
    return true;
  }

  /**
   * Returns the value that the first requirement on the label `key` fixes. Undefined if there is no such requirement or
   * it allows several values.
   */
  requiresExact(key: string): string | undefined {
    return this.requirements.find((requirement) => requirement.key === key)?.exactValue;
  }

  /**
   * Returns the canonical text, which parses to the same selector. It is also empty for the selector that matches
   * nothing.
   */
  toString(): string {
    return this.requirements.join(",");
  }
}

function byKey(left: LabelRequirement, right: LabelRequirement): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}

/** Selector that matches every object. */
export const matchAllLabels = new ParsedLabelSelector([]);
/** Selector that matches no object. */
export const matchNoLabels = new ParsedLabelSelector([], { matchesNothing: true });

/**
 * Returns the selector for the text of a `labelSelector` parameter. The empty text matches everything.
 * @throws ParseError with the reference's text
 */
export function parseLabelSelector(text: string): ParsedLabelSelector {
  return text === "" ? matchAllLabels : new ParsedLabelSelector(parseLabelRequirements(text));
}

const expressionOperators: Readonly<Partial<Record<string, LabelOperator>>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
};

/**
 * Returns the selector for the object form. An empty object matches everything, an absent one nothing.
 * @throws ParseError with the reference's text
 */
export function fromLabelSelector(selector: LabelSelectorObject | null | undefined): ParsedLabelSelector {
  if (!selector) return matchNoLabels;
  const labels = Object.entries(selector.matchLabels ?? noLabels);
  return new ParsedLabelSelector([
    ...labels.map(([key, value]) => checkedRequirement(key, "=", [value])),
    ...(selector.matchExpressions ?? []).map(fromExpression),
  ]);
}

function fromExpression({ key, operator, values }: LabelSelectorExpression): LabelRequirement {
  const known = Object.hasOwn(expressionOperators, operator) ? expressionOperators[operator] : undefined;
  if (!known) throw new ParseError(`${goQuote(operator)} is not a valid label selector operator`);
  return checkedRequirement(key, known, values ?? []);
}

/**
 * Returns a selector that matches objects with all of these labels, such as the selector of a Service. The labels are
 * not validated.
 */
export function fromLabels(labels: Labels): ParsedLabelSelector {
  return new ParsedLabelSelector(Object.entries(labels).map(([key, value]) => new LabelRequirement(key, "=", [value])));
}
