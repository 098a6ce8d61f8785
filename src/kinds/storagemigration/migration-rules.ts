/** What a StorageVersionMigration may say, and how it may go on. */
import {
  groupVersionResource,
  type MigrationCondition,
  type StorageVersionMigration,
} from "../../api/storagemigration/v1alpha1/storage-version-migration.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { goIntFaultText, readGoInt } from "../../meta/go-int.ts";
import { goQuote, goTypedList } from "../../meta/go-quote.ts";
import { type RuleEntry, rulesFor } from "../../schema/index.ts";
import { reportConditions } from "../meta/condition-rules.ts";
import { holds } from "../meta/conditions.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { at, collect } from "../reporting.ts";

export const storageMigrationRules: readonly RuleEntry[] = [
  rulesFor(groupVersionResource, {
    validate: ({ resource = "", version = "" }, context) => {
      if (resource === "") context.report(requiredField(at(context, "resource"), "resource is required"));
      if (version === "") context.report(requiredField(at(context, "version"), "version is required"));
    },
  }),
];

/** Clients know these errors without the fields' holders. */
export function resourceChangeErrors({ spec }: StorageVersionMigration, old: StorageVersionMigration): FieldError[] {
  return (["group", "version", "resource"] as const).flatMap((path) =>
    immutableField({
      path,
      value: spec?.resource[path],
      old: old.spec?.resource[path],
      shown: spec?.resource[path] ?? "",
    }),
  );
}

export function statusErrors({ status }: StorageVersionMigration, old: StorageVersionMigration): FieldError[] {
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

/** An empty version is none. */
function versionErrors(text: string): FieldError[] {
  if (text === "") return [];
  const version = readGoInt(text);
  if (typeof version === "bigint") {
    return version < 0n ? [invalidField(versionPath, version, "must be greater than or equal to 0")] : [];
  }
  const cause = goIntFaultText(text, version, "ParseInt");
  return [invalidField(versionPath, text, `failed to parse resource version ${goQuote(text)}: ${cause}`)];
}

/** The rules of conditions of all kinds hold for these as well, which have another name for their time. */
function asCondition({ lastUpdateTime = "", reason = "", message = "", ...rest }: MigrationCondition) {
  return { ...rest, lastTransitionTime: lastUpdateTime, reason, message };
}

/** A migration runs, or has come to one end, where it stays. */
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
