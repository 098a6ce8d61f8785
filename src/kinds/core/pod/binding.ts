/** Binding: the request of a scheduler that assigns a Pod to a node. */
import { type Binding, type Pod, pod } from "../../../api/index.ts";
import { aggregateErrors } from "../../../meta/aggregate-errors.ts";
import { type FieldError, formatFieldError, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import { conflict, StatusError } from "../../../meta/status-error.ts";
import { formatTime } from "../../../meta/time.ts";
import type { PostedHook, PostedPreparation } from "../../../schema/index.ts";
import { withCondition } from "../../meta/conditions.ts";
import { requireName, requireReadableName } from "../../require-name.ts";

/** Checks a binding. @throws StatusError 400 for another name than that of the Pod, 500 for an invalid target */
export const prepareBinding: PostedPreparation<Binding> = async (binding, { name }) => {
  requireName(binding, name);
  rejectFaults(bindingErrors(binding));
};

/**
 * Assigns the Pod with the binding's name to the target node.
 * @param binding a binding that `prepareBinding` has checked
 * @throws StatusError 400 or 409 if the Pod cannot be assigned
 */
export const bindPod: PostedHook<Binding> = async (binding, request) => {
  const { namespace, name, dryRun, nowMs, objects } = request;
  requireReadableName(name);
  const { uid = "", resourceVersion = "" } = binding.metadata;
  await objects.update(pod, {
    namespace,
    name,
    subresource: "binding",
    dryRun,
    preconditions: { uid, resourceVersion },
    // As in the reference, even a name that no node can have is stored.
    isUnchecked: true,
    change: (one) => assign(one, binding, nowMs),
  });
  return undefined;
};

function bindingErrors({ target }: Binding): FieldError[] {
  const { kind = "", name = "" } = target ?? {};
  return [
    ...(kind === "" || kind === "Node" ? [] : [notSupportedField("target.kind", kind, ["Node", "<empty>"])]),
    ...(name === "" ? [requiredField("target.name")] : []),
  ];
}

/** The reference responds with 500 to an invalid Binding, because it does not classify these errors. */
function rejectFaults(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new StatusError(500, aggregateErrors(errors.map(formatFieldError)));
}

function assign(one: Pod, { metadata, target }: Binding, nowMs: number): void {
  const { spec } = one;
  const name = one.metadata.name ?? "";
  const reject = (why: string): Error => conflict({ group: "", resource: "pods/binding" }, name, why);
  if (one.metadata.deletionTimestamp) throw reject(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (spec?.nodeName) throw reject(`pod ${name} is already assigned to node "${spec.nodeName}"`);
  if (spec?.schedulingGates?.length) throw reject(`pod ${name} has non-empty .spec.schedulingGates`);
  one.spec = { ...(spec ?? { containers: [] }), nodeName: target?.name ?? "" };
  one.metadata.annotations = { ...one.metadata.annotations, ...metadata.annotations };
  const scheduled = { type: "PodScheduled", status: "True", lastTransitionTime: formatTime(nowMs) } as const;
  one.status = { ...one.status, conditions: withCondition(one.status?.conditions, scheduled) };
}
