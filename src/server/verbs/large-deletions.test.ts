import { expect, test } from "vitest";
import { CachedObject } from "../../cache/index.ts";
import { notFound } from "../../meta/status-error.ts";
import type { OffloadedRequest, OffloadedResponse, RequestOffload } from "../offload/request-offload.ts";
import { largeBytes } from "../requests/large-bytes.ts";
import type { EndpointRequest, StoredEndpoint } from "../served/endpoint.ts";
import { testCall } from "../testing/test-call.ts";
import { largeDeletions } from "./large-deletions.ts";

const deployments = { group: "apps", version: "v1", resource: "deployments" };

function objectOf(key: string, byteLength: number): CachedObject {
  return new CachedObject(key, 1, { bytes: Buffer.alloc(byteLength), needsExactJson: false });
}

function deletionsWith(response: Partial<OffloadedResponse>, resourceKind: object = deployments) {
  const requests: OffloadedRequest[] = [];
  const thread = {
    handle: async (request: OffloadedRequest) => {
      requests.push(request);
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...response };
    },
  } as unknown as RequestOffload;
  const { call } = testCall("/", { user: { name: "jane", groups: [] } });
  const request = { call, endpoint: { resourceKind } } as unknown as EndpointRequest<StoredEndpoint>;
  return { requests, deleteLarge: largeDeletions(thread, request, { dryRun: true, gracePeriodSeconds: 5 }) };
}

test("largeDeletions() leaves small objects to this thread", () => {
  const { requests, deleteLarge } = deletionsWith({});
  expect(deleteLarge(objectOf("default/small", largeBytes))).toBeUndefined();
  expect(requests).toEqual([]);
});

test("largeDeletions() sends a DELETE request with the options and the user for a large object", async () => {
  const { requests, deleteLarge } = deletionsWith({});
  await deleteLarge(objectOf("default/large", largeBytes + 1));
  expect(requests).toMatchObject([
    { method: "DELETE", target: "/apis/apps/v1/namespaces/default/deployments/large", user: { name: "jane" } },
  ]);
  expect(JSON.parse(String(requests[0]?.body))).toEqual({ gracePeriodSeconds: 5, dryRun: ["All"] });
});

test("largeDeletions() addresses cluster-scoped objects of the core group without a namespace", async () => {
  const { requests, deleteLarge } = deletionsWith({}, { group: "", version: "v1", resource: "nodes" });
  await deleteLarge(objectOf("large", largeBytes + 1));
  expect(requests[0]?.target).toBe("/api/v1/nodes/large");
});

test("largeDeletions() throws the Status of a deletion that fails", async () => {
  const status = notFound({ group: "apps", resource: "deployments" }, "large").toStatus();
  const { deleteLarge } = deletionsWith({ status: 404, body: Buffer.from(JSON.stringify(status)) });
  await expect(deleteLarge(objectOf("default/large", largeBytes + 1))).rejects.toMatchObject({
    code: 404,
    reason: "NotFound",
    message: 'deployments.apps "large" not found',
  });
});
