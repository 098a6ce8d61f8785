/** Errors and warnings in the response to the create of an object. */
import type { Judgement, ObjectFault } from "../../cli/index.ts";
import type { Tree } from "../../manifests/index.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { InProcessResponse } from "../in-process/in-process-client.ts";

/** Warnings that strict field validation would report as errors. */
const strictWarning = /^(?:unknown|duplicate) field "(?<field>.*)"$/s;

/** Names of the field in errors about the whole object. */
const noFields: readonly string[] = ["", "<nil>"];

/** Returns what a server reports about an object. */
export async function readAnswer(answer: InProcessResponse, object: Tree): Promise<Judgement> {
  const all = warningsOf(answer).map(warningFault);
  const errors = all.filter(({ text }) => strictWarning.test(text));
  const warnings = all.filter(({ text }) => !strictWarning.test(text));
  const text = await answer.text();
  if (answer.status < 300) return { errors, warnings };
  const reasons = answer.status === 404 ? [notFoundFault(text, object)] : reasonsOf(JSON.parse(text) as StatusResponse);
  const isUnchecked = answer.status === 404 || answer.status >= 500;
  return { errors: [...errors, ...reasons], warnings, isUnchecked };
}

/** Returns why a create got the status 404: something that the object names does not exist, or its type is not served. */
function notFoundFault(text: string, object: Tree): ObjectFault {
  const { message = "", details } = text.startsWith("{") ? (JSON.parse(text) as StatusResponse) : {};
  if (details?.name !== undefined) return { text: message };
  const why = `${String(object["apiVersion"])} ${String(object["kind"])} is not served by default`;
  return { text: `${why}; --runtime-config and --feature-gates of the server turn it on` };
}

function warningFault(text: string): ObjectFault {
  // Warnings about a field begin with its path.
  const field = strictWarning.exec(text)?.groups?.["field"] ?? /^(?<path>[^\s:]+): /.exec(text)?.groups?.["path"];
  return { text, field };
}

/** Returns a sentence for each invalid field, or the message of the Status. */
function reasonsOf({ message = "", details }: StatusResponse): readonly ObjectFault[] {
  const causes = details?.causes ?? [];
  if (causes.length === 0) return [{ text: message }];
  return causes.map(({ field = "", message: why = "" }) =>
    noFields.includes(field) ? { text: why } : { text: `${field}: ${why}`, field },
  );
}

/** Returns the texts of the headers `Warning: 299 - "text"`. */
function warningsOf({ headers }: InProcessResponse): readonly string[] {
  const headerValue = headers["warning"] ?? [];
  const lines = typeof headerValue === "object" ? headerValue : [headerValue];
  return lines.map((line) =>
    line
      .replace(/^299 - "(.*)"$/s, "$1")
      .replaceAll('\\"', '"')
      .replaceAll("\\\\", "\\"),
  );
}
