import { beforeEach, describe, expect, test } from "vitest";
import { discoverIssuer, issuerUrlProblem } from "./discovery.ts";
import { configuration, FakeIssuer, type FakeResponse, issuerUrl } from "./testing/fake-issuer.ts";

const { signal } = new AbortController();
const documentUrl = `${issuerUrl}/.well-known/openid-configuration`;
let fake: FakeIssuer;

beforeEach(() => {
  fake = new FakeIssuer();
});

function discover(document: FakeResponse, url = issuerUrl) {
  fake.responses.set(`${url.replace(/\/$/, "")}/.well-known/openid-configuration`, document);
  return discoverIssuer(url, { send: fake.send, signal });
}

test("discoverIssuer() reads the endpoints of the issuer", async () => {
  expect(await discover(configuration)).toEqual({
    issuer: "https://issuer.test",
    authorizationEndpoint: "https://issuer.test/auth",
    tokenEndpoint: "https://issuer.test/token",
    deviceEndpoint: "https://issuer.test/device",
    revocationEndpoint: "https://issuer.test/revoke",
    jwksUri: "https://issuer.test/jwks",
    secretPlacement: "header",
  });
});

test("discoverIssuer() accepts an issuer whose URL ends with a slash or has a path", async () => {
  for (const url of ["https://issuer.test/", "https://issuer.test/tenants/1"]) {
    expect(await discover({ ...configuration, issuer: url }, url)).toMatchObject({ issuer: url });
  }
});

test("discoverIssuer() finds out how the client secret is sent", async () => {
  const placementOf = async (methods: unknown): Promise<string> =>
    (await discover({ ...configuration, token_endpoint_auth_methods_supported: methods })).secretPlacement;
  expect(await placementOf(["client_secret_post"])).toBe("body");
  expect(await placementOf(["client_secret_post", "client_secret_basic"])).toBe("header");
});

describe("discoverIssuer() rejects", () => {
  test.each<[string, FakeResponse, string]>([
    [
      "the document of another issuer",
      { ...configuration, issuer: "https://other.test" },
      'the issuer is "https://other.test", not "https://issuer.test"',
    ],
    ["a document without an issuer", { token_endpoint: "https://issuer.test/token" }, "the issuer is none"],
    ["a missing endpoint", { ...configuration, token_endpoint: undefined }, "token_endpoint is missing"],
    [
      "an endpoint without TLS",
      { ...configuration, jwks_uri: "http://issuer.test/jwks" },
      "jwks_uri must be a URL that begins with https://",
    ],
    [
      "an endpoint that is no URL",
      { ...configuration, authorization_endpoint: "javascript:alert(1)" },
      "authorization_endpoint must be a URL that begins with https://",
    ],
    ["a redirect", { status: 302, body: "" }, "responded with a redirect (302), which is not followed"],
    ["an error", { status: 503, body: "no" }, "responded with status 503"],
    ["a page", { status: 200, body: "<html>" }, "the response is not JSON"],
    ["a list", { status: 200, body: "[]" }, "the response is not a JSON object"],
  ])("%s", async (_, document, message) => {
    const error: unknown = await discover(document).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "LoginError",
      message: expect.stringContaining(`the configuration of the issuer at ${documentUrl}: `),
    });
    expect(String(error)).toContain(message);
  });
});

test.each([
  ["https://issuer.test", undefined],
  ["https://issuer.test/tenant", undefined],
  ["http://issuer.test", "must be a URL that begins with https://"],
  ["issuer.test", "must be a URL that begins with https://"],
  ["https://ann:secret@issuer.test", "may not hold a user or a password"],
  ["https://issuer.test?a=b", "may not have a query or a fragment"],
])("the issuer URL %s has the problem %s", (url, problem) => {
  expect(issuerUrlProblem(url)).toBe(problem);
});
