import { describe, expect, test } from "vitest";
import type { Namespace } from "../../api/core/v1/namespace.ts";
import type { Content, Remainder } from "./content.ts";
import { decide, isToBeEmptied } from "./decide.ts";

const nowMs = Date.UTC(2025, 0, 1);
const empty: Content = { failures: [], remainders: [] };
const left: Remainder = {
  type: { group: "", plural: "pods" },
  count: 2,
  finalizers: new Map([["example.com/slow", 1]]),
  graceSeconds: 0,
};

function going(status: Namespace["status"] = {}, finalizers = ["orch"]): Namespace {
  const metadata = { name: "shop", deletionTimestamp: "2025-01-01T00:00:00Z" };
  return { kind: "Namespace", apiVersion: "v1", metadata, spec: { finalizers }, status };
}

function decided(content: Content, namespace = going()): ReturnType<typeof decide> {
  return decide({ namespace, content, finalizer: "orch", nowMs });
}

describe("a namespace is looked at", () => {
  test("isToBeEmptied() is true for a namespace that is being deleted and has the content finalizer", () => {
    expect(isToBeEmptied(going(), "orch")).toBe(true);
    expect(isToBeEmptied(going({}, ["example.com/other"]), "orch")).toBe(false);
    expect(isToBeEmptied({ ...going(), metadata: { name: "shop" } }, "orch")).toBe(false);
  });
});

describe("a namespace in which nothing is left", () => {
  test("decide() removes only the content finalizer from an empty namespace", () => {
    expect(decided(empty).finalizers).toEqual([]);
    expect(decided(empty, going({}, ["example.com/a", "orch"])).finalizers).toEqual(["example.com/a"]);
  });
});

describe("a namespace in which something is left", () => {
  test.each([
    ["half of the estimated time of finalizers", { ...left }, 8000],
    ["half of the grace period", { ...left, finalizers: new Map(), graceSeconds: 30 }, 16_000],
    ["half of the longer of both", { ...left, graceSeconds: 60 }, 31_000],
    ["a second if the objects should already be gone", { ...left, finalizers: new Map() }, 1000],
  ])("decide() checks a namespace with remaining objects again after %s", (_, remainder, expected) => {
    const { finalizers, lookAgainAfterMs } = decided({ ...empty, remainders: [remainder] });
    expect([finalizers, lookAgainAfterMs]).toEqual([undefined, expected]);
  });

  test("decide() keeps the finalizer and returns no delay if discovery or a deletion failed", () => {
    for (const content of [
      { ...empty, failures: ["no"] },
      { ...empty, discoveryFailure: "no" },
    ]) {
      expect(decided(content)).toMatchObject({ finalizers: undefined, lookAgainAfterMs: undefined });
    }
  });
});

describe("the conditions", () => {
  const conditionTexts = (content: Content, namespace?: Namespace): readonly string[] | undefined =>
    decided(content, namespace).conditions?.map(
      ({ type, status, reason, message }) => `${type} ${status} ${reason} ${message}`,
    );

  test("conditions list the remaining objects and their finalizers, sorted", () => {
    const secrets = {
      ...left,
      type: { group: "example.com", plural: "apples" },
      count: 1,
      finalizers: new Map([["b", 1]]),
    };
    const found = conditionTexts({ ...empty, remainders: [left, secrets] });
    expect(found?.slice(3)).toEqual([
      "NamespaceContentRemaining True SomeResourcesRemain Some resources are remaining: " +
        "apples.example.com has 1 resource instances, pods. has 2 resource instances",
      "NamespaceFinalizersRemaining True SomeFinalizersRemain Some content in the namespace has finalizers remaining: " +
        "b in 1 resource instances, example.com/slow in 1 resource instances",
    ]);
  });

  test("conditions list the failures", () => {
    const found = conditionTexts({ discoveryFailure: "nobody answers", failures: ["two", "one"], remainders: [] });
    expect(found?.[0]).toBe("NamespaceDeletionDiscoveryFailure True DiscoveryFailed nobody answers");
    expect(found?.[2]).toBe(
      "NamespaceDeletionContentFailure True ContentDeletionFailed Failed to delete all resource types, 2 remaining: one, two",
    );
  });

  test("conditions that have not changed are not written", () => {
    const conditions = decided({ ...empty, remainders: [left] }).conditions ?? [];
    expect(decided({ ...empty, remainders: [left] }, going({ conditions })).conditions).toBeUndefined();
  });

  test("conditions keep their lastTransitionTime while their status is unchanged, and other conditions are kept", () => {
    const since = "2024-01-01T00:00:00Z";
    const before = (decided(empty).conditions ?? []).map((one) => ({ ...one, lastTransitionTime: since }));
    const other = { type: "Mine", status: "True" } as const;
    const after = decided({ ...empty, remainders: [left] }, going({ conditions: [other, ...before] })).conditions ?? [];
    expect(after.map(({ type, lastTransitionTime }) => [type, lastTransitionTime])).toEqual([
      ["Mine", undefined],
      ["NamespaceDeletionDiscoveryFailure", since],
      ["NamespaceDeletionGroupVersionParsingFailure", since],
      ["NamespaceDeletionContentFailure", since],
      ["NamespaceContentRemaining", "2025-01-01T00:00:00Z"],
      ["NamespaceFinalizersRemaining", "2025-01-01T00:00:00Z"],
    ]);
  });
});
