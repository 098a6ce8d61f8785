import { expect, test } from "vitest";
import type { AccessControl, Attributes } from "../../meta/access/access-control.ts";
import { LabelRequirement } from "../../meta/label-requirement.ts";
import { notFound } from "../../meta/status-error.ts";
import { answerAccess } from "./answer-access.ts";
import { RemoteAccess } from "./remote-access.ts";

const user = { name: "jane", groups: ["dev"], extra: { scopes: ["a"] } };

/** Returns the remote form of permissions. Each message is copied as between threads. */
function remote(parts: Partial<AccessControl>): RemoteAccess {
  const unexpected = (): never => expect.unreachable("no such question is expected");
  const roles = { rulesOfUser: unexpected, rulesOfRole: unexpected };
  const access = { authorize: unexpected, listRules: unexpected, roles, ...parts };
  const remoteAccess: RemoteAccess = new RemoteAccess((id, question) => {
    void answerAccess(access, structuredClone(question)).then((answer) =>
      remoteAccess.settle(id, structuredClone(answer)),
    );
  });
  return remoteAccess;
}

test("authorize() sends the user, the action and its selectors, and returns the decision", async () => {
  const asked: unknown[] = [];
  const access = remote({
    authorize: (subject, attributes) => {
      asked.push(subject, attributes.isResource && attributes.selectors?.());
      return { decision: "deny", reason: "no", error: "a role is missing" };
    },
  });
  const field = { requirements: [{ field: "spec.nodeName", operator: "=", value: "n" }] } as const;
  const label = { requirements: [new LabelRequirement("app", "in", ["a", "b"])], parseError: "bad" };
  const attributes: Attributes & { readonly unsendable: () => void } = {
    isResource: true,
    verb: "list",
    group: "",
    version: "v1",
    namespace: "default",
    resource: "pods",
    subresource: "",
    name: "",
    selectors: () => ({ field, label }),
    unsendable: () => undefined,
  };
  expect(await access.authorize(user, attributes)).toEqual({
    decision: "deny",
    reason: "no",
    error: "a role is missing",
  });
  expect(asked).toEqual([user, { field, label }]);
  const [{ label: received }] = asked.slice(1) as [{ label: typeof label }];
  expect(received.requirements[0]?.matches({ app: "b" })).toBe(true);
});

test("authorize() sends actions without selectors, and paths", async () => {
  const asked: unknown[] = [];
  const access = remote({
    authorize: (_, attributes) => {
      asked.push(attributes);
      return { decision: "allow", reason: "" };
    },
  });
  const names = {
    group: "apps",
    version: "v1",
    namespace: "",
    resource: "deployments",
    subresource: "scale",
    name: "d",
  };
  await access.authorize(user, { isResource: true, verb: "get", ...names });
  await access.authorize(user, { isResource: false, verb: "get", path: "/metrics" });
  expect(asked).toEqual([
    { isResource: true, verb: "get", ...names },
    { isResource: false, verb: "get", path: "/metrics" },
  ]);
});

test("the rules of users and roles come from the other thread", async () => {
  const rules = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];
  const listed = { resourceRules: [], pathRules: [{ verbs: ["get"], paths: ["/"] }], incomplete: true, errors: ["e"] };
  const access = remote({
    listRules: () => Promise.resolve(listed),
    roles: {
      rulesOfUser: ({ name }, namespace) => Promise.resolve({ rules, errors: [`${name} in ${namespace}`], missingRoles: [] }),
      rulesOfRole: ({ kind, name }, namespace) => Promise.reject(notFound({ group: kind, resource: namespace }, name)),
    },
  });
  expect(await access.listRules(user, "default")).toEqual(listed);
  expect(await access.roles.rulesOfUser(user, "shop")).toEqual({ rules, errors: ["jane in shop"], missingRoles: [] });
  await expect(access.roles.rulesOfRole({ kind: "Role", name: "r" }, "shop")).rejects.toMatchObject({
    code: 404,
    reason: "NotFound",
    message: 'shop.Role "r" not found',
    details: { name: "r", group: "Role", kind: "shop" },
  });
});

test("a failure in the other thread is an error, and never a permission", async () => {
  const access = remote({ authorize: () => Promise.reject(new TypeError("broken")) });
  const path: Attributes = { isResource: false, verb: "get", path: "/" };
  await expect(access.authorize(user, path)).rejects.toThrow("the main thread could not authorize: broken");
});
