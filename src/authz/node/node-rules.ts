/** Actions that the agents of all nodes may take on all objects of a resource. */
import type { ResourceAction } from "../../meta/access/access-control.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { group, type Name, type Vocabulary } from "../../meta/vocabulary.ts";

interface NodeRule {
  readonly group: Name;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** Feature gate without which the rule does not exist. */
  readonly gate?: string;
}

const read = ["get", "list", "watch"];

const nodeRules: readonly NodeRule[] = [
  { group: group("authentication"), resources: ["tokenreviews"], verbs: ["create"] },
  {
    group: group("authorization"),
    resources: ["subjectaccessreviews", "localsubjectaccessreviews"],
    verbs: ["create"],
  },
  { group: "", resources: ["services"], verbs: read },
  { group: "", resources: ["nodes"], verbs: ["create", ...read, "update", "patch"] },
  { group: "", resources: ["nodes/status"], verbs: ["update", "patch"] },
  { group: "", resources: ["events"], verbs: ["create", "update", "patch"] },
  { group: "", resources: ["pods"], verbs: [...read, "create", "delete"] },
  { group: "", resources: ["pods/status"], verbs: ["update", "patch"] },
  { group: "", resources: ["pods/eviction"], verbs: ["create"] },
  { group: "", resources: ["endpoints"], verbs: ["get"] },
  { group: group("certificates"), resources: ["certificatesigningrequests"], verbs: ["create", ...read] },
  { group: group("storage"), resources: ["csidrivers"], verbs: read },
  { group: group("node"), resources: ["runtimeclasses"], verbs: read },
  { group: group("certificates"), resources: ["clustertrustbundles"], verbs: read, gate: "ClusterTrustBundle" },
];

/** Returns a function that reports whether the agents of all nodes may take an action. */
export function nodeRuleChecker(vocabulary: Vocabulary, isEnabled: IsEnabled): (action: ResourceAction) => boolean {
  const allowed = new Set(
    nodeRules
      .filter(({ gate }) => gate === undefined || isEnabled(gate))
      .flatMap(({ group, resources, verbs }) =>
        resources.flatMap((resource) => verbs.map((verb) => actionKey(verb, vocabulary.bind(group), resource))),
      ),
  );
  return ({ verb, group, resource, subresource }) =>
    allowed.has(actionKey(verb, group, subresource === "" ? resource : `${resource}/${subresource}`));
}

function actionKey(verb: string, group: string, resource: string): string {
  return [verb, group, resource].join("\u0000");
}
