/**
 * GET on one object with the parameter `history`: its changes, newest first. It needs the same permission as any GET, and
 * shows each state in the version of the endpoint.
 */
import type { CachedObject, PastObjectChange } from "../../cache/index.ts";
import { readGoInt } from "../../meta/go-int.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { badRequest } from "../../meta/status-error.ts";
import { readObjectHistory } from "../../registry/index.ts";
import { requireRepresentation } from "../output/negotiate-output.ts";
import { writeBody } from "../output/write-body.ts";
import type { Call } from "../requests/call.ts";
import type { EndpointRequest, StoredEndpoint } from "../served/endpoint.ts";
import { namespaceOf } from "./target.ts";

const changesMax = 500;

/** Responds with the changes of the object. @throws StatusError 400, 404, 406, 410 */
export async function writeHistory(request: EndpointRequest<StoredEndpoint>): Promise<void> {
  const { call, endpoint, info } = request;
  requireRepresentation(call, ["application/json"]);
  const limit = numberParameter(call, "history", { min: 1, max: changesMax }) ?? 0;
  const before = numberParameter(call, "before", { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? Number.POSITIVE_INFINITY;
  const target = {
    namespace: namespaceOf(request),
    name: info.name,
    served: endpoint.notFoundResource ?? endpoint.resourceKind,
  };
  const { changes, more, oldest } = await readObjectHistory(endpoint.resource, target, { before, limit });
  const { preparation } = endpoint.documentType;
  const objects = changes.flatMap(({ object }) => (object ? [object] : []));
  if (preparation) await preparation.prepare(objects, call.signal);
  const head = `{"kind":"ObjectHistory","oldest":${JSON.stringify({ ...stateOf(oldest), limit: oldest.limit })},"more":${more},"items":[`;
  const pieces: Buffer[] = [Buffer.from(head)];
  for (const [index, change] of changes.entries()) {
    pieces.push(Buffer.from(`${index === 0 ? "" : ","}${changeHead(change)}`), documentOf(endpoint, change.object));
    pieces.push(Buffer.from("}"));
  }
  pieces.push(Buffer.from("]}\n"));
  await writeBody(call, 200, "application/json", Buffer.concat(pieces));
}

/**
 * Returns the value of a parameter. Undefined if it is missing.
 * @throws StatusError 400 if it is not a whole number from `min` to `max`
 */
function numberParameter(
  call: Call,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = call.query.first(name);
  if (text === undefined) return undefined;
  const value = readGoInt(text);
  if (typeof value === "bigint" && value >= BigInt(min) && value <= BigInt(max)) return Number(value);
  throw badRequest(`${name}: ${goQuote(text)} is not a whole number from ${min} to ${max}`);
}

function documentOf({ documentType }: StoredEndpoint, object: CachedObject | undefined): Buffer {
  return object ? documentType.toDocument(object).bytes : Buffer.from("null");
}

function changeHead(change: PastObjectChange): string {
  return `${JSON.stringify({ ...stateOf(change), type: change.type }).slice(0, -1)},"object":`;
}

function stateOf({ revision, timeMs }: { readonly revision: number; readonly timeMs: number | undefined }): object {
  return {
    resourceVersion: String(revision),
    ...(timeMs === undefined ? {} : { time: new Date(timeMs).toISOString() }),
  };
}
