import type { ControllerRevision } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

export const controllerRevisionHooks: KindHooks<ControllerRevision> = {
  validateUpdate: ({ data }, old) => immutableField({ path: "data", value: data, old: old.data }),
  nameFormat: "dns1123Subdomain",
  columns: [
    nameColumn,
    column("Controller", "The controller that has been in this state.", controllerOf),
    column("Revision", "Position among the revisions of the controller.", ({ revision }) => revision),
    ageColumn,
  ],
};

/** `statefulset.apps/web`. */
function controllerOf({ metadata }: ControllerRevision): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (!owner) return "<none>";
  const slash = owner.apiVersion.indexOf("/");
  const group = slash < 0 ? "" : `.${owner.apiVersion.slice(0, slash)}`;
  return `${`${owner.kind}${group}`.toLowerCase()}/${owner.name}`;
}
