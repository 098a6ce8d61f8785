/** Which parts of policies decided about the cases. */
import { isJsonObject } from "../../base/json-object.ts";
import { type Tree, textAt, treeAt, treesAt } from "../../manifests/index.ts";
import type { PlacedObject, PolicyFiles } from "./policy-files.ts";
import type { BindingTrace, ExpressionTrace, PolicyTrace } from "./trace.ts";

/** A part of a policy that cases should decide in each possible way. */
export interface CoveredPart {
  readonly policy: string;
  /** `validations[0]`, or `binding strict`. */
  readonly part: string;
  /** Its expression, or another text that explains it. */
  readonly text: string;
  readonly place: string;
  /** How many cases had each outcome. All possible outcomes are present. */
  readonly counts: ReadonlyMap<string, number>;
}

/** A condition or validation that had only one result, or none. */
export interface OneSidedExpression extends CoveredPart {
  /** `true` and `false`, unless a case had this result. */
  readonly missing: readonly string[];
}

type Count = (part: string, outcome: string) => void;

interface CountedPart extends CoveredPart {
  readonly counts: Map<string, number>;
}

const [matches, differs] = ["matches", "differs"];
const results = { true: "true", false: "false" } as const;

/** Counts the outcomes of all parts of policies. */
export class Coverage {
  readonly #parts: readonly CountedPart[];

  constructor({ policies, bindings }: PolicyFiles) {
    this.#parts = policies.flatMap((policy) => partsOf(policy, bindings));
  }

  /** The parts in the order of the files. */
  get parts(): readonly CoveredPart[] {
    return this.#parts;
  }

  /** Number of outcomes that at least one case had, and of all possible ones. */
  get totals(): { readonly covered: number; readonly possible: number } {
    const counts = this.#parts.flatMap((part) => [...part.counts.values()]);
    return { covered: counts.filter((count) => count > 0).length, possible: counts.length };
  }

  /** The expressions that were never true or never false, in the order of the files. */
  get oneSidedExpressions(): readonly OneSidedExpression[] {
    return this.#parts.flatMap((part) => {
      if (!part.counts.has(results.true)) return [];
      const missing = Object.values(results).filter((result) => part.counts.get(result) === 0);
      return missing.length === 0 ? [] : [{ ...part, missing }];
    });
  }

  /** Counts the outcomes of one case. */
  add(policies: readonly PolicyTrace[]): void {
    for (const trace of policies) {
      const seen = new Set<string>();
      const count: Count = (part, outcome) => {
        // A case counts once, even if it has several sets of parameters.
        const key = `${part} ${outcome}`;
        const found = this.#parts.find((one) => one.policy === trace.name && one.part === part);
        if (!found || seen.has(key) || !found.counts.has(outcome)) return;
        seen.add(key);
        found.counts.set(outcome, (found.counts.get(outcome) ?? 0) + 1);
      };
      countPolicy(trace, count);
      for (const binding of trace.bindings) countBinding(binding, count);
    }
  }
}

function partsOf(policy: PlacedObject, bindings: readonly PlacedObject[]): readonly CountedPart[] {
  const { object, placeOf } = policy;
  const name = textAt(treeAt(object, "metadata"), "name") ?? "";
  const spec = treeAt(object, "spec");
  const part = (path: string, text: string, outcomes: readonly string[]): CountedPart => ({
    policy: name,
    part: path,
    text,
    place: placeOf(`spec.${path}`),
    counts: new Map(outcomes.map((outcome) => [outcome, 0])),
  });
  const constraints = treeAt(spec, "matchConstraints");
  const both = [matches, differs] as const;
  const expressions = (list: string): readonly CountedPart[] =>
    treesAt(spec, list).map((one, index) =>
      part(`${list}[${index}]`, textAt(one, "expression") ?? "", Object.values(results)),
    );
  return [
    ...treesAt(constraints, "resourceRules").map((rule, index) =>
      part(`matchConstraints.resourceRules[${index}]`, ruleText(rule), both),
    ),
    ...selectors(constraints).map((member) => part(`matchConstraints.${member}`, "", both)),
    ...expressions("matchConditions"),
    ...expressions("validations"),
    ...bindings
      .filter((binding) => textAt(treeAt(binding.object, "spec"), "policyName") === name)
      .map((binding): CountedPart => {
        const hasCriteria = treeAt(binding.object, "spec", "matchResources") !== undefined;
        const outcomes = hasCriteria ? both : [matches];
        return {
          policy: name,
          part: bindingPart(textAt(treeAt(binding.object, "metadata"), "name") ?? ""),
          text: "",
          place: binding.placeOf(),
          counts: new Map(outcomes.map((outcome) => [outcome, 0])),
        };
      }),
  ];
}

/** Returns the criteria besides rules that can exclude requests. */
function selectors(constraints: Tree | undefined): readonly string[] {
  const isSet = (member: string): boolean => {
    const value = constraints?.[member];
    return Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
  };
  return ["objectSelector", "excludeResourceRules", "namespaceSelector"].filter(isSet);
}

function ruleText(rule: Tree): string {
  const texts = (name: string): string => (Array.isArray(rule[name]) ? rule[name].join(",") : "");
  return `${texts("operations")} ${texts("resources")}`;
}

function bindingPart(name: string): string {
  return `binding ${name}`;
}

function countPolicy({ rules, mismatch, fault }: PolicyTrace, count: Count): void {
  for (const [index, member] of rules.entries()) {
    count(`matchConstraints.resourceRules[${index}]`, member === undefined ? matches : differs);
  }
  if (fault !== undefined || mismatch === "resourceRules") return;
  // The order in which the criteria are compared. Those behind the one that excludes the request are not compared.
  for (const member of ["objectSelector", "excludeResourceRules", "namespaceSelector"]) {
    const isExcluded = mismatch === member;
    const isMatch = member === "excludeResourceRules" ? isExcluded : !isExcluded;
    count(`matchConstraints.${member}`, isMatch ? matches : differs);
    if (isExcluded) return;
  }
}

function countBinding({ name, mismatch, fault, evaluations }: BindingTrace, count: Count): void {
  if (fault === undefined) count(bindingPart(name), mismatch === undefined ? matches : differs);
  for (const { conditions, validations } of evaluations) {
    countExpressions("matchConditions", conditions, count);
    countExpressions("validations", validations, count);
  }
}

function countExpressions(list: string, traces: readonly (ExpressionTrace | undefined)[], count: Count): void {
  for (const [index, trace] of traces.entries()) {
    if (trace?.value !== undefined) count(`${list}[${index}]`, trace.value);
  }
}
