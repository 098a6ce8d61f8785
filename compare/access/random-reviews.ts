/** Random access reviews, valid and invalid. */
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf, times } from "../random-choices.ts";

const verbs = [
  "get",
  "list",
  "watch",
  "create",
  "deletecollection",
  "update",
  "impersonate",
  "proxy",
  "redirect",
  "*",
  "",
];
const groups = ["", "apps", "rbac.authorization.k8s.io", "*"];
const resources = ["pods", "configmaps", "secrets", "deployments", "nodes", "*", ""];
const subresources = ["", "", "status", "log", "scale", "*"];
const names = ["", "", "allowed", "other", "*"];
const paths = ["/version", "/healthz", "/healthz/ping", "/logs/a", "/api", "/", "*", ""];
const fieldTexts = ["a=b", "metadata.name=allowed", "a", "a==b,c!=d", ",", "a=b\\", "=", "a=b,a"];
const labelTexts = ["app", "!app", "app in (a,b)", "app=a,tier!=b", "app in ()", ",", "app>1", "app>x", "-a"];
const operators = ["In", "NotIn", "Exists", "DoesNotExist", "Equals", "", "in", "Gt"];
const keys = ["app", "metadata.name", "spec.nodeName", "", "-", "a/b/c"];
const values = ["a", "allowed", "", "-", "x y"];

/** Returns the spec of a review about the action of a user. */
export function reviewSpec(random: Random, namespace: string, users: readonly string[]): object {
  const attributes = attributesOf(random, namespace);
  return {
    ...attributes,
    ...(isOnceIn(random, 30) ? {} : { user: oneOf(random, users) }),
    ...(isOnceIn(random, 3)
      ? { groups: times(random.below(3), () => oneOf(random, ["devs", "system:masters", "system:authenticated", ""])) }
      : {}),
    ...(isOnceIn(random, 6) ? { uid: "7" } : {}),
    ...(isOnceIn(random, 6) ? { extra: { scopes: ["a", "b"], "": [] } } : {}),
  };
}

/** Returns what a review asks about: an action on a resource or on a path; rarely both or neither. */
export function attributesOf(random: Random, namespace: string): object {
  const isPath = isOnceIn(random, 5);
  const isBoth = isOnceIn(random, 40);
  return {
    ...(isPath || isBoth ? { nonResourceAttributes: { path: oneOf(random, paths), verb: oneOf(random, verbs) } } : {}),
    ...(!isPath || isBoth ? { resourceAttributes: resourceAttributes(random, namespace) } : {}),
  };
}

function resourceAttributes(random: Random, namespace: string): object {
  return {
    verb: oneOf(random, verbs),
    resource: oneOf(random, resources),
    namespace: oneOf(random, [namespace, namespace, "", "other"]),
    ...(isOnceIn(random, 2) ? { group: oneOf(random, groups) } : {}),
    ...(isOnceIn(random, 4) ? { version: oneOf(random, ["v1", "*", "v9"]) } : {}),
    ...(isOnceIn(random, 2) ? { subresource: oneOf(random, subresources) } : {}),
    ...(isOnceIn(random, 2) ? { name: oneOf(random, names) } : {}),
    ...(isOnceIn(random, 2) ? { fieldSelector: selector(random, fieldTexts) } : {}),
    ...(isOnceIn(random, 2) ? { labelSelector: selector(random, labelTexts) } : {}),
  };
}

function selector(random: Random, texts: readonly string[]): object {
  if (isOnceIn(random, 20)) return {};
  const requirements = times(1 + random.below(3), () => ({
    key: oneOf(random, keys),
    operator: oneOf(random, operators),
    ...(isOnceIn(random, 3) ? {} : { values: times(random.below(3), () => oneOf(random, values)) }),
  }));
  const isText = random.below(2) === 0;
  return {
    ...(isText ? { rawSelector: oneOf(random, texts) } : {}),
    ...(!isText || isOnceIn(random, 20) ? { requirements } : {}),
  };
}
