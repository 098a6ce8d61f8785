/** Invalid requests with their expected status. They change nothing. */
import type { WireRequest } from "../support/wire-client.ts";
import { objectOf } from "./objects.ts";
import type { Slot } from "./population.ts";
import type { SoakContext } from "./soak-context.ts";
import { pathOf } from "./writes.ts";

interface BadRequest {
  readonly status: number;
  readonly target: string;
  readonly request?: WireRequest;
}

const maps = "/api/v1/namespaces/soak-0/configmaps";
const text = { "content-type": "text/plain" };
const merge = { "content-type": "application/merge-patch+json" };

function badRequests(slot: Slot): readonly BadRequest[] {
  const path = pathOf(slot);
  const stale = { metadata: { resourceVersion: "1", labels: { tier: "never" } } };
  return [
    { status: 400, target: maps, request: { body: "{" } },
    { status: 400, target: maps, request: { body: { kind: "Secret", metadata: { name: "a" } } } },
    { status: 400, target: `${maps}?limit=x` },
    { status: 400, target: `${maps}?limit=1&continue=x` },
    { status: 400, target: `${maps}?labelSelector=a%20b%20c` },
    { status: 404, target: `${maps}/nobody` },
    { status: 404, target: `${maps}/nobody`, request: { method: "DELETE" } },
    { status: 404, target: "/api/v1/namespaces/soak-0/nothing" },
    { status: 404, target: "/nowhere" },
    { status: 404, target: "/api/v1/namespaces/nowhere/configmaps", request: { body: { metadata: { name: "a" } } } },
    { status: 405, target: path, request: { method: "POST", body: {} } },
    { status: 409, target: path.slice(0, path.lastIndexOf("/")), request: { body: objectOf(slot) } },
    { status: 409, target: path, request: { method: "PATCH", headers: merge, body: stale } },
    { status: 415, target: maps, request: { headers: text, body: "text" } },
    { status: 415, target: path, request: { method: "PATCH", headers: text, body: "text" } },
    { status: 422, target: maps, request: { body: { metadata: { name: "Not A Name" } } } },
  ];
}

/** Sends a random invalid request. Throws if the response has another status. */
export async function sendBadRequest({ clients, random }: SoakContext, slot: Slot): Promise<void> {
  const requests = badRequests(slot);
  const { status, target, request } = requests[random.below(requests.length)] as BadRequest;
  await clients.request(status, target, request);
}
