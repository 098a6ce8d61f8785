/** Completes an object as a server does: with the defaults of its type, in its canonical form, and with the changes of plugins. */
import type { CompletedObjects } from "../../../cli/policy/index.ts";
import { type Tree, textAt, treeAt } from "../../../manifests/index.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { startServer } from "../../in-process/start-server.ts";

/** Type and namespace of an object. The namespace is empty for a cluster-scoped object. */
interface ObjectPlace {
  readonly type: { readonly group: string; readonly version: string; readonly plural: string };
  readonly namespace: string;
}

/** Plugins that change objects, or reject them because others do not exist. */
const disabledPlugins = [
  "NamespaceLifecycle",
  "LimitRanger",
  "ServiceAccount",
  "TaintNodesByCondition",
  "PodSecurity",
  "Priority",
  "DefaultTolerationSeconds",
  "DefaultStorageClass",
  "StorageObjectInUseProtection",
  "RuntimeClass",
  "DefaultIngressClass",
  "ResourceQuota",
];

/** Plugins whose changes do not depend on objects that only the other server has. */
const simulatedPlugins = [
  "TaintNodesByCondition",
  "Priority",
  "DefaultTolerationSeconds",
  "StorageObjectInUseProtection",
  "ServiceAccount",
] as const;

/** Returns the object as servers in this process would create it: without plugins, and with each of some plugins. */
export async function completedObjects(
  object: Tree,
  place: ObjectPlace,
  vocabulary: Vocabulary,
): Promise<CompletedObjects> {
  const withoutPlugins = await completedObject(object, place, vocabulary, undefined);
  const byPlugin = new Map<string, Tree>();
  // A type that the server does not know has no results with plugins either.
  for (const plugin of withoutPlugins ? simulatedPlugins : []) {
    const completed = await completedObject(object, place, vocabulary, plugin);
    if (completed) byPlugin.set(plugin, completed);
  }
  return { withoutPlugins, byPlugin };
}

/** Returns the object. Undefined if the server does not know the type, or rejects the object. */
async function completedObject(
  object: Tree,
  { type, namespace }: ObjectPlace,
  vocabulary: Vocabulary,
  plugin: string | undefined,
): Promise<Tree | undefined> {
  await using server = await startServer({
    vocabulary: vocabulary.name,
    flags: [
      `--disable-admission-plugins=${disabledPlugins.filter((name) => name !== plugin).join(",")}`,
      // Servers in a process have no ServiceAccount plugin by default.
      ...(plugin === undefined ? [] : [`--enable-admission-plugins=${plugin}`]),
    ],
  });
  const root = type.group === "" ? "/api" : `/apis/${type.group}`;
  const place = namespace === "" ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  if (plugin === "ServiceAccount" && namespace !== "") {
    const account = textAt(treeAt(object, "spec"), "serviceAccountName") ?? "default";
    const body = { metadata: { name: account } };
    // If the name of the account is invalid, the plugin rejects the object.
    await (await server.request(`/api/v1${place}/serviceaccounts`, { body })).text();
  }
  const { resourceVersion: _, uid: __, ...metadata } = treeAt(object, "metadata") ?? {};
  const path = `${root}/${type.version}${place}/${type.plural}?dryRun=All`;
  const answer = await server.request(path, { body: { ...object, metadata } });
  const text = await answer.text();
  return answer.status < 300 ? (JSON.parse(text) as Tree) : undefined;
}
