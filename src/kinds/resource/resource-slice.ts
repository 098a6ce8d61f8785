import type { ResourceSlice, ResourceSliceV1alpha3 } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { resourceSliceConversion } from "./resource-slice-conversion.ts";

const resourceSliceColumns: readonly Column<ResourceSlice>[] = [
  nameColumn,
  column("Node", "The node that has the devices.", ({ spec }) => spec.nodeName ?? ""),
  column("Driver", "The driver that offers the devices.", ({ spec }) => spec.driver),
  column("Pool", "The pool that the devices are in.", ({ spec }) => spec.pool.name),
  ageColumn,
];

export const resourceSliceHooks: KindHooks<ResourceSlice> = {
  validateUpdate: ({ spec }, { spec: old }) => [
    ...immutableField({ path: "spec.pool.name", value: spec.pool.name, old: old.pool.name }),
    ...immutableField({ path: "spec.driver", value: spec.driver, old: old.driver }),
    ...immutableField({ path: "spec.nodeName", value: spec.nodeName ?? "", old: old.nodeName ?? "" }),
  ],
  nameFormat: "dns1123Subdomain",
  columns: resourceSliceColumns,
};

export const resourceSliceV1alpha3Hooks: KindHooks<ResourceSliceV1alpha3> = { conversion: resourceSliceConversion };
