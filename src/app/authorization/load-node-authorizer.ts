/** The code of the Node authorizer, connected with the objects of the cluster. */
import type { ListedAuthorizer } from "../../authz/index.ts";
import { createNodeAuthorizer } from "../../authz/node/index.ts";
import { NodeRelations, type RelationServices } from "./node-relations.ts";

/** Returns the authorizer. It reads the objects of the cluster when a decision first needs them. */
export function connectNodeAuthorizer(services: RelationServices): ListedAuthorizer & Disposable {
  const relations = new NodeRelations(services);
  const { vocabulary, isEnabled } = services;
  const authorizer = createNodeAuthorizer({
    vocabulary,
    isEnabled,
    graph: () => (relations.isReady ? relations.graph : relations.ready().then(() => relations.graph)),
  });
  return { ...authorizer, [Symbol.dispose]: () => relations[Symbol.dispose]() };
}
