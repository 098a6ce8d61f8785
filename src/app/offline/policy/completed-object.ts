/** Completes an object as a server without plugins does: with the defaults of its type, in its canonical form. */
import type { ClientContext } from "../../../cli/index.ts";
import { type Tree, treeAt } from "../../../manifests/index.ts";
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

/** Returns the object as a server in this process would create it. Undefined if this server does not know the type or rejects the object. */
export async function completedObject(
  object: Tree,
  { type, namespace }: ObjectPlace,
  { vocabulary }: Pick<ClientContext, "vocabulary">,
): Promise<Tree | undefined> {
  await using server = await startServer({
    vocabulary: vocabulary.name,
    flags: [`--disable-admission-plugins=${disabledPlugins.join(",")}`],
  });
  const root = type.group === "" ? "/api" : `/apis/${type.group}`;
  const place = namespace === "" ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  const { resourceVersion: _, uid: __, ...metadata } = treeAt(object, "metadata") ?? {};
  const path = `${root}/${type.version}${place}/${type.plural}?dryRun=All`;
  const answer = await server.request(path, { body: { ...object, metadata } });
  const text = await answer.text();
  return answer.status < 300 ? (JSON.parse(text) as Tree) : undefined;
}
