/** The report about a dry run of a write. */

import { distinct } from "../../../base/distinct.ts";
import type { StatusError } from "../../../client/index.ts";
import { stringifyJson } from "../../../codec/index.ts";
import { objectTitle } from "../../output/objects.ts";
import { Columns } from "../../screen/columns.ts";
import { printable, printableLine } from "../../screen/printable.ts";
import type { ManifestObject } from "../../selection/manifest-objects.ts";
import { sourcedMessage, sourceTitle } from "../answer-source.ts";
import type { ExplainedChange } from "../change-origins.ts";
import type { WriteOutcome } from "../dry-run-write.ts";

/** The outcome of a write, and the positions of fields in its file. */
export interface WriteReport {
  readonly manifest: ManifestObject;
  readonly outcome: WriteOutcome;
  readonly changes: readonly ExplainedChange[];
  readonly warnings: readonly string[];
  /** Returns `FILE:LINE:COLUMN` of a field or of the innermost field around it. Without a field, `FILE:LINE` of the object. */
  readonly placeOf: (field?: string) => string;
}

/** A rejected field, or the whole object. */
interface RejectedField {
  readonly field: string | undefined;
  readonly place: string;
  readonly message: string;
}

/** Longest value in a line. */
const valueCharsMax = 60;
const absent = "-";
/** Names of the object itself in errors. */
const noFields: readonly (string | undefined)[] = [undefined, "", "<nil>"];

/** Returns the report for a person. */
export function writeText(report: WriteReport): string {
  const { outcome, warnings, placeOf } = report;
  const { rejection } = outcome;
  const verdict = rejection ? `rejected with ${rejection.code} by ${rejectionSource(rejection)}` : "allowed";
  const lines = [
    `${placeOf()}  ${writeTitle(report)}: ${verdict}`,
    ...warnings.map((text) => `  warning${by(text)}: ${sourcedMessage(text).message}`),
    ...(rejection ? rejectionLines(rejection, report) : changeLines(report)),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

/** Returns the report for programs. */
export function writeJson(report: WriteReport): string {
  const { outcome, changes, warnings, placeOf } = report;
  const { rejection } = outcome;
  const content = {
    request: writeTitle(report),
    allowed: !rejection,
    ...(rejection
      ? {
          code: rejection.code,
          message: rejection.message,
          by: rejectionSource(rejection),
          rejectedFields: rejectedFields(rejection, report),
        }
      : {}),
    warnings: warnings.map((text) => ({ text, by: sourceTitle(sourcedMessage(text)) })),
    fields: changes.map((change) => ({ ...change, place: placeOf(change.path) })),
  };
  return `${stringifyJson(content, { pretty: true })}\n`;
}

/** Returns `CREATE configmap shop/web`. */
function writeTitle({ manifest: { type, api, name }, outcome: { operation } }: WriteReport): string {
  const title = objectTitle(type, name);
  return `${operation} ${title}${api.namespace === "" ? "" : ` in ${api.namespace}`}`;
}

function by(text: string): string {
  const title = sourceTitle(sourcedMessage(text));
  return title === undefined ? "" : ` by ${title}`;
}

function rejectionSource(rejection: StatusError): string {
  const title = sourceTitle(sourcedMessage(rejection.message));
  if (title !== undefined) return title;
  const hasFields = rejection.details?.causes?.some(({ field }) => !noFields.includes(field)) === true;
  return hasFields ? "the validation of the type" : "the server, which names no policy or plugin";
}

function rejectedFields(rejection: StatusError, { placeOf }: WriteReport): readonly RejectedField[] {
  const causes = (rejection.details?.causes ?? []).filter(({ field }) => !noFields.includes(field));
  if (causes.length === 0) return [{ field: undefined, place: placeOf(), message: rejection.message }];
  return causes.map(({ field, message = "" }) => ({ field, place: placeOf(field), message }));
}

function rejectionLines(rejection: StatusError, report: WriteReport): readonly string[] {
  const fields = rejectedFields(rejection, report);
  if (fields.every(({ field }) => field === undefined)) return [`  ${rejection.message}`];
  const rows = fields.map(({ place, field = "", message }) => [place, field, message]);
  return tableLines(
    ["PLACE", "FIELD", "REJECTED BECAUSE"],
    distinct(rows.map((row) => row.join("\0"))).map((row) => row.split("\0")),
  );
}

function changeLines({ outcome: { operation }, changes, placeOf }: WriteReport): readonly string[] {
  if (changes.length === 0) return operation === "DELETE" ? [] : ["  the server changes no field"];
  const rows = changes.map(({ path, sent, result, by: origin }) => [
    placeOf(path),
    path,
    valueText(sent),
    valueText(result),
    origin,
  ]);
  return tableLines(["PLACE", "FIELD", "SENT", "RESULT", "WHY"], rows);
}

function tableLines(titles: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const layouts = titles.map(() => ({ isWhole: true }));
  const columns = new Columns(layouts, undefined);
  const printableRows = rows.map((row) => row.map(printableLine));
  columns.widen([titles, ...printableRows]);
  return [titles, ...printableRows].map((row) => columns.line(row));
}

function valueText(value: unknown): string {
  if (value === undefined) return absent;
  const text = stringifyJson(value, {});
  return text.length > valueCharsMax ? `${text.slice(0, valueCharsMax - 3)}...` : text;
}
