/** Rules of StorageVersionMigrations. */
import {
  groupVersionResource,
  type MigrationCondition,
  type StorageVersionMigration,
} from "../../api/storagemigration/v1alpha1/storage-version-migration.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { goIntFaultText, readGoInt } from "../../meta/go-int.ts";
import { goQuote, goTypedList } from "../../meta/go-quote.ts";
import { type RuleEntry, rulesFor } from "../../schema/index.ts";
import { reportConditions } from "../meta/condition-rules.ts";
import { holds } from "../meta/conditions.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { at, collect } from "../reporting.ts";

/** Rules of StorageVersionMigrations. */
export const storageMigrationRules: readonly RuleEntry[] = [
  rulesFor(groupVersionResource, {
    validate: ({ resource = "", version = "" }, context) => {
      if (resource === "") context.report(requiredField(at(context, "resource"), "resource is required"));
      if (version === "") context.report(requiredField(at(context, "version"), "version is required"));
    },
  }),
];

/** Returns the errors of a changed resource. The reference leaves the parents of the fields out of the paths. */
export function resourceChangeErrors(
  { spec }: StorageVersionMigration,
  old: DeepReadonly<StorageVersionMigration>,
): FieldError[] {
  return (["group", "version", "resource"] as const).flatMap((path) =>
    immutableField({
      path,
      value: spec?.resource[path],
      old: old.spec?.resource[path],
      shown: spec?.resource[path] ?? "",
    }),
  );
}

/** Returns the errors of an update of the status. */
export function statusErrors(
  { status }: StorageVersionMigration,
  old: DeepReadonly<StorageVersionMigration>,
): FieldError[] {
  const { resourceVersion = "", conditions = [] } = status ?? {};
  const { resourceVersion: before = "", conditions: oldConditions = [] } = old.status ?? {};
  const errors = [
    ...versionErrors(resourceVersion),
    ...collect((context) => reportConditions(context, "conditions", conditions.map(asCondition)), "status"),
  ];
  if (before !== "" && resourceVersion !== before) {
    errors.push(invalidField(versionPath, resourceVersion, "resourceVersion cannot be updated"));
  }
  return [...errors, ...progressErrors(conditions, oldConditions)];
}

const versionPath = "status.resourceVersion";

/** Returns the errors of the version. An empty one is allowed. */
function versionErrors(text: string): FieldError[] {
  if (text === "") return [];
  const version = readGoInt(text);
  if (typeof version === "bigint") {
    return version < 0n ? [invalidField(versionPath, version, "must be greater than or equal to 0")] : [];
  }
  const cause = goIntFaultText(text, version, "ParseInt");
  return [invalidField(versionPath, text, `failed to parse resource version ${goQuote(text)}: ${cause}`)];
}

/** Returns the condition in the common form, in which its time has another name. */
function asCondition({ lastUpdateTime = "", reason = "", message = "", ...rest }: MigrationCondition) {
  return { ...rest, lastTransitionTime: lastUpdateTime, reason, message };
}

/**
 * Reports conditions that contradict each other or revert. Only one of Running, Succeeded and Failed may be true.
 * Succeeded and Failed never become false again.
 */
function progressErrors(now: readonly MigrationCondition[], before: readonly MigrationCondition[]): FieldError[] {
  const [isRunning, isDone, hasFailed] = ["Running", "Succeeded", "Failed"].map((type) => holds(now, type));
  const [wasDone, hadFailed] = ["Succeeded", "Failed"].map((type) => holds(before, type));
  const faults: readonly [isFault: boolean | undefined, why: string][] = [
    [isDone && hasFailed, "Both success and failed conditions cannot be true at the same time"],
    [isDone && isRunning, "Running condition cannot be true when success condition is true"],
    [hasFailed && isRunning, "Running condition cannot be true when failed condition is true"],
    [wasDone && !isDone, "Success condition cannot be set to false once it is true"],
    [hadFailed && !hasFailed, "Failed condition cannot be set to false once it is true"],
  ];
  const shown = goTypedList("storagemigration.MigrationCondition", now);
  return faults.filter(([isFault]) => isFault).map(([, why]) => invalidField("status.conditions", shown, why));
}
