import { describe, expect, test } from "vitest";
import type { Secret } from "../../api/core/v1/secret.ts";
import type { ServiceAccount } from "../../api/core/v1/service-account.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { decide, isGenerated, isTrackedLongEnough, isUnused } from "./decide.ts";

const dayMs = 24 * 3_600_000;
const vocabulary = vocabularies.orch;
/** A period of ten days, at noon of 31 January. Dates from 21 January are recent. */
const time = { nowMs: Date.UTC(2025, 0, 31, 12), periodMs: 10 * dayMs };

function secret(labels: Record<string, string> = {}, more: Partial<Secret["metadata"]> = {}): Secret {
  const metadata = { name: "key", creationTimestamp: "2024-01-01T00:00:00Z", labels, ...more };
  return { kind: "Secret", apiVersion: "v1", metadata };
}

describe("the record of uses", () => {
  test.each([
    ["2025-01-20", true],
    ["2025-01-21", false],
    ["2025-02-01", false],
  ])("isTrackedLongEnough() counts the period from the end of the first day: %s, %j", (since, expected) => {
    expect(isTrackedLongEnough(since, time)).toBe(expected);
  });

  test("isTrackedLongEnough() is true at the first moment after the period", () => {
    const nowMs = Date.UTC(2025, 0, 31);
    expect(isTrackedLongEnough("2025-01-20", { ...time, nowMs })).toBe(true);
    expect(isTrackedLongEnough("2025-01-20", { ...time, nowMs: nowMs - 1 })).toBe(false);
  });
});

describe("an unused token", () => {
  test.each([
    [true, "was never used", secret()],
    [true, "was last used before the period", secret({ "orch.io/legacy-token-last-used": "2025-01-20" })],
    [false, "was used in the period", secret({ "orch.io/legacy-token-last-used": "2025-01-21" })],
    [false, "has an unreadable date of use", secret({ "orch.io/legacy-token-last-used": "2025-1-2" })],
    [false, "was created in the period", secret({}, { creationTimestamp: "2025-01-21T12:00:00Z" })],
    [true, "was created just before the period", secret({}, { creationTimestamp: "2025-01-21T11:59:59Z" })],
    [false, "is being deleted", secret({}, { deletionTimestamp: "2025-01-30T00:00:00Z" })],
  ])("isUnused() is %j for a token that %s", (expected, _what, object) => {
    expect(isUnused(object, time, vocabulary)).toBe(expected);
  });

  test("isGenerated() is true if the account refers to the Secret", () => {
    const account: ServiceAccount = { kind: "ServiceAccount", apiVersion: "v1", metadata: {} };
    expect(isGenerated({ ...account, secrets: [{ name: "other" }, { name: "key" }] }, "key")).toBe(true);
    expect(isGenerated({ ...account, secrets: [{ name: "other" }] }, "key")).toBe(false);
    expect(isGenerated(account, "key")).toBe(false);
  });

  test.each([
    [undefined, { type: "invalidate", date: "2025-01-31" }],
    ["soon", { type: "invalidate", date: "2025-01-31" }],
    ["2025-01-31", { type: "wait" }],
    ["2025-01-21", { type: "wait" }],
    ["2025-01-20", { type: "delete" }],
  ])("decide() returns for a token that is invalid since %s the action %j", (date, action) => {
    const labels: Record<string, string> = date === undefined ? {} : { "orch.io/legacy-token-invalid-since": date };
    expect(decide(secret(labels), time, vocabulary)).toEqual(action);
  });
});
