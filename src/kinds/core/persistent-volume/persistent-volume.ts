import {
  type PersistentVolume,
  type PersistentVolumeStatus,
  persistentVolume,
  persistentVolumeSpec,
} from "../../../api/core/v1/persistent-volume.ts";
import { formatTime } from "../../../meta/time.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../../schema/index.ts";
import { roundUpToMilli } from "../resources/resource-lists.ts";
import { persistentVolumeColumns } from "./persistent-volume-columns.ts";
import { persistentVolumeSourceRules } from "./persistent-volume-sources.ts";
import { reportVolume, skippedMembers, volumeOrder } from "./persistent-volume-spec.ts";
import { volumeUpdateErrors } from "./persistent-volume-update.ts";
import { volumeWarnings } from "./persistent-volume-warnings.ts";

/** Hooks of PersistentVolumes: phase, immutable source, warnings, columns. */
export const persistentVolumeHooks: KindHooks<PersistentVolume> = {
  prepareForCreate: (volume, { nowMs }) => {
    volume.status = { phase: "Pending", lastPhaseTransitionTime: formatTime(nowMs) };
  },
  prepareForUpdate: (volume, old, { nowMs }, subresource) => {
    if (subresource === "status") keepTransitionTime(volume, old.status, nowMs);
  },
  validateUpdate: ({ spec = {} }, old, context, subresource) =>
    subresource === "status" ? [] : volumeUpdateErrors(spec, old.spec ?? {}, context),
  nameFormat: "dns1123Subdomain",
  warnings: (volume, _, { vocabulary }) => volumeWarnings(volume, vocabulary),
  columns: persistentVolumeColumns,
};

/** Defaults and validation of PersistentVolumes and their sources. */
export const persistentVolumeRules: readonly RuleEntry[] = [
  rulesFor(persistentVolume.schema, {
    defaults: fillSpec,
    validate: reportVolume,
    order: volumeOrder,
  }),
  rulesFor(persistentVolumeSpec, { defaults: ({ capacity }) => roundUpToMilli(capacity), skipped: skippedMembers }),
  ...persistentVolumeSourceRules,
];

/** Fills in the defaults of PersistentVolumes. An inline spec in a VolumeAttachment does not get them. */
function fillSpec({ spec }: PersistentVolume): void {
  if (!spec) return;
  spec.persistentVolumeReclaimPolicy ??= "Retain";
  spec.volumeMode ??= "Filesystem";
}

/** Sets the time of the last phase change, unless the client sets it. */
function keepTransitionTime({ status }: PersistentVolume, old: PersistentVolumeStatus = {}, nowMs: number): void {
  if (!status) return;
  const { lastPhaseTransitionTime: time } = status;
  if (status.phase !== old.phase) {
    if (time === undefined || time === old.lastPhaseTransitionTime) status.lastPhaseTransitionTime = formatTime(nowMs);
  } else if (time === undefined && old.lastPhaseTransitionTime !== undefined) {
    status.lastPhaseTransitionTime = old.lastPhaseTransitionTime;
  }
}
