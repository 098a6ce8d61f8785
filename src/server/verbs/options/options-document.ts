/** The options of a request as objects, as admission shows them. */
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import { group, type Vocabulary } from "../../../meta/vocabulary.ts";
import { type ObjectDeleteOptions, unreadableOption } from "../../../registry/index.ts";
import type { Call } from "../../requests/call.ts";
import { textParameter, textParameters } from "../../requests/query-parameters.ts";

/** Returns the options of a write. A patch has the options of an update, or of a create if it creates the object. */
export function writeOptionsDocument(
  call: Call,
  kind: "CreateOptions" | "UpdateOptions",
  vocabulary: Vocabulary,
): ReadonlyJsonObject {
  const dryRun = textParameters(call, "dryRun");
  const fieldManager = textParameter(call, "fieldManager");
  const fieldValidation = textParameter(call, "fieldValidation");
  return {
    ...typeOf(kind, vocabulary),
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(fieldManager === "" ? {} : { fieldManager }),
    ...(fieldValidation === "" ? {} : { fieldValidation }),
  };
}

/** Returns the options of a deletion. */
export function deleteOptionsDocument(options: ObjectDeleteOptions, vocabulary: Vocabulary): ReadonlyJsonObject {
  const { dryRun, gracePeriodSeconds, preconditions, orphanDependents, propagationPolicy, ignoresReadErrors } = options;
  return {
    ...typeOf("DeleteOptions", vocabulary),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(preconditions ? { preconditions } : {}),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(dryRun ? { dryRun: ["All"] } : {}),
    ...(ignoresReadErrors ? { [unreadableOption]: true } : {}),
  };
}

function typeOf(kind: string, vocabulary: Vocabulary): ReadonlyJsonObject {
  return { kind, apiVersion: `${vocabulary.bind(group("meta"))}/v1` };
}
