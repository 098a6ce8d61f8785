/**
 * Names and conditions of CustomResourceDefinitions, as functions of stored definitions. A controller writes what they return.
 */
import type {
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
} from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { holds } from "../meta/conditions.ts";
import { hasUsableRoots } from "./conversion-rules.ts";
import { approvalReason, type VocabularyContext } from "./definition-approval.ts";

type Definition = DeepReadonly<CustomResourceDefinition>;
type Names = DeepReadonly<CustomResourceDefinitionNames>;

/** A condition without its time. */
export type ConditionState = Required<
  Pick<CustomResourceDefinitionCondition, "type" | "status" | "reason" | "message">
>;

/** Names under which a type is served, and the conditions that follow from them. */
export interface AcceptedNames {
  readonly names: Names;
  readonly namesAccepted: ConditionState;
  /** Undefined if the condition stays as it is. */
  readonly established: ConditionState | undefined;
}

/** All accepted names of one group. A name belongs to the definition whose status has it. */
export class GroupNames {
  readonly #resources = new Set<string>();
  readonly #kinds = new Set<string>();

  /** @param definitions those of the group, with the definition whose names are to be accepted */
  constructor(definitions: Iterable<Definition>) {
    for (const { status } of definitions) {
      const { plural = "", singular = "", shortNames, kind = "", listKind = "" } = status?.acceptedNames ?? {};
      for (const name of [plural, singular, ...(shortNames ?? [])]) this.#resources.add(name);
      for (const name of [kind, listKind]) this.#kinds.add(name);
    }
  }

  /** Returns the error for a name of a resource that is in use. */
  resourceConflict(name: string): string | undefined {
    return this.#resources.has(name) ? inUse(name) : undefined;
  }

  /** Returns the error for a kind that is in use. */
  kindConflict(kind: string): string | undefined {
    return this.#kinds.has(kind) ? inUse(kind) : undefined;
  }
}

function inUse(name: string): string {
  return `${goQuote(name)} is already in use`;
}

/**
 * Returns the names that a definition gets, and the conditions that say so. Undefined if nothing changes. A name that is in use
 * is not accepted. The definition then keeps its accepted name.
 * @param namesInGroup returns the accepted names of all definitions in the group. It is called only if the names change
 */
export function acceptNames({ spec, status }: Definition, namesInGroup: () => GroupNames): AcceptedNames | undefined {
  const requested = spec.names;
  const accepted: Names = status?.acceptedNames ?? { plural: "", kind: "" };
  if (equalJson(requested, accepted)) return undefined;
  const inGroup = namesInGroup();
  const names = { ...accepted };
  let conflict: ConditionState | undefined;
  const accept = (part: "plural" | "singular" | "kind" | "listKind", reason: string): void => {
    const name = requested[part] ?? "";
    const isKind = part === "kind" || part === "listKind";
    const isOwn = name === (accepted[part] ?? "");
    const message = isOwn ? undefined : isKind ? inGroup.kindConflict(name) : inGroup.resourceConflict(name);
    if (message === undefined) names[part] = name;
    else conflict = { type: "NamesAccepted", status: "False", reason, message };
  };
  accept("plural", "PluralConflict");
  accept("singular", "SingularConflict");
  const conflicts = shortNameConflicts(requested, accepted, inGroup);
  if (conflicts.length > 0) {
    const message = aggregateErrors(conflicts);
    conflict = { type: "NamesAccepted", status: "False", reason: "ShortNamesConflict", message };
  } else {
    assignOrDelete(names, "shortNames", requested.shortNames);
  }
  accept("kind", "KindConflict");
  accept("listKind", "ListKindConflict");
  assignOrDelete(names, "categories", requested.categories);
  const namesAccepted = conflict ?? noConflicts;
  const isSameState = status?.conditions?.some((old) => isSame(old, namesAccepted)) === true;
  if (isSameState && equalJson(names, accepted)) return undefined;
  return { names, namesAccepted, established: establishedWith(namesAccepted, status?.conditions) };
}

const noConflicts: ConditionState = {
  type: "NamesAccepted",
  status: "True",
  reason: "NoConflicts",
  message: "no conflicts found",
};

function shortNameConflicts(requested: Names, accepted: Names, inGroup: GroupNames): readonly string[] {
  const own = new Set(accepted.shortNames ?? []);
  const names = (requested.shortNames ?? []).filter((name) => !own.has(name));
  return names.flatMap((name) => inGroup.resourceConflict(name) ?? []);
}

function assignOrDelete(
  names: { -readonly [K in keyof Names]: Names[K] },
  part: "shortNames" | "categories",
  value: readonly string[] | undefined,
): void {
  if (value === undefined) delete names[part];
  else names[part] = value;
}

type Conditions = DeepReadonly<CustomResourceDefinitionCondition[]> | null | undefined;

function isSame(condition: DeepReadonly<CustomResourceDefinitionCondition>, state: ConditionState): boolean {
  const { type, status, reason, message } = condition;
  return type === state.type && status === state.status && reason === state.reason && message === state.message;
}

/** Returns the condition Established after the names were considered. An established type stays established. */
function establishedWith(namesAccepted: ConditionState, conditions: Conditions): ConditionState | undefined {
  const old = conditions?.find(({ type }) => type === "Established");
  if (old?.status === "True") return undefined;
  const message = "the initial names have been accepted";
  if (namesAccepted.status === "True") return { type: "Established", status: "False", reason: "Installing", message };
  if (old) return undefined;
  return { type: "Established", status: "False", reason: "NotAccepted", message: "not all names are accepted" };
}

/**
 * Returns the condition of a type that can be established now. Undefined if its names are not accepted, and if it is
 * established.
 */
export function establish({ spec, status }: Definition): ConditionState | undefined {
  const conditions = status?.conditions ?? [];
  if (!holds(conditions, "NamesAccepted") || holds(conditions, "Established")) return undefined;
  if (!hasUsableRoots(spec.conversion)) {
    const message = "The conversion webhook CABundle is invalid";
    return { type: "Established", status: "False", reason: "InvalidCABundle", message };
  }
  const message = "the initial names have been accepted";
  return { type: "Established", status: "True", reason: "InitialNamesAccepted", message };
}

/** Returns the condition about the approval that the product's own groups require. Undefined for other groups. */
export function approvalCondition(definition: Definition, context: VocabularyContext): ConditionState | undefined {
  const { approval, message } = approvalReason(definition, context);
  const type = "KubernetesAPIApprovalPolicyConformant";
  switch (approval) {
    case "not needed":
      return undefined;
    case "missing":
      return { type, status: "False", reason: "MissingAnnotation", message };
    case "approved":
      return { type, status: "True", reason: "ApprovedAnnotation", message };
    case "bypassed":
      return { type, status: "False", reason: "UnapprovedAnnotation", message };
    case "unreadable":
      return { type, status: "False", reason: "InvalidAnnotation", message };
  }
}

/** The conditions of a definition that is being deleted. Its objects are deleted first. */
export const terminating = {
  /** The deletion of the definition has begun. */
  pending: terminatingState(
    "True",
    "InstanceDeletionPending",
    "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  ),
  /** The deletion of the objects has begun. */
  inProgress: terminatingState("True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"),
  /** All objects are deleted. */
  completed: terminatingState("False", "InstanceDeletionCompleted", "removed all instances"),
  /** The type was never established, so there are no objects. */
  neverEstablished: terminatingState("False", "NeverEstablished", "resource was never established"),
  /** The objects are those of a built-in type, which stay. */
  overlapping: terminatingState(
    "False",
    "OverlappingBuiltInResource",
    "instances overlap with built-in resources in storage",
  ),
  listFailed: (fault: string) =>
    terminatingState("True", "InstanceDeletionFailed", `could not list instances: ${fault}`),
  deletionFailed: (faults: readonly string[]) =>
    terminatingState("True", "InstanceDeletionFailed", `could not issue all deletes: ${aggregateErrors(faults)}`),
  /** Some objects remain. */
  unconfirmed: (fault: string) =>
    terminatingState("True", "InstanceDeletionCheck", `could not confirm zero CustomResources remaining: ${fault}`),
} as const;

function terminatingState(status: "True" | "False", reason: string, message: string): ConditionState {
  return { type: "Terminating", status, reason, message };
}
