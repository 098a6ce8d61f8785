/** Rules of StorageVersions, in which API servers report the versions that they read and write. */
import {
  type ServerStorageVersion,
  type StorageVersionCondition,
  type StorageVersionStatus,
  storageVersionStatus,
} from "../../api/internal/v1alpha1/storage-version.ts";
import { duplicateField, invalidField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goTextList } from "../meta/go-values.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportFormatAtOnce, within } from "../reporting.ts";

/** Rules of StorageVersions. */
export const internalRules: readonly RuleEntry[] = [rulesFor(storageVersionStatus, { validate: reportStatus })];

function reportStatus(status: StorageVersionStatus, context: ValidationContext): void {
  const { storageVersions = [], conditions = [] } = status;
  const repeats = repeatIndexes(storageVersions.map(({ apiServerID = "" }) => apiServerID));
  storageVersions.forEach((server, index) => {
    const item = within(context, `storageVersions[${index}]`);
    if (repeats.has(index)) item.report(duplicateField(at(item, "apiServerID"), server.apiServerID ?? ""));
    reportServer(server, item);
  });
  reportCommonVersion(status, context);
  // As in the reference, the path contains the index of the condition but not the name of the list.
  conditions.forEach((condition, index) => {
    const { type } = condition;
    const item = within(context, `[${index}]`);
    const before = conditions.slice(0, index).findLastIndex((one) => one.type === type);
    if (before >= 0) {
      const why = `the type of the condition is not unique, it also appears in conditions[${before}]`;
      item.report(invalidField(at(item, "type"), type, why));
    }
    reportCondition(condition, item);
  });
}

function reportServer(server: ServerStorageVersion, context: ValidationContext): void {
  const { apiServerID = "", encodingVersion = "", decodableVersions = [], servedVersions = [] } = server;
  reportFormat(context, "apiServerID", "dns1123Subdomain", apiServerID);
  reportFormatAtOnce(context, "encodingVersion", "apiVersionString", encodingVersion);
  decodableVersions.forEach((version, index) =>
    reportFormatAtOnce(context, `decodableVersions[${index}]`, "apiVersionString", version),
  );
  if (!decodableVersions.includes(encodingVersion)) {
    const why = `decodableVersions must include encodingVersion ${encodingVersion}`;
    context.report(invalidField(at(context, "decodableVersions"), goTextList(decodableVersions), why));
  }
  servedVersions.forEach((version, index) => {
    const part = `servedVersions[${index}]`;
    reportFormatAtOnce(context, part, "apiVersionString", version);
    if (decodableVersions.includes(version)) return;
    const list = `[${decodableVersions.join(" ")}]`;
    const why = `individual served version : ${version} must be included in decodableVersions : ${list}`;
    context.report(invalidField(at(context, part), version, why));
  });
}

function reportCommonVersion(
  { storageVersions = [], commonEncodingVersion }: StorageVersionStatus,
  context: ValidationContext,
): void {
  const reject = (why: string): void => {
    context.report(invalidField(at(context, "commonEncodingVersion"), commonEncodingVersion, why));
  };
  const [common, ...others] = new Set(storageVersions.map(({ encodingVersion = "" }) => encodingVersion));
  if (common === undefined || others.length > 0) {
    if (commonEncodingVersion === undefined) return;
    reject(
      "should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet",
    );
  } else if (commonEncodingVersion === undefined) reject(`the common encoding version is ${common}`);
  else if (commonEncodingVersion !== common) reject(`the actual common encoding version is ${common}`);
}

function reportCondition(condition: StorageVersionCondition, context: ValidationContext): void {
  const { type, status, reason, message } = condition;
  reportFormat(context, "type", "qualifiedName", type);
  reportFormat(context, "status", "qualifiedName", status);
  if (reason === "") context.report(requiredField(at(context, "reason"), "reason cannot be empty"));
  // Undefined if it is empty, because the canonical form leaves it out.
  if (!message) context.report(requiredField(at(context, "message"), "message cannot be empty"));
}
