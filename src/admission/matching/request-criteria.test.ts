import { describe, expect, test } from "vitest";
import type { Namespace } from "../../api/core/v1/namespace.ts";
import type { AdmissionRequest } from "../plugin.ts";
import { configMapRequest } from "../testing/requests.ts";
import { type CriteriaOutcome, RequestCriteria, RequestNamespace } from "./index.ts";

const shop: Namespace = { kind: "Namespace", apiVersion: "v1", metadata: { name: "shop", labels: { team: "red" } } };
const namespaces = {
  get: (_: string, name: string) => Promise.resolve(name === "shop" ? shop : undefined),
};

/** Returns the version of the request that the criteria match. Undefined if none matches. */
async function match(criteria: object, parts: Partial<AdmissionRequest> = {}): Promise<string | undefined> {
  const found = await outcomeOf(criteria, parts);
  return typeof found === "string" ? undefined : found.resource.version;
}

async function outcomeOf(criteria: object, parts: Partial<AdmissionRequest> = {}): Promise<CriteriaOutcome> {
  const request = configMapRequest(parts as Parameters<typeof configMapRequest>[0]);
  return await new RequestCriteria(selectingAll(criteria)).match(request, new RequestNamespace(request, namespaces));
}

function selectingAll(criteria: object): object {
  return { namespaceSelector: {}, objectSelector: {}, ...criteria };
}

const rule = { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };

describe("rules", () => {
  test.each<[string, object, Partial<AdmissionRequest>, boolean]>([
    ["another operation", { operations: ["DELETE"] }, {}, false],
    ["the operation", { operations: ["DELETE", "CREATE"] }, {}, true],
    ["another group", { apiGroups: ["apps"] }, {}, false],
    ["all groups and versions", { apiGroups: ["*"], apiVersions: ["*"] }, {}, true],
    ["all resources", { resources: ["*"] }, {}, true],
    ["all resources, for a subresource", { resources: ["*"] }, { subresource: "status" }, false],
    ["all subresources", { resources: ["*/*"] }, { subresource: "status" }, true],
    ["the subresources of the resource", { resources: ["configmaps/*"] }, { subresource: "status" }, true],
    ["a subresource of all resources", { resources: ["*/scale"] }, { subresource: "status" }, false],
    ["the name", { resourceNames: ["a"] }, {}, true],
    ["another name", { resourceNames: ["b"] }, {}, false],
    ["namespaced objects", { scope: "Namespaced" }, {}, true],
    ["cluster-scoped objects", { scope: "Cluster" }, {}, false],
  ])("a rule for %s", async (_, parts, request, isMatch) => {
    const found = await match({ resourceRules: [{ ...rule, ...parts }] }, request);
    expect(found === undefined).toBe(!isMatch);
  });

  test("an excluded request does not match", async () => {
    const excludeResourceRules = [{ ...rule, resourceNames: ["a"] }];
    expect(await match({ resourceRules: [rule], excludeResourceRules })).toBeUndefined();
    expect(await match({ resourceRules: [rule], excludeResourceRules }, { name: "b" })).toBe("v1");
  });

  test("a rule for another version matches that version, unless the match policy is Exact", async () => {
    const kind = { group: "", version: "v2", kind: "ConfigMap" };
    const resource = { group: "", version: "v2", resource: "configmaps" };
    const equivalents = [configMapRequest({ kind, resource })];
    const resourceRules = [{ ...rule, apiVersions: ["v2"] }];
    expect(await match({ resourceRules, matchPolicy: "Equivalent" }, { equivalents })).toBe("v2");
    expect(await match({ resourceRules, matchPolicy: "Exact" }, { equivalents })).toBeUndefined();
  });
});

describe("selectors", () => {
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a", labels: { size: "big" } } };

  test("an object selector selects by the labels of the new or the old object", async () => {
    const objectSelector = { matchLabels: { size: "big" } };
    expect(await match({ objectSelector })).toBeUndefined();
    expect(await match({ objectSelector }, { object })).toBe("v1");
    expect(await match({ objectSelector }, { oldObject: object })).toBe("v1");
  });

  test("a namespace selector selects by the labels of the namespace, and selects all cluster-scoped objects", async () => {
    const red = { namespaceSelector: { matchLabels: { team: "red" } } };
    const blue = { namespaceSelector: { matchLabels: { team: "blue" } } };
    expect(await match(red, { namespace: "shop" })).toBe("v1");
    expect(await match(blue, { namespace: "shop" })).toBeUndefined();
    expect(await match(blue, { namespace: "" })).toBe("v1");
  });

  test("a namespace that does not exist is an error, unless another criterion excludes the request", async () => {
    const namespaceSelector = { matchLabels: { team: "red" } };
    await expect(match({ namespaceSelector }, { namespace: "gone" })).rejects.toMatchObject({ code: 404 });
    const objectSelector = { matchLabels: { size: "big" } };
    expect(await match({ namespaceSelector, objectSelector }, { namespace: "gone" })).toBeUndefined();
  });

  test("a write of a Namespace is selected by the labels of the new object", async () => {
    const resource = { group: "", version: "v1", resource: "namespaces" };
    const request = {
      resource,
      namespace: "",
      name: "new",
      object: { ...shop, metadata: { name: "new", labels: { team: "blue" } } },
    };
    expect(await match({ namespaceSelector: { matchLabels: { team: "blue" } } }, request)).toBe("v1");
    expect(await match({ namespaceSelector: { matchLabels: { team: "red" } } }, request)).toBeUndefined();
  });
});

describe("reasons", () => {
  const none = { matchLabels: { a: "none" } };

  test.each<[string, object]>([
    ["resourceRules", { resourceRules: [{ ...rule, operations: ["DELETE"] }], objectSelector: none }],
    ["objectSelector", { resourceRules: [rule], objectSelector: none, namespaceSelector: none }],
    ["excludeResourceRules", { excludeResourceRules: [rule], namespaceSelector: none }],
    ["namespaceSelector", { resourceRules: [rule], namespaceSelector: none }],
  ])("a request does not match because of its %s", async (reason, criteria) => {
    expect(await outcomeOf(criteria, { namespace: "shop" })).toBe(reason);
  });

  test("the result of a rule is its first member that does not match", () => {
    const criteria = new RequestCriteria({
      resourceRules: [
        rule,
        { ...rule, apiGroups: ["apps"], resources: ["none"] },
        { ...rule, resources: ["pods"] },
        { ...rule, scope: "Cluster" },
        { ...rule, resourceNames: ["b"] },
      ],
    });
    expect(criteria.ruleResults(configMapRequest())).toEqual([
      undefined,
      "apiGroups",
      "resources",
      "scope",
      "resourceNames",
    ]);
  });
});
