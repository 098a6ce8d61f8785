import { describe, expect, test } from "vitest";
import type { Secret } from "../../api/core/v1/secret.ts";
import { bootstrapSecret } from "../bootstrap-token/testing/bootstrap-secret.ts";
import { decide } from "./decide.ts";

const nowMs = Date.UTC(2025, 0, 1);
const kubeconfig = "hello\nworld";
/** Signature of `kubeconfig` with the token 07401b.f395accd246ae52d, from the reference. */
const signature = "eyJhbGciOiJIUzI1NiIsImtpZCI6IjA3NDAxYiJ9..kemZNeQXvqZ6gIBKdl7n2dNbA7ptpEBeDeEYNGpHnu0";
const signed = { kubeconfig, "jws-kubeconfig-07401b": signature };

function decided(data: Record<string, string>, ...secrets: Secret[]): ReturnType<typeof decide> {
  return decide({ data, secrets, nowMs });
}

test("decide() adds the same signature as the reference", () => {
  expect(decided({ kubeconfig, other: "x" }, bootstrapSecret())).toEqual({
    data: { ...signed, other: "x" },
    lookAgainAfterMs: undefined,
  });
});

test("decide() writes nothing if all signatures are correct", () => {
  expect(decided(signed, bootstrapSecret()).data).toBeUndefined();
  expect(decided({ kubeconfig }).data).toBeUndefined();
});

test("decide() replaces wrong signatures and removes those of unknown tokens", () => {
  const data = { kubeconfig, "jws-kubeconfig-07401b": "wrong", "jws-kubeconfig-aaaaaa": signature };
  expect(decided(data, bootstrapSecret()).data).toEqual(signed);
});

test("decide() writes nothing to a ConfigMap without a configuration", () => {
  expect(decided({ "jws-kubeconfig-07401b": signature }, bootstrapSecret()).data).toBeUndefined();
});

describe("a Secret that must not sign", () => {
  test.each([
    ["has another name", bootstrapSecret({}, "bootstrap-token-aaaaaa")],
    ["has a malformed name", bootstrapSecret({ "token-id": "07401bx" }, "bootstrap-token-07401bx")],
    ["has no id", bootstrapSecret({ "token-id": undefined })],
    ["has no secret", bootstrapSecret({ "token-secret": undefined })],
    ["is not meant for signing", bootstrapSecret({ "usage-bootstrap-signing": undefined })],
    ["says that it is not meant for signing", bootstrapSecret({ "usage-bootstrap-signing": "True" })],
    ["expires now", bootstrapSecret({ expiration: "2025-01-01T00:00:00Z" })],
    ["has an unreadable expiration", bootstrapSecret({ expiration: "tomorrow" })],
    ["has an expiration without a time zone", bootstrapSecret({ expiration: "2030-01-01T00:00:00" })],
  ])("decide() removes the signature of a token that %s", (_what, secret) => {
    expect(decided(signed, secret).data).toEqual({ kubeconfig });
  });
});

describe("the next check", () => {
  test("decide() looks again when the first token expires", () => {
    const [soon, late] = ["2025-01-01T00:00:05Z", "2025-01-01T00:00:09+00:00"].map((expiration) =>
      bootstrapSecret({ expiration }),
    );
    expect(decided(signed, late as Secret, soon as Secret, bootstrapSecret()).lookAgainAfterMs).toBe(5000);
  });

  test("decide() looks again after ten minutes at the latest, because the clock may be set", () => {
    const secret = bootstrapSecret({ expiration: "2026-01-01T00:00:00Z" });
    expect(decided(signed, secret).lookAgainAfterMs).toBe(600_000);
  });
});
