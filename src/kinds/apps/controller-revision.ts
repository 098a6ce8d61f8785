import type { ControllerRevision } from "../../api/index.ts";
import { type FieldError, requiredField } from "../../meta/field-error.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { goRawExtension } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";

/** Hooks of ControllerRevisions: immutable data, columns. */
export const controllerRevisionHooks: KindHooks<ControllerRevision> = {
  validateCreate: ({ data }) => dataErrors(data),
  validateUpdate: ({ data }, old) =>
    immutableField({ path: "data", value: data, old: old.data, shown: goRawExtension(data) }),
  nameFormat: "dns1123Subdomain",
  columns: [
    nameColumn,
    column("Controller", "Controller that the revision belongs to.", controllerOf),
    column("Revision", "Position among the revisions of the controller.", ({ revision }) => revision),
    ageColumn,
  ],
};

function dataErrors(data: unknown): FieldError[] {
  if (data === undefined || data === null) return [requiredField("data", "data is mandatory")];
  const isObject = typeof data === "object" && !Array.isArray(data);
  return isObject ? [] : [requiredField("data", "data must be a valid JSON object")];
}

/** Returns the owning controller as a text such as `statefulset.apps/web`. */
function controllerOf({ metadata }: ControllerRevision): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (!owner) return "<none>";
  const slash = owner.apiVersion.indexOf("/");
  const group = slash < 0 ? "" : `.${owner.apiVersion.slice(0, slash)}`;
  return `${`${owner.kind}${group}`.toLowerCase()}/${owner.name}`;
}
