/** Rules of updates to a Pod's spec. Only a few fields are mutable. */
import { podSpec } from "../../../api/core/v1/pod-spec.ts";
import type { Container, NodeAffinity, NodeSelectorTerm, Pod, PodSpec, Toleration } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { cloneJson, equalJson, writableCopy } from "../../../base/json-tree.ts";
import { type FieldError, forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { equalAmounts } from "../../../schema/index.ts";
import { changeSummary } from "../../meta/change-summary.ts";
import { goTextMap } from "../../meta/go-values.ts";
import { omit } from "../../omit.ts";
import { collect } from "../../reporting.ts";
import { mainContainers } from "../container/containers.ts";
import { goNodeSelectorTerm, goNodeSelectorTerms } from "../scheduling/go-node-selector.ts";
import { reportToleration } from "../scheduling/toleration-rules.ts";

const rejection =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`," +
  "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations)," +
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/**
 * Returns the errors of an update of a Pod's spec.
 * @param pod and `old` in canonical form
 */
export function podSpecUpdateErrors(
  { spec = emptySpec }: Pod,
  { spec: old = emptySpec }: DeepReadonly<Pod>,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const list of ["containers", "initContainers"] as const) {
    if (lengthOf(spec[list]) !== lengthOf(old[list])) {
      return [...errors, forbiddenField(`spec.${list}`, "pod updates may not add or remove containers")];
    }
    errors.push(...imageErrors(spec, list));
  }
  const deadline = deadlineErrors(spec, old);
  errors.push(...deadline);
  if (deadline.length > 0 && spec.activeDeadlineSeconds !== undefined) return errors;
  errors.push(...tolerationErrors(spec, old), ...gateErrors(spec, old));
  const restored = withAdmittedChangesUndone(spec, old);
  if ((old.schedulingGates ?? []).length > 0) errors.push(...gatedErrors(restored, old));
  if (!equalAmounts(podSpec, restored, old)) {
    errors.push(forbiddenField("spec", `${rejection}\n${changeSummary(old, restored, "spec")}`));
  }
  return errors;
}

const emptySpec: PodSpec = { containers: [] };

function lengthOf(list: readonly unknown[] | null | undefined): number {
  return list?.length ?? 0;
}

/** Repeats the checks of images. The reference reports these errors a second time on updates. */
function imageErrors(spec: PodSpec, list: "containers" | "initContainers"): FieldError[] {
  return ((spec[list] as Container[] | null | undefined) ?? []).flatMap(({ image = "" }, index) => {
    const path = `spec.${list}[${index}].image`;
    if (image === "") return [requiredField(path)];
    return image.trim() === image ? [] : [invalidField(path, image, "must not have leading or trailing whitespace")];
  });
}

const secondsMax = 2_147_483_647;

/** The deadline may be added or shortened, but not removed or extended. */
function deadlineErrors({ activeDeadlineSeconds: now }: PodSpec, old: DeepReadonly<PodSpec>): FieldError[] {
  const before = old.activeDeadlineSeconds;
  const path = "spec.activeDeadlineSeconds";
  if (now !== undefined && (now < 0 || now > secondsMax)) {
    return [invalidField(path, now, `must be between 0 and ${secondsMax}, inclusive`)];
  }
  if (before === undefined || now === before) return [];
  if (now === undefined) return [invalidField(path, null, "must not update from a positive integer to nil value")];
  return now <= before ? [] : [invalidField(path, now, "must be less than or equal to previous value")];
}

function tolerationErrors(
  { tolerations: now = [] }: PodSpec,
  { tolerations: before = [] }: DeepReadonly<PodSpec>,
): FieldError[] {
  const tolerated = new Set(now.map(tolerationIdentity));
  // Additions are checked once more, as the whole list is for any Pod.
  if (before.every((old) => tolerated.has(tolerationIdentity(old)))) {
    return now.flatMap((one, index) =>
      collect((context) => reportToleration(one, context), `spec.tolerations[${index}]`),
    );
  }
  return [forbiddenField("spec.tolerations", "existing toleration can not be modified except its tolerationSeconds")];
}

/** Returns a key of all fields but the time, which is mutable. */
function tolerationIdentity({ key, operator, value, effect }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

function gateErrors(
  { schedulingGates: now = [] }: PodSpec,
  { schedulingGates: before = [] }: DeepReadonly<PodSpec>,
): FieldError[] {
  const known = new Set(before.map(({ name }) => name));
  return now.flatMap(({ name }, index) => {
    if (known.has(name)) return [];
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [forbiddenField(`spec.schedulingGates[${index}].name`, why)];
  });
}

/** Returns a copy of the new spec in which the mutable fields have their old values. */
function withAdmittedChangesUndone(spec: PodSpec, old: DeepReadonly<PodSpec>): PodSpec {
  const restored = cloneJson(spec);
  mainContainers(restored).forEach((one, index) => copyField(one, mainContainers(old)[index], "image"));
  restored.initContainers?.forEach((one, index) => copyField(one, old.initContainers?.[index], "image"));
  copyField(restored, old, "activeDeadlineSeconds");
  copyField(restored, old, "schedulingGates");
  copyField(restored, old, "tolerations");
  const grace = old.terminationGracePeriodSeconds;
  if (grace !== undefined && grace < 0 && spec.terminationGracePeriodSeconds === 1) {
    restored.terminationGracePeriodSeconds = grace;
  }
  return restored;
}

function copyField<T extends object, K extends keyof T>(target: T, source: T | undefined, field: K): void {
  const value = source?.[field];
  if (value === undefined) delete target[field];
  else target[field] = value;
}

/**
 * Returns the errors of changes to the node selection, which may be narrowed while the Pod has scheduling gates.
 * Restores the old selection in `restored`.
 */
function gatedErrors(restored: PodSpec, old: DeepReadonly<PodSpec>): FieldError[] {
  const errors = [...nodeSelectorErrors(restored, old), ...nodeAffinityErrors(restored, old)];
  copyField(restored, old, "nodeSelector");
  restoreNodeAffinity(restored, old);
  return errors;
}

function nodeSelectorErrors(
  { nodeSelector: now }: PodSpec,
  { nodeSelector: before = {} }: DeepReadonly<PodSpec>,
): FieldError[] {
  if (Object.entries(before).every(([key, value]) => now?.[key] === value)) return [];
  const why = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
  return [invalidField("spec.nodeSelector", goTextMap(now), why)];
}

function nodeAffinityErrors({ affinity: now }: PodSpec, { affinity: before }: DeepReadonly<PodSpec>): FieldError[] {
  const path = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
  const oldTerms = requiredTerms(before?.nodeAffinity);
  const terms = requiredTerms(now?.nodeAffinity);
  if (oldTerms.length > 0 && oldTerms.length !== terms.length) {
    return [
      invalidField(
        path,
        goNodeSelectorTerms(terms),
        "no additions/deletions to non-empty NodeSelectorTerms list are allowed",
      ),
    ];
  }
  return oldTerms.flatMap((old, index) => {
    const term = terms[index] ?? {};
    if (onlyAddsTo(old, term)) return [];
    return [
      invalidField(
        `${path}[${index}]`,
        goNodeSelectorTerm(term),
        "only additions are allowed (no mutations or deletions)",
      ),
    ];
  });
}

function requiredTerms(affinity: DeepReadonly<NodeAffinity> | undefined): readonly NodeSelectorTerm[] {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (required?.nodeSelectorTerms as NodeSelectorTerm[] | null | undefined) ?? [];
}

/**
 * Whether the new term only adds requirements. An empty term selects nothing, so additions to it would widen the
 * selection.
 */
function onlyAddsTo(old: NodeSelectorTerm, term: NodeSelectorTerm): boolean {
  const fields = ["matchExpressions", "matchFields"] as const;
  const isEmpty = (one: NodeSelectorTerm): boolean => fields.every((field) => lengthOf(one[field]) === 0);
  if (isEmpty(old)) return isEmpty(term);
  return fields.every((field) => {
    const before = old[field] ?? [];
    return equalJson((term[field] ?? []).slice(0, before.length), before);
  });
}

function restoreNodeAffinity(restored: PodSpec, { affinity: before }: DeepReadonly<PodSpec>): void {
  const nodeAffinity = before?.nodeAffinity;
  if (equalJson(restored.affinity?.nodeAffinity ?? null, nodeAffinity ?? null)) return;
  const others = omit(restored.affinity ?? {}, "nodeAffinity");
  const affinity = { ...(nodeAffinity ? { nodeAffinity: writableCopy(nodeAffinity) } : {}), ...others };
  if (!before && Object.keys(affinity).length === 0) delete restored.affinity;
  else restored.affinity = affinity;
}
