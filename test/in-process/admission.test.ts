/** Admission by functions of a test: own checks and changes, and webhooks without a network. */
import { describe, expect, test } from "vitest";
import { configMap, horizontalPodAutoscaler } from "../../src/api/index.ts";
import { admissionOf, ManualClock, type RunningServer, startServer } from "../../src/app/server.ts";
import { deferred } from "../../src/base/deferred.ts";
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
