/** The scopes of Pods. A quota with scopes counts only the Pods that are in all of them. */
import type { Pod } from "../api/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import { goQuote } from "../meta/go-quote.ts";
import { checkedRequirement, type LabelOperator } from "../meta/label-requirement.ts";
import { ParseError } from "../meta/parse-error.ts";
import { podQosClass } from "./pod-qos.ts";
import type { ScopeRequirement } from "./usage-measure.ts";

type ReadPod = DeepReadonly<Pod>;

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

const scopes: ReadonlyMap<string, (pod: ReadPod, requirement: ScopeRequirement) => boolean> = new Map([
  ["Terminating", isTerminating],
  ["NotTerminating", (pod: ReadPod) => !isTerminating(pod)],
  ["BestEffort", isBestEffort],
  ["NotBestEffort", (pod: ReadPod) => !isBestEffort(pod)],
  ["PriorityClass", hasPriorityClass],
  ["CrossNamespacePodAffinity", namesOtherNamespaces],
]);

/**
 * Whether a Pod is in a scope. A Pod is in no unknown scope.
 * @throws ParseError with the reference's text if the requirement has invalid values
 */
export function isPodInScope(requirement: ScopeRequirement, pod: ReadPod): boolean {
  return scopes.get(requirement.scopeName)?.(pod, requirement) ?? false;
}

function isTerminating({ spec }: ReadPod): boolean {
  return (spec?.activeDeadlineSeconds ?? -1) >= 0;
}

function isBestEffort({ spec, status }: ReadPod): boolean {
  return (status?.qosClass || podQosClass(spec ?? { containers: [] })) === "BestEffort";
}

function hasPriorityClass({ spec }: ReadPod, { scopeName, operator, values = [] }: ScopeRequirement): boolean {
  const { priorityClassName = "" } = spec ?? {};
  if (operator === "Exists") return priorityClassName !== "";
  return readRequirement({ scopeName, operator, values }).matches(
    priorityClassName === "" ? {} : { [scopeName]: priorityClassName },
  );
}

function readRequirement({
  scopeName,
  operator,
  values = [],
}: ScopeRequirement): ReturnType<typeof checkedRequirement> {
  const problem = "failed to parse and convert selector";
  const known = operators.get(operator);
  if (!known) throw new ParseError(`${problem}: ${goQuote(operator)} is not a valid scope selector operator`);
  try {
    return checkedRequirement(scopeName, known, values);
  } catch (error) {
    if (error instanceof ParseError) throw new ParseError(`${problem}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Whether a rule about the Pod's neighbours concerns Pods of other namespaces. */
function namesOtherNamespaces({ spec }: ReadPod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  return [podAffinity, podAntiAffinity].some((affinity) => {
    const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const terms = [...required, ...preferred.map(({ podAffinityTerm }) => podAffinityTerm)];
    return terms.some(({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || namespaceSelector);
  });
}
