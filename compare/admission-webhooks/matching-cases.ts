/** Cases about the requests that webhooks see. */
import type { CaseServer } from "../admission-policies/policy-case.ts";
import type { Json } from "../suite.ts";
import { configMaps, createMap, mergePatch, requestOf, updateMap } from "./requests.ts";
import type { CaseWebhook, WebhookCase } from "./webhook-case.ts";

const denying = (spec: Json): CaseWebhook => ({
  behaviour: { response: { allowed: false, status: { message: "denied" } } },
  spec,
});

const rule = (changes: Json = {}): Json => ({
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["*"],
  resources: ["configmaps"],
  ...changes,
});

const condition = (expression: string, name = "c"): Json => ({ name, expression });

const conditions: Readonly<Record<string, Json>> = {
  "is true": [condition("object.data.size == '1'")],
  "is false": [condition("object.data.size == '2'")],
  fails: [condition("object.data.missing == '1'")],
  "is false beside one that fails": [condition("object.data.missing == '1'", "a"), condition("false", "b")],
  "uses the request": [condition("request.operation == 'CREATE' && request.userInfo.username != 'x'")],
  "uses the old object": [condition("oldObject == null")],
  "uses the authorizer": [condition("authorizer.group('').resource('pods').check('list').allowed()")],
};

function conditionCase([title, matchConditions]: readonly [string, Json]): WebhookCase {
  const spec = (phase: string, failurePolicy: string): Json => ({
    matchConditions,
    failurePolicy,
    objectSelector: { matchLabels: { phase, failurePolicy } },
  });
  return {
    title: `a match condition that ${title}`,
    mutating: [[denying(spec("mutating", "Fail")), denying(spec("mutating", "Ignore"))]],
    validating: [[denying(spec("validating", "Fail")), denying(spec("validating", "Ignore"))]],
    requests: (server) =>
      ["mutating", "validating"].flatMap((phase) =>
        ["Fail", "Ignore"].map((failurePolicy) =>
          createMap(server, `${phase}-${failurePolicy.toLowerCase()}`, {
            metadata: { labels: { phase, failurePolicy } },
            data: { size: "1" },
          }),
        ),
      ),
  };
}

const everyRequest = (server: CaseServer): ReturnType<WebhookCase["requests"]> => [
  createMap(server, "new"),
  createMap(server, "labelled", { metadata: { labels: { a: "b" } } }),
  updateMap(server, "old", { data: { size: "2" } }),
  mergePatch(configMaps(server, "labelled-old"), { metadata: { labels: { a: null } } }),
  requestOf("DELETE", configMaps(server, "labelled-old")),
  requestOf("DELETE", configMaps(server, "old")),
];

const rules: Readonly<Record<string, Json>> = {
  "names creates": { rules: [rule({ operations: ["CREATE"] })] },
  "names updates and deletions": { rules: [rule({ operations: ["UPDATE", "DELETE"] })] },
  "names other resources": { rules: [rule({ resources: ["secrets"] })] },
  "names all resources": { rules: [rule({ resources: ["*"] })] },
  "names all resources and subresources": {
    rules: [rule({ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] })],
  },
  "names the subresources": { rules: [rule({ resources: ["configmaps/*"] })] },
  "names cluster-scoped objects": { rules: [rule({ scope: "Cluster" })] },
  "names namespaced objects": { rules: [rule({ scope: "Namespaced" })] },
  "is the second one": { rules: [rule({ resources: ["secrets"] }), rule({ operations: ["DELETE"] })] },
  "is missing": { rules: [] },
  "has a selector of objects": { objectSelector: { matchLabels: { a: "b" } } },
  "has a negative selector of objects": {
    objectSelector: { matchExpressions: [{ key: "a", operator: "DoesNotExist" }] },
  },
  "has another selector of namespaces": { namespaceSelector: { matchLabels: { missing: "yes" } } },
};

/** Cases about matching. */
export const matchingCases: readonly WebhookCase[] = [
  ...Object.entries(conditions).map(conditionCase),
  ...Object.entries(rules).map(
    ([title, spec]): WebhookCase => ({
      title: `a webhook whose rule ${title}`,
      before: (server) => [
        createMap(server, "old"),
        createMap(server, "labelled-old", { metadata: { labels: { a: "b" } } }),
      ],
      validating: [[denying(spec.rules && !("namespaceSelector" in spec) ? { ...spec } : spec)]],
      requests: everyRequest,
    }),
  ),
  {
    title: "a webhook in a namespace that does not exist",
    validating: [[denying({ namespaceSelector: { matchLabels: { x: "y" } } })]],
    requests: () => [{ target: "/api/v1/namespaces/missing/configmaps", body: { metadata: { name: "a" } } }],
  },
];
