/**
 * The mode Node. Its code and the objects that it needs are loaded with the first request by the agent of a node, because
 * clusters without nodes should not pay for them.
 */
import { type ListedAuthorizer, noOpinion, noRules } from "../../authz/index.ts";
import { nodeNameOf } from "../../meta/access/node-identity.ts";
import type { RelationServices } from "./node-relations.ts";

/** Returns the authorizer of the agents of nodes. */
export function nodeAuthorizer(services: RelationServices): ListedAuthorizer & Disposable {
  let loaded: (ListedAuthorizer & Disposable) | undefined;
  const load = async (): Promise<ListedAuthorizer> => {
    const { connectNodeAuthorizer } = await import("./load-node-authorizer.ts");
    // Another request may have loaded it meanwhile.
    loaded ??= connectNodeAuthorizer(services);
    return loaded;
  };
  return {
    authorize: (user, attributes) => {
      if (nodeNameOf(user) === undefined) return noOpinion;
      if (loaded) return loaded.authorize(user, attributes);
      return load().then(({ authorize }) => authorize(user, attributes));
    },
    list: async (user, namespace) => {
      if (nodeNameOf(user) === undefined) return noRules;
      return await (loaded ?? (await load())).list(user, namespace);
    },
    [Symbol.dispose]: () => loaded?.[Symbol.dispose](),
  };
}
