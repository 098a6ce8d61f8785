/** Rules of the query parameters of a container's log. */
import type { PodLogOptions } from "../../../api/index.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { type FieldError, forbiddenField, invalidField, notSupportedField } from "../../../meta/field-error.ts";

/** Returns the errors in the options of a log request. */
export function logOptionErrors(options: PodLogOptions, isEnabled: IsEnabled): FieldError[] {
  return [...sizeErrors(options), ...sinceErrors(options), ...streamErrors(options, isEnabled)];
}

function sizeErrors({ tailLines, limitBytes }: PodLogOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(invalidField("tailLines", tailLines, "must be greater than or equal to 0"));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(invalidField("limitBytes", limitBytes, "must be greater than 0"));
  }
  return errors;
}

function sinceErrors({ sinceSeconds, sinceTime }: PodLogOptions): FieldError[] {
  if (sinceSeconds === undefined) return [];
  if (sinceTime !== undefined) {
    return [forbiddenField("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified")];
  }
  return sinceSeconds < 1 ? [invalidField("sinceSeconds", sinceSeconds, "must be greater than 0")] : [];
}

const streams = ["All", "Stderr", "Stdout"];

/** Both streams are stored in one log, so the last lines of a single stream cannot be selected. */
function streamErrors({ stream, tailLines }: PodLogOptions, isEnabled: IsEnabled): FieldError[] {
  if (stream === undefined) return [];
  if (!isEnabled("PodLogsQuerySplitStreams")) return [forbiddenField("stream", "may not be specified")];
  const errors = streams.includes(stream) ? [] : [notSupportedField("stream", stream, streams)];
  if (stream !== "All" && tailLines !== undefined) {
    errors.push(forbiddenField("[]", "`tailLines` and specific `stream` are mutually exclusive for now"));
  }
  return errors;
}
