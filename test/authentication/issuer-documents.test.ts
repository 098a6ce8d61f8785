import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectFailure } from "../support/expect-status.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";

const discovery = "/.well-known/openid-configuration";
const keys = "/openid/v1/jwks";
const accounts = "/api/v1/namespaces/default/serviceaccounts";

let running: TestServer;
let token: string;

beforeAll(async () => {
  running = await startTestServer({ authorization: "RBAC" });
  token = await newToken(running);
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

async function newToken({ client }: TestServer): Promise<string> {
  await client.request(accounts, { body: { metadata: { name: "bot" } } });
  const answer = await client.request(`${accounts}/bot/token`, {
    body: { spec: { audiences: ["vault", "https://orch.default.svc"] } },
  });
  return answer.json.status.token as string;
}

const bearing = (): { headers: Record<string, string> } => ({ headers: { authorization: `Bearer ${token}` } });

describe("documents about the issuer", () => {
  test("[SA-07] the discovery document names the issuer and the URL of the keys, and may be cached", async () => {
    const answer = await running.client.request(discovery);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.headers["cache-control"]).toBe("public, max-age=3600");
    expect(answer.text).toBe(
      `{"issuer":"https://orch.default.svc","jwks_uri":"${running.server.url}${keys}",` +
        '"response_types_supported":["id_token"],"subject_types_supported":["public"],' +
        '"id_token_signing_alg_values_supported":["ES256"]}',
    );
  });

  test("[SA-07] another program verifies a token with the published keys", async () => {
    const answer = await running.client.request(keys);
    expect(answer.headers["content-type"]).toBe("application/jwk-set+json");
    expect(answer.headers["cache-control"]).toBe("public, max-age=3600");
    const { payload } = await jwtVerify(token, createLocalJWKSet(answer.json), {
      issuer: "https://orch.default.svc",
      audience: "vault",
      currentDate: new Date(running.clock.nowMs()),
    });
    expect(payload.sub).toBe("system:serviceaccount:default:bot");
  });

  test.each([discovery, `${discovery}/`, keys, `${keys}/`])(
    "service accounts may read %s, and others may not",
    async (path) => {
      const { url, caCertificate: ca } = running.server;
      await using bearer = new WireClient({ url, ca });
      expect((await bearer.request(path, bearing())).status).toBe(200);
      const answer = await bearer.request(path);
      expect(answer.status).toBe(403);
      expect(answer.json.message).toBe(`forbidden: User "system:anonymous" cannot get path "${path}"`);
    },
  );

  test.each(["POST", "HEAD", "DELETE"])("the method %s is not supported", async (method) => {
    expect((await running.client.request(keys, { method })).status).toBe(405);
  });

  test("a client that accepts another media type gets 406", async () => {
    expectFailure(await running.client.request(keys, { headers: { accept: "application/cbor" } }), {
      code: 406,
      reason: "NotAcceptable",
      message: "406: Not Acceptable\n\nAvailable representations: application/jwk-set+json",
      details: {},
    });
  });

  test("the list of paths contains the documents", async () => {
    expect((await running.client.request("/")).json.paths).toEqual(expect.arrayContaining([discovery, keys]));
  });
});

describe("OpenAPI", () => {
  // Recorded from the reference v1.32.13, except for the descriptions.
  const operations = [
    {
      key: discovery.slice(1),
      mediaType: "application/json",
      tag: "WellKnown",
      operationId: "getServiceAccountIssuerOpenIDConfiguration",
    },
    {
      key: keys.slice(1),
      mediaType: "application/jwk-set+json",
      tag: "openid",
      operationId: "getServiceAccountIssuerOpenIDKeyset",
    },
  ];

  test.each(operations)("version 3 describes $key as the reference does", async (described) => {
    const { key, mediaType, tag, operationId } = described;
    expect((await running.client.request("/openapi/v3")).json.paths).toHaveProperty([key]);
    const { paths, components } = (await running.client.request(`/openapi/v3/${key}`)).json;
    expect(paths).toEqual({
      [`/${key}/`]: {
        get: {
          tags: [tag],
          description: expect.any(String),
          operationId,
          responses: {
            200: { description: "OK", content: { [mediaType]: { schema: { type: "string" } } } },
            401: { description: "Unauthorized" },
          },
        },
      },
    });
    expect(Object.keys(components)).toEqual(["securitySchemes"]);
  });

  test.each(operations)("version 2 describes $key as the reference does", async (described) => {
    const { key, mediaType, tag, operationId } = described;
    expect((await running.client.request("/openapi/v2")).json.paths[`/${key}/`]).toEqual({
      get: {
        description: expect.any(String),
        produces: [mediaType],
        schemes: ["https"],
        tags: [tag],
        operationId,
        responses: {
          200: { description: "OK", schema: { type: "string" } },
          401: { description: "Unauthorized" },
        },
      },
    });
  });
});

test("an issuer that is no https URL has no documents", async () => {
  await using other = await startTestServer({ flags: ["--service-account-issuer=my-issuer"] });
  for (const path of [discovery, keys]) expect((await other.client.request(path)).status).toBe(404);
  expect((await other.client.request("/openapi/v3")).json.paths).not.toHaveProperty([keys.slice(1)]);
  expect((await other.client.request("/")).json.paths).not.toContain(keys);
});

test("--service-account-jwks-uri replaces the URL of the keys", async () => {
  const flags = ["--service-account-issuer=https://a.example", "--service-account-jwks-uri=https://b.example/keys"];
  await using other = await startTestServer({ flags });
  const { json } = await other.client.request(discovery);
  expect(json).toMatchObject({ issuer: "https://a.example", jwks_uri: "https://b.example/keys" });
});
