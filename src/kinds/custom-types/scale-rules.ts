/** Rules of the fields that the `scale` subresource of a custom type shows. */
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { goType, isGoInteger } from "../../base/go-type.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { getOwn } from "../../base/own-property.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { printedInCell } from "../../paths/index.ts";
import type { VersionDefinition } from "./type-definition.ts";

type Scale = NonNullable<VersionDefinition["scale"]>;

const int32Max = 2 ** 31 - 1;

/** Returns the errors of the desired number of replicas. */
export function scaleSpecErrors(object: DeepReadonly<ApiObject>, { specReplicas }: Scale): readonly FieldError[] {
  return replicasErrors(object, specReplicas);
}

/** Returns the errors of the actual number of replicas, and of the selector. */
export function scaleStatusErrors(
  object: DeepReadonly<ApiObject>,
  { statusReplicas, selector }: Scale,
): readonly FieldError[] {
  const errors = [...replicasErrors(object, statusReplicas)];
  if (selector === "") return errors;
  const { value, fault } = nestedValue(object, selector);
  if (fault !== undefined) {
    errors.push(invalidField(selector, "", fault));
  } else if (value !== undefined && typeof value !== "string") {
    errors.push(invalidField(selector, "", accessorFault(selector, value, "string")));
  }
  return errors;
}

function replicasErrors(object: DeepReadonly<ApiObject>, path: string): readonly FieldError[] {
  const { value, fault } = nestedValue(object, path);
  if (fault !== undefined) return [invalidField(path, 0, fault)];
  if (value === undefined) return [];
  if (!isGoInteger(value)) {
    return [invalidField(path, 0, accessorFault(path, value, "int64"))];
  }
  if ((value as number) < 0) return [invalidField(path, value, "should be a non-negative integer")];
  return (value as number) > int32Max ? [invalidField(path, value, `should be less than or equal to ${int32Max}`)] : [];
}

/** Result of reading a path: the value, a message for a value on the path that has no members, or neither if a member is missing. */
interface NestedValue {
  readonly value?: unknown;
  readonly fault?: string;
}

/** Returns the value at a path such as `.spec.replicas`. Null on the path counts as a missing member. */
function nestedValue(object: DeepReadonly<ApiObject>, path: string): NestedValue {
  const names = path.slice(1).split(".");
  let value: unknown = object;
  for (const [index, name] of names.entries()) {
    if (value === undefined || value === null) return {};
    if (!isJsonObject(value)) {
      const reached = `.${names.slice(0, index + 1).join(".")}`;
      return { fault: accessorFault(reached, value, "map[string]interface{}") };
    }
    value = getOwn(value, name);
  }
  return { value };
}

/** Returns the message for a value of the wrong type, in the words of the reference. */
function accessorFault(path: string, value: unknown, type: string): string {
  return `${path} accessor error: ${printedInCell(value)} is of the type ${goType(value)}, expected ${type}`;
}
