/** `orch auth can-i`. The expected texts are those that kubectl 1.32 prints. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, type Transport } from "../../client/index.ts";
import { CommandStage } from "../testing/command-stage.ts";
import { accessRows } from "./access-rows.ts";
import { canI, listAccess } from "./can-i.ts";
import type { ActionWords } from "./read-action.ts";

let stage: CommandStage;
beforeAll(async () => {
  stage = await CommandStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

function words(verb: string, target: string, more: Partial<ActionWords> = {}): ActionWords {
  return { verb, target, name: undefined, subresource: undefined, allNamespaces: false, ...more };
}

async function ask(question: ActionWords, { isQuiet = false, user = "" } = {}) {
  return await stage.run(
    (context) => {
      const client = user === "" ? context.client : stage.server.clientAs(user);
      return canI({ words: question, isQuiet }, { ...context, client });
    },
    { namespace: "shop" },
  );
}

test("orch auth can-i prints yes with exit code 0, and no with exit code 1", async () => {
  expect(await ask(words("get", "pods"))).toMatchObject({ code: 0, out: "yes\n", error: "" });
  expect(await ask(words("get", "pods"), { user: "ann" })).toMatchObject({ code: 1, out: "no\n", error: "" });
});

test("orch auth can-i --quiet prints nothing", async () => {
  expect(await ask(words("get", "pods"), { isQuiet: true })).toMatchObject({ code: 0, out: "" });
  expect(await ask(words("get", "pods"), { isQuiet: true, user: "ann" })).toMatchObject({ code: 1, out: "" });
});

test.each([
  [words("get", "nodes"), "resource 'nodes' is not namespace scoped"],
  [
    words("get", "clusterroles"),
    "resource 'clusterroles' is not namespace scoped in group 'rbac.authorization.orch.io'",
  ],
  [words("get", "nodes", { allNamespaces: true }), undefined],
  [words("foo", "pods"), "verb 'foo' is not a known verb"],
  [words("foo", "pods", { allNamespaces: true }), undefined],
  [words("foo", "/metrics"), "verb 'foo' is not a known verb"],
  [words("get", "/metrics"), undefined],
  [words("get", "podz"), "the server doesn't have a resource type 'podz'"],
  [words("get", "podz.apps"), "the server doesn't have a resource type 'podz' in group 'apps'"],
  [words("get", "podz.v1.apps"), "the server doesn't have a resource type 'podz' in group 'v1.apps'"],
  [words("impersonate", "users"), undefined],
  [words("*", "*"), undefined],
])("orch auth can-i %j warns: %s", async (question, warning) => {
  const { code, out, error } = await ask(question);
  expect({ code, out }).toEqual({ code: 0, out: "yes\n" });
  expect(error).toBe(warning === undefined ? "" : `warning: ${warning}\n`);
});

/** Records the review that a question sends, and responds with a status. */
class RecordedReviews {
  spec: unknown;

  client(status: object): Client {
    const types = stage.client.transport;
    const transport: Transport = {
      close: async () => undefined,
      send: async (request) => {
        if (request.method === "GET") return await types.send(request);
        this.spec = JSON.parse(String(request.body)).spec;
        const body = (async function* () {
          yield Buffer.from(JSON.stringify({ status }));
        })();
        return { status: 201, headers: { "content-type": "application/json" }, body };
      },
    };
    return new Client({ transport });
  }
}

test.each([
  [words("get", "deploy/web"), { group: "apps", resource: "deployments", name: "web", namespace: "shop" }],
  [words("get", "Pod", { subresource: "log" }), { resource: "pods", subresource: "log", namespace: "shop" }],
  [words("list", "podz.apps"), { group: "", resource: "podz.apps", namespace: "shop" }],
  [words("list", "pods", { allNamespaces: true }), { resource: "pods", namespace: "" }],
  [words("list", "nodes"), { resource: "nodes", namespace: "shop" }],
  [words("*", "*"), { verb: "*", resource: "*" }],
])("orch auth can-i %j asks about %j", async (question, attributes) => {
  const reviews = new RecordedReviews();
  await stage.run(
    (context) => canI({ words: question, isQuiet: true }, { ...context, client: reviews.client({ allowed: true }) }),
    { namespace: "shop" },
  );
  expect(reviews.spec).toMatchObject({ resourceAttributes: { verb: question.verb, ...attributes } });
});

test("orch auth can-i prints the reason and the evaluation error of a refusal", async () => {
  const client = new RecordedReviews().client({
    allowed: false,
    reason: "not today",
    evaluationError: "role not found",
  });
  const { out } = await stage.run((context) =>
    canI({ words: words("get", "/x"), isQuiet: false }, { ...context, client }),
  );
  expect(out).toBe("no - not today - role not found\n");
});

describe("orch auth can-i --list", () => {
  test("it prints the rules of an administrator as a table", async () => {
    const { code, out } = await stage.run((context) => listAccess({ hasHeaders: true }, context));
    expect(code).toBe(0);
    expect(out.split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(/^Resources +Non-Resource URLs +Resource Names +Verbs$/),
      expect.stringMatching(/^\*\.\* +\[\] +\[\] +\[\*\]$/),
      expect.stringMatching(/^ +\[\*\] +\[\] +\[\*\]$/),
    ]);
  });

  test("it reports that the list is incomplete", async () => {
    const status = { resourceRules: [], nonResourceRules: [], incomplete: true, evaluationError: "webhook" };
    const client = new RecordedReviews().client(status);
    const { out, error } = await stage.run((context) => listAccess({ hasHeaders: false }, { ...context, client }));
    expect({ out, error }).toEqual({ out: "", error: "warning: the list may be incomplete: webhook\n" });
  });

  test("rules about the same resource and name share a row, and rows are sorted by Go's text of the rules", () => {
    const rules = [
      { verbs: ["list"], apiGroups: [""], resources: ["pods", "pods/log"] },
      { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["pods"], resourceNames: [] },
      { verbs: ["get"], apiGroups: [""], resources: ["secrets"], resourceNames: ["a", "b"] },
      { verbs: ["get"], nonResourceURLs: ["/x", "/x"] },
    ];
    expect(accessRows(rules)).toEqual([
      ["pods.apps", "[]", "[]", "[get list]"],
      ["", "[/x]", "[]", "[get]"],
      ["", "[/x]", "[]", "[get]"],
      ["secrets", "[]", "[a]", "[get]"],
      ["secrets", "[]", "[b]", "[get]"],
      ["pods", "[]", "[]", "[list get]"],
      ["pods/log", "[]", "[]", "[list]"],
    ]);
  });
});
