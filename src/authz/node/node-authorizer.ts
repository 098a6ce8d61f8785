/**
 * The Node authorizer: what the agents of nodes may do. An agent reads the objects that the Pods of its node use, and writes
 * its own Node, its Lease and the Pods of its node. The admission plugin NodeRestriction limits the content of these writes.
 */
import type { Attributes, Decision, ResourceAction, RuleLister } from "../../meta/access/access-control.ts";
import { nodeNameOf } from "../../meta/access/node-identity.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { group, type Name, systemNamespace, type Vocabulary } from "../../meta/vocabulary.ts";
import { allowed, noOpinion } from "../authorizer.ts";
import type { ListedAuthorizer } from "../everything.ts";
import { noRules } from "../rules.ts";
import type { NodeGraph } from "./node-graph.ts";
import { type NodeAccessRule, type NodeRequest, notAllowed } from "./node-request.ts";
import { nodeRuleChecker } from "./node-rules.ts";
import { ownCsiNode, ownLease, ownNode, ownResourceSlices, podsOfNode } from "./own-object-rules.ts";
import { createAccountToken, getRelated, getRelatedOrUpdateStatus, readRelated } from "./related-object-rules.ts";

/** Everything that the Node authorizer uses. */
export interface NodeAuthorizerOptions {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  /** Returns the relations of objects. The first call may have to load them. */
  readonly graph: () => NodeGraph | Promise<NodeGraph>;
}

/** Returns the Node authorizer. It has no opinion about other users. */
export function createNodeAuthorizer(options: NodeAuthorizerOptions): ListedAuthorizer {
  const rules = accessRules(options);
  const isAllowedToAll = nodeRuleChecker(options.vocabulary, options.isEnabled);
  const decide = (nodeName: string, action: ResourceAction): Decision | Promise<Decision> => {
    const rule = rules.get(resourceKey(action.group, action.resource));
    if (rule) return rule(nodeRequest(nodeName, action, options));
    return isAllowedToAll(action) ? allowed : noOpinion;
  };
  return {
    authorize: (user, attributes: Attributes) => {
      const nodeName = nodeNameOf(user);
      if (nodeName === undefined) return noOpinion;
      if (nodeName === "") return notAllowed(`unknown node for user ${goQuote(user.name)}`);
      return attributes.isResource ? decide(nodeName, attributes) : noOpinion;
    },
    list: listNoRules,
  };
}

/** The rules of nodes depend on objects, so they cannot be listed. */
const listNoRules: RuleLister = (user) =>
  nodeNameOf(user) === undefined
    ? noRules
    : { ...noRules, incomplete: true, errors: ["node authorizer does not support user rule resolution"] };

function nodeRequest(nodeName: string, action: ResourceAction, { graph }: NodeAuthorizerOptions): NodeRequest {
  return {
    nodeName,
    action,
    isRelated: (resource, place) => {
      const relations = graph();
      return relations instanceof Promise
        ? relations.then((loaded) => loaded.isRelated(nodeName, resource, place))
        : relations.isRelated(nodeName, resource, place);
    },
  };
}

/** Returns the rules of resources of which an agent may use only some objects. */
function accessRules({ vocabulary, isEnabled }: NodeAuthorizerOptions): ReadonlyMap<string, NodeAccessRule> {
  const usesSelectors = isEnabled("AuthorizeNodeWithSelectors");
  const leaseNamespace = vocabulary.bind(systemNamespace("node-lease"));
  const rules: readonly (readonly [Name, string, NodeAccessRule])[] = [
    ["", "secrets", readRelated("secrets")],
    ["", "configmaps", readRelated("configmaps")],
    ["", "persistentvolumeclaims", getRelatedOrUpdateStatus("persistentvolumeclaims")],
    ["", "persistentvolumes", getRelated("persistentvolumes")],
    ["", "serviceaccounts", createAccountToken],
    [group("resource"), "resourceclaims", getRelated("resourceclaims")],
    [group("resource"), "resourceslices", ownResourceSlices(usesSelectors)],
    [group("storage"), "volumeattachments", getRelated("volumeattachments")],
    [group("storage"), "csinodes", ownCsiNode],
    [group("coordination"), "leases", ownLease(leaseNamespace)],
    ...(usesSelectors ? [["", "nodes", ownNode] as const, ["", "pods", podsOfNode] as const] : []),
  ];
  return new Map(rules.map(([group, resource, rule]) => [resourceKey(vocabulary.bind(group), resource), rule]));
}

function resourceKey(group: string, resource: string): string {
  return `${resource}/${group}`;
}
