import { expect, test } from "vitest";
import type { Tree } from "../../../manifests/index.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { completedObjects } from "./completed-object.ts";

/** Returns the results with each plugin and policy on a server with these objects, by the plural of their kind. */
async function resultsFor(
  object: Tree,
  type: { readonly group: string; readonly plural: string },
  served: Readonly<Record<string, readonly Tree[]>>,
): Promise<ReadonlyMap<string, Tree>> {
  const place = { type: { ...type, version: "v1" }, namespace: "shop" } as Parameters<typeof completedObjects>[1];
  const readObjects = async ({ plural }: { readonly plural: string }): Promise<readonly Tree[]> => served[plural] ?? [];
  return (await completedObjects(object, place, { vocabulary: vocabularies.kubernetes, readObjects })).byOrigin;
}

const metadata = { name: "a", uid: "7d3c0d6c-9a5b-4b62-9d0a-0a4a2a2a2a2a", resourceVersion: "5" };
const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "i" }] } };
const pods = { group: "", plural: "pods" };

test("LimitRanger sets the resources of the LimitRanges of the namespace", async () => {
  const limits = [{ type: "Container", default: { cpu: "2" }, defaultRequest: { cpu: "1" } }];
  const results = await resultsFor(pod, pods, { limitranges: [{ metadata, spec: { limits } }] });
  expect(results.get("the plugin LimitRanger")).toMatchObject({
    spec: { containers: [{ resources: { limits: { cpu: "2" }, requests: { cpu: "1" } } }] },
  });
});

test("DefaultStorageClass sets the newest class that is marked as the default", async () => {
  const annotations = { "storageclass.kubernetes.io/is-default-class": "true" };
  const classOf = (name: string): Tree => ({ metadata: { name, annotations }, provisioner: "example.com/disk" });
  const claim = {
    metadata: { name: "a" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
  const type = { group: "", plural: "persistentvolumeclaims" };
  const results = await resultsFor(claim, type, { storageclasses: [classOf("old"), classOf("zz-new")] });
  expect(results.get("the plugin DefaultStorageClass")).toMatchObject({ spec: { storageClassName: "zz-new" } });
});

test("plugins that need objects are left out if there are none", async () => {
  const results = await resultsFor(pod, pods, {});
  expect([...results.keys()]).toEqual([
    "the plugin TaintNodesByCondition",
    "the plugin Priority",
    "the plugin DefaultTolerationSeconds",
    "the plugin StorageObjectInUseProtection",
    "the plugin ServiceAccount",
  ]);
});

test("each mutating policy changes the object by itself, and all of them do together", async () => {
  const policy = (name: string, others: object = {}): Tree => ({
    metadata: { ...metadata, name },
    spec: {
      matchConstraints: {
        namespaceSelector: { matchLabels: { team: "red" } },
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      },
      failurePolicy: "Fail",
      reinvocationPolicy: "Never",
      mutations: [
        {
          patchType: "ApplyConfiguration",
          applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {"${name}": "1"}}}` },
        },
      ],
      ...others,
    },
  });
  const binding = (name: string): Tree => ({ metadata: { name }, spec: { policyName: name } });
  const results = await resultsFor(pod, pods, {
    namespaces: [{ metadata: { name: "shop", labels: { team: "red" } } }, { metadata: { name: "other" } }],
    mutatingadmissionpolicies: [
      policy("a"),
      policy("b"),
      policy("unbound"),
      policy("params", { paramKind: { apiVersion: "v1", kind: "ConfigMap" } }),
    ],
    mutatingadmissionpolicybindings: [binding("a"), binding("b"), binding("params")],
  });
  const labels = [...results]
    .filter(([title]) => !title.startsWith("the plugin "))
    .map(([title, { metadata: found }]) => [title, (found as { labels?: object }).labels]);
  expect(labels).toEqual([
    ["the MutatingAdmissionPolicy a", { a: "1" }],
    ["the MutatingAdmissionPolicy b", { b: "1" }],
    ["the MutatingAdmissionPolicy unbound", undefined],
    ["the set of all MutatingAdmissionPolicies", { a: "1", b: "1" }],
  ]);
});
