/** The use of ResourceClaims: their number, and the devices of each class. */
import type { ResourceClaim } from "../api/resource/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import { Quantity } from "../meta/quantity.ts";
import { group, groupName, type Vocabulary } from "../meta/vocabulary.ts";
import { addAmounts } from "./amounts.ts";
import { one } from "./object-count.ts";
import { countName, type UsageMeasure } from "./usage-measure.ts";

/** Part of a name after the class: `gpu.deviceclass.resource.k8s.io/devices`. */
const classSuffix = groupName("deviceclass.resource/devices");

/** Most devices that a claim can get. A request for all devices counts as this number. */
const devicesMax = 32;

/** Returns the measure of ResourceClaims. */
export function deviceClaimUsage(vocabulary: Vocabulary): UsageMeasure {
  const suffix = `.${vocabulary.bind(classSuffix)}`;
  const claimCount = countName({ group: vocabulary.bind(group("resource")), resource: "resourceclaims" });
  return {
    isCounted: ({ operation }) => operation === "CREATE" || operation === "UPDATE",
    hasName: (name) => name === claimCount || name.endsWith(suffix),
    usageOf: (object) => {
      const usage = new Map([[claimCount, one]]);
      const { requests = [] } = (object as DeepReadonly<ResourceClaim>).spec?.devices ?? {};
      for (const { deviceClassName, allocationMode, count = 0 } of requests) {
        const devices = allocationMode === "ExactCount" ? count : allocationMode === "All" ? devicesMax : 0;
        addAmounts(usage, new Map([[deviceClassName + suffix, Quantity.of(devices)]]));
      }
      return usage;
    },
  };
}
