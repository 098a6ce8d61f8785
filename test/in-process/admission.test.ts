/** Admission by functions of a test: own checks and changes, and webhooks without a network. */
import { describe, expect, test } from "vitest";
import { configMap, horizontalPodAutoscaler } from "../../src/api/index.ts";
import { admissionOf, ManualClock, type RunningServer, startServer } from "../../src/app/server.ts";
import { deferred } from "../../src/base/deferred.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { configurationsPath, denied, patched, webhookSpec } from "../admission/admission-webhook.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const configMapRule = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["configmaps"],
};

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

async function create(
  server: RunningServer,
  name: string,
  data: object = {},
): Promise<{ status: number; json: Json; warning: unknown }> {
  const response = await server.request(maps, { body: { metadata: { name }, data } });
  return {
    status: response.status,
    json: await response.json<Json>(),
    warning: [response.headers["warning"]].flat().join(),
  };
}

describe("functions of the option admission", () => {
  test("change and reject writes, and warn about them", async () => {
    await using server = await startServer({
      admission: [
        {
          name: "Label",
          match: { rules: [configMapRule] },
          mutate: ({ object }) => ({ ...object, metadata: { ...object.metadata, labels: { by: "test" } } }),
        },
        {
          name: "Size",
          match: { rules: [configMapRule] },
          validate: ({ object, operation, warn }) => {
            warn(`${operation} ${object.metadata.labels.by}`);
            return object.data?.size === "big" ? "too big" : undefined;
          },
        },
      ],
    });
    const small = await create(server, "a", { size: "small" });
    expect([small.status, small.json.metadata.labels, small.warning]).toEqual([
      201,
      { by: "test" },
      '299 - "CREATE test"',
    ]);
    const big = await create(server, "b", { size: "big" });
    expect([big.status, big.json.message]).toEqual([403, 'configmaps "b" is forbidden: too big']);
    const secret = await server.request("/api/v1/namespaces/default/secrets", { body: { metadata: { name: "s" } } });
    expect((await secret.json<Json>()).metadata.labels).toBeUndefined();
  });

  test("see deletions if they ask for them, and remain in a fork", async () => {
    const deleted: unknown[] = [];
    await using server = await startServer({
      admission: [
        admissionOf(configMap, {
          name: "Keep",
          operations: ["DELETE"],
          validate: ({ object }) => void deleted.push(object.data),
        }),
      ],
    });
    await create(server, "a", { x: "1" });
    await using fork = await server.fork();
    for (const one of [server, fork]) await one.request(`${maps}/a`, { method: "DELETE" });
    expect(deleted).toEqual([{ x: "1" }, { x: "1" }]);
  });

  test("cannot store an object of another type", async () => {
    await using server = await startServer({ admission: [{ name: "Broken", mutate: () => ({ data: 1 }) }] });
    expect((await create(server, "a")).status).toBe(500);
  });
});

test.each([
  ["mutate", 'Internal error occurred: mutate of the admission function "Broken" failed: boom'],
  ["validate", 'Internal error occurred: validate of the admission function "Broken" failed: boom'],
])("an exception in %s is in the response and in the log", async (member, message) => {
  const boom = new Error("boom");
  const logged: unknown[] = [];
  const logger = { ...silentLogger, error: (_: string, error: unknown) => void logged.push(error) };
  const fail = (): never => {
    throw boom;
  };
  await using server = await startServer({ admission: [{ name: "Broken", [member]: fail }], logger });
  const { status, json } = await create(server, "a");
  expect([status, json.message]).toEqual([500, message]);
  expect(logged).toEqual([boom]);
});

describe("a function that returns a value of a wrong type fails the request:", () => {
  const circular: Record<string, unknown> = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } };
  circular["data"] = circular;
  test.each([
    ["mutate", "x", "it must return an object or undefined, not a text"],
    ["mutate", 0, "it must return an object or undefined, not 0"],
    ["mutate", null, "it must return an object or undefined, not null"],
    ["mutate", [], "it must return an object or undefined, not a list"],
    ["mutate", circular, "the object that it returns contains itself"],
    ["validate", false, "it must return a text or undefined, not false"],
    ["validate", null, "it must return a text or undefined, not null"],
    ["validate", {}, "it must return a text or undefined, not an object"],
  ])("%s %o", async (member, result, why) => {
    await using server = await startServer({ admission: [{ name: "Wrong", [member]: () => result }] });
    const { status, json } = await create(server, "a");
    const failure = `${member} of the admission function "Wrong" failed: ${why}`;
    expect([status, json.message]).toEqual([500, `Internal error occurred: ${failure}`]);
  });
});

test("a function that passes no text to warn() fails the request", async () => {
  const warn = (value: unknown): Promise<{ json: Json }> =>
    startServer({ admission: [{ name: "Warner", validate: (call) => call.warn(value as string) as undefined }] }).then(
      async (server) => {
        await using _server = server;
        return await create(server, "a");
      },
    );
  const failure =
    'Internal error occurred: validate of the admission function "Warner" failed: a warning must be a text, not';
  expect((await warn(5)).json.message).toBe(`${failure} 5`);
  expect((await warn(undefined)).json.message).toBe(`${failure} undefined`);
});

test("an object without a text that a function throws is described in the response", async () => {
  const fail = (): never => {
    throw Object.create(null);
  };
  await using server = await startServer({ admission: [{ name: "Broken", validate: fail }] });
  expect((await create(server, "a")).json.message).toBe(
    'Internal error occurred: validate of the admission function "Broken" failed: [object Object]',
  );
});

test("mutate() keeps integers beyond 2^53, and writes other values as JSON does", async () => {
  await using server = await startServer({
    admission: [
      {
        name: "Label",
        match: {
          rules: [{ apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["things"] }],
        },
        mutate: ({ object }) => {
          object.spec.time = new Date(0);
          object.spec.list = [undefined, () => 1];
          object.spec.next = object.spec.size + 1n;
          return object;
        },
      },
    ],
  });
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", "x-orch-preserve-unknown-fields": true } },
    },
  };
  const definition = {
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Cluster",
      names: { plural: "things", kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  await server.define(definition);
  const response = await server.request("/apis/example.com/v1/things", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"size":9007199254740993}}',
  });
  expect(await response.text()).toContain(
    '"spec":{"list":[null,null],"next":9007199254740994,"size":9007199254740993,"time":"1970-01-01T00:00:00.000Z"}',
  );
});

describe("the validating phase sees evictions and bindings that were checked:", () => {
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "a" } };
  const binding = { apiVersion: "v1", kind: "Binding", metadata: { name: "a" }, target: { kind: "Node", name: "n" } };
  const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
  const denied = 'pods "a" is forbidden: denied';
  test.each([
    ["eviction", {}, "", denied],
    ["eviction", { deleteOptions: {} }, "?dryRun=All", `${denied} All`],
    ["eviction", { metadata: { name: "b" } }, "", "name in URL does not match name in Eviction object"],
    [
      "eviction",
      { deleteOptions: { dryRun: ["Other"] } },
      "?dryRun=All",
      "Non-matching dry-run options in request and content: [All] and [Other]",
    ],
    ["eviction", { deleteOptions: unsafe }, "", expect.stringContaining("can not be set for pod eviction")],
    ["binding", {}, "", denied],
    ["binding", { metadata: { name: "b" } }, "", "name in URL does not match name in Binding object"],
    ["binding", { target: {} }, "", "target.name: Required value"],
  ])("%s %j%s", async (subresource, changes, query, message) => {
    const resources = ["pods/eviction", "pods/binding"];
    await using server = await startServer({
      vocabulary: "kubernetes",
      admission: [
        {
          name: "Deny",
          match: { rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources }] },
          validate: ({ object }) => ["denied", ...(object.deleteOptions?.dryRun ?? [])].join(" "),
        },
      ],
    });
    const pods = "/api/v1/namespaces/default/pods";
    await server.request(pods, {
      body: { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "i" }] } },
    });
    const body = { ...(subresource === "eviction" ? eviction : binding), ...changes };
    const response = await server.request(`${pods}/a/${subresource}${query}`, { body });
    expect((await response.json<Json>()).message).toEqual(message);
  });
});

test("close() does not wait for a function that never ends, even with a clock that stands still", async () => {
  const { promise: called, resolve: onCall } = deferred();
  const neverEnds = (): Promise<undefined> => {
    onCall();
    return new Promise(() => undefined);
  };
  const server = await startServer({ clock: new ManualClock(), admission: [{ name: "Hangs", validate: neverEnds }] });
  const outcome = create(server, "a").catch(() => "aborted");
  await called;
  await server.close();
  expect(await outcome).toBe("aborted");
});

test.each([
  [undefined, "undefined"],
  [null, "null"],
  [true, "true"],
  ["allowed", "a text"],
])("a webhook in memory that returns %o fails, and does not deny the request", async (result, shown) => {
  const url = "https://a.example.com/";
  await using server = await startServer({
    vocabulary: "kubernetes",
    webhooks: { [url]: () => result as unknown as object },
  });
  await server.request(configurationsPath("validating"), {
    body: { metadata: { name: "a" }, webhooks: [webhookSpec("a", { url })] },
  });
  const { status, json } = await create(server, "a");
  expect([status, json.message]).toEqual([
    500,
    expect.stringContaining(
      `failed to call webhook: an error on the server ("the function must return an object, not ${shown}")`,
    ),
  ]);
});

test("a webhook in memory may change its review", async () => {
  const url = "https://a.example.com/";
  const change = (review: Json): object => {
    review.kind = "Changed";
    review.request.uid = "changed";
    return { allowed: true };
  };
  await using server = await startServer({ vocabulary: "kubernetes", webhooks: { [url]: change } });
  await server.request(configurationsPath("validating"), {
    body: { metadata: { name: "a" }, webhooks: [webhookSpec("a", { url })] },
  });
  expect((await create(server, "a")).status).toBe(201);
});

test("close() does not wait for a conversion webhook in memory that never answers", async () => {
  const { promise: called, resolve: onCall } = deferred();
  const url = "https://conversions.example.com/";
  const neverEnds = (): Promise<object> => {
    onCall();
    return new Promise(() => undefined);
  };
  const server = await startServer({ clock: new ManualClock(), webhooks: { [url]: neverEnds } });
  const schema = { openAPIV3Schema: { type: "object" } };
  await server.define({
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Cluster",
      names: { plural: "things", kind: "Thing" },
      versions: [
        { name: "v1", served: true, storage: true, schema },
        { name: "v2", served: true, storage: false, schema },
      ],
      conversion: {
        strategy: "Webhook",
        webhook: { conversionReviewVersions: ["v1"], clientConfig: { url } },
      },
    },
  });
  const body = { apiVersion: "example.com/v2", kind: "Thing", metadata: { name: "a" } };
  const outcome = server.request("/apis/example.com/v2/things", { body }).catch(() => "aborted");
  await called;
  await server.close();
  expect(await outcome).toBe("aborted");
});

test("an error of a request that a function sends is not the response to the client", async () => {
  const server: RunningServer = await startServer({
    admission: [
      admissionOf(configMap, {
        name: "Reader",
        validate: async () => void (await server.client.api(configMap, "default").get("x")),
      }),
    ],
  });
  await using _server = server;
  const { status, json } = await create(server, "a");
  expect([status, json.message]).toEqual([
    500,
    'Internal error occurred: validate of the admission function "Reader" failed: configmaps "x" not found',
  ]);
});

describe("functions match like webhooks:", () => {
  test("mutate sees deletions, but cannot change their object", async () => {
    const seen: unknown[] = [];
    let result: object | undefined;
    await using server = await startServer({
      admission: [
        admissionOf(configMap, {
          name: "Deletions",
          operations: ["DELETE"],
          mutate: ({ operation, object }) => {
            seen.push([operation, object.data]);
            return result;
          },
        }),
      ],
    });
    await create(server, "a", { x: "1" });
    result = { metadata: { name: "a" } };
    const rejected = await server.request(`${maps}/a`, { method: "DELETE" });
    expect([rejected.status, (await rejected.json<Json>()).message]).toEqual([
      500,
      'Internal error occurred: mutate of the admission function "Deletions" returned an object, but the operation DELETE changes no object',
    ]);
    result = undefined;
    expect((await server.request(`${maps}/a`, { method: "DELETE" })).status).toBe(200);
    expect(seen).toEqual([
      ["DELETE", { x: "1" }],
      ["DELETE", { x: "1" }],
    ]);
  });

  test("they see neither webhooks nor policies", async () => {
    const seen: string[] = [];
    const see = ({ resource }: { readonly resource: string }): undefined => void seen.push(resource);
    await using server = await startServer({
      vocabulary: "kubernetes",
      admission: [{ name: "All", mutate: see, validate: see }],
    });
    const group = "/apis/admissionregistration.k8s.io/v1";
    for (const phase of ["mutating", "validating"] as const)
      await server.request(configurationsPath(phase), { body: { metadata: { name: "a" }, webhooks: [] } });
    const binding = { metadata: { name: "a" }, spec: { policyName: "a", validationActions: ["Deny"] } };
    await server.request(`${group}/validatingadmissionpolicybindings`, { body: binding });
    await create(server, "a");
    expect(seen).toEqual(["configmaps", "configmaps"]);
  });

  test("match conditions select requests", async () => {
    const matchConditions = [{ name: "big", expression: "object.data.size == 'big'" }];
    await using server = await startServer({
      admission: [
        { name: "Size", match: { rules: [configMapRule], matchConditions }, validate: () => "too big" },
        {
          name: "Label",
          match: { rules: [configMapRule], matchConditions },
          mutate: ({ object }) => ({ ...object, metadata: { ...object.metadata, labels: { size: "big" } } }),
        },
      ],
    });
    const small = await create(server, "a", { size: "small" });
    expect([small.status, small.json.metadata.labels]).toEqual([201, undefined]);
    expect((await create(server, "b", { size: "big" })).json.message).toBe('configmaps "b" is forbidden: too big');
    // As with webhooks, an error of a condition rejects the request.
    expect((await create(server, "c")).json.message).toContain("no such key: data");
  });
});

describe("startServer() rejects", () => {
  const validate = (): undefined => undefined;
  const operations = 'supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"';

  test.each<[string, object[], string]>([
    [
      "an unknown operation",
      [{ name: "A", validate, match: { rules: [{ ...configMapRule, operations: ["CREAT"] }] } }],
      `admission[0].match.rules[0].operations[0]: Unsupported value: "CREAT": ${operations}`,
    ],
    [
      "a rule without resources",
      [{ name: "A", validate, match: { rules: [{ ...configMapRule, resources: [] }] } }],
      "admission[0].match.rules[0].resources: Required value",
    ],
    [
      "an unknown member of a rule",
      [{ name: "A", validate, match: { rules: [{ ...configMapRule, verbs: ["get"] }] } }],
      "admission[0].match.rules[0].verbs: Forbidden: unknown member",
    ],
    [
      "an unknown match policy",
      [{ name: "A", validate, match: { matchPolicy: "Some" } }],
      'admission[0].match.matchPolicy: Unsupported value: "Some": supported values: "Equivalent", "Exact"',
    ],
    [
      "a malformed selector",
      [{ name: "A", validate, match: { objectSelector: { matchLabels: "a=b" } } }],
      "admission[0].match: ",
    ],
    [
      "a condition that does not compile",
      [{ name: "A", validate, match: { matchConditions: [{ name: "c", expression: "object." }] } }],
      'admission[0].match.matchConditions[0].expression: Invalid value: "object.": compilation failed',
    ],
    ["a function without a name", [{ validate }], "admission[0].name: Required value"],
    [
      "two functions with the same name",
      [
        { name: "A", validate },
        { name: "A", validate },
      ],
      'admission[1].name: Duplicate value: "A"',
    ],
    ["a function that does nothing", [{ name: "A" }], "admission[0]: Required value: must have mutate or validate"],
    [
      "a member that is no function",
      [{ name: "A", mutate: "x" }],
      'admission[0].mutate: Invalid value: "x": must be a function',
    ],
    ["a list that is no list", "x" as unknown as object[], 'admission: Invalid value: "x": must be a list'],
    ["a function that is null", [null as never], 'admission[0]: Invalid value: "null": must be an object'],
    [
      "a match that is null",
      [{ name: "A", validate, match: null }],
      'admission[0].match: Invalid value: "null": must be an object',
    ],
    [
      "rules that are no list",
      [{ name: "A", validate, match: { rules: "x" } }],
      'admission[0].match.rules: Invalid value: "x": must be a list',
    ],
    [
      "a rule that is a list",
      [{ name: "A", validate, match: { rules: [[1]] } }],
      "admission[0].match.rules[0]: Invalid value: []interface {}{1}: must be an object",
    ],
    [
      "groups that are no list",
      [{ name: "A", validate, match: { rules: [{ ...configMapRule, apiGroups: "apps" }] } }],
      'admission[0].match.rules[0].apiGroups: Invalid value: "apps": must be a list',
    ],
    [
      "a group that is no text",
      [{ name: "A", validate, match: { rules: [{ ...configMapRule, apiGroups: [3] }] } }],
      "admission[0].match.rules[0].apiGroups[0]: Invalid value: 3: must be a text",
    ],
    [
      "conditions that are no list",
      [{ name: "A", validate, match: { matchConditions: "x" } }],
      'admission[0].match.matchConditions: Invalid value: "x": must be a list',
    ],
    [
      "an expression that is no text",
      [{ name: "A", validate, match: { matchConditions: [{ name: "c", expression: 4 }] } }],
      "admission[0].match.matchConditions[0].expression: Invalid value: 4: must be a text",
    ],
    [
      "a condition without an expression",
      [{ name: "A", validate, match: { matchConditions: [{ name: "c" }] } }],
      "admission[0].match.matchConditions[0].expression: Required value",
    ],
  ])("%s", async (_, admission, message) => {
    const started = startServer({ admission } as Parameters<typeof startServer>[0]);
    await expect(started).rejects.toThrow(TypeError);
    await expect(started).rejects.toThrow(message);
  });

  test.each<[string, object, string]>([
    [
      "a webhook that is no function",
      { "https://x.y/": 5 },
      'webhooks["https://x.y/"]: Invalid value: 5: must be a function',
    ],
    [
      "a webhook without a URL",
      { x: validate },
      'webhooks["x"]: Invalid value: "x": must be a URL that begins with https://',
    ],
    ["a webhook with a query", { "https://x.y/?a=b": validate }, "must have no query and no fragment"],
    [
      "two webhooks at the same URL",
      { "https://x.y": validate, "https://x.y/": validate },
      'webhooks["https://x.y/"]: Duplicate value',
    ],
  ])("%s", async (_, webhooks, message) => {
    await expect(startServer({ webhooks } as Parameters<typeof startServer>[0])).rejects.toThrow(message);
  });
});

test("functions match requests like webhooks, and see the version of their kind", async () => {
  const seen: unknown[] = [];
  await using server = await startServer({
    admission: [
      admissionOf(horizontalPodAutoscaler, {
        name: "Scale",
        match: { namespaceSelector: { matchLabels: { team: "red" } } },
        mutate: ({ object, version }) => {
          seen.push([version, object.apiVersion]);
          return { ...object, spec: { ...object.spec, maxReplicas: 7 } };
        },
      }),
    ],
  });
  const createScaler = async (namespace: string): Promise<number> => {
    const spec = { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "a" } };
    const path = `/apis/autoscaling/v1/namespaces/${namespace}/horizontalpodautoscalers`;
    const response = await server.request(path, { body: { metadata: { name: "a" }, spec } });
    return (await response.json<Json>()).spec.maxReplicas;
  };
  await server.request("/api/v1/namespaces", { body: { metadata: { name: "red", labels: { team: "red" } } } });
  expect([await createScaler("red"), await createScaler("default")]).toEqual([7, 3]);
  expect(seen).toEqual([["v2", "autoscaling/v2"]]);
});

describe("functions of the option webhooks", () => {
  test("answer reviews at their URL and behind their Service, which need not exist", async () => {
    await using server = await startServer({
      vocabulary: "kubernetes",
      webhooks: {
        "https://change.example.com/x": () => ({
          allowed: true,
          ...patched({ op: "add", path: "/data/more", value: "2" }),
        }),
        "https://deny.shop.svc/review": ({ request }) =>
          request.name === "bad" ? denied("bad name") : { allowed: true },
      },
    });
    const change = webhookSpec("change", { url: "https://change.example.com/x" });
    const deny = webhookSpec("deny", { service: { namespace: "shop", name: "deny", path: "/review" } });
    await server.request(configurationsPath("mutating"), {
      body: { metadata: { name: "change" }, webhooks: [change] },
    });
    await server.request(configurationsPath("validating"), { body: { metadata: { name: "deny" }, webhooks: [deny] } });
    expect((await create(server, "good", { x: "1" })).json.data).toEqual({ x: "1", more: "2" });
    expect((await create(server, "bad", { x: "1" })).json.message).toBe(
      'admission webhook "deny.example.com" denied the request: bad name',
    );
  });

  /** Starts a server with a webhook that never answers, for ConfigMaps. */
  async function startWithHangingWebhook(
    failurePolicy: string,
    clock?: ManualClock,
  ): Promise<{ readonly server: RunningServer; readonly called: Promise<void> }> {
    const url = "https://hang.example.com/";
    const { promise: called, resolve: noteCall } = deferred();
    const hang = (): Promise<object> => {
      noteCall();
      return new Promise(() => undefined);
    };
    const server = await startServer({ vocabulary: "kubernetes", webhooks: { [url]: hang }, ...(clock && { clock }) });
    const webhook = webhookSpec("hang", { url }, { timeoutSeconds: 1, failurePolicy });
    await server.request(configurationsPath("validating"), {
      body: { metadata: { name: "hang" }, webhooks: [webhook] },
    });
    return { server, called };
  }

  test.each([
    ["Fail", 500],
    ["Ignore", 201],
  ])(
    "fail after the timeout of their webhook on the server's clock, with the failure policy %s",
    async (policy, status) => {
      const clock = new ManualClock();
      const { server, called } = await startWithHangingWebhook(policy, clock);
      await using _server = server;
      const created = create(server, "a");
      await called;
      await clock.advance("1s");
      const { status: found, json } = await created;
      expect(found).toBe(status);
      if (policy === "Fail") {
        expect(json.message).toBe(
          'Internal error occurred: failed calling webhook "hang.example.com": failed to call webhook: ' +
            'Post "https://hang.example.com/?timeout=1s": context deadline exceeded',
        );
      }
    },
  );

  test("fail with the message of their error", async () => {
    const url = "https://broken.example.com/";
    const broken = (): never => {
      throw new Error("the test is broken");
    };
    await using server = await startServer({ vocabulary: "kubernetes", webhooks: { [url]: broken } });
    const body = { metadata: { name: "broken" }, webhooks: [webhookSpec("broken", { url })] };
    await server.request(configurationsPath("validating"), { body });
    expect((await create(server, "a")).json.message).toContain("the test is broken");
  });
});
