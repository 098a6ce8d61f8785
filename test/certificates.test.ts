import { expect, test } from "vitest";
import { authority, base64, ecRequest, leaf } from "../src/kinds/certificates/testing/certificates.ts";
import { startTestServer } from "./support/test-server.ts";
import { createObject, getObject, patch, put } from "./support/writes.ts";

const requests = "/apis/certificates.orch.io/v1/certificatesigningrequests";
const request = `${requests}/ann`;
const spec = { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] };

test("a CertificateSigningRequest contains the name and groups of its creator instead of those in the body", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const claimed = { ...spec, username: "somebody", groups: ["everybody"] };
  const created = await createObject(client, requests, { metadata: { name: "ann" }, spec: claimed });
  const { json: self } = await client.request(request);
  expect(created).toEqual(self);
  expect(created.spec.username).not.toBe("somebody");
  expect(created.spec.groups).toContain("system:authenticated");
  expect(created.spec.groups).not.toContain("everybody");
});

test("/approval writes only the conditions of a CertificateSigningRequest, and /status only its certificate", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const created = await createObject(client, requests, { metadata: { name: "ann" }, spec });
  const other = { ...created, spec: { ...created.spec, signerName: "example.com/servers" } };

  const response = await put(client, request, { ...other, status: { certificate: base64(authority) } });
  expect(response.status, response.text).toBe(200);
  expect(response.json).toEqual(created);

  const conditions = [{ type: "Approved", status: "True", reason: "Known" }];
  const approval = await put(client, `${request}/approval`, {
    ...other,
    status: { conditions, certificate: base64(authority) },
  });
  expect(approval.status, approval.text).toBe(200);
  const now = created.metadata.creationTimestamp;
  const approved = { type: "Approved", status: "True", reason: "Known", lastUpdateTime: now, lastTransitionTime: now };
  expect(approval.json.status).toEqual({ conditions: [approved] });
  expect(approval.json.spec).toEqual(created.spec);

  const signed = await patch(client, `${request}/status`, "merge", {
    spec: { signerName: "example.com/servers" },
    status: { certificate: base64(leaf), conditions: [{ type: "Approved", status: "True", reason: "Changed" }] },
  });
  expect(signed.status, signed.text).toBe(200);
  expect(signed.json.status).toEqual({ conditions: [approved], certificate: base64(leaf) });
  expect(await getObject(client, request)).toEqual(signed.json);
  expect((await client.request(`${request}/approval`)).json).toEqual(signed.json);
});

test("a field selector on spec.signerName selects CertificateSigningRequests", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, requests, { metadata: { name: "ann" }, spec });
  await createObject(client, requests, {
    metadata: { name: "bob" },
    spec: { ...spec, signerName: "example.com/servers" },
  });
  const { json } = await client.request(`${requests}?fieldSelector=spec.signerName%3Dexample.com/servers`);
  expect(json.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(["bob"]);
});
