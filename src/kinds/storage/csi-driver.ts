import type { CSIDriver } from "../../api/index.ts";
import { type CSIDriverSpec, csiDriverSpec } from "../../api/storage/v1/csi-driver.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { duplicateField, type FieldError, invalidField, notSupportedField } from "../../meta/field-error.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goTextList } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportUnsupported } from "../reporting.ts";
import { csiDriverColumns } from "./csi-driver-columns.ts";

/** Hooks of CSIDrivers. */
export const csiDriverHooks: KindHooks<CSIDriver> = {
  // A new driver has no generation. The first change of its spec sets it to 1.
  prepareForUpdate: (driver, old) => {
    if (!equalJson(driver.spec, old.spec)) driver.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  columns: csiDriverColumns,
};

/** Returns the errors of changed immutable fields. The reference misspells the path of the first one. */
function changeErrors({ spec }: CSIDriver, old: DeepReadonly<CSIDriver>): FieldError[] {
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

/** Fills in the default that the field has only with the feature. Without it, no field manager owns the field. */
function fillMount(spec: CSIDriverSpec, isEnabled: IsEnabled): void {
  if (isEnabled("SELinuxMountReadWriteOncePod")) spec.seLinuxMount ??= false;
}

/** Rules of CSIDrivers. */
export const csiDriverRules: readonly RuleEntry[] = [
  rulesFor(csiDriverSpec, { featureDefaults: fillMount, validate: reportSpec }),
];

const groupPolicies = ["File", "None", "ReadWriteOnceWithFSType"];
const lifecycleModes = ["Persistent", "Ephemeral"];

/** Reports an invalid spec. The reference reports invalid modes with the path of the list. */
function reportSpec(spec: CSIDriverSpec, context: ValidationContext): void {
  const { fsGroupPolicy, volumeLifecycleModes = [] } = spec;
  if (fsGroupPolicy !== undefined) reportUnsupported(context, "fsGroupPolicy", fsGroupPolicy, groupPolicies);
  reportTokens(spec, context);
  for (const mode of volumeLifecycleModes.filter((one) => !lifecycleModes.includes(one))) {
    context.report(notSupportedField(at(context, "volumeLifecycleModes"), mode, lifecycleModes));
  }
}

const tokenSecondsMin = 600;
const tokenSecondsMax = 2 ** 32;

/** Reports invalid token requests. A repeated audience is reported without further errors of its request. */
function reportTokens({ tokenRequests = [] }: CSIDriverSpec, context: ValidationContext): void {
  const repeats = repeatIndexes(tokenRequests.map(({ audience }) => audience));
  tokenRequests.forEach(({ audience, expirationSeconds: seconds }, index) => {
    const path = (field: string): string => at(context, `tokenRequests[${index}].${field}`);
    const reject = (why: string): void => context.report(invalidField(path("expirationSeconds"), seconds, why));
    if (repeats.has(index)) context.report(duplicateField(path("audience"), audience));
    else if (seconds === undefined) return;
    else if (seconds < tokenSecondsMin) reject("may not specify a duration less than 10 minutes");
    else if (seconds > tokenSecondsMax) reject("may not specify a duration larger than 2^32 seconds");
  });
}
