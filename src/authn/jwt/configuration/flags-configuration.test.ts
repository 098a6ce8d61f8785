import { expect, test } from "vitest";
import { ConfigurationError } from "../../../meta/configuration-error.ts";
import { configurationOfFlags, type OpenIdFlags } from "./flags-configuration.ts";

const flags: OpenIdFlags = {
  issuerUrl: "https://one.example",
  clientId: "app",
  certificateAuthority: undefined,
  usernameClaim: "sub",
  usernamePrefix: undefined,
  groupsClaim: undefined,
  groupsPrefix: undefined,
  requiredClaims: [],
};

function usernameOf(changes: Partial<OpenIdFlags>): unknown {
  return configurationOfFlags({ ...flags, ...changes }).jwt?.[0]?.claimMappings.username;
}

test("the prefix of user names is the issuer and #, unless the claim is email", () => {
  expect(usernameOf({})).toEqual({ claim: "sub", prefix: "https://one.example#" });
  expect(usernameOf({ usernamePrefix: "" })).toEqual({ claim: "sub", prefix: "https://one.example#" });
  expect(usernameOf({ usernameClaim: "email" })).toEqual({ claim: "email", prefix: "" });
});

test("the flag replaces the prefix, and - removes it", () => {
  expect(usernameOf({ usernamePrefix: "oidc:" })).toEqual({ claim: "sub", prefix: "oidc:" });
  expect(usernameOf({ usernamePrefix: "-" })).toEqual({ claim: "sub", prefix: "" });
  expect(usernameOf({ usernameClaim: "email", usernamePrefix: "mail:" })).toEqual({ claim: "email", prefix: "mail:" });
});

test("all flags appear in the configuration", () => {
  const all = {
    ...flags,
    certificateAuthority: "PEM",
    groupsClaim: "roles",
    groupsPrefix: "oidc:",
    requiredClaims: ["hd=example.com", "note = a=b ", "hd=example.org"],
  };
  expect(configurationOfFlags(all)).toEqual({
    jwt: [
      {
        issuer: { url: "https://one.example", audiences: ["app"], certificateAuthority: "PEM" },
        claimMappings: {
          username: { claim: "sub", prefix: "https://one.example#" },
          groups: { claim: "roles", prefix: "oidc:" },
        },
        claimValidationRules: [
          { claim: "hd", requiredValue: "example.org" },
          { claim: "note", requiredValue: "a=b" },
        ],
      },
    ],
  });
});

test("a required claim without a value is rejected", () => {
  expect(() => configurationOfFlags({ ...flags, requiredClaims: ["hd"] })).toThrow(
    new ConfigurationError("malformed pair, expect string=string: hd"),
  );
});
