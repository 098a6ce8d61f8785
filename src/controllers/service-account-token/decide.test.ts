import { describe, expect, test } from "vitest";
import type { Secret } from "../../api/core/v1/secret.ts";
import type { ServiceAccount } from "../../api/core/v1/service-account.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { decide, withoutReference } from "./decide.ts";
import { secretTokenClaims } from "./token-claims.ts";

const rootCa = "certificates";
const encodedRootCa = "Y2VydGlmaWNhdGVz";
const encodedNamespace = "c2hvcA==";
const account: ServiceAccount = {
  kind: "ServiceAccount",
  apiVersion: "v1",
  metadata: { namespace: "shop", name: "robot", uid: "uid-1" },
};

function secret(data?: Record<string, string>): Secret {
  return { kind: "Secret", apiVersion: "v1", metadata: { namespace: "shop", name: "key" }, ...(data ? { data } : {}) };
}

describe("a token Secret", () => {
  test("decide() completes an empty Secret", () => {
    expect(decide({ secret: secret(), account, rootCa })).toEqual({
      type: "complete",
      account,
      data: { "ca.crt": encodedRootCa, namespace: encodedNamespace },
      needsToken: true,
    });
  });

  test("decide() leaves out the certificates if there are none to publish", () => {
    expect(decide({ secret: secret(), account, rootCa: "" })).toMatchObject({ data: { namespace: encodedNamespace } });
  });

  test("decide() deletes a Secret whose account does not exist", () => {
    expect(decide({ secret: secret(), account: undefined, rootCa })).toEqual({ type: "delete" });
  });

  test.each([
    ["ca.crt", "d3Jvbmc=", { data: { "ca.crt": encodedRootCa }, needsToken: false }],
    ["ca.crt", "", { data: { "ca.crt": encodedRootCa }, needsToken: false }],
    ["namespace", "", { data: { namespace: encodedNamespace }, needsToken: false }],
    ["token", "", { data: {}, needsToken: true }],
  ])("decide() corrects the key %s with the value %j", (key, value, expected) => {
    const data = { "ca.crt": encodedRootCa, namespace: encodedNamespace, token: "dG9rZW4=", [key]: value };
    expect(decide({ secret: secret(data), account, rootCa })).toEqual({ type: "complete", account, ...expected });
  });

  test.each(["namespace", "token"])("decide() keeps any value of the key %s, like the reference", (key) => {
    const data = { "ca.crt": encodedRootCa, namespace: encodedNamespace, token: "dG9rZW4=", [key]: "d3Jvbmc=" };
    expect(decide({ secret: secret(data), account, rootCa })).toEqual({ type: "none" });
  });
});

describe("a reference of an account", () => {
  test("withoutReference() removes only the reference to this Secret", () => {
    const secrets = [{ name: "a" }, { name: "key" }, { name: "b" }];
    expect(withoutReference({ ...account, secrets }, "key")?.secrets).toEqual([{ name: "a" }, { name: "b" }]);
  });

  test("withoutReference() returns undefined if the account does not refer to the Secret", () => {
    expect(withoutReference({ ...account, secrets: [{ name: "a" }] }, "key")).toBeUndefined();
    expect(withoutReference(account, "key")).toBeUndefined();
  });
});

test("secretTokenClaims() returns the claims of the reference, in its order", () => {
  expect(JSON.stringify(secretTokenClaims(account, "key", vocabularies.kubernetes))).toBe(
    '{"iss":"kubernetes/serviceaccount","kubernetes.io/serviceaccount/namespace":"shop",' +
      '"kubernetes.io/serviceaccount/secret.name":"key","kubernetes.io/serviceaccount/service-account.name":"robot",' +
      '"kubernetes.io/serviceaccount/service-account.uid":"uid-1","sub":"system:serviceaccount:shop:robot"}',
  );
});
