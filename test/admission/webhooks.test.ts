/** Webhooks on whole servers. The messages are those of the reference v1.32, which `npm run compare -- admission-webhooks` checks. */
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app/server.ts";
import type { Timer } from "../../src/base/clock.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { Things } from "../custom-types/conversion/things.ts";
import { startStoredServer } from "../support/stored-server.ts";
import { openTestEngine } from "../support/test-store.ts";
import { eventually, until } from "../support/until.ts";
import {
  AdmissionWebhook,
  type Answer,
  configurationsPath,
  denied,
  patched,
  webhookSpec,
} from "./admission-webhook.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

let webhook: AdmissionWebhook;
let server: RunningServer;

beforeEach(async () => {
  webhook = await AdmissionWebhook.start();
  server = await startStoredServer({ vocabulary: "kubernetes" });
});

afterEach(async () => {
  await server.close();
  await webhook[Symbol.asyncDispose]();
});

const maps = "/api/v1/namespaces/default/configmaps";

async function send(
  path: string,
  body?: object,
  method = body ? "POST" : "GET",
): Promise<{ status: number; json: Json; warnings: string }> {
  const headers = method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
  const response = await server.request(path, { method, headers, ...(body ? { body } : {}) });
  const warnings = [response.headers["warning"] ?? []].flat().join(", ");
  return { status: response.status, json: await response.json<Json>(), warnings };
}

function map(name: string, data: object = { size: "1" }, metadata: object = {}): object {
  return { kind: "ConfigMap", apiVersion: "v1", metadata: { name, ...metadata }, data };
}

async function configure(
  phase: "mutating" | "validating",
  name: string,
  ...webhooks: readonly object[]
): Promise<void> {
  const created = await send(configurationsPath(phase), { metadata: { name }, webhooks });
  if (created.status !== 201) throw new Error(created.json.message);
}

/** Configures one webhook that sees writes of ConfigMaps. */
async function configureOne(phase: "mutating" | "validating", answer: Answer, others: object = {}): Promise<void> {
  await configure(phase, "one", webhookSpec("one", webhook.at("one", answer), others));
}

describe("a validating webhook", () => {
  test("rejects requests from the response to its configuration on, until the configuration is deleted", async () => {
    await configureOne("validating", () => denied("too small"));
    const { status, json } = await send(maps, map("a"));
    expect([status, json.message]).toEqual([400, 'admission webhook "one.example.com" denied the request: too small']);
    expect((await send(`${configurationsPath("validating")}/one`, undefined, "DELETE")).status).toBe(200);
    expect((await send(maps, map("a"))).status).toBe(201);
  });

  test("gets the objects, the user and the options of the request", async () => {
    await configureOne("validating", () => ({}));
    await send(`${maps}?fieldManager=me`, map("a"));
    await send(`${maps}/a`, { data: { size: "2" } }, "PATCH");
    await send(`${maps}/a`, undefined, "DELETE");
    const [created, patchedRequest, deleted] = webhook.requestsAt("one");
    expect(created).toMatchObject({
      kind: { group: "", version: "v1", kind: "ConfigMap" },
      resource: { group: "", version: "v1", resource: "configmaps" },
      name: "a",
      namespace: "default",
      operation: "CREATE",
      userInfo: { groups: ["system:masters", "system:authenticated"] },
      object: { kind: "ConfigMap", apiVersion: "v1", data: { size: "1" } },
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me" },
    });
    expect(patchedRequest).toMatchObject({
      operation: "UPDATE",
      object: { data: { size: "2" } },
      oldObject: { data: { size: "1" } },
    });
    expect(deleted).toMatchObject({ operation: "DELETE", object: null, oldObject: { data: { size: "2" } } });
  });

  test("sees empty lists as they were sent, although they are stored as null", async () => {
    const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
    const rules = [{ apiGroups: ["*"], apiVersions: ["v1"], operations: ["*"], resources: ["roles"] }];
    await configureOne("validating", () => ({}), { rules });
    await send(roles, { metadata: { name: "a" }, rules: [] });
    await send(roles, { metadata: { name: "b" } });
    await send(`${roles}/b`, { metadata: { name: "b", labels: { a: "b" } }, rules: [] }, "PUT");
    expect(webhook.requestsAt("one")).toMatchObject([
      { operation: "CREATE", object: { rules: [] } },
      { operation: "CREATE", object: { rules: null } },
      { operation: "UPDATE", object: { rules: [], metadata: { labels: { a: "b" } } }, oldObject: { rules: null } },
    ]);
    expect((await send(`${roles}/a`)).json.rules).toBeNull();
  });

  test("sees the revision of the stored object if an update names none", async () => {
    const { resourceVersion } = (await send(maps, map("a"))).json.metadata;
    await configureOne("validating", () => denied("no"));
    await send(`${maps}/a`, map("a", { size: "2" }), "PUT");
    expect(webhook.requestsAt("one")).toMatchObject([{ object: { metadata: { resourceVersion } } }]);
  });

  test("sends warnings to the client", async () => {
    await configureOne("validating", () => ({ warnings: ["think again"] }));
    expect(await send(maps, map("a"))).toMatchObject({ status: 201, warnings: '299 - "think again"' });
  });

  test("is called at the same time as the others, and the first rejection in their order counts", async () => {
    const pending: (() => void)[] = [];
    const answers =
      (message: string): Answer =>
      (request, response) => {
        const review = {
          kind: "AdmissionReview",
          apiVersion: "admission.k8s.io/v1",
          response: { uid: request.uid, ...denied(message) },
        };
        pending.push(() => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(review)));
        return undefined;
      };
    const specs = ["one", "two"].map((name) => webhookSpec(name, webhook.at(name, answers(name))));
    await configure("validating", "both", ...specs);
    const answer = send(maps, map("a"));
    await until(() => pending.length === 2, "both webhooks are called");
    for (const respond of pending.toReversed()) respond();
    expect((await answer).json.message).toBe('admission webhook "one.example.com" denied the request: one');
  });
});

test("webhooks see a request for a token as it was sent, and then with its names, time and audiences", async () => {
  const clock = new ManualClock();
  await using tokens = await startStoredServer({ vocabulary: "kubernetes", clock });
  const rules = [
    { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["serviceaccounts/token"] },
  ];
  for (const phase of ["mutating", "validating"] as const) {
    const spec = webhookSpec(
      phase,
      webhook.at(phase, () => ({})),
      { rules },
    );
    await tokens.request(configurationsPath(phase), { body: { metadata: { name: phase }, webhooks: [spec] } });
  }
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  await tokens.request(accounts, { body: { metadata: { name: "builder" } } });
  await tokens.request(`${accounts}/builder/token`, { body: { spec: {}, status: { token: "sent" } } });
  const [sent] = webhook.requestsAt("mutating");
  expect(sent).toMatchObject({ name: "builder", object: { spec: { audiences: null } } });
  expect(sent.object.metadata).not.toHaveProperty("name");
  expect(webhook.requestsAt("validating")).toMatchObject([
    {
      name: "builder",
      object: {
        metadata: { name: "builder", namespace: "default", creationTimestamp: "2025-01-01T00:00:00Z" },
        spec: { audiences: ["https://kubernetes.default.svc"], expirationSeconds: 3600 },
        status: { token: "", expirationTimestamp: null },
      },
    },
  ]);
  expect((await tokens.request(`${accounts}/missing/token`, { body: { spec: {} } })).status).toBe(404);
  expect(webhook.requestsAt("validating")).toHaveLength(1);
});

describe("a mutating webhook", () => {
  test("changes the object that is stored", async () => {
    await configureOne("mutating", () => patched({ op: "add", path: "/metadata/labels", value: { seen: "yes" } }));
    const { json } = await send(maps, map("a"));
    expect(json.metadata.labels).toEqual({ seen: "yes" });
    expect((await send(`${maps}/a`)).json.metadata.labels).toEqual({ seen: "yes" });
  });

  test("changes what an apply stores, although an equal apply changed nothing before", async () => {
    const headers = { "content-type": "application/apply-patch+yaml" };
    const apply = (): Promise<Json> =>
      server
        .request(`${maps}/a?fieldManager=me`, { method: "PATCH", headers, body: map("a") })
        .then((response) => response.json<Json>());
    for (let count = 0; count < 3; count++) await apply();
    await configureOne("mutating", () => patched({ op: "add", path: "/data/more", value: "2" }));
    expect((await apply()).data).toEqual({ size: "1", more: "2" });
  });

  test("is called in the order of names, and again with IfNeeded if a later one changed the object", async () => {
    const seen: string[] = [];
    const copies: Answer = ({ object }) => {
      seen.push(`copies ${object.data.size}`);
      return patched({ op: "copy", from: "/data/size", path: "/data/copied" });
    };
    const raises: Answer = ({ object }) => {
      seen.push(`raises ${object.data.size}`);
      return patched({ op: "replace", path: "/data/size", value: "9" });
    };
    await configure("mutating", "b", webhookSpec("raises", webhook.at("raises", raises)));
    await configure(
      "mutating",
      "a",
      webhookSpec("copies", webhook.at("copies", copies), { reinvocationPolicy: "IfNeeded" }),
    );
    expect((await send(maps, map("m"))).json.data).toEqual({ size: "9", copied: "9" });
    expect(seen).toEqual(["copies 1", "raises 1", "copies 9"]);
  });

  test.each(["9007199254740993", "1.0"])("may send the number %s, which JavaScript does not keep", async (number) => {
    const patch = Buffer.from(`[{"op":"add","path":"/unknown","value":${number}}]`).toString("base64");
    await configureOne("mutating", () => ({ patch, patchType: "JSONPatch" }));
    expect((await send(maps, map("a"))).status).toBe(201);
  });

  test("cannot damage the managed fields", async () => {
    const value = [{ manager: "x", operation: "Update", apiVersion: "v1" }];
    await configureOne("mutating", () => patched({ op: "add", path: "/metadata/managedFields", value }));
    const { json, warnings } = await send(`${maps}?fieldManager=me`, map("a"));
    expect(json.metadata.managedFields).toMatchObject([{ manager: "me", operation: "Update" }]);
    expect(warnings).toContain(
      ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating " +
        "admission controller; please fix your requests: missing fieldsType in managed fields entry 0",
    );
  });

  test("cannot make the object invalid", async () => {
    await configureOne("mutating", () => patched({ op: "add", path: "/metadata/labels", value: { "a b": "c" } }));
    expect((await send(maps, map("a"))).status).toBe(422);
  });
});

test("a mutating webhook sees the changes of those before it", async () => {
  const first = webhook.at("first", () => patched({ op: "add", path: "/data/first", value: "1" }));
  const second = webhook.at("second", () => ({}));
  await configure("mutating", "a", webhookSpec("first", first), webhookSpec("second", second));
  await send(maps, map("m"));
  expect(webhook.requestsAt("second")).toMatchObject([{ object: { data: { size: "1", first: "1" } } }]);
});

describe("dry runs", () => {
  test("[DRY-07] a webhook must declare that dry runs have no side effects", async () => {
    const spec = (sideEffects: string | null): object =>
      webhookSpec("one", { url: "https://127.0.0.1:1/" }, { sideEffects });
    for (const [sideEffects, status] of [
      ["Some", 422],
      ["Unknown", 422],
      [null, 422],
      ["None", 201],
      ["NoneOnDryRun", 201],
    ] as const) {
      const name = `side-effects-${String(sideEffects).toLowerCase()}`;
      const created = await send(configurationsPath("validating"), {
        metadata: { name },
        webhooks: [spec(sideEffects)],
      });
      expect([sideEffects, created.status]).toEqual([sideEffects, status]);
    }
  });

  test("a dry run shows what the webhook changes, and stores nothing", async () => {
    await configureOne("mutating", () => patched({ op: "add", path: "/data/more", value: "2" }));
    expect((await send(`${maps}?dryRun=All`, map("a"))).json.data).toEqual({ size: "1", more: "2" });
    expect(webhook.requestsAt("one")).toMatchObject([{ dryRun: true }]);
    expect((await send(`${maps}/a`)).status).toBe(404);
  });
});

test("[DRY-05] a dry run fails if a webhook with side effects would see it", async () => {
  await using engine = await openTestEngine("kubernetes");
  await using first = await startStoredServer({ vocabulary: "kubernetes", engine });
  const configuration = (sideEffects: string): object => ({
    metadata: { name: "old" },
    webhooks: [
      webhookSpec(
        "one",
        webhook.at("old", () => ({})),
        { sideEffects },
      ),
    ],
  });
  await first.request(configurationsPath("validating"), { body: configuration("NoneOnDryRun") });
  // Earlier releases accepted webhooks with side effects, and such a configuration is still stored.
  const key = "/registry/validatingwebhookconfigurations/old";
  const entry = await engine.get(key);
  const old = Buffer.from(entry?.value ?? [])
    .toString("latin1")
    .replace('"NoneOnDryRun"', '"Some"');
  await engine.put(key, Buffer.from(old, "latin1"), entry?.revision ?? 0);
  await first.close();

  await using second = await startStoredServer({ vocabulary: "kubernetes", engine });
  const dryRun = await second.request(`${maps}?dryRun=All`, { body: map("a") });
  expect([dryRun.status, (await dryRun.json<Json>()).message]).toEqual([
    400,
    'admission webhook "one.example.com" does not support dry run',
  ]);
  expect(webhook.requestsAt("old")).toEqual([]);
  expect((await second.request(maps, { body: map("a") })).status).toBe(201);
  expect(webhook.requestsAt("old")).toHaveLength(1);
});

describe("a webhook that fails", () => {
  test("rejects requests with Fail, and not with Ignore", async () => {
    const broken = { url: `https://127.0.0.1:${webhook.port}/missing`, caBundle: webhook.caBundle };
    const selector = (policy: string): object => ({
      failurePolicy: policy,
      objectSelector: { matchLabels: { policy } },
    });
    const answer: Answer = (_, response) => void response.writeHead(500).end("broken");
    webhook.at("missing", answer);
    await configure(
      "mutating",
      "a",
      webhookSpec("fail", broken, selector("Fail")),
      webhookSpec("ignore", broken, selector("Ignore")),
    );
    const { status, json } = await send(maps, map("fail", {}, { labels: { policy: "Fail" } }));
    expect(status).toBe(500);
    expect(json.message).toBe(
      'Internal error occurred: failed calling webhook "fail.example.com": failed to call webhook: an error on the server ' +
        '("broken") has prevented the request from succeeding',
    );
    expect((await send(maps, map("ignore", {}, { labels: { policy: "Ignore" } }))).status).toBe(201);
  });

  test("is counted with the code of its response, or one for the way in which it failed", async () => {
    const answers: readonly (readonly [name: string, code: number, respond: (response: ServerResponse) => void])[] = [
      ["teapot", 418, (response) => response.writeHead(418).end()],
      ["text", 400, (response) => response.end("no JSON")],
      ["closed", 400, (response) => response.destroy()],
      ["absent", 503, (response) => response.end('{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}')],
    ];
    for (const [name, , respond] of answers) {
      const config = webhook.at(name, (_, response) => {
        respond(response);
        return undefined;
      });
      const objectSelector = { matchLabels: { name } };
      await configure("validating", name, webhookSpec(name, config, { objectSelector }));
      expect((await send(maps, map(name, {}, { labels: { name } }))).status).toBe(500);
    }
    const metrics = await (await server.request("/metrics")).text();
    for (const [name, code] of answers) {
      expect(metrics).toContain(
        `apiserver_admission_webhook_request_total{code="${code}",name="${name}.example.com",operation="CREATE",` +
          'rejected="true",type="validating"} 1\n',
      );
    }
  });

  test("is not followed to another address", async () => {
    const redirects: Answer = (_, response) =>
      void response.writeHead(307, { location: `https://127.0.0.1:${webhook.port}/target` }).end();
    webhook.at("target", () => ({}));
    await configureOne("validating", redirects);
    expect((await send(maps, map("a"))).json.message).toContain("the server responded with the status code 307");
    expect(webhook.requestsAt("target")).toEqual([]);
  });

  test("cannot send more than 8 MiB", async () => {
    const endless: Answer = (_, response) => void response.writeHead(200).end(Buffer.alloc(9 * 1024 * 1024, " "));
    await configureOne("validating", endless);
    expect((await send(maps, map("a"))).json.message).toContain("the response is larger than 8388608 bytes");
  });

  test("cannot prevent that its configuration is repaired", async () => {
    const all = [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] }];
    await configureOne("validating", () => denied("no"), { rules: all });
    expect((await send(maps, map("a"))).status).toBe(400);
    expect((await send(`${configurationsPath("validating")}/one`, undefined, "DELETE")).status).toBe(200);
  });
});

test("a webhook that does not answer in time fails", async () => {
  const clock = new ManualClock();
  await using slow = await startStoredServer({ vocabulary: "kubernetes", clock });
  const spec = webhookSpec(
    "one",
    webhook.at("slow", () => undefined),
    { timeoutSeconds: 3 },
  );
  await slow.request(configurationsPath("validating"), { body: { metadata: { name: "slow" }, webhooks: [spec] } });
  const answer = slow.request(maps, { body: map("a") });
  await until(() => webhook.requestsAt("slow").length === 1, "the webhook is called");
  await clock.advance(3000);
  expect((await (await answer).json<Json>()).message).toBe(
    `Internal error occurred: failed calling webhook "one.example.com": failed to call webhook: Post ` +
      `"https://127.0.0.1:${webhook.port}/slow?timeout=3s": context deadline exceeded`,
  );
});

/** Timers of Node have whole milliseconds, so that they can end before the time that was requested. */
class RoundingClock extends ManualClock {
  override after(delayMs: number, callback: () => void): Timer {
    return super.after(Math.trunc(delayMs), callback);
  }
}

describe.each(["mutating", "validating"] as const)("a %s webhook that is slower than the request may be", (phase) => {
  test.each(["Fail", "Ignore"])("makes the request fail with a timeout if the failure policy is %s", async (policy) => {
    const clock = new RoundingClock();
    await using slow = await startStoredServer({ vocabulary: "kubernetes", clock });
    let respondFirst: (() => void) | undefined;
    const first = webhook.at("first", ({ uid }, response) => {
      const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response: { uid, allowed: true } };
      respondFirst = () => void response.writeHead(200).end(JSON.stringify(review));
      return undefined;
    });
    const unanswered = webhook.at("slow", () => undefined);
    const configurations = [
      ["mutating", "a", webhookSpec("first", first)],
      [phase, "b", webhookSpec("slow", unanswered, { timeoutSeconds: 10, failurePolicy: policy })],
    ] as const;
    for (const [sort, name, spec] of configurations) {
      await slow.request(configurationsPath(sort), { body: { metadata: { name }, webhooks: [spec] } });
    }
    const answer = slow.request(`${maps}?timeout=1s`, { body: map("a") });
    await until(() => respondFirst !== undefined, "the first webhook is called");
    await clock.advance(0.5);
    respondFirst?.();
    await until(() => webhook.requestsAt("slow").length === 1, "the slow webhook is called");
    await clock.advance(999.5);
    expect(await (await answer).json<Json>()).toMatchObject({
      code: 504,
      reason: "Timeout",
      message: "Timeout: request did not complete within the allotted timeout",
    });
    expect((await slow.request(`${maps}/a`)).status).toBe(404);
    const metrics = await (await slow.request("/metrics")).text();
    expect(metrics).toMatch(
      policy === "Fail"
        ? /webhook_rejection_count\{error_type="calling_webhook_error",name="slow\.example\.com".*\} 1\n/
        : /webhook_fail_open_count\{name="slow\.example\.com".*\} 1\n/,
    );
  });
});

test("a webhook that sends only the beginning of a response fails", async () => {
  const clock = new ManualClock();
  await using slow = await startStoredServer({ vocabulary: "kubernetes", clock });
  const hangs: Answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).write('{"kind":"AdmissionReview",');
  const spec = webhookSpec("one", webhook.at("hangs", hangs), { failurePolicy: "Ignore" });
  await slow.request(configurationsPath("mutating"), { body: { metadata: { name: "hangs" }, webhooks: [spec] } });
  const answer = slow.request(maps, { body: map("a") });
  await until(() => webhook.requestsAt("hangs").length === 1, "the webhook is called");
  await clock.advance(10_000);
  expect((await answer).status).toBe(201);
});

test("two webhooks that undo each other are called twice each", async () => {
  const sets =
    (value: string): Answer =>
    () =>
      patched({ op: "replace", path: "/data/size", value });
  const both = ["one", "two"].map((name) =>
    webhookSpec(name, webhook.at(name, sets(name)), { reinvocationPolicy: "IfNeeded" }),
  );
  await configure("mutating", "loop", ...both);
  expect((await send(maps, map("a"))).json.data).toEqual({ size: "two" });
  expect([webhook.requestsAt("one").length, webhook.requestsAt("two").length]).toEqual([2, 2]);
});

test("webhooks see the name that the client sent, although a webhook has changed the name of the object", async () => {
  const rename = (): object => patched({ op: "replace", path: "/metadata/name", value: "b" });
  await configure("mutating", "renames", webhookSpec("renames", webhook.at("renames", rename)));
  await configureOne("validating", () => ({}));
  expect((await send(maps, map("a"))).json.metadata.name).toBe("b");
  expect(webhook.requestsAt("one")).toMatchObject([{ name: "a", object: { metadata: { name: "b" } } }]);
});

test("the plugins of the server see the object again after a webhook", async () => {
  await using usual = await startStoredServer({ vocabulary: "kubernetes", admissionPlugins: "usual" });
  const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }];
  const removes = webhook.at("removes", ({ object }) =>
    object.metadata.labels ? {} : patched({ op: "replace", path: "/spec/tolerations", value: [] }),
  );
  const spec = webhookSpec("one", removes, { rules });
  await usual.request(configurationsPath("mutating"), { body: { metadata: { name: "removes" }, webhooks: [spec] } });
  const pod = { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "i" }] } };
  const created = await usual.request("/api/v1/namespaces/default/pods", { body: pod });
  const { tolerations } = (await created.json<Json>()).spec;
  expect(tolerations.map(({ key }: Json) => key)).toEqual([
    "node.kubernetes.io/not-ready",
    "node.kubernetes.io/unreachable",
  ]);
});

test("a webhook behind a Service must have the name of the Service in its certificate", async () => {
  await using behind = await AdmissionWebhook.start(["hook.default.svc"]);
  behind.at("review", () => denied("no"));
  const spec = { type: "ExternalName", externalName: "localhost" };
  await send("/api/v1/namespaces/default/services", { metadata: { name: "hook" }, spec });
  const service = { namespace: "default", name: "hook", port: behind.port, path: "/review" };
  await configure("validating", "service", webhookSpec("one", { service, caBundle: behind.caBundle }));
  expect((await send(maps, map("a"))).json.message).toBe('admission webhook "one.example.com" denied the request: no');
});

test("a webhook with the policy Equivalent sees the version that it names", async () => {
  const rules = [
    { apiGroups: ["autoscaling"], apiVersions: ["v1"], operations: ["*"], resources: ["horizontalpodautoscalers"] },
  ];
  await configureOne(
    "mutating",
    () => patched({ op: "add", path: "/spec/targetCPUUtilizationPercentage", value: 33 }),
    { rules },
  );
  const { json } = await send("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
    metadata: { name: "a" },
    spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "a" } },
  });
  expect(json.spec.metrics).toEqual([
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 33 } } },
  ]);
  expect(webhook.requestsAt("one")).toMatchObject([
    {
      kind: { version: "v1" },
      requestKind: { version: "v2" },
      object: { apiVersion: "autoscaling/v1", spec: { maxReplicas: 3 } },
    },
  ]);
});

describe("a webhook for another version of a custom type whose versions have different members", () => {
  const group = "parts.example.com";
  const parts = (version: string): string => `/apis/${group}/${version}/namespaces/default/parts`;
  const rules = [{ apiGroups: [group], apiVersions: ["v2"], operations: ["*"], resources: ["parts"] }];

  beforeEach(async () => {
    const version = (name: string, member: string): object => {
      const properties = {
        spec: { type: "object", properties: { size: { type: "integer" }, [member]: { type: "string" } } },
      };
      return {
        name,
        served: true,
        storage: name === "v1",
        schema: { openAPIV3Schema: { type: "object", properties } },
      };
    };
    const names = { plural: "parts", singular: "part", kind: "Part", listKind: "PartList" };
    const versions = [version("v1", "old"), version("v2", "new")];
    const spec = { group, scope: "Namespaced", names, versions };
    await send("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: `parts.${group}` },
      spec,
    });
    await eventually(async () => (await server.request(parts("v1"))).status === 200, "the type is served");
  });

  const part = { apiVersion: `${group}/v1`, kind: "Part", metadata: { name: "a" }, spec: { size: 1, old: "x" } };

  test("changes the object without a loss of members that its version does not have", async () => {
    const answer = (): object =>
      patched({ op: "add", path: "/spec/size", value: 2 }, { op: "add", path: "/spec/new", value: "y" });
    await configureOne("mutating", answer, { rules });
    expect((await send(parts("v1"), part)).json.spec).toEqual({ size: 2, old: "x" });
    expect((await send(`${parts("v1")}/a`, { spec: { old: "z" } }, "PATCH")).json.spec).toEqual({ size: 2, old: "z" });
    expect((await send(`${parts("v1")}/a`)).json.spec).toEqual({ size: 2, old: "z" });
    expect(webhook.requestsAt("one")).toMatchObject([
      { kind: { version: "v2" }, object: { apiVersion: `${group}/v2`, spec: { size: 1, old: "x" } } },
      { kind: { version: "v2" }, object: { spec: { old: "z" } }, oldObject: { spec: { old: "x" } } },
    ]);
  });

  test("sees all members before they are stored", async () => {
    await configureOne("validating", () => ({}), { rules });
    await send(parts("v1"), part);
    expect(webhook.requestsAt("one")).toMatchObject([{ object: { apiVersion: `${group}/v2`, spec: { old: "x" } } }]);
  });
});

test.each(["mutating", "validating"] as const)(
  "each %s webhook is called once if one of them needs a conversion",
  async (phase) => {
    await using things = await Things.start();
    const webhooks = ["v1", "v2"].map((version) => {
      const rules = [
        { apiGroups: ["conv.example.com"], apiVersions: [version], operations: ["CREATE"], resources: ["things"] },
      ];
      return webhookSpec(
        version,
        webhook.at(version, () => ({})),
        { rules },
      );
    });
    const { client } = things.running;
    await client.request(configurationsPath(phase), { body: { metadata: { name: "one" }, webhooks } });
    expect((await things.create("v1", "a", { size: 3 })).status).toBe(201);
    expect(webhook.requestsAt("v1")).toMatchObject([{ object: { spec: { size: 3 } } }]);
    expect(webhook.requestsAt("v2")).toMatchObject([{ object: { spec: { length: 3 } } }]);
  },
);

test("match conditions decide which requests a webhook sees", async () => {
  const matchConditions = [{ name: "big", expression: "int(object.data.size) > 5" }];
  await configureOne("validating", () => denied("no"), { matchConditions });
  expect((await send(maps, map("small"))).status).toBe(201);
  expect((await send(maps, map("big", { size: "6" }))).status).toBe(400);
  expect((await send(maps, map("none", {}))).json.message).toBe(
    "configmaps \"none\" is forbidden: expression 'int(object.data.size) > 5' resulted in error: no such key: data",
  );
});

test("metrics count ignored failures apart from rejections", async () => {
  const broken = { url: "https://127.0.0.1:1/" };
  await configure("validating", "a", webhookSpec("ignored", broken, { failurePolicy: "Ignore" }));
  expect((await send(maps, map("a"))).status).toBe(201);
  const metrics = await (await server.request("/metrics")).text();
  expect(metrics).toContain(
    'apiserver_admission_webhook_request_total{code="400",name="ignored.example.com",operation="CREATE",rejected="false",type="validating"} 1',
  );
  expect(metrics).toContain(
    'apiserver_admission_webhook_fail_open_count{name="ignored.example.com",type="validating"} 1',
  );
  expect(metrics).not.toMatch(/apiserver_admission_webhook_rejection_count\{.*ignored/);
});

test("metrics count the calls of webhooks", async () => {
  await configureOne("validating", () => denied("no"));
  await send(maps, map("a"));
  const metrics = await (await server.request("/metrics")).text();
  expect(metrics).toContain(
    'apiserver_admission_webhook_request_total{code="400",name="one.example.com",operation="CREATE",rejected="true",type="validating"} 1',
  );
  expect(metrics).toContain(
    'apiserver_admission_webhook_rejection_count{error_type="no_error",name="one.example.com",operation="CREATE",rejection_code="400",type="validating"} 1',
  );
});
