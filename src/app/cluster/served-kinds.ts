/** Objects of any served kind in any version, for policies whose parameters they are. */
import type { FindKind, ParameterObjects } from "../../admission/policies/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { readerOf } from "../../registry/index.ts";
import { settle } from "../../schema/index.ts";
import type { ResourceTable, StoredEndpoint } from "../../server/index.ts";

/** Returns the function that finds kinds among the endpoints of a server. */
export function servedKinds(table: ResourceTable): FindKind {
  const known = new WeakMap<StoredEndpoint, ParameterObjects>();
  return ({ group, version, kind }) => {
    const resource = table.resourceOfKind({ group, version }, kind);
    const endpoint =
      resource === undefined ? undefined : table.version(group, version)?.resources.get(resource)?.endpoint;
    if (!endpoint?.resource) return undefined;
    const stored = endpoint as StoredEndpoint;
    let served = known.get(stored);
    if (!served) {
      served = servedKind(stored);
      known.set(stored, served);
    }
    return served;
  };
}

function servedKind({ resource, resourceKind: { namespaced }, conversion }: StoredEndpoint): ParameterObjects {
  const stored = readerOf<ApiObject>(resource);
  if (!conversion) return { namespaced, objects: stored };
  const documents = new WeakMap<object, ApiObject>();
  const documentOf = async (object: DeepReadonly<ApiObject>): Promise<ApiObject> => {
    let document = documents.get(object);
    if (!document) {
      document = await settle(() => conversion.toDocument(object));
      documents.set(object, document);
    }
    return document;
  };
  return {
    namespaced,
    objects: {
      get: async (namespace, name) => {
        const found = await stored.get(namespace, name);
        return found && (await documentOf(found));
      },
      list: async (namespace) => await Promise.all((await stored.list(namespace)).map(documentOf)),
    },
  };
}
