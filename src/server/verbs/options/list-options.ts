/** The query parameters of lists and watches. */
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { type FieldError, forbiddenField, notSupportedField } from "../../../meta/field-error.ts";
import { type FieldSelector, parseFieldSelector } from "../../../meta/field-selector.ts";
import { type ParsedLabelSelector, parseLabelSelector } from "../../../meta/label-selector.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import { badRequest } from "../../../meta/status-error.ts";
import type { Call } from "../../requests/call.ts";
import { booleanParameter, integerParameter, textParameter } from "../../requests/query-parameters.ts";
import type { VerbServices } from "../services.ts";
import { invalidOptions } from "./write-options.ts";

/** The query parameters of a list or a watch. */
export interface ListParameters {
  readonly labelSelector: ParsedLabelSelector;
  readonly fieldSelector: FieldSelector;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: "" | "Exact" | "NotOlderThan";
  /** 0: no limit. */
  readonly limit: number;
  readonly continueToken: string;
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

/**
 * Returns the query parameters of a list or a watch.
 * @throws StatusError 400 for malformed parameters. Parameters that contradict each other get reason Invalid with
 * causes. Their status is 400 too, as the API's documentation says, although the reference responds 422.
 */
export function readListOptions(
  call: Call,
  { vocabulary, isEnabled }: Pick<VerbServices, "vocabulary" | "isEnabled">,
): ListParameters {
  // As in the reference, a malformed number is reported before a malformed selector.
  const timeoutSeconds = integerParameter(call, "timeoutSeconds");
  const limit = integerParameter(call, "limit") ?? 0;
  const options = {
    labelSelector: parse(() => parseLabelSelector(textParameter(call, "labelSelector"))),
    fieldSelector: parse(() => parseFieldSelector(textParameter(call, "fieldSelector"))),
    resourceVersion: textParameter(call, "resourceVersion"),
    resourceVersionMatch: textParameter(call, "resourceVersionMatch"),
    limit: Math.max(0, limit),
    continueToken: textParameter(call, "continue"),
    timeoutSeconds,
    allowWatchBookmarks: booleanParameter(call, "allowWatchBookmarks") ?? false,
    sendInitialEvents: booleanParameter(call, "sendInitialEvents"),
  };
  const completedOptions = sendsStateByDefault(call, options, isEnabled)
    ? { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }
    : options;
  // As in the reference, the `watch` parameter selects the rules, even if the request is a deletion.
  const errors = requestsWatch(call) ? watchErrors(completedOptions, isEnabled) : listErrors(completedOptions);
  if (errors.length > 0) throw invalidOptions("ListOptions", errors, vocabulary, 400);
  return completedOptions as ListParameters;
}

/** Whether a watch sends the initial state because of the WatchList feature, although its options do not request it. */
function sendsStateByDefault(call: Call, options: UncheckedOptions, isEnabled: IsEnabled): boolean {
  const { resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  if (sendInitialEvents !== undefined || resourceVersionMatch !== "") return false;
  if (resourceVersion !== "" && resourceVersion !== "0") return false;
  return requestsWatch(call) && isEnabled("WatchList");
}

function requestsWatch(call: Call): boolean {
  return booleanParameter(call, "watch") ?? false;
}

/** Whether a bookmark marks the end of a watch's initial events. */
export function marksInitialEnd({
  sendInitialEvents,
  allowWatchBookmarks,
}: Pick<ListParameters, "sendInitialEvents" | "allowWatchBookmarks">): boolean {
  return sendInitialEvents === true && allowWatchBookmarks;
}

type UncheckedOptions = Omit<ListParameters, "resourceVersionMatch"> & { readonly resourceVersionMatch: string };

const matchPath = "resourceVersionMatch";

function listErrors(options: UncheckedOptions): FieldError[] {
  const { resourceVersion, resourceVersionMatch: match, continueToken, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (match !== "") {
    if (resourceVersion === "") {
      errors.push(forbiddenField(matchPath, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (continueToken !== "") {
      errors.push(forbiddenField(matchPath, "resourceVersionMatch is forbidden when continue is provided"));
    }
    if (match !== "Exact" && match !== "NotOlderThan") {
      errors.push(notSupportedField(matchPath, match, ["Exact", "NotOlderThan", ""]));
    }
    if (match === "Exact" && resourceVersion === "0") {
      errors.push(forbiddenField(matchPath, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  return errors;
}

function watchErrors(options: UncheckedOptions, isEnabled: IsEnabled): FieldError[] {
  const { resourceVersionMatch: match, continueToken, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    const why = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
    errors.push(forbiddenField(matchPath, why));
  }
  if (sendInitialEvents !== undefined && !isEnabled("WatchList")) {
    const why = "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled";
    errors.push(forbiddenField("sendInitialEvents", why));
  }
  if (match === "") return errors;
  if (sendInitialEvents === undefined) {
    const why = "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
    errors.push(forbiddenField(matchPath, why));
  }
  if (match !== "NotOlderThan") errors.push(notSupportedField(matchPath, match, ["NotOlderThan"]));
  if (continueToken !== "") {
    errors.push(forbiddenField(matchPath, "resourceVersionMatch is forbidden when continue is provided"));
  }
  return errors;
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParseError) throw badRequest(error.message, error);
    throw error;
  }
}
