/** Server-side apply over the wire, and the entries of `metadata.managedFields` as tests expect them. */
import type { WireClient, WireResponse } from "./wire-client.ts";

// Loosely typed on purpose, as the client's `json` is: tests look at what came.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export const applyMediaType = "application/apply-patch+yaml";

export interface ApplyWish {
  readonly force?: boolean;
  /** More of the query, `dryRun=All`. */
  readonly query?: string;
}

/** @param body text is sent as it is, anything else as JSON, which is YAML */
export function apply(
  client: WireClient,
  path: string,
  manager: string,
  body: unknown,
  { force = false, query = "" }: ApplyWish = {},
): Promise<WireResponse> {
  const parts = [`fieldManager=${manager}`, ...(force ? ["force=true"] : []), ...(query ? [query] : [])];
  return client.request(`${path}?${parts.join("&")}`, {
    method: "PATCH",
    headers: { "content-type": applyMediaType },
    body,
  });
}

/** Applies, and fails when that is refused. @returns the object */
export async function applied(
  client: WireClient,
  path: string,
  manager: string,
  body: unknown,
  wish: ApplyWish = {},
): Promise<Json> {
  const answer = await apply(client, path, manager, body, wish);
  if (answer.status !== 200 && answer.status !== 201) {
    throw new Error(`${manager} could not apply at ${path}: ${answer.status} ${answer.text}`);
  }
  return answer.json;
}

export interface EntryWish {
  /** Default: v1. */
  readonly apiVersion?: string;
  /** Default: when a test server starts. None: the entry has none. */
  readonly time?: string | undefined;
  readonly subresource?: string;
}

/** The entry of somebody who applies. */
export function applier(manager: string, fieldsV1: object, wish: EntryWish = {}): object {
  return entry("Apply", manager, fieldsV1, wish);
}

/** The entry of somebody who updates. */
export function updater(manager: string, fieldsV1: object, wish: EntryWish = {}): object {
  return entry("Update", manager, fieldsV1, wish);
}

function entry(operation: string, manager: string, fieldsV1: object, wish: EntryWish): object {
  const { apiVersion = "v1", subresource } = wish;
  const time = "time" in wish ? wish.time : startTime;
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

/** What the clock of a test server says at first. */
export const startTime = "2025-01-01T00:00:00Z";

/** The causes of a conflict, one for each field. */
export function conflictCauses(owner: string, ...fields: readonly string[]): object[] {
  return fields.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${owner}`, field }));
}
