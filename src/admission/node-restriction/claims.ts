/** Restrictions of writes to PersistentVolumeClaims: agents report the progress of an expansion in the status. */
import { type PersistentVolumeClaim, persistentVolumeClaim } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { equalAmounts, fieldOf, type Schema } from "../../schema/index.ts";
import type { NodeRestriction } from "./node-write.ts";

/** Agents update only some fields of the status. */
export const restrictClaims: NodeRestriction = ({ nodeName, request, services }) => {
  if (request.subresource !== "status") return "may only update PVC status";
  if (request.operation !== "UPDATE") return `unexpected operation ${goQuote(request.operation)}`;
  const canRecover = services.isEnabled("RecoverVolumeExpansionFailure");
  const changed = changedFields(
    comparedParts(request.oldObject as DeepReadonly<PersistentVolumeClaim>, canRecover),
    comparedParts(request.object as DeepReadonly<PersistentVolumeClaim>, canRecover),
  );
  if (changed.length === 0) return undefined;
  return `node ${goQuote(nodeName)} is not allowed to update fields other than status.quantity and status.conditions: ${changed.join(", ")}`;
};

/** Returns the parts of a claim without the fields that agents may update. */
function comparedParts(
  { metadata, spec, status = {} }: DeepReadonly<PersistentVolumeClaim>,
  canRecover: boolean,
): ReadonlyJsonObject {
  const { resourceVersion: _, managedFields: _fields, ...comparedMetadata } = metadata;
  const { capacity: _capacity, conditions: _conditions, ...comparedStatus } = status;
  const { allocatedResourceStatuses: _statuses, allocatedResources: _resources, ...others } = comparedStatus;
  return { metadata: comparedMetadata, spec, status: canRecover ? others : comparedStatus };
}

/** Returns the paths of the fields that differ. */
function changedFields(left: ReadonlyJsonObject, right: ReadonlyJsonObject): readonly string[] {
  return Object.keys(left).flatMap((part) => {
    const schema = fieldOf(persistentVolumeClaim.schema, part)?.schema;
    const [before, after] = [membersOf(left[part]), membersOf(right[part])];
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names]
      .filter((name) => !equalAmounts(memberSchema(schema, name), present(before[name]), present(after[name])))
      .map((name) => `${part}.${name}`);
  });
}

function memberSchema(schema: Schema | undefined, name: string): Schema | undefined {
  return schema?.node === "struct" ? fieldOf(schema, name)?.schema : undefined;
}

function membersOf(value: unknown): ReadonlyJsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns undefined for an empty list or map, which the reference does not distinguish from a missing one. */
function present(value: unknown): unknown {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty ? undefined : value;
}
