import type { CSINode, CSINodeDriver } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { driversIn, goDriver } from "./csi-node-rules.ts";

/** Hooks of CSINodes. */
export const csiNodeHooks: KindHooks<CSINode> = {
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  columns: [
    nameColumn,
    column("Drivers", "Number of drivers on the node.", (node) => driversOf(node).length, { type: "integer" }),
    ageColumn,
  ],
};

function driversOf({ spec }: DeepReadonly<CSINode>): DeepReadonly<CSINodeDriver[]> {
  return driversIn(spec);
}

/**
 * Returns an error for each changed driver. Drivers can be added and removed, but not changed. The path is the name of
 * the Go type, as in the reference.
 */
function changeErrors(node: CSINode, old: DeepReadonly<CSINode>): FieldError[] {
  return driversOf(old).flatMap((before) =>
    driversOf(node)
      .filter(({ name }) => name === before.name)
      .flatMap((driver) =>
        immutableField({ path: "CSINodeDriver", value: driver, old: before, shown: goDriver(driver) }),
      ),
  );
}
