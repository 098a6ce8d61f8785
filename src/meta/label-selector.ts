/**
 * Label selectors: a list of requirements that all must hold, from the labelSelector parameter
 * (`app in (a,b),tier!=x,!y`) or from the object form with matchLabels and matchExpressions. Immutable; requirements are
 * in the order of their keys.
 */
import { goQuote } from "./go-quote.ts";
import { checkedRequirement, type LabelOperator, LabelRequirement, type Labels } from "./label-requirement.ts";
import { parseLabelRequirements } from "./label-selector-parser.ts";
import { ParseError } from "./parse-error.ts";

/** The object form, as it stands in specs. */
export interface LabelSelectorObject {
  readonly matchLabels?: Labels | null | undefined;
  readonly matchExpressions?: readonly LabelSelectorExpression[] | null | undefined;
}

export interface LabelSelectorExpression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | null | undefined;
}

const noLabels: Labels = Object.freeze({});

export class LabelSelector {
  readonly requirements: readonly LabelRequirement[];
  readonly #nothing: boolean;

  /** @param options.nothing select nothing, whatever the requirements */
  constructor(requirements: readonly LabelRequirement[], options: { readonly nothing?: boolean } = {}) {
    this.requirements = Object.freeze([...requirements].sort(byKey));
    this.#nothing = options.nothing ?? false;
  }

  /** True when it selects everything. */
  get isEmpty(): boolean {
    return this.requirements.length === 0 && !this.#nothing;
  }

  matches(labels: Labels | null | undefined): boolean {
    if (this.#nothing) return false;
    const present = labels ?? noLabels;
    for (const requirement of this.requirements) {
      if (!requirement.matches(present)) return false;
    }
    return true;
  }

  /** The value that the label `key` must have, as far as the first requirement on it says. */
  requiresExact(key: string): string | undefined {
    return this.requirements.find((requirement) => requirement.key === key)?.exactValue;
  }

  /** The canonical text; parses to the same selector, but empty for the one that selects nothing. */
  toString(): string {
    return this.requirements.join(",");
  }
}

function byKey(left: LabelRequirement, right: LabelRequirement): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}

export const everyLabel = new LabelSelector([]);
export const noLabel = new LabelSelector([], { nothing: true });

/**
 * The labelSelector parameter; empty selects everything.
 * @throws ParseError with the reference's text
 */
export function parseLabelSelector(text: string): LabelSelector {
  return text === "" ? everyLabel : new LabelSelector(parseLabelRequirements(text));
}

const expressionOperators: Readonly<Partial<Record<string, LabelOperator>>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
};

/**
 * The object form. An empty object selects everything, its absence nothing.
 * @throws ParseError with the reference's text
 */
export function fromLabelSelector(selector: LabelSelectorObject | null | undefined): LabelSelector {
  if (!selector) return noLabel;
  const labels = Object.entries(selector.matchLabels ?? noLabels);
  return new LabelSelector([
    ...labels.map(([key, value]) => checkedRequirement(key, "=", [value])),
    ...(selector.matchExpressions ?? []).map(fromExpression),
  ]);
}

function fromExpression({ key, operator, values }: LabelSelectorExpression): LabelRequirement {
  const known = Object.hasOwn(expressionOperators, operator) ? expressionOperators[operator] : undefined;
  if (!known) throw new ParseError(`${goQuote(operator)} is not a valid label selector operator`);
  return checkedRequirement(key, known, values ?? []);
}

/** Selects what has all of these labels with these values, unchecked: the selector of a Service. */
export function fromLabels(labels: Labels): LabelSelector {
  return new LabelSelector(Object.entries(labels).map(([key, value]) => new LabelRequirement(key, "=", [value])));
}
