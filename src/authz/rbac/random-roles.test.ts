import { expect, test } from "vitest";
import { newSeed, type Random, seededRandom } from "../../base/random.ts";
import type { Attributes } from "../../meta/access/access-control.ts";
import { RbacAuthorizer } from "./rbac-authorizer.ts";
import { RbacIndex } from "./rbac-index.ts";
import {
  type PlainAction,
  type PlainBinding,
  type PlainRole,
  type PlainRule,
  slowlyAllows,
} from "./testing/slow-evaluator.ts";

const changes = 300;
const actionsPerChange = 30;

const namespaces = ["a", "b"];
const scopes = [undefined, ...namespaces];
const names = ["r1", "r2", "r3"];
const users = ["ann", "bob", "system:serviceaccount:a:bot", "system:serviceaccount:b:bot", "Gdev", "4:dev"];
const groups = ["dev", "ops", "ann"];
const groupLists = [[], ["dev"], ["ops", "dev"], ["ann"]];
const verbs = ["get", "list", "create", "*"];
const apiGroups = ["", "apps", "*"];
const resources = ["pods", "pods/log", "scales", "*/log", "*", "pods/*", "*/scale"];
const objectNames = ["x", "y", ""];
const paths = ["/a", "/a/*", "/a/b", "*", "/a**", "/*"];

function some<T>(random: Random, all: readonly T[]): T {
  return all[random.below(all.length)] as T;
}

function list<T>(random: Random, all: readonly T[], min = 0): T[] {
  return Array.from({ length: min + random.below(3) }, () => some(random, all));
}

function randomRule(random: Random): PlainRule {
  const rule = { verbs: list(random, verbs, 1) };
  if (random.below(5) === 0) return { ...rule, nonResourceURLs: list(random, paths, 1) };
  const resourceNames = random.below(2) === 0 ? list(random, objectNames) : [];
  const named = random.below(50) === 0 ? Array.from({ length: 1100 }, (_, index) => `n${index}`) : resourceNames;
  return {
    ...rule,
    apiGroups: list(random, apiGroups, 1),
    resources: list(random, resources, 1),
    resourceNames: named,
  };
}

function randomSubject(random: Random) {
  const kind = some(random, ["User", "Group", "ServiceAccount"]);
  if (kind === "User") return { kind, name: some(random, users) };
  if (kind === "Group") return { kind, name: some(random, groups) };
  return { kind, name: "bot", namespace: some(random, namespaces) };
}

function randomAction(random: Random): PlainAction {
  // Users of one token share a list of groups, and different users can have the same list.
  const subject = {
    user: some(random, users),
    groups: random.below(2) === 0 ? some(random, groupLists) : [...new Set(list(random, groups))],
  };
  const verb = some(random, verbs);
  if (random.below(5) === 0) return { ...subject, verb, path: some(random, [...paths, "/a/b/c", "/b"]) };
  return {
    ...subject,
    verb,
    group: some(random, ["", "apps", "batch"]),
    resource: some(random, ["pods", "scales", "nodes"]),
    subresource: some(random, ["", "", "log", "scale"]),
    namespace: some(random, ["", ...namespaces]),
    name: some(random, [...objectNames, "n1099"]),
  };
}

function attributesOf(action: PlainAction): Attributes {
  const { verb, path, group = "", resource = "", subresource = "", namespace = "", name = "" } = action;
  if (path !== undefined) return { isResource: false, verb, path };
  return { isResource: true, verb, group, version: "v1", resource, subresource, namespace, name };
}

/** Roles and bindings, in an index and in plain lists. */
class Both {
  readonly index: RbacIndex;
  readonly roles = new Map<string, PlainRole>();
  readonly bindings = new Map<string, PlainBinding>();

  constructor(index: RbacIndex) {
    this.index = index;
  }

  change(random: Random): void {
    const scope = some(random, scopes);
    const name = some(random, names);
    const key = `${scope}/${name}`;
    const metadata = { name, ...(scope === undefined ? {} : { namespace: scope }) };
    const isDeletion = random.below(4) === 0;
    if (random.below(2) === 0) {
      const rules = Array.from({ length: random.below(4) }, () => randomRule(random));
      if (isDeletion) this.index.deleteRole(scope ?? "", name);
      else this.index.setRole(scope ?? "", name, rules);
      if (isDeletion) this.roles.delete(key);
      else this.roles.set(key, { metadata, rules });
      return;
    }
    const roleRef = {
      kind: scope === undefined ? "ClusterRole" : some(random, ["Role", "ClusterRole"]),
      name: some(random, names),
    };
    const subjects = Array.from({ length: random.below(4) }, () => randomSubject(random));
    if (isDeletion) this.index.deleteBinding(scope ?? "", name);
    else this.index.setBinding(scope ?? "", name, { roleRef, subjects });
    if (isDeletion) this.bindings.delete(key);
    else this.bindings.set(key, { metadata, roleRef, subjects });
  }
}

test.each([
  ["compiled rules", undefined],
  ["checks of all bindings", 0],
])(
  "after each of many random changes, the index decides as the slow evaluator does, with %s",
  async (_, compiledMax) => {
    const seed = newSeed();
    const random = seededRandom(seed);
    const both = new Both(new RbacIndex(compiledMax));
    const rbac = new RbacAuthorizer(both.index, "rbac");
    let allowedCount = 0;
    for (let change = 0; change < changes; change++) {
      both.change(random);
      for (let count = 0; count < actionsPerChange; count++) {
        const action = randomAction(random);
        const expected = slowlyAllows([...both.roles.values()], [...both.bindings.values()], action);
        const user = { name: action.user, groups: action.groups };
        const { decision, reason } = await rbac.authorize(user, attributesOf(action));
        const context = `seed ${seed}, change ${change}, ${JSON.stringify(action)}`;
        if ((decision === "allow") !== expected) throw new Error(`the decision is ${decision}: ${context}`);
        if (expected) {
          allowedCount++;
          expect(slowlyAllows([...both.roles.values()], [bindingOf(reason, both)], action), context).toBe(true);
        }
      }
    }
    expect(allowedCount, `seed ${seed}`).toBeGreaterThan(100);
  },
);

/** Returns the binding that a reason names. */
function bindingOf(reason: string, { bindings }: Both): PlainBinding {
  const [, name, namespace] = /Binding "(\w+)(?:\/(\w+))?" of/.exec(reason) ?? [];
  const binding = bindings.get(`${namespace}/${name}`);
  if (!binding) throw new Error(`the binding does not exist: ${reason}`);
  return binding;
}
