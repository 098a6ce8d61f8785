import { expect, test } from "vitest";
import { allowed, noOpinion } from "../../authz/index.ts";
import type { Authorizer, Decision, ResourceAction } from "../../meta/access/access-control.ts";
import type { User } from "../../meta/user.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { HeaderValue } from "../requests/exchange.ts";
import { testCall } from "../testing/test-call.ts";
import { impersonate } from "./impersonate.ts";

const sender: User = { name: "jane", groups: ["dev"] };

interface Outcome {
  readonly user: User;
  readonly impersonator: User | undefined;
  /** The actions that the authorizer was asked about, as `RESOURCE NAMESPACE NAME`. */
  readonly checked: readonly string[];
  readonly remainingHeaders: readonly string[];
  readonly error: unknown;
}

async function send(
  headers: Readonly<Record<string, HeaderValue>>,
  decide: (action: ResourceAction) => Decision | Promise<Decision> = () => allowed,
): Promise<Outcome> {
  const checked: string[] = [];
  const authorizer: Authorizer = (user, action) => {
    if (!action.isResource || user !== sender || action.verb !== "impersonate") throw new Error("unexpected question");
    const { group, resource, subresource, namespace, name } = action;
    checked.push(`${[group, resource, subresource].filter((part) => part !== "").join("/")} ${namespace} ${name}`);
    return decide(action);
  };
  const { call } = testCall("/api/v1/nodes?a=<b>", { headers, user: sender });
  const error = await (async () =>
    await impersonate(authorizer, vocabularies.orch)(call, async () => undefined))().catch((thrown: unknown) => thrown);
  const { user, impersonator, exchange } = call;
  return { user, impersonator, checked, remainingHeaders: exchange.headerNames(), error };
}

test("a request with impersonation headers acts as that user, and the headers are removed", async () => {
  const outcome = await send({
    accept: "*/*",
    "impersonate-user": "bob",
    "impersonate-group": ["a,b", ""],
    "impersonate-uid": "7",
    "impersonate-extra-scopes": ["one", "two"],
    "impersonate-extra-acme.com%2fproject": "p",
  });
  expect(outcome.error).toBeUndefined();
  expect(outcome.user).toEqual({
    name: "bob",
    groups: ["a,b", "", "system:authenticated"],
    uid: "7",
    extra: { scopes: ["one", "two"], "acme.com/project": ["p"] },
  });
  expect(outcome.impersonator).toBe(sender);
  expect(outcome.remainingHeaders).toEqual(["accept"]);
  expect(outcome.checked).toEqual([
    "users  bob",
    "groups  a,b",
    "groups  ",
    "authentication.orch.io/userextras/scopes  one",
    "authentication.orch.io/userextras/scopes  two",
    "authentication.orch.io/userextras/acme.com/project  p",
    "authentication.orch.io/uids  7",
  ]);
});

test.each([
  ["bob", undefined, ["system:authenticated"], "users  bob"],
  ["bob", ["system:authenticated", "x"], ["system:authenticated", "x"], "users  bob"],
  ["bob", ["system:unauthenticated"], ["system:unauthenticated"], "users  bob"],
  ["system:anonymous", undefined, ["system:unauthenticated"], "users  system:anonymous"],
  [
    "system:anonymous",
    ["system:authenticated"],
    ["system:authenticated", "system:unauthenticated"],
    "users  system:anonymous",
  ],
  [
    "system:serviceaccount:shop:web",
    undefined,
    ["system:serviceaccounts", "system:serviceaccounts:shop", "system:authenticated"],
    "serviceaccounts shop web",
  ],
  ["system:serviceaccount:shop:web", ["x"], ["x", "system:authenticated"], "serviceaccounts shop web"],
  ["system:serviceaccount:Shop:web", undefined, ["system:authenticated"], "users  system:serviceaccount:Shop:web"],
  ["system:serviceaccount:a:b:c", undefined, ["system:authenticated"], "users  system:serviceaccount:a:b:c"],
])("the impersonated user %s with the groups %j gets the groups %j", async (name, groups, expected, firstChecked) => {
  const { user, checked } = await send({
    "impersonate-user": name,
    ...(groups ? { "impersonate-group": groups } : {}),
  });
  expect(user).toMatchObject({ name, groups: expected });
  expect(checked[0]).toBe(firstChecked);
});

test.each([
  {},
  { "impersonate-user": "" },
  { "impersonate-user": ["", "bob"] },
  { "impersonate-foo": "x" },
  { "x-impersonate-user": "a" },
])("a request with the headers %j acts as its sender", async (headers) => {
  const { user, impersonator, checked } = await send(headers);
  expect([user, impersonator, checked]).toEqual([sender, undefined, []]);
});

test("of several users, the first counts", async () => {
  const { user, checked } = await send({ "impersonate-user": ["bob", "root"] });
  expect([user.name, checked]).toEqual(["bob", ["users  bob"]]);
});

test("names are read as UTF-8, and a key with a malformed escape stays as it is", async () => {
  const { user } = await send({
    "impersonate-user": "\u00c3\u00a9",
    "impersonate-extra-%c3%a9": "v",
    "impersonate-extra-%zz": "w",
    "impersonate-extra-__proto__": "x",
  });
  expect(user.name).toBe("é");
  expect(Object.entries(user.extra ?? {})).toEqual([
    ["é", ["v"]],
    ["%zz", ["w"]],
    ["__proto__", ["x"]],
  ]);
});

test.each([
  [
    { "impersonate-group": ["g1", "<g2>"] },
    'Internal Server Error: "/api/v1/nodes?a=&lt;b&gt;": requested [{Group  g1    } {Group  &lt;g2&gt;    }] without impersonating a user\n',
  ],
  [
    { "impersonate-uid": "u", "impersonate-extra-a%2fb": "1" },
    'Internal Server Error: "/api/v1/nodes?a=&lt;b&gt;": requested [{UserExtra  1  authentication.orch.io/v1  a/b} {UID  u  authentication.orch.io/v1  }] without impersonating a user\n',
  ],
])("the headers %j without a user are an error", async (headers, message) => {
  const { error, checked } = await send(headers);
  expect(error).toMatchObject({ code: 500, message });
  expect(checked).toEqual([]);
});

test("the first right that the sender lacks decides, whether or not the authorizer answers at once", async () => {
  const headers = { "impersonate-user": "bob", "impersonate-group": ["x", "y"] };
  const decide = ({ name }: ResourceAction): Decision => (name === "x" ? { ...noOpinion, reason: "no" } : allowed);
  for (const outcome of [await send(headers, decide), await send(headers, async (action) => decide(action))]) {
    expect(outcome.error).toMatchObject({
      code: 403,
      message:
        'groups "x" is forbidden: User "jane" cannot impersonate resource "groups" in API group "" at the cluster scope: no',
    });
    expect(outcome.checked).toEqual(["users  bob", "groups  x"]);
    expect(outcome.user).toBe(sender);
  }
});

test("a denial because of an extra property names its key and value", async () => {
  const decide = ({ resource }: ResourceAction): Decision => (resource === "userextras" ? noOpinion : allowed);
  const { error } = await send({ "impersonate-user": "bob", "impersonate-extra-a%2fb": "v" }, decide);
  expect(error).toMatchObject({
    code: 403,
    message:
      'userextras.authentication.orch.io "v" is forbidden: User "jane" cannot impersonate resource "userextras/a/b" in API group "authentication.orch.io" at the cluster scope',
    details: { name: "v", group: "authentication.orch.io", kind: "userextras" },
  });
});
