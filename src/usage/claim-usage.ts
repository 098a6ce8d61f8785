/** The use of volume claims: their number and the storage that they request, in all and of each class. */
import { storageClassAnnotation } from "../api/class-annotations.ts";
import type { PersistentVolumeClaim } from "../api/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import { parseQuantity, Quantity } from "../meta/quantity.ts";
import { groupName, type Vocabulary } from "../meta/vocabulary.ts";
import { one } from "./object-count.ts";
import type { UsageMeasure } from "./usage-measure.ts";

const claimCount = "count/persistentvolumeclaims";
const claims = "persistentvolumeclaims";
const storage = "requests.storage";

/** Part of a name between the class and the amount: `gold.storageclass.storage.k8s.io/requests.storage`. */
const classSuffix = groupName("storageclass.storage/");

/** Returns the measure of volume claims. They may grow, so updates count, too. */
export function claimUsage(vocabulary: Vocabulary): UsageMeasure {
  const suffix = `.${vocabulary.bind(classSuffix)}`;
  const annotation = vocabulary.bind(storageClassAnnotation);
  return {
    isCounted: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
    hasName: (name) =>
      [claimCount, claims, storage].includes(name) || name.endsWith(suffix + claims) || name.endsWith(suffix + storage),
    usageOf: (object) => {
      const claim = object as DeepReadonly<PersistentVolumeClaim>;
      const className = claim.metadata.annotations?.[annotation] ?? claim.spec?.storageClassName ?? "";
      const usage = new Map([
        [claimCount, one],
        [claims, one],
      ]);
      if (className !== "") usage.set(className + suffix + claims, one);
      const requested = requestedStorage(claim);
      if (!requested) return usage;
      usage.set(storage, requested);
      if (className !== "") usage.set(className + suffix + storage, requested);
      return usage;
    },
  };
}

/** Returns the storage that a claim requests, or what it has already been given if that is more. */
function requestedStorage({ spec, status }: DeepReadonly<PersistentVolumeClaim>): Quantity | undefined {
  const requested = spec?.resources?.requests?.["storage"];
  if (requested === undefined) return undefined;
  const amount = wholeBytes(parseQuantity(requested));
  const allocated = status?.allocatedResources?.["storage"];
  if (allocated === undefined) return amount;
  const allocatedAmount = parseQuantity(allocated);
  return allocatedAmount.compare(amount) > 0 ? wholeBytes(allocatedAmount) : amount;
}

function wholeBytes(amount: Quantity): Quantity {
  const bytes = Quantity.of(amount.value(), amount.format);
  return bytes.compare(amount) === 0 ? amount : bytes;
}
