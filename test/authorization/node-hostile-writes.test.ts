/** Incomplete and malformed objects from the agents of nodes. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { NodeServer, shop } from "./node-server.ts";

const slices = "/apis/resource.orch.io/v1beta1/resourceslices";
const requests = "/apis/certificates.orch.io/v1/certificatesigningrequests";
let server: NodeServer;

/** Returns a certificate request in PEM. @param subject in the form of openssl: `/O=team/CN=ann` */
function requestWithSubject(subject: string): string {
  using folder = new TemporaryDirectory();
  const key = join(folder.path, "key");
  writeFileSync(key, execFileSync("openssl", ["ecparam", "-name", "prime256v1", "-genkey", "-noout"]));
  return execFileSync("openssl", ["req", "-new", "-key", key, "-subj", subject], { encoding: "utf8" });
}

beforeAll(async () => {
  server = await NodeServer.start([
    "--feature-gates=DynamicResourceAllocation=true",
    "--runtime-config=resource.orch.io/v1beta1=true",
  ]);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const bodies = [
  {},
  { metadata: {} },
  { metadata: { name: "a" } },
  { metadata: { name: "a", labels: null, ownerReferences: null, annotations: null } },
  { metadata: { name: "a" }, spec: null, status: null },
  { metadata: { name: "a" }, spec: {}, status: {} },
  {
    metadata: { name: "a", annotations: { "orch.io/config.mirror": "" }, ownerReferences: [{}] },
    spec: { nodeName: "a" },
  },
];

test.each([
  "/api/v1/nodes",
  `${shop}/pods`,
  `${shop}/pods/on-a/eviction`,
  `${shop}/serviceaccounts/of-a/token`,
  "/apis/coordination.orch.io/v1/namespaces/orch-node-lease/leases",
  "/apis/storage.orch.io/v1/csinodes",
  slices,
  requests,
])("[NODEZ-08] incomplete objects in POST %s cause no internal error", async (target) => {
  for (const body of bodies) {
    const { status, text } = await server.as("a", `${target}?dryRun=All`, { body });
    expect(status, text).toBeLessThan(500);
  }
});

test.each([
  "/api/v1/nodes/a",
  "/api/v1/nodes/a/status",
  `${shop}/pods/on-a/status`,
  `${shop}/persistentvolumeclaims/of-a/status`,
])("[NODEZ-08] incomplete objects in PATCH %s cause no internal error", async (target) => {
  for (const body of bodies) {
    const { metadata: _, ...rest } = body;
    for (const patch of [rest, { metadata: { labels: null, ownerReferences: null } }]) {
      const { status, text } = await server.patchAs("a", `${target}?dryRun=All`, patch);
      expect(status, text).toBeLessThan(500);
    }
  }
});

test("[NODEZ-08] an agent creates and deletes ResourceSlices of its node only", async () => {
  const create = async (nodeName: string): Promise<WireResponse> =>
    await server.as("a", slices, {
      body: {
        metadata: { name: `slice-${nodeName}` },
        spec: {
          nodeName,
          driver: "d.example.com",
          pool: { name: "p", generation: 1, resourceSliceCount: 1 },
          devices: [],
        },
      },
    });
  const own = await create("a");
  expect(own.status, own.text).toBe(201);
  expect((await create("b")).json.message).toContain(
    "can only create ResourceSlice with the same NodeName as the requesting node",
  );
  await server.create(slices, "foreign", {
    spec: {
      nodeName: "b",
      driver: "d.example.com",
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      devices: [],
    },
  });
  expect((await server.as("a", `${slices}/slice-a`)).status).toBe(200);
  expect((await server.as("a", `${slices}/foreign`)).status).toBe(403);
  expect((await server.as("a", `${slices}/foreign`, { method: "DELETE" })).status).toBe(403);
  expect((await server.as("a", slices)).json.message).toContain(
    "can only list/watch/deletecollection resourceslices with nodeName field selector",
  );
  expect((await server.as("a", `${slices}?fieldSelector=spec.nodeName%3Db`)).status).toBe(403);
  const listed = await server.as("a", `${slices}?fieldSelector=spec.nodeName%3Da`);
  expect(listed.json.items).toHaveLength(1);
  expect((await server.as("a", `${slices}/slice-a`, { method: "DELETE" })).status).toBe(200);
});

test("[NODEZ-07][NODEZ-08] an agent requests certificates of nodes for its own name only", async () => {
  const ask = async (signer: string, request: string): Promise<WireResponse> =>
    await server.as("a", `${requests}?dryRun=All`, {
      body: {
        metadata: { generateName: "csr-" },
        spec: {
          signerName: signer,
          request: Buffer.from(request).toString("base64"),
          usages: ["client auth", "digital signature"],
        },
      },
    });
  for (const signer of ["orch.io/kubelet-serving", "orch.io/kube-apiserver-client-kubelet"]) {
    expect((await ask(signer, requestWithSubject("/O=system:nodes/CN=system:node:a"))).status).toBe(201);
    const foreign = await ask(signer, requestWithSubject("/O=system:nodes/CN=system:node:b"));
    expect(foreign.json.message).toContain("can only create a node CSR with CN=system:node:a");
    expect(foreign.status).toBe(403);
    expect((await ask(signer, "x")).json.message).toContain(
      "unable to parse csr: PEM block type must be CERTIFICATE REQUEST",
    );
  }
  expect((await ask("example.com/other", requestWithSubject("/O=system:nodes/CN=system:node:b"))).status).toBe(201);
});
