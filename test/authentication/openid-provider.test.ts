import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startHttps } from "../../src/egress/testing/https-server.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { OidcIssuer } from "../support/oidc-issuer.ts";
import { logInAt, type ProviderTokens } from "../support/provider-login.ts";
import { startHttpProxy } from "../support/proxies.ts";
import { ConfigurationFile, TokenServer } from "../support/token-server.ts";
import { until } from "../support/until.ts";

let issuer: OidcIssuer;
let tokens: ProviderTokens;

beforeAll(async () => {
  issuer = await OidcIssuer.start();
  tokens = await logInAt(issuer, "ann");
});
afterAll(() => issuer[Symbol.asyncDispose]());

test("the ID token of a real provider is accepted with flags, and its access token is not [OIDC-01] [OIDC-03]", async () => {
  issuer.requests.length = 0;
  const flags = [`--oidc-issuer-url=${issuer.url}`, "--oidc-client-id=orch", `--oidc-ca-file=${issuer.caFile}`];
  await using running = await TokenServer.start(flags);
  await running.waitForAcceptance(tokens.id_token);
  expect(await running.userOf(tokens.id_token)).toEqual({
    username: `${issuer.url}#ann`,
    groups: ["system:authenticated"],
  });
  expect(await running.userOf(tokens.access_token)).toBe(401);
  expect(issuer.requests).toEqual(["GET /.well-known/openid-configuration", "GET /jwks"]);
});

test("the ID token of a real provider is accepted with a configuration file [JWT-01] [JWT-02]", async () => {
  using file = new ConfigurationFile({
    jwt: [
      {
        issuer: { url: issuer.url, audiences: ["orch"], certificateAuthority: issuer.ca },
        claimMappings: { username: { expression: "'provider:' + claims.sub" } },
        userValidationRules: [{ expression: "user.username.startsWith('provider:')" }],
      },
    ],
  });
  await using running = await TokenServer.start([file.flag]);
  await running.waitForAcceptance(tokens.id_token);
  expect(await running.userOf(tokens.id_token)).toMatchObject({ username: "provider:ann" });
});

test("the server reaches an issuer through the proxy of the environment", async () => {
  using authority = await ClientAuthority.create();
  const paths: (string | undefined)[] = [];
  await using provider = await startHttps(
    authority,
    (request, response) => {
      paths.push(request.url);
      response.end("{}");
    },
    { hosts: ["issuer.test"] },
  );
  await using proxy = await startHttpProxy({ targetPort: provider.port });
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${proxy.port}`);
  try {
    const flags = ["--oidc-issuer-url=https://issuer.test", "--oidc-client-id=orch"];
    await using _ = await TokenServer.start([...flags, `--oidc-ca-file=${authority.caFile}`]);
    await until(() => paths.length > 0, "the issuer got a request");
    expect(paths[0]).toBe("/.well-known/openid-configuration");
    expect(proxy.requests[0]).toMatch(/^CONNECT issuer\.test:443 /);
  } finally {
    vi.unstubAllEnvs();
  }
});
