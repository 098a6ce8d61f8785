import type { DeviceClass } from "../../api/index.ts";
import type { DeviceClassSpec } from "../../api/resource/v1beta1/device-class.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { KindHooks, ValidatedWrite } from "../../schema/index.ts";
import { ageColumn, nameColumn } from "../columns.ts";
import { loadEngine } from "../expressions/load-engine.ts";
import { collect, within } from "../reporting.ts";
import { configurationsMax } from "./claim-rules.ts";
import { reportConfiguration } from "./configuration-rules.ts";
import { reportCount } from "./list-rules.ts";
import { reportSelectors } from "./selector-rules.ts";

/** Hooks of DeviceClasses. */
export const deviceClassHooks: KindHooks<DeviceClass> = {
  load: loadEngine,
  validateCreate: ({ spec }, write) => specErrors(spec, undefined, write),
  validateUpdate: ({ spec }, old, write) => specErrors(spec, old.spec, write),
  nameFormat: "dns1123Subdomain",
  columns: [nameColumn, ageColumn],
};

/** @param old undefined on create */
function specErrors(
  { selectors, config }: DeviceClassSpec,
  old: DeepReadonly<DeviceClassSpec> | undefined,
  write: ValidatedWrite,
): FieldError[] {
  const isSame = (list: unknown, oldList: unknown): boolean =>
    old !== undefined && equalJson(list ?? null, oldList ?? null);
  return collect(
    (context) => {
      reportSelectors(selectors, context, { isStored: isSame(selectors, old?.selectors) });
      const isStored = isSame(config, old?.config);
      (config ?? []).forEach((one, index) => {
        reportConfiguration(one, within(context, `config[${index}]`), { isStored });
      });
      reportCount(context, "config", config, configurationsMax);
    },
    "spec",
    write,
  );
}
