/** The estimated cost of rules. A rule is evaluated for each value of the schema that declares it. */

import type { StructuralSchema } from "../../structural/index.ts";
import type { CheckedExpression } from "../check/index.ts";
import {
  type Environment,
  type EstimatedNode,
  exactly,
  multiplyRanges,
  type Range,
  type SizeEstimator,
} from "../declarations/index.ts";
import { estimateCost } from "../estimate/index.ts";
import { costFault, excessFactor, ruleCostMax } from "./cost-limit.ts";
import { type DeclaredType, type LimitKeyword, sizeLimit } from "./declared-type.ts";
import { occurrencesMax } from "./request-size.ts";
import { declaredTypeAt, schemaSizes } from "./schema-sizes.ts";

/** The largest number of values of a schema in one object. Undefined: no schema around it limits the number. */
export type Cardinality = bigint | undefined;

/** Returns the cardinality of the properties, values or items of a schema. @param parent that of the schema itself */
export function childCardinality(parent: Cardinality, schema: StructuralSchema): Cardinality {
  const factor = childrenMax(schema);
  return parent === undefined || factor === undefined ? undefined : product(parent, factor);
}

function childrenMax({ type, hasAdditionalProperties, maxItems, maxProperties }: StructuralSchema): Cardinality {
  const limit = sizeLimit(type === "array" ? maxItems : maxProperties);
  const isContainer = type === "array" || (type === "object" && hasAdditionalProperties);
  if (!isContainer) return 1n;
  return limit === undefined ? undefined : BigInt(limit);
}

function product(one: bigint, other: bigint): bigint {
  return multiplyRanges(exactly(one), exactly(other)).max;
}

/** A limit that a schema could have. */
export interface MissingLimit {
  /** The value that has no limit: `self.items[*].name`. */
  readonly path: string;
  readonly keyword: LimitKeyword;
}

/** The estimated cost of a rule. */
export interface RuleEstimate {
  /** The least and the greatest cost of one evaluation. */
  readonly evaluation: Range;
  /** The number of evaluations for one object. */
  readonly count: bigint;
  /** The greatest cost of all evaluations for one object. */
  readonly total: bigint;
  /** Undefined if the total is within the limit. */
  readonly excess: RuleExcess | undefined;
}

/** A total cost above the limit. */
export interface RuleExcess {
  readonly factor: number;
  /** In the words of the reference. */
  readonly message: string;
  /** Returns limits that the schema lacks. Each of them would lower the cost of an evaluation. Computing them takes long. */
  readonly missingLimits: () => readonly MissingLimit[];
}

/** A rule and the schema that declares it. */
export interface Rule {
  readonly checked: CheckedExpression;
  readonly environment: Environment;
  /** The type of the values for which the rule is evaluated. */
  readonly self: DeclaredType;
  /** Default: 1. */
  readonly cardinality?: { readonly max: Cardinality };
  /** The beginning of the message. Default: `estimated rule cost`. */
  readonly subject?: string;
}

/** Returns the estimated cost of a rule, and how to lower it if it exceeds the limit. */
export function estimateRule(rule: Rule): RuleEstimate {
  const { checked, environment, self, cardinality = { max: 1n }, subject = "estimated rule cost" } = rule;
  const { sizes, nodes } = recordingSizes(self);
  const evaluation = estimateCost(checked, environment, sizes);
  const count = cardinality.max ?? occurrencesMax(self.serializedBytesMin);
  const total = product(evaluation.max, count);
  if (total <= ruleCostMax) return { evaluation, count, total, excess: undefined };
  const isHelpful = (declared: DeclaredType): boolean =>
    estimateCost(checked, environment, limitedSizes(self, declared)).max < evaluation.max;
  const missingLimits = (): readonly MissingLimit[] =>
    [...nodes].filter(([declared]) => isHelpful(declared)).map(([, limit]) => limit);
  const [factor, message] = [excessFactor(total, ruleCostMax), costFault(subject, total, ruleCostMax)];
  return { evaluation, count, total, excess: { factor, message, missingLimits } };
}

/** Returns an estimator of sizes that records the values without a limit whose sizes are requested. */
function recordingSizes(self: DeclaredType): {
  readonly sizes: SizeEstimator;
  readonly nodes: ReadonlyMap<DeclaredType, MissingLimit>;
} {
  const nodes = new Map<DeclaredType, MissingLimit>();
  const known = schemaSizes(self);
  const sizes: SizeEstimator = (node) => {
    const declared = declaredTypeAt(self, node);
    if (declared?.missingLimit) nodes.set(declared, { path: pathText(node), keyword: declared.missingLimit });
    return known(node);
  };
  return { sizes, nodes };
}

/** Returns the sizes if the values of one type had at most one part. */
function limitedSizes(self: DeclaredType, limited: DeclaredType): SizeEstimator {
  const known = schemaSizes(self);
  return (node) => (declaredTypeAt(self, node) === limited ? { min: 0n, max: 1n } : known(node));
}

function pathText({ path }: EstimatedNode): string {
  return `self${path
    .slice(1)
    .map((step) => (step.startsWith("@") ? "[*]" : `.${step}`))
    .join("")}`;
}
