import {
  type PersistentVolumeClaim,
  type PersistentVolumeClaimStatus,
  persistentVolumeClaim,
  persistentVolumeClaimStatus,
} from "../../../api/core/v1/persistent-volume-claim.ts";
import type { PersistentVolumeClaimSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { allSpellings, group } from "../../../meta/vocabulary.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { omit } from "../../omit.ts";
import { within } from "../../reporting.ts";
import { roundUpToMilli } from "../resources/resource-lists.ts";
import { persistentVolumeClaimColumns } from "./persistent-volume-claim-columns.ts";
import { reportClaimSpec } from "./persistent-volume-claim-spec.ts";
import { claimStatusErrors } from "./persistent-volume-claim-status.ts";
import { claimUpdateErrors } from "./persistent-volume-claim-update.ts";
import { claimWarnings } from "./persistent-volume-claim-warnings.ts";

/** Hooks of PersistentVolumeClaims: phase, data sources, updates, warnings, columns. */
export const persistentVolumeClaimHooks: KindHooks<PersistentVolumeClaim> = {
  prepareForCreate: (claim, { isEnabled }) => {
    claim.status = { phase: "Pending" };
    fillSources(claim.spec, undefined, isEnabled);
  },
  prepareForUpdate: (claim, old, { isEnabled }, subresource) => {
    if (subresource === "") fillSources(claim.spec, old.spec, isEnabled);
  },
  validateUpdate: (claim, old, context, subresource) =>
    subresource === "status"
      ? claimStatusErrors(claim, old, context.isEnabled)
      : claimUpdateErrors(claim, old, context),
  nameFormat: "dns1123Subdomain",
  warnings: (claim, _, { vocabulary }) => claimWarnings(claim, vocabulary),
  columns: persistentVolumeClaimColumns,
};

/** Defaults and validation of PersistentVolumeClaims and their statuses. */
export const persistentVolumeClaimRules: readonly RuleEntry[] = [
  rulesFor(persistentVolumeClaim.schema, {
    validate: reportClaim,
    order: [
      { path: "spec.accessModes", type: "Required" },
      "spec.selector",
      "spec.accessModes",
      "spec.resources",
      "spec.storageClassName",
      "spec.volumeMode",
      "spec.dataSource",
      "spec.dataSourceRef",
      "spec",
      "spec.volumeAttributesClassName",
    ],
  }),
  rulesFor(persistentVolumeClaimStatus, { defaults: roundUpStatus }),
];

function roundUpStatus({ capacity, allocatedResources }: PersistentVolumeClaimStatus): void {
  roundUpToMilli(capacity);
  roundUpToMilli(allocatedResources);
}

function reportClaim({ spec = {} }: PersistentVolumeClaim, context: ValidationContext): void {
  const old = context.write.old as PersistentVolumeClaim | undefined;
  reportClaimSpec(spec, within(context, "spec"), old?.spec);
}

/** API group of volume snapshots, in both vocabularies. `dataSource` may name it. */
const snapshotGroups = allSpellings(group("snapshot.storage"));

/** Copies `dataSource` and `dataSourceRef` to each other if one of them is missing. Changes `spec`. */
function fillSources(
  spec: PersistentVolumeClaimSpec | undefined,
  old: DeepReadonly<PersistentVolumeClaimSpec> | undefined,
  isEnabled: IsEnabled,
): void {
  if (!spec) return;
  // A reference to a source in another namespace is removed as a whole.
  const isElsewhere = spec.dataSourceRef?.namespace && !isEnabled("CrossNamespaceVolumeDataSource");
  if (isElsewhere && !old?.dataSourceRef) delete spec.dataSourceRef;
  const isNew = !old?.dataSource && !old?.dataSourceRef;
  if (isNew && !spec.dataSourceRef && !isOldSource(spec)) delete spec.dataSource;
  if (!isEnabled("AnyVolumeDataSource")) return;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) {
    spec.dataSourceRef = { ...dataSource };
  } else if (dataSourceRef && !dataSource && !dataSourceRef.namespace) {
    spec.dataSource = omit(dataSourceRef, "namespace");
  }
}

/** Whether `dataSource` is of a kind that it has always supported. Other kinds in it are removed silently. */
function isOldSource({ dataSource }: PersistentVolumeClaimSpec): boolean {
  const kind = dataSource?.kind;
  const apiGroup = dataSource?.apiGroup ?? "";
  return apiGroup === ""
    ? kind === "PersistentVolumeClaim"
    : kind === "VolumeSnapshot" && snapshotGroups.includes(apiGroup);
}
