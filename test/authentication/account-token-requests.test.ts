import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";

const namespace = "/api/v1/namespaces/default";
const accounts = `${namespace}/serviceaccounts`;
const group = "authentication.orch.io";
const unknownUid = "00000000-0000-4000-8000-000000000000";

let running: TestServer;
let bearer: WireClient;

beforeAll(async () => {
  running = await startTestServer();
  const { url, caCertificate: ca } = running.server;
  bearer = new WireClient({ url, ca });
  await create(accounts, { metadata: { name: "bot" } });
});

afterAll(async () => {
  await bearer[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
});

/** Creates an object and returns its uid. */
async function create(path: string, body: object, { client } = running): Promise<string> {
  const answer = await client.request(path, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.metadata.uid as string;
}

const pod = (name: string, spec: object = {}): object => ({
  metadata: { name },
  spec: { serviceAccountName: "bot", containers: [{ name: "a", image: "b" }], ...spec },
});

/** Requests a token for the account `bot`. */
function requestToken(body: object = {}, { client } = running, query = ""): Promise<WireResponse> {
  return client.request(`${accounts}/bot/token${query}`, { body });
}

/** Returns the claims of the token in a response. */
function claimsIn(answer: WireResponse): Readonly<Record<string, unknown>> {
  expect(answer.status, answer.text).toBe(201);
  return decodeJwt(answer.json.status.token as string);
}

const seconds = (): number => Math.floor(running.clock.nowMs() / 1000);

describe("a TokenRequest without options", () => {
  test("[SA-09][SA-05] the response has the token with the default audience and lifetime, and the token identifies the account", async () => {
    const answer = await requestToken();
    const uid = (await running.client.request(`${accounts}/bot`)).json.metadata.uid as string;
    const now = seconds();
    expect(claimsIn(answer)).toEqual({
      aud: ["https://orch.default.svc"],
      exp: now + 3600,
      iat: now,
      iss: "https://orch.default.svc",
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      "orch.io": { namespace: "default", serviceaccount: { name: "bot", uid } },
      nbf: now,
      sub: "system:serviceaccount:default:bot",
    });
    const { metadata, spec, status, ...names } = answer.json;
    expect(names).toEqual({ kind: "TokenRequest", apiVersion: `${group}/v1` });
    expect(spec).toEqual({ audiences: ["https://orch.default.svc"], expirationSeconds: 3600, boundObjectRef: null });
    expect(Date.parse(status.expirationTimestamp as string)).toBe((now + 3600) * 1000);
    expect(metadata).toMatchObject({
      name: "bot",
      namespace: "default",
      managedFields: [
        { apiVersion: `${group}/v1`, subresource: "token", fieldsV1: { "f:spec": { "f:expirationSeconds": {} } } },
      ],
    });
    const used = await bearer.request(`${namespace}/pods`, { headers: { authorization: `Bearer ${status.token}` } });
    expect(used.json.message).toContain('User "system:serviceaccount:default:bot" cannot list resource "pods"');
  });

  test("[SA-09] discovery lists the subresource under the group of TokenRequests", async () => {
    const { json } = await running.client.request("/api/v1");
    expect(json.resources).toContainEqual({
      name: "serviceaccounts/token",
      singularName: "",
      namespaced: true,
      group,
      version: "v1",
      kind: "TokenRequest",
      verbs: ["create"],
    });
  });

  test("a TokenRequest in YAML gets its response in YAML", async () => {
    const answer = await running.client.request(`${accounts}/bot/token`, {
      body: "spec:\n  audiences: [vault]\n",
      headers: { "content-type": "application/yaml", accept: "application/yaml" },
    });
    expect(answer.status).toBe(201);
    expect(decodeJwt(/^ {2}token: (\S+)$/m.exec(answer.text)?.[1] ?? "").aud).toEqual(["vault"]);
  });

  test("a dry run returns a token too, as in the reference", async () => {
    expect(claimsIn(await requestToken({}, running, "?dryRun=All"))["sub"]).toBe("system:serviceaccount:default:bot");
  });

  test("GET is not supported", async () => {
    expectFailure(await running.client.request(`${accounts}/bot/token`), {
      code: 405,
      reason: "MethodNotAllowed",
      message: "the server does not allow this method on the requested resource",
      details: {},
    });
  });
});

describe("fields of a TokenRequest", () => {
  test.each([
    [599, "may not specify a duration less than 10 minutes"],
    [-1, "may not specify a duration less than 10 minutes"],
    [2 ** 32 + 1, "may not specify a duration larger than 2^32 seconds"],
  ])(
    "[SA-09][TokenRequest#1][TokenRequest#2] a lifetime of %d seconds is rejected",
    async (expirationSeconds, detail) => {
      const message = `Invalid value: ${expirationSeconds}: ${detail}`;
      expectFailure(await requestToken({ spec: { expirationSeconds } }), {
        code: 422,
        reason: "Invalid",
        message: `TokenRequest.${group} "" is invalid: spec.expirationSeconds: ${message}`,
        details: {
          group,
          kind: "TokenRequest",
          causes: [{ reason: "FieldValueInvalid", message, field: "spec.expirationSeconds" }],
        },
      });
    },
  );

  test.each([600, 2 ** 32])("[SA-09] a lifetime of %d seconds is accepted", async (expirationSeconds) => {
    const answer = await requestToken({ spec: { expirationSeconds } });
    expect(claimsIn(answer)["exp"]).toBe(seconds() + expirationSeconds);
  });

  test("[TokenRequest#3] a name that is not the account's is rejected, even if the account does not exist", async () => {
    const answer = await running.client.request(`${accounts}/nobody/token`, { body: { metadata: { name: "bot" } } });
    const message = 'Invalid value: "bot": must match the service account name if specified';
    expectFailure(answer, {
      code: 422,
      reason: "Invalid",
      message: `TokenRequest.${group} "nobody" is invalid: metadata.name: ${message}`,
      details: {
        name: "nobody",
        group,
        kind: "TokenRequest",
        causes: [{ reason: "FieldValueInvalid", message, field: "metadata.name" }],
      },
    });
  });

  test("[TokenRequest#4] a namespace that is not the account's is rejected", async () => {
    expectBadRequest(
      await requestToken({ metadata: { namespace: "other" } }),
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  });

  test("an account that does not exist is reported before invalid fields", async () => {
    const body = { spec: { expirationSeconds: 1 } };
    expectFailure(await running.client.request(`${accounts}/nobody/token`, { body }), {
      code: 404,
      reason: "NotFound",
      message: 'serviceaccounts "nobody" not found',
      details: { name: "nobody", kind: "serviceaccounts" },
    });
  });
});

describe("bound objects", () => {
  const boundTo = (kind: string, name: string, more: object = {}): Promise<WireResponse> =>
    requestToken({ spec: { boundObjectRef: { apiVersion: "v1", kind, name, ...more } } });
  const claim = (answer: WireResponse): unknown => claimsIn(answer)["orch.io"];

  test("a token of a Pod names the Pod and its node, with the node's uid if the node exists", async () => {
    const podUid = await create(`${namespace}/pods`, pod("on-unknown", { nodeName: "n7" }));
    expect(claim(await boundTo("Pod", "on-unknown"))).toMatchObject({
      pod: { name: "on-unknown", uid: podUid },
      node: { name: "n7" },
    });
    const nodeUid = await create("/api/v1/nodes", { metadata: { name: "n7" } });
    expect(claim(await boundTo("Pod", "on-unknown"))).toMatchObject({ node: { name: "n7", uid: nodeUid } });
  });

  test("tokens are bound to Secrets and nodes", async () => {
    const secretUid = await create(`${namespace}/secrets`, { metadata: { name: "note" } });
    expect(claim(await boundTo("Secret", "note"))).toMatchObject({ secret: { name: "note", uid: secretUid } });
    const nodeUid = await create("/api/v1/nodes", { metadata: { name: "n8" } });
    expect(claim(await boundTo("Node", "n8", { uid: nodeUid }))).toMatchObject({ node: { name: "n8", uid: nodeUid } });
  });

  test("an object with another uid is reported as a conflict", async () => {
    await create(`${namespace}/secrets`, { metadata: { name: "changed" } });
    const why =
      `the UID in the bound object reference (${unknownUid}) does not match the UID in record. ` +
      "The object might have been deleted and then recreated";
    expectFailure(await boundTo("Secret", "changed", { uid: unknownUid }), {
      code: 409,
      reason: "Conflict",
      message: `Operation cannot be fulfilled on Secret "changed": ${why}`,
      details: { name: "changed", kind: "Secret" },
    });
  });

  test.each([
    ["Pod", "pods"],
    ["Secret", "secrets"],
    ["Node", "nodes"],
  ])("a %s that does not exist is reported", async (kind, resource) => {
    expectFailure(await boundTo(kind, "gone"), {
      code: 404,
      reason: "NotFound",
      message: `${resource} "gone" not found`,
      details: { name: "gone", kind: resource },
    });
  });

  test("a Pod of another account is rejected", async () => {
    await create(`${namespace}/pods`, pod("stranger", { serviceAccountName: "default" }));
    expectBadRequest(
      await boundTo("Pod", "stranger"),
      'cannot bind token for serviceaccount "bot" to pod running with different serviceaccount name.',
    );
  });

  test.each([
    [{ kind: "ConfigMap", apiVersion: "v1", name: "x" }, "cannot bind token to object of type /v1, Kind=ConfigMap"],
    [{ kind: "Pod", apiVersion: "apps/v1", name: "x" }, "cannot bind token to object of type apps/v1, Kind=Pod"],
    [{}, "cannot bind token to object of type /, Kind="],
    [{ kind: "Pod", apiVersion: "v1" }, "Name parameter required."],
    [{ kind: "Pod", apiVersion: "v1", name: "a/b" }, "Name parameter invalid: \"a/b\": may not contain '/'"],
  ])("the reference %j is rejected", async (boundObjectRef, message) => {
    expectBadRequest(await requestToken({ spec: { boundObjectRef } }), message);
  });
});

describe("lifetimes", () => {
  const ofPod = { apiVersion: "v1", kind: "Pod", name: "web" };
  const request = (changes: object = {}): object => ({
    spec: { expirationSeconds: 3607, boundObjectRef: ofPod, ...changes },
  });

  beforeAll(async () => {
    await create(`${namespace}/pods`, pod("web"));
  });

  test("a token of a Pod for 3607 seconds lives for a year, and names the time at which it should be replaced", async () => {
    const answer = await requestToken(request());
    const claims = claimsIn(answer);
    expect(claims["exp"]).toBe(seconds() + 365 * 86_400);
    expect(claims["orch.io"]).toMatchObject({ warnafter: seconds() + 3607 });
    expect(Date.parse(answer.json.status.expirationTimestamp as string)).toBe((seconds() + 3607) * 1000);
  });

  test.each([
    ["for another time", request({ expirationSeconds: 3600 }), 3600],
    ["for another audience", request({ audiences: ["https://orch.default.svc", "vault"] }), 3607],
    ["without a Pod", request({ boundObjectRef: null }), 3607],
  ])("a token %s lives as long as requested", async (_, body, lifetime) => {
    const claims = claimsIn(await requestToken(body));
    expect(claims["exp"]).toBe(seconds() + lifetime);
    expect(claims["orch.io"]).not.toHaveProperty("warnafter");
  });

  test("--service-account-max-token-expiration shortens tokens with a warning, but not the year of Pods' tokens", async () => {
    await using limited = await startTestServer({ flags: ["--service-account-max-token-expiration=2h"] });
    await create(accounts, { metadata: { name: "bot" } }, limited);
    await create(`${namespace}/pods`, pod("web"), limited);
    const shortened = await requestToken({ spec: { expirationSeconds: 7201 } }, limited);
    expect(shortened.headers["warning"]).toBe('299 - "requested expiration of 7201 seconds shortened to 7200 seconds"');
    expect(shortened.json.spec.expirationSeconds).toBe(7200);
    const { exp, iat } = decodeJwt(shortened.json.status.token as string);
    expect((exp ?? 0) - (iat ?? 0)).toBe(7200);
    const extended = decodeJwt((await requestToken(request(), limited)).json.status.token as string);
    expect((extended.exp ?? 0) - (extended.iat ?? 0)).toBe(365 * 86_400);
  });

  test("--service-account-extend-token-expiration=false keeps the requested lifetime of Pods' tokens", async () => {
    await using plain = await startTestServer({ flags: ["--service-account-extend-token-expiration=false"] });
    await create(accounts, { metadata: { name: "bot" } }, plain);
    await create(`${namespace}/pods`, pod("web"), plain);
    const { exp, iat } = decodeJwt((await requestToken(request(), plain)).json.status.token as string);
    expect((exp ?? 0) - (iat ?? 0)).toBe(3607);
  });
});
