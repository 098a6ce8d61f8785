import { expect, test } from "vitest";
import { UsageError } from "../flags/usage-error.ts";
import type { AuthenticationConfig } from "./authentication-config.ts";
import { authenticationFlags } from "./authentication-flags.ts";
import { serverConfig } from "./server-config.ts";

function config(...args: readonly string[]): AuthenticationConfig {
  return serverConfig("apiserver", args, { cwd: "/somewhere" }).authentication;
}

function problemsOf(...args: readonly string[]): readonly string[] {
  try {
    config(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  return [];
}

test("without flags, only service account tokens and certificates of the cluster's CA are accepted", () => {
  expect(config()).toEqual({
    anonymous: undefined,
    allowsAnonymous: true,
    allowsAnonymousInFile: true,
    audiences: [],
    tokenFile: undefined,
    bootstrapTokens: false,
    serviceAccounts: {
      issuers: [],
      keyFiles: [],
      signingKeyFile: undefined,
      lookup: true,
      expirationMaxMs: Number.POSITIVE_INFINITY,
      extendsExpiration: true,
      jwksUri: undefined,
    },
    openId: undefined,
    configurationFile: undefined,
    webhook: undefined,
    frontProxy: undefined,
  });
});

const uidGate = "--feature-gates=RemoteRequestHeaderUID=true";

/** A value for each flag that differs from its default. */
const otherValues = [
  "--anonymous-auth=false",
  "--api-audiences=api,vault",
  "--token-auth-file=tokens.csv",
  "--enable-bootstrap-token-auth",
  "--service-account-issuer=https://one.example,https://two.example",
  "--service-account-key-file=sa.pub,/keys/old.pub",
  "--service-account-signing-key-file=sa.key",
  "--service-account-lookup=false",
  "--service-account-max-token-expiration=48h",
  "--service-account-extend-token-expiration=false",
  "--service-account-jwks-uri=https://keys.example/jwks",
  "--oidc-issuer-url=https://login.example",
  "--oidc-client-id=orch",
  "--oidc-ca-file=login-ca.crt",
  "--oidc-username-claim=email",
  "--oidc-username-prefix=-",
  "--oidc-groups-claim=groups",
  "--oidc-groups-prefix=login:",
  "--oidc-required-claim=hd=example.com",
  "--oidc-signing-algs=ES256,RS512",
  "--authentication-token-webhook-config-file=webhook.yaml",
  "--authentication-token-webhook-version=v1",
  "--authentication-token-webhook-cache-ttl=0s",
  "--requestheader-client-ca-file=proxy-ca.crt",
  "--requestheader-allowed-names=proxy",
  "--requestheader-username-headers=X-Remote-User",
  "--requestheader-uid-headers=X-Remote-Uid",
  "--requestheader-group-headers=X-Remote-Group",
  "--requestheader-extra-headers-prefix=X-Remote-Extra-",
];

test("every flag sets its value in the configuration", () => {
  // The flags of OpenID exclude this one.
  const file = "--authentication-config=authentication.yaml";
  expect(config(file).configurationFile).toBe("/somewhere/authentication.yaml");
  const others = otherValues.filter((arg) => arg !== file);
  expect(config(...others, uidGate)).toEqual({
    anonymous: false,
    allowsAnonymous: false,
    allowsAnonymousInFile: true,
    audiences: ["api", "vault"],
    tokenFile: "/somewhere/tokens.csv",
    bootstrapTokens: true,
    serviceAccounts: {
      issuers: ["https://one.example", "https://two.example"],
      keyFiles: ["/somewhere/sa.pub", "/keys/old.pub"],
      signingKeyFile: "/somewhere/sa.key",
      lookup: false,
      expirationMaxMs: 48 * 3_600_000,
      extendsExpiration: false,
      jwksUri: "https://keys.example/jwks",
    },
    openId: {
      issuerUrl: "https://login.example",
      clientId: "orch",
      caFile: "/somewhere/login-ca.crt",
      usernameClaim: "email",
      usernamePrefix: "-",
      groupsClaim: "groups",
      groupsPrefix: "login:",
      requiredClaims: ["hd=example.com"],
      signingAlgorithms: ["ES256", "RS512"],
    },
    configurationFile: undefined,
    webhook: { configFile: "/somewhere/webhook.yaml", version: "v1", cacheMs: 0 },
    frontProxy: {
      caFile: "/somewhere/proxy-ca.crt",
      allowedNames: ["proxy"],
      usernameHeaders: ["X-Remote-User"],
      uidHeaders: ["X-Remote-Uid"],
      groupHeaders: ["X-Remote-Group"],
      extraHeaderPrefixes: ["X-Remote-Extra-"],
    },
  });
});

/** It excludes the flags of OpenID Connect. */
const fileFlag = "--authentication-config=authentication.yaml";

test("a file can describe the token issuers instead of flags", () => {
  expect(config(fileFlag)).toMatchObject({ configurationFile: "/somewhere/authentication.yaml", openId: undefined });
});

test("the tests of this file set each flag of authentication", () => {
  const names = [...otherValues, fileFlag].map((arg) => /^--([\w-]+)/.exec(arg)?.[1] ?? arg);
  // The listener uses this file.
  expect([...names, "client-ca-file"].sort()).toEqual(authenticationFlags.map(({ name }): string => name).sort());
});

test.each([
  ["--oidc-issuer-url=https://login.example", "--oidc-issuer-url needs --oidc-client-id"],
  ["--oidc-client-id=orch", "--oidc-client-id needs --oidc-issuer-url"],
  ["--requestheader-client-ca-file=ca.crt", "--requestheader-client-ca-file needs --requestheader-username-headers"],
])("the flag %s alone is rejected", (flag, problem) => {
  expect(problemsOf(flag)).toEqual([problem]);
});

test.each([
  [
    ["--requestheader-uid-headers=X-Remote-Uid"],
    ["--requestheader-uid-headers requires --feature-gates=RemoteRequestHeaderUID=true"],
  ],
  [[uidGate, "--requestheader-uid-headers=x-remote-uid,X-Uid"], []],
  [
    [uidGate, "--requestheader-uid-headers=X-Uid"],
    ["--requestheader-uid-headers must contain X-Remote-Uid, which API aggregation needs"],
  ],
  [["--requestheader-group-headers=X-Group, "], ["--requestheader-group-headers has an empty value"]],
  [["--requestheader-allowed-names= "], ["--requestheader-allowed-names has an empty value"]],
])("the flags %j about authenticating proxies have the problems %j", (args, problems) => {
  expect(problemsOf(...args)).toEqual(problems);
});

test("any flag of OpenID Connect needs the issuer and the client, and excludes a file", () => {
  expect(problemsOf("--oidc-groups-claim=roles")).toEqual([
    "--oidc-groups-claim needs --oidc-issuer-url",
    "--oidc-groups-claim needs --oidc-client-id",
  ]);
  expect(problemsOf("--oidc-required-claim=a=b", fileFlag)).toEqual([
    "--authentication-config and --oidc-required-claim are mutually exclusive",
  ]);
});

test("the value of a required claim may contain commas", () => {
  const flags = ["--oidc-issuer-url=https://login.example", "--oidc-client-id=orch"];
  const { openId } = config(...flags, "--oidc-required-claim=a=b,c=d", "--oidc-required-claim=e=f");
  expect(openId?.requiredClaims).toEqual(["a=b,c=d", "e=f"]);
});
