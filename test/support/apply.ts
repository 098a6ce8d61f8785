/** Server-side apply over the wire, and the expected entries of `metadata.managedFields`. */
import type { WireClient, WireResponse } from "./wire-client.ts";

// Deliberately untyped, like `json` of the client: tests read arbitrary fields of responses.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Media type of a server-side apply. */
export const applyMediaType = "application/apply-patch+yaml";

/** Options of an apply request. */
export interface ApplyRequestOptions {
  readonly force?: boolean;
  /** More query parameters, such as `dryRun=All`. */
  readonly query?: string;
}

/**
 * Sends an apply request and returns the response. A text body is sent unchanged. Any other body is sent as JSON, which
 * is also valid YAML.
 */
export function apply(
  client: WireClient,
  path: string,
  manager: string,
  body: unknown,
  { force = false, query = "" }: ApplyRequestOptions = {},
): Promise<WireResponse> {
  const parts = [`fieldManager=${manager}`, ...(force ? ["force=true"] : []), ...(query ? [query] : [])];
  return client.request(`${path}?${parts.join("&")}`, {
    method: "PATCH",
    headers: { "content-type": applyMediaType },
    body,
  });
}

/** Applies a manifest and returns the object of the response. Throws if the server rejects the request. */
export async function applyObject(
  client: WireClient,
  path: string,
  manager: string,
  body: unknown,
  options: ApplyRequestOptions = {},
): Promise<Json> {
  const answer = await apply(client, path, manager, body, options);
  if (answer.status !== 200 && answer.status !== 201) {
    throw new Error(`${manager} could not apply at ${path}: ${answer.status} ${answer.text}`);
  }
  return answer.json;
}

/** Properties of an expected managedFields entry. */
export interface ManagerEntryOptions {
  /** Default: v1. */
  readonly apiVersion?: string;
  /** Default: the time at which a test server starts. If it is given as undefined, the entry has no time. */
  readonly time?: string | undefined;
  readonly subresource?: string;
}

/** Returns the managedFields entry of a manager that applied these fields. */
export function applyEntry(manager: string, fieldsV1: object, options: ManagerEntryOptions = {}): object {
  return entry("Apply", manager, fieldsV1, options);
}

/** Returns the managedFields entry of a manager that created, updated or patched these fields. */
export function updateEntry(manager: string, fieldsV1: object, options: ManagerEntryOptions = {}): object {
  return entry("Update", manager, fieldsV1, options);
}

function entry(operation: string, manager: string, fieldsV1: object, options: ManagerEntryOptions): object {
  const { apiVersion = "v1", subresource } = options;
  const time = "time" in options ? options.time : startTime;
  return {
    manager,
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: "FieldsV1",
    fieldsV1,
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/** Time on the clock of a test server when it starts. */
export const startTime = "2025-01-01T00:00:00Z";

/** Returns the causes of an apply conflict with `owner`: one for each field path. */
export function conflictCauses(owner: string, ...fields: readonly string[]): object[] {
  return fields.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${owner}`, field }));
}
