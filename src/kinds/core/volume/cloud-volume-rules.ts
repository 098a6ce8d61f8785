/** Rules of cloud provider disks, in Pods and in PersistentVolumes. */
import {
  type AWSElasticBlockStoreVolumeSource,
  type AzureDiskVolumeSource,
  awsElasticBlockStoreVolumeSource,
  azureDiskVolumeSource,
  cinderVolumeSource,
  type GCEPersistentDiskVolumeSource,
  gcePersistentDiskVolumeSource,
} from "../../../api/core/v1/cloud-volumes.ts";
import { invalidField, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, renamed } from "../../reporting.ts";

/** Rules of cloud provider disks. */
export const cloudVolumeRules: readonly RuleEntry[] = [
  rulesFor(gcePersistentDiskVolumeSource, { validate: reportGoogleDisk }),
  rulesFor(awsElasticBlockStoreVolumeSource, { validateLast: reportPartition }),
  rulesFor(azureDiskVolumeSource, { validateLast: reportAzureDisk }),
  rulesFor(cinderVolumeSource, { validateLast: reportUnnamedSecret }),
];

/** Reports the errors with a shorter path, as the reference does. */
function reportGoogleDisk(disk: GCEPersistentDiskVolumeSource, context: ValidationContext): void {
  const place = renamed(context, /\.gcePersistentDisk$/, ".persistentDisk");
  if (disk.pdName === "") place.report(requiredField(at(place, "pdName")));
  reportPartition(disk, place);
}

const partitionMax = 255;

function reportPartition(
  { partition = 0 }: GCEPersistentDiskVolumeSource | AWSElasticBlockStoreVolumeSource,
  context: ValidationContext,
): void {
  if (partition >= 0 && partition <= partitionMax) return;
  const why = `must be between 1 and ${partitionMax}, inclusive`;
  context.report(invalidField(at(context, "partition"), partition, why));
}

const managedDisk = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobDisk = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

function reportAzureDisk({ kind, diskURI }: AzureDiskVolumeSource, context: ValidationContext): void {
  if (kind === undefined) return;
  const [start, form] = kind === "Managed" ? ["/subscriptions/", managedDisk] : ["https://", blobDisk];
  if (!diskURI.startsWith(start)) context.report(notSupportedField(at(context, "diskURI"), diskURI, [form]));
}

/** Reports a reference to a Secret without a name. */
export function reportUnnamedSecret(
  { secretRef }: { readonly secretRef?: { readonly name?: string } },
  context: ValidationContext,
): void {
  if (secretRef && !secretRef.name) context.report(requiredField(at(context, "secretRef.name")));
}
