/**
 * Reads verb, resource and name of the request, and finds the endpoint that serves it. Rejects only paths that are not
 * valid URIs.
 */

import { parseFieldSelector } from "../../meta/field-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";
import type { Filter } from "../chain.ts";
import { PlainTextError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";
import { malformedEscape } from "../requests/query.ts";
import { booleanParameter, textParameter } from "../requests/query-parameters.ts";
import { pathNameFaults, type RequestQuery, readRequestInfo } from "../requests/request-info.ts";
import { type ResourceTable } from "../served/resource-table.ts";

/** Returns the filter that sets `info` and `target` of a call. */
export function info(resources: ResourceTable): Filter {
  return (call, next) => {
    // As in the reference, whose HTTP library rejects such a path.
    if (malformedEscape.test(call.rawPath)) throw new PlainTextError(400, "400 Bad Request");
    call.info = readRequestInfo(call.method, call.rawPath, call.hasQuery ? queryOf(call) : noQuery);
    const endpoint = call.info.isResource ? resources.find(call.info) : undefined;
    call.target = endpoint?.target;
    return next();
  };
}

const noQuery: RequestQuery = { isWatch: () => false, selectedName: () => "" };

function queryOf(call: Call): RequestQuery {
  return {
    isWatch: () => booleanParameter(call, "watch") ?? false,
    selectedName: () => selectedName(textParameter(call, "fieldSelector")),
  };
}

/** Returns the name that a field selector requires. Empty for a malformed selector, which the verb rejects later. */
function selectedName(fieldSelector: string): string {
  if (!fieldSelector.includes("metadata.name")) return "";
  try {
    const name = parseFieldSelector(fieldSelector).requiresExact("metadata.name") ?? "";
    return pathNameFaults(name).length === 0 ? name : "";
  } catch (error) {
    if (error instanceof ParseError) return "";
    throw error;
  }
}
