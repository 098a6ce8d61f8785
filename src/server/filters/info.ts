/**
 * Reads verb, resource and name of the request, and finds the endpoint that serves it. Rejects only paths that are not
 * valid URIs.
 */

import type { ActionSelectors } from "../../meta/access/action-selectors.ts";
import { parseRequirements } from "../../meta/access/parse-requirements.ts";
import { parseFieldSelector } from "../../meta/field-selector.ts";
import { parseLabelSelector } from "../../meta/label-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { StatusError } from "../../meta/status-error.ts";
import type { Filter, Next } from "../chain.ts";
import { PlainTextError, plainInternalError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";
import { malformedEscape } from "../requests/query.ts";
import { booleanParameter, integerParameter, textParameter } from "../requests/query-parameters.ts";
import { pathNameFaults, type RequestInfo, type RequestQuery, readRequestInfo } from "../requests/request-info.ts";
import { isCustom } from "../served/endpoint.ts";
import { type ResourceTable } from "../served/resource-table.ts";

/**
 * Returns the filter that sets `info` and `target` of a call.
 * @param options.seesSelectors whether authorizers see the selectors of a request
 */
export function info(resources: ResourceTable, { seesSelectors, types }: InfoOptions): Filter {
  return (call, next) => {
    // As in the reference, whose HTTP library rejects such a path.
    if (malformedEscape.test(call.rawPath)) throw new PlainTextError(400, "400 Bad Request");
    call.info = readRequestInfo(call.method, call.rawPath, call.hasQuery ? queryOf(call, seesSelectors) : noQuery);
    if (isVerbPathWithoutResource(call.info)) {
      const why = `unable to determine kind and namespace from url, ${call.exchange.target}`;
      throw plainInternalError(call, `failed to create RequestInfo: ${why}`);
    }
    if (!types || types.isReady || !concernsTypes(call.info, resources)) return proceed(call, next, resources);
    return types.ready().then(() => proceed(call, next, resources));
  };
}

/** Settings of the filter. */
export interface InfoOptions {
  readonly seesSelectors: boolean;
  /** The custom types. Default: there are none. */
  readonly types?: FollowedTypes | undefined;
}

/** The custom types of the server, which follow the definitions in the store. */
export interface FollowedTypes {
  /** Whether all types are served that clients may have seen. */
  readonly isReady: boolean;
  /** Waits until they are. */
  ready(): Promise<void>;
}

function proceed(call: Call, next: Next, resources: ResourceTable): Promise<void> {
  const endpoint = call.info.isResource ? resources.find(call.info) : undefined;
  call.target = endpoint?.target;
  return next(call);
}

const typeDocuments = /^\/(?:apis|openapi)(?:\/|$)/;

/** Whether the response depends on the custom types: requests for resources that are not built in, discovery and OpenAPI. */
function concernsTypes(request: RequestInfo, resources: ResourceTable): boolean {
  if (!request.isResource) return typeDocuments.test(request.path);
  const served = resources.version(request.group, request.version)?.resources.get(request.resource);
  return !served || isCustom(served.endpoint);
}

/** Whether the path ends after a verb in it: `/api/v1/watch`. */
function isVerbPathWithoutResource(request: RequestInfo): boolean {
  if (!request.isResource || request.namespace !== "" || request.hasPathName || request.isWatchPath) return false;
  return request.verb !== "proxy" && (request.resource === "watch" || request.resource === "proxy");
}

const noQuery: RequestQuery = { isWatch: () => false, selectedName: () => "", selectors: undefined };

function queryOf(call: Call, seesSelectors: boolean): RequestQuery {
  return {
    isWatch: () => booleanParameter(call, "watch") ?? false,
    selectedName: () => selectedName(call),
    selectors: seesSelectors ? () => selectorsOf(call) : undefined,
  };
}

/**
 * Returns the name that the field selector requires. Empty if a parameter of the list is malformed. The verb rejects such a request
 * later. Until then, as in the reference, the name has no effect.
 */
function selectedName(call: Call): string {
  const fieldSelector = textParameter(call, "fieldSelector");
  if (!fieldSelector.includes("metadata.name")) return "";
  try {
    for (const parameter of ["limit", "timeoutSeconds"]) integerParameter(call, parameter);
    parseLabelSelector(textParameter(call, "labelSelector"));
    const name = parseFieldSelector(fieldSelector).requiresExact("metadata.name") ?? "";
    return pathNameFaults(name).length === 0 ? name : "";
  } catch (error) {
    if (error instanceof ParseError || error instanceof StatusError) return "";
    throw error;
  }
}

function selectorsOf(call: Call): ActionSelectors {
  return {
    field: parseRequirements(parseFieldSelector, textParameter(call, "fieldSelector")),
    label: parseRequirements(parseLabelSelector, textParameter(call, "labelSelector")),
  };
}
