import { afterAll, beforeAll, expect, test } from "vitest";
import { OidcIssuer } from "../support/oidc-issuer.ts";
import { logInAt, type ProviderTokens } from "../support/provider-login.ts";
import { ConfigurationFile, TokenServer } from "../support/token-server.ts";

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
