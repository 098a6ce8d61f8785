/** The query parameters of writes. */
import { type FieldError, forbiddenField, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import { checkFieldFormat } from "../../../meta/field-formats.ts";
import { invalid } from "../../../meta/status-error.ts";
import { group, type Vocabulary } from "../../../meta/vocabulary.ts";
import type { Call } from "../../requests/call.ts";
import { booleanParameter, textParameter, textParameters } from "../../requests/query-parameters.ts";

/** Treatment of unknown and repeated fields: drop them silently, report them as warnings, or reject the request. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** The query parameters of a write. */
export interface WriteParameters {
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /** Empty if the client did not send it. The name is then derived from its User-Agent. */
  readonly fieldManager: string;
}

/** The query parameters of a server-side apply. */
export interface ApplyParameters extends WriteParameters {
  readonly force: boolean;
}

type OptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

const directives = ["", "Ignore", "Strict", "Warn"] as const;

/**
 * Returns the query parameters of a create, update or patch.
 * @throws StatusError 422 with one cause for each invalid parameter
 */
export function readWriteOptions(call: Call, kind: OptionsKind, vocabulary: Vocabulary): WriteParameters {
  return readOptions(call, kind, vocabulary, kind === "PatchOptions" ? forceErrors(call) : []);
}

/** Returns the query parameters of a server-side apply. @throws StatusError 422, as `readWriteOptions` */
export function readApplyOptions(call: Call, vocabulary: Vocabulary): ApplyParameters {
  const isNamed = textParameter(call, "fieldManager") !== "";
  const errors = isNamed ? [] : [requiredField("fieldManager", "is required for apply patch")];
  const force = booleanParameter(call, "force") ?? false;
  return { force, ...readOptions(call, "PatchOptions", vocabulary, errors) };
}

/** @param firstErrors errors that come before those of all writes */
function readOptions(
  call: Call,
  kind: OptionsKind,
  vocabulary: Vocabulary,
  firstErrors: readonly FieldError[],
): WriteParameters {
  const dryRun = textParameters(call, "dryRun");
  const fieldManager = textParameter(call, "fieldManager");
  const directive = textParameter(call, "fieldValidation");
  const errors = [
    ...firstErrors,
    ...checkFieldFormat("fieldManager", "fieldManager", fieldManager),
    ...dryRunErrors(dryRun),
    ...directiveErrors(directive),
  ];
  if (errors.length > 0) throw invalidOptions(kind, errors, vocabulary);
  call.dryRun = dryRun.length > 0;
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: directive === "" ? "Warn" : (directive as FieldValidation),
  };
}

/** Returns the error for invalid values of the parameter `dryRun`. The only valid one is `All`. */
export function dryRunErrors(values: readonly string[]): FieldError[] {
  const areValid = values.every((value) => value === "All");
  return areValid ? [] : [notSupportedField("dryRun", values, ["All"])];
}

/**
 * Returns the error for invalid options.
 * @param kind kind of the options, because they are validated like an object
 * @param code HTTP status of the error
 */
export function invalidOptions(kind: string, errors: readonly FieldError[], vocabulary: Vocabulary, code = 422): Error {
  return invalid({ group: vocabulary.bind(group("meta")), kind }, "", errors, { code });
}

function directiveErrors(directive: string): FieldError[] {
  const isKnown = directives.some((known) => known === directive);
  return isKnown ? [] : [notSupportedField("fieldValidation", directive, directives)];
}

function forceErrors(call: Call): FieldError[] {
  const hasForce = booleanParameter(call, "force") !== undefined;
  return hasForce ? [forbiddenField("force", "may not be specified for non-apply patch")] : [];
}
