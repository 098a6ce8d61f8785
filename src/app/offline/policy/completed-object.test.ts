import { expect, test } from "vitest";
import type { CompletionParts } from "../../../cli/policy/index.ts";
import { type Tree, textAt, treeAt } from "../../../manifests/index.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { completedObjects } from "./completed-object.ts";

/**
 * Returns the results with each plugin and policy on a server with these objects, by the plural of their kind.
 * @param onRead called with the plural and the name of each read
 */
async function resultsFor(
  object: Tree,
  type: { readonly group: string; readonly plural: string },
  served: Readonly<Record<string, readonly Tree[]>>,
  { namespace = "shop", signal = new AbortController().signal, onRead = (_read: string): void => undefined } = {},
): Promise<ReadonlyMap<string, Tree>> {
  const place = { type: { ...type, version: "v1" }, namespace } as Parameters<typeof completedObjects>[1];
  const readObjects: CompletionParts["readObjects"] = async ({ plural }, _, name) => {
    onRead(name === undefined ? plural : `${plural}/${name}`);
    const objects = served[plural] ?? [];
    return name === undefined ? objects : objects.filter((one) => textAt(treeAt(one, "metadata"), "name") === name);
  };
  const parts = { vocabulary: vocabularies.kubernetes, readObjects, signal };
  return (await completedObjects(object, place, parts)).byOrigin;
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

/** Returns a policy for the Pods of the namespaces of the team red. It adds a label with its name. */
function policy(name: string, others: object = {}): Tree {
  return {
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
  };
}

function binding(name: string): Tree {
  return { metadata: { name }, spec: { policyName: name } };
}

test("each mutating policy changes the object by itself, and all of them do together", async () => {
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

test("a mutating policy sees the labels of a namespace that each server creates itself, and reads no other namespace", async () => {
  const reads: string[] = [];
  const served = {
    namespaces: [{ metadata: { name: "default", labels: { team: "red" } }, spec: { finalizers: ["kubernetes"] } }],
    mutatingadmissionpolicies: [policy("a")],
    mutatingadmissionpolicybindings: [binding("a")],
  };
  const options = { namespace: "default", onRead: (read: string) => void reads.push(read) };
  const results = await resultsFor(pod, pods, served, options);
  expect(results.get("the MutatingAdmissionPolicy a")).toMatchObject({ metadata: { labels: { a: "1" } } });
  expect(reads.filter((read) => read.startsWith("namespaces"))).toEqual(["namespaces/default"]);
});

test("no further server starts after the signal is aborted", async () => {
  const abort = new AbortController();
  const onRead = (): void => abort.abort(new Error("stopped"));
  await expect(resultsFor(pod, pods, {}, { signal: abort.signal, onRead })).rejects.toThrow("stopped");
});
