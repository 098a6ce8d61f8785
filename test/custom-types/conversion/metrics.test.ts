/** Metrics of custom types. Their names, labels, descriptions and buckets are those of the reference. */
import { expect, test } from "vitest";
import { defineWidgets, definitionsPath, redefineWidgets, shopGroup } from "../../support/custom-types.ts";
import { startTestServer } from "../../support/test-server.ts";
import { eventually } from "../../support/until.ts";
import type { WireClient } from "../../support/wire-client.ts";
import { isGone } from "../../support/writes.ts";
import type { Answer, Behaviour } from "./conversion-webhook.ts";
import { Things } from "./things.ts";

/** Returns the lines of metrics that begin with a text, without those of the buckets and the sum of a histogram. */
async function metricLines(client: WireClient, start: string): Promise<readonly string[]> {
  const { text } = await client.request("/metrics");
  return text.split("\n").filter((line) => line.startsWith(start) && !/_bucket|_sum/.test(line));
}

const failures: readonly (readonly [type: string, behaviour: Behaviour | ((answer: Answer) => void)])[] = [
  ["partial_response", ({ response }) => (response.convertedObjects = [])],
  ["invalid_converted_object", ({ object }) => (object.metadata.name = "other")],
  ["invalid_converted_object", ({ object }) => (object.kind = "Other")],
  ["malformed_response", ({ response }) => (response.uid = "other")],
  ["malformed_response", ({ response }) => (response.result = { status: "Failed", message: "no" })],
  ["malformed_response", ({ review }) => (review.apiVersion = "apiextensions.k8s.io/v7")],
  ["call", { respond: (response) => response.writeHead(500).end("no") }],
];

test.each(failures)("a failure of the type %s is counted", async (type, behaviour) => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  things.webhook.behaviour = typeof behaviour === "function" ? { change: behaviour } : behaviour;
  expect((await things.get("v2", "a")).status).toBe(500);
  const { client } = things.running;
  const labels = `{failure_type="conversion_webhook_${type}_failure",result="failure"}`;
  expect(await metricLines(client, "apiserver_conversion_webhook_")).toEqual([
    `apiserver_conversion_webhook_request_total${labels} 1`,
    `apiserver_conversion_webhook_duration_seconds_count${labels} 1`,
  ]);
});

test("requests to a webhook are counted by their versions, and remembered results are not", async () => {
  await using things = await Things.start();
  const { client } = things.running;
  await things.create("v1", "a", { size: 3 });
  await things.get("v2", "a");
  await things.get("v2", "a");
  expect(await metricLines(client, "apiserver_conversion_webhook_request_total")).toEqual([
    'apiserver_conversion_webhook_request_total{failure_type="",result="success"} 1',
  ]);
  things.webhook.behaviour = { change: ({ response }) => (response.convertedObjects = []) };
  await things.create("v2", "b", { length: 3 });
  const name = "apiserver_crd_conversion_webhook_duration_seconds";
  const of = 'crd_name="things.conv.example.com"';
  expect(await metricLines(client, name)).toEqual([
    `${name}_count{${of},from_version="v1",succeeded="true",to_version="v2"} 1`,
    `${name}_count{${of},from_version="v2",succeeded="false",to_version="v1"} 1`,
  ]);
  const { text } = await client.request("/metrics");
  expect(text).toContain(
    `# HELP ${name} [ALPHA] CRD webhook conversion duration in seconds\n# TYPE ${name} histogram\n`,
  );
  const bounds = [...text.matchAll(/^apiserver_crd_conversion_.*from_version="v1".*le="([^"]*)"/gm)].map(
    ([, le]) => le,
  );
  expect(bounds).toEqual(
    "0.001 0.002 0.004 0.008 0.016 0.032 0.064 0.128 0.256 0.512 1.024 2.048 4.096 8.192 16.384 +Inf".split(" "),
  );
});

test("changes of a definition are counted by their reason", async () => {
  await using running = await startTestServer();
  const { client, clock } = running;
  await defineWidgets(client);
  await redefineWidgets(client, { spec: { type: "object" } });
  const path = `${definitionsPath}/widgets.${shopGroup}`;
  await client.request(path, { method: "DELETE" });
  await eventually(async () => {
    await clock.advance(1000);
    return await isGone(client, path);
  }, "the definition is gone");
  const lines = await metricLines(client, "apiextensions_openapi_");
  const counted = lines.filter((line) => / [1-9]\d*$/.test(line)).map((line) => line.replace(/ \d+$/, ""));
  const crd = `crd="widgets.${shopGroup}"`;
  expect(counted).toEqual([
    ...["add", "update", "remove"].map(
      (reason) => `apiextensions_openapi_v2_regeneration_count{${crd},reason="${reason}"}`,
    ),
    ...["add", "update", "remove"].map(
      (reason) =>
        `apiextensions_openapi_v3_regeneration_count{${crd},group="${shopGroup}",reason="${reason}",version="v1"}`,
    ),
  ]);
});
