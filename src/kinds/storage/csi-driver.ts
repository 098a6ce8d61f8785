import type { CSIDriver } from "../../api/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { KindHooks } from "../../schema/index.ts";
import { goTextList } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { csiDriverColumns } from "./csi-driver-columns.ts";

export const csiDriverHooks: KindHooks<CSIDriver> = {
  // Generations begin with the first change: a new driver has none.
  prepareForUpdate: (driver, old) => {
    if (!equalJson(driver.spec, old.spec)) driver.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  columns: csiDriverColumns,
};

/** Clients know the first field by a name of its own. */
function changeErrors({ spec }: CSIDriver, old: CSIDriver): FieldError[] {
  const [modes, before] = [spec.volumeLifecycleModes, old.spec.volumeLifecycleModes];
  return [
    ...immutableField({ path: "spec.attachedRequired", value: spec.attachRequired, old: old.spec.attachRequired }),
    ...immutableField({
      path: "spec.volumeLifecycleModes",
      value: modes,
      old: before,
      shown: goTextList(modes, "storage.VolumeLifecycleMode"),
    }),
  ];
}
