/**
 * Permissions of the agents of nodes. A graph has the objects that are related to each node, and rules decide which of them
 * the agent may use.
 */
export { createNodeAuthorizer, type NodeAuthorizerOptions } from "./node-authorizer.ts";
export { NodeGraph, type ObjectPlace } from "./node-graph.ts";
export { configMapNames, podReferenceFields, podReferences, secretNames } from "./pod-references.ts";
export { boundVolume } from "./volume-references.ts";
