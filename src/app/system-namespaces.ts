/** The namespaces that every cluster has from its first start. */
import { namespace } from "../api/core/v1/namespace.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { StatusError } from "../meta/status-error.ts";
import { systemNamespace, type Vocabulary } from "../meta/vocabulary.ts";
import { createObject, type Resource } from "../registry/index.ts";
import type { PostStartHook } from "../server/index.ts";

/** @param namespaces the resource */
export function systemNamespacesHook(namespaces: Resource, vocabulary: Vocabulary): PostStartHook {
  const names = [
    "default",
    ...["system", "public", "node-lease"].map((stem) => vocabulary.bind(systemNamespace(stem))),
  ];
  return {
    name: "start-system-namespaces-controller",
    run: async () => {
      await namespaces.cache.current();
      for (const name of names) {
        if (!namespaces.cache.get(namespaces.key("", name))) await ensureNamespace(namespaces, name);
      }
    },
  };
}

async function ensureNamespace(namespaces: Resource, name: string): Promise<void> {
  const { kind, version } = namespace;
  const { object } = namespaces.schema.decode({ kind, apiVersion: version, metadata: { name } } satisfies ApiObject);
  try {
    await createObject(namespaces, { object, namespace: "", dryRun: false });
  } catch (error) {
    // Another server of the same cluster was faster.
    if (!(error instanceof StatusError && error.reason === "AlreadyExists")) throw error;
  }
}
