/** Reads the objects of a server on which the changes of plugins and policies depend. */
import type { KindDeclaration } from "../../api/index.ts";
import { compareText } from "../../base/compare-text.ts";
import { type Client, StatusError } from "../../client/index.ts";
import type { Tree } from "../../manifests/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ServedType } from "../types/served-type.ts";
import { findObject } from "../writes/find-object.ts";

/**
 * Returns the objects of a kind, the oldest one first. Empty if the server does not serve the kind, or the user may not read it.
 * @param namespace empty for cluster-scoped kinds
 * @param name the only object to return. Default: all objects
 */
export type ReadObjects = (kind: KindDeclaration, namespace: string, name?: string) => Promise<readonly Tree[]>;

/** The server, and its types in its vocabulary. */
interface RelatedObjectsParts {
  readonly client: Client;
  readonly types: readonly ServedType[];
  readonly vocabulary: Vocabulary;
  readonly signal: AbortSignal;
}

/** Returns a function that reads from a server. */
export function relatedObjects({ client, types, vocabulary, signal }: RelatedObjectsParts): ReadObjects {
  return async ({ group, version, plural }, namespace, name) => {
    const groupName = vocabulary.bind(group);
    const type = types.find((one) => one.group === groupName && one.version === version && one.plural === plural);
    if (!type) return [];
    const api = client.resource(type, namespace);
    try {
      if (name !== undefined) {
        const object = await findObject(api, name, signal);
        return object ? [{ ...object }] : [];
      }
      const { items } = await api.listAll({ signal });
      const createdAt = (item: (typeof items)[number]): string => item.metadata.creationTimestamp ?? "";
      return items.toSorted((one, other) => compareText(createdAt(one), createdAt(other))).map((item) => ({ ...item }));
    } catch (error) {
      if (error instanceof StatusError && error.code === 403) return [];
      throw error;
    }
  };
}
