import type { Volume } from "../../../../api/index.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import type { PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { counted, namesText, quoted, sortedSet } from "../violation.ts";
import { hostPathVolumes } from "./host-path-volumes.ts";

type VolumeType = Exclude<keyof Volume, "name">;

const allowedTypes = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "persistentVolumeClaim",
  "projected",
  "secret",
] as const satisfies readonly VolumeType[];

/** Types that violations name. Every other type is unknown to them, as in the reference. */
const namedTypes = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "gitRepo",
  "nfs",
  "iscsi",
  "glusterfs",
  "rbd",
  "flexVolume",
  "cinder",
  "cephfs",
  "flocker",
  "fc",
  "azureFile",
  "vsphereVolume",
  "quobyte",
  "azureDisk",
  "photonPersistentDisk",
  "portworxVolume",
  "scaleIO",
  "storageos",
] as const satisfies readonly VolumeType[];

function isAllowed(volume: DeepReadonly<Volume>): boolean {
  return allowedTypes.some((type) => volume[type] !== undefined);
}

function typeOf(volume: DeepReadonly<Volume>): string {
  return namedTypes.find((type) => volume[type] !== undefined) ?? "unknown";
}

const limitTypes: PodCheck = ({ spec: { volumes = [] } }) => {
  const bad = volumes.filter((volume) => !isAllowed(volume));
  if (bad.length === 0) return undefined;
  const types = sortedSet(bad.map(typeOf));
  const use = bad.length === 1 ? "uses" : "use";
  const detail = `${namesText("volume", bad)} ${use} ${counted("restricted volume type", types.length)} ${quoted(types)}`;
  return { reason: "restricted volume types", detail };
};

/** Volumes must be of types that need no access to their host or to other machines. */
export const volumeTypes: SecurityCheck = {
  id: "restrictedVolumes",
  level: "restricted",
  includes: hostPathVolumes.id,
  versions: [{ sinceMinor: 0, check: limitTypes }],
};
