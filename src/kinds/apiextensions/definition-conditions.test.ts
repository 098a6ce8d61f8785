import { describe, expect, test } from "vitest";
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { acceptNames, approvalCondition, type ConditionState, establish, GroupNames } from "./definition-conditions.ts";

// The expected names and conditions are those of the reference v1.32.13 for the same definitions.

const writes = new KindWrites(customResourceDefinition);
const context = { vocabulary: vocabularies.kubernetes };

function definitionOf(names: { plural: string; kind: string }, more: object = {}): CustomResourceDefinition {
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }];
  const spec = { group: "names.example.com", names, scope: "Namespaced", versions, ...more };
  return writes.decode({ metadata: { name: `${names.plural}.${spec.group}` }, spec });
}

function withConditions(
  definition: CustomResourceDefinition,
  changes: readonly (ConditionState | undefined)[],
): CustomResourceDefinition {
  const conditions = new Map((definition.status?.conditions ?? []).map((one) => [one.type, one]));
  for (const change of changes) if (change) conditions.set(change.type, change);
  return { ...definition, status: { ...definition.status, conditions: [...conditions.values()] } };
}

/** Does what the controllers do to a definition until nothing changes. */
function settle(
  definition: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
): CustomResourceDefinition {
  let settled = definition;
  for (;;) {
    const accepted = acceptNames(settled, () => new GroupNames([...others, settled]));
    if (accepted) {
      const { names, namesAccepted, established } = accepted;
      const status = { ...settled.status, acceptedNames: structuredClone(names) as typeof settled.spec.names };
      settled = withConditions({ ...settled, status }, [namesAccepted, established]);
      continue;
    }
    const established = establish(settled);
    if (!established) return settled;
    settled = withConditions(settled, [established]);
  }
}

describe("names of custom types", () => {
  const established = [
    ["NamesAccepted", "True", "NoConflicts", "no conflicts found"],
    ["Established", "True", "InitialNamesAccepted", "the initial names have been accepted"],
  ];
  const rejected = (reason: string, message: string) => [
    ["NamesAccepted", "False", reason, message],
    ["Established", "False", "NotAccepted", "not all names are accepted"],
  ];
  const appleNames = { plural: "apples", kind: "Apple", shortNames: ["ap"], categories: ["all"] };
  const apples = settle(definitionOf(appleNames), []);
  const conditionsOf = ({ status }: CustomResourceDefinition) =>
    status?.conditions?.map(({ type, status: holds, reason, message }) => [type, holds, reason, message]);

  test("a type whose names are free is established under them", () => {
    expect(conditionsOf(apples)).toEqual(established);
    expect(apples.status?.acceptedNames).toEqual({
      plural: "apples",
      singular: "apple",
      shortNames: ["ap"],
      kind: "Apple",
      listKind: "AppleList",
      categories: ["all"],
    });
  });

  test("the names of a type are accepted before it is established", () => {
    const pears = definitionOf({ plural: "pears", kind: "Pear" });
    const accepted = acceptNames(pears, () => new GroupNames([apples, pears]));
    expect(accepted?.established).toEqual({
      type: "Established",
      status: "False",
      reason: "Installing",
      message: "the initial names have been accepted",
    });
  });

  test.each([
    [
      { plural: "apples2", kind: "Apple" },
      rejected("ListKindConflict", '"AppleList" is already in use'),
      { plural: "apples2", kind: "" },
    ],
    [
      { plural: "pears", kind: "Pear", singular: "apple" },
      rejected("SingularConflict", '"apple" is already in use'),
      { plural: "pears", kind: "Pear", listKind: "PearList" },
    ],
    [
      { plural: "plums", kind: "Plum", shortNames: ["ap", "apples", "pl"] },
      rejected("ShortNamesConflict", '["ap" is already in use, "apples" is already in use]'),
      { plural: "plums", singular: "plum", kind: "Plum", listKind: "PlumList" },
    ],
    [
      { plural: "cherries", kind: "Cherry", listKind: "AppleList" },
      rejected("ListKindConflict", '"AppleList" is already in use'),
      { plural: "cherries", singular: "cherry", kind: "Cherry" },
    ],
    [
      { plural: "apple", kind: "Quince" },
      rejected("PluralConflict", '"apple" is already in use'),
      { plural: "", singular: "quince", kind: "Quince", listKind: "QuinceList" },
    ],
    [
      { plural: "ap", kind: "Melon", singular: "ap", shortNames: ["ap"] },
      rejected("ShortNamesConflict", '"ap" is already in use'),
      { plural: "", kind: "Melon", listKind: "MelonList" },
    ],
    [
      { plural: "grapes", kind: "AppleList" },
      rejected("KindConflict", '"AppleList" is already in use'),
      { plural: "grapes", singular: "applelist", kind: "", listKind: "AppleListList" },
    ],
  ])("the type with the names %j gets only the names that no other type has", (names, conditions, accepted) => {
    const settled = settle(definitionOf(names), [apples]);
    expect(conditionsOf(settled)).toEqual(conditions);
    const { singular, listKind, ...rest } = settled.status?.acceptedNames ?? { plural: "", kind: "" };
    expect({ ...rest, ...(singular ? { singular } : {}), ...(listKind ? { listKind } : {}) }).toEqual(accepted);
  });

  test("an established type stays established when an update requests a name that is in use", () => {
    const pears = settle(definitionOf({ plural: "pears", kind: "Pear" }), [apples]);
    const names = { ...pears.spec.names, shortNames: ["ap"] };
    const settled = settle({ ...pears, spec: { ...pears.spec, names } }, [apples]);
    expect(conditionsOf(settled)).toEqual([
      ["NamesAccepted", "False", "ShortNamesConflict", '"ap" is already in use'],
      established[1],
    ]);
    expect(settled.status?.acceptedNames).toEqual(pears.spec.names);
  });

  test("an established type stays established while it gets another name", () => {
    const pears = settle(definitionOf({ plural: "pears", kind: "Pear" }), [apples]);
    const names = { ...pears.spec.names, shortNames: ["pe"] };
    const accepted = acceptNames({ ...pears, spec: { ...pears.spec, names } }, () => new GroupNames([apples, pears]));
    expect(accepted).toMatchObject({ names: { shortNames: ["pe"] }, namesAccepted: { status: "True" } });
    expect(accepted?.established).toBeUndefined();
  });

  test("a type gets its names once the definition that had them is deleted", () => {
    const waiting = settle(definitionOf({ plural: "apple", kind: "Quince" }), [apples]);
    expect(conditionsOf(settle(waiting, []))).toEqual(established);
  });

  test("a type whose conversion webhook has an unreadable CA bundle is not established", () => {
    const webhook = { clientConfig: { url: "https://a", caBundle: "YWJj" }, conversionReviewVersions: ["v1"] };
    const conversion = { strategy: "Webhook", webhook };
    const accepted: ConditionState = { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "" };
    const definition = withConditions(definitionOf({ plural: "pears", kind: "Pear" }, { conversion }), [accepted]);
    expect(establish(definition)).toEqual({
      type: "Established",
      status: "False",
      reason: "InvalidCABundle",
      message: "The conversion webhook CABundle is invalid",
    });
  });
});

describe("approval of types in the product's own groups", () => {
  const unreadable =
    'protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting ' +
    'with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111';
  const missing =
    'protected groups must have approval annotation "api-approved.kubernetes.io", see ' +
    "https://github.com/kubernetes/enhancements/pull/1111";

  test.each([
    ["unapproved, x", ["False", "UnapprovedAnnotation", 'not approved: "unapproved, x"']],
    ["https://example.com/1", ["True", "ApprovedAnnotation", "approved in https://example.com/1"]],
    ["foo://x", ["True", "ApprovedAnnotation", "approved in foo://x"]],
    ["HTTPS://A/#x", ["True", "ApprovedAnnotation", "approved in HTTPS://A/#x"]],
    ["https://:80", ["True", "ApprovedAnnotation", "approved in https://:80"]],
    ["", ["False", "MissingAnnotation", missing]],
    ["https:///x", ["False", "InvalidAnnotation", unreadable]],
    ["/a/b", ["False", "InvalidAnnotation", unreadable]],
    ["http://a b/", ["False", "InvalidAnnotation", unreadable]],
    ["https://[::1", ["False", "InvalidAnnotation", unreadable]],
    ["https://a/%zz", ["False", "InvalidAnnotation", unreadable]],
    ["https:a", ["False", "InvalidAnnotation", unreadable]],
    ["https://user@", ["False", "InvalidAnnotation", unreadable]],
    [" https://a", ["False", "InvalidAnnotation", unreadable]],
  ])("the annotation %j gives the condition %j", (value, expected) => {
    const definition = definitionOf({ plural: "pears", kind: "Pear" }, { group: "shop.k8s.io" });
    definition.metadata.annotations = { "api-approved.kubernetes.io": value };
    const { type, status, reason, message } = approvalCondition(definition, context) ?? {};
    expect([type, status, reason, message]).toEqual(["KubernetesAPIApprovalPolicyConformant", ...expected]);
  });

  test("a type in another group has no condition about approval", () => {
    expect(approvalCondition(definitionOf({ plural: "pears", kind: "Pear" }), context)).toBeUndefined();
  });
});
