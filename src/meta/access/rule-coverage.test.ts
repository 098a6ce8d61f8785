import { describe, expect, test } from "vitest";
import { breakDown, missingRules } from "./rule-coverage.ts";

const podReader = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] };

describe("missingRules()", () => {
  test("returns nothing if one owned rule grants each single permission", () => {
    const owned = [podReader, { verbs: ["get"], apiGroups: ["apps"], resources: ["*"] }];
    expect(missingRules(owned, [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }])).toEqual([]);
    expect(missingRules(owned, [{ verbs: ["get"], apiGroups: ["apps"], resources: ["deployments/scale"] }])).toEqual(
      [],
    );
  });

  test("returns each missing permission as a separate rule", () => {
    expect(
      missingRules([podReader], [{ verbs: ["get", "watch"], apiGroups: [""], resources: ["pods", "secrets"] }]),
    ).toEqual([
      { verbs: ["watch"], apiGroups: [""], resources: ["pods"] },
      { verbs: ["get"], apiGroups: [""], resources: ["secrets"] },
      { verbs: ["watch"], apiGroups: [""], resources: ["secrets"] },
    ]);
  });

  test("does not join two owned rules to grant a star", () => {
    const all = { verbs: ["*"], apiGroups: [""], resources: ["pods"] };
    expect(missingRules([podReader], [all])).toEqual([all]);
  });

  test("compares names of objects: a rule without names grants all of them, a rule with names not the others", () => {
    const named = { ...podReader, verbs: ["get"], resourceNames: ["a", "b"] };
    expect(missingRules([podReader], [named])).toEqual([]);
    expect(missingRules([{ ...named, resourceNames: ["a"] }], [named])).toEqual([{ ...named, resourceNames: ["b"] }]);
    expect(missingRules([named], [{ ...named, resourceNames: [] }])).toEqual([
      { verbs: ["get"], apiGroups: [""], resources: ["pods"] },
    ]);
  });

  test("grants a subresource by a rule for this subresource of all resources", () => {
    const scale = { verbs: ["get"], apiGroups: ["*"], resources: ["*/scale"] };
    expect(missingRules([scale], [{ verbs: ["get"], apiGroups: ["apps"], resources: ["deployments/scale"] }])).toEqual(
      [],
    );
    expect(missingRules([scale], [{ verbs: ["get"], apiGroups: ["apps"], resources: ["deployments"] }])).toHaveLength(
      1,
    );
  });

  test("grants a path by a rule with a star at its end", () => {
    const owned = [{ verbs: ["get"], nonResourceURLs: ["/healthz/*"] }];
    expect(missingRules(owned, [{ verbs: ["get"], nonResourceURLs: ["/healthz/ping", "/healthz/*"] }])).toEqual([]);
    expect(missingRules(owned, [{ verbs: ["get"], nonResourceURLs: ["/healthz"] }])).toHaveLength(1);
    expect(missingRules(owned, [{ verbs: ["post"], nonResourceURLs: ["/healthz/ping"] }])).toHaveLength(1);
  });
});

test("breakDown() yields one rule for each combination, without creating them all at once", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
  const rules = breakDown([{ verbs: many, apiGroups: many, resources: many }]);
  expect(rules.next().value).toEqual({ verbs: ["n0"], apiGroups: ["n0"], resources: ["n0"] });
});
