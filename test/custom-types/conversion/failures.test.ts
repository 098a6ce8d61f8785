/** Webhooks that are absent, slow, or answer wrongly. The messages are those that the reference gave for the same answers. */
import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { type Answer, correct } from "./conversion-webhook.ts";
import { pathOf, Things } from "./things.ts";

const prefix = "conversion webhook for conv.example.com/v1, Kind=Thing ";
const nameRule =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const wrongAnswers: readonly (readonly [name: string, change: (answer: Answer) => void, message: string])[] = [
  ["fails", ({ response }) => (response.result = { status: "Failed", message: "nope" }), "failed: nope"],
  [
    "fails without a message",
    ({ response }) => (response.result = { status: "Failed" }),
    "failed: response.result.status was 'Failed', not 'Success'",
  ],
  ["has no status", ({ response }) => (response.result = {}), "failed: response.result.status was '', not 'Success'"],
  ["has no objects", ({ response }) => (response.convertedObjects = []), "returned 0 objects, expected 1"],
  ["has null objects", ({ response }) => (response.convertedObjects = null), "returned 0 objects, expected 1"],
  [
    "has two objects",
    ({ response, object }) => (response.convertedObjects = [object, object]),
    "returned 2 objects, expected 1",
  ],
  ["has no response", ({ review }) => delete review.response, "failed: no response provided"],
  [
    "has no type",
    ({ review }) => {
      delete review.kind;
      delete review.apiVersion;
    },
    "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
  ],
  [
    "is a review of another version",
    ({ review }) => (review.apiVersion = "apiextensions.k8s.io/v1beta1"),
    "failed: converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
  ],
  [
    "has objects of another type",
    ({ response }) => (response.convertedObjects = "abc"),
    "failed: json: cannot unmarshal string into Go struct field ConversionResponse.response.convertedObjects of type []runtime.RawExtension",
  ],
  [
    "has a status of another type",
    ({ response }) => (response.result = "Success"),
    "failed: json: cannot unmarshal string into Go struct field ConversionResponse.response.result of type v1.Status",
  ],
  [
    "has a uid of another type",
    ({ response }) => (response.uid = 5),
    "failed: json: cannot unmarshal number into Go struct field ConversionResponse.response.uid of type types.UID",
  ],
  [
    "has an object in the old version",
    ({ object }) => (object.apiVersion = "conv.example.com/v1"),
    "returned invalid object at index 0: invalid groupVersion (expected conv.example.com/v2, received conv.example.com/v1)",
  ],
  [
    "has an object without a version",
    ({ object }) => delete object.apiVersion,
    "returned invalid object at index 0: invalid groupVersion (expected conv.example.com/v2, received )",
  ],
  [
    "has an object of another kind",
    ({ object }) => (object.kind = "Zed"),
    "returned invalid object at index 0: invalid kind (expected Thing, received Zed)",
  ],
  [
    "renames the object",
    ({ object }) => (object.metadata.name = "other"),
    "returned invalid object: must have the same name: a != other",
  ],
  [
    "moves the object to another namespace",
    ({ object }) => (object.metadata.namespace = "other"),
    "returned invalid object: must have the same namespace: default != other",
  ],
  [
    "drops the metadata",
    ({ object }) => delete object.metadata,
    "returned invalid object: must have the same name: a != ",
  ],
  [
    "has a label that is a number",
    ({ object }) => (object.metadata.labels = { a: 1 }),
    "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
  ],
  [
    "has a list of labels",
    ({ object }) => (object.metadata.labels = []),
    "returned invalid metadata: invalid metadata.labels of type []interface {} in converted object",
  ],
  [
    "has an invalid annotation",
    ({ object }) => (object.metadata.annotations = { "a b": "c" }),
    `returned invalid metadata: metadata.annotation: Invalid value: "a b": ${nameRule}`,
  ],
  [
    "has an annotation that is null",
    ({ object }) => (object.metadata.annotations = { a: null }),
    "returned invalid metadata: metadata.annotations[a] must be a string, but is <nil> in converted object",
  ],
];

test("each wrong answer of a webhook is a 500 in the reference's words", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  for (const [name, change, message] of wrongAnswers) {
    things.webhook.behaviour = { change };
    const { status, json } = await things.get("v2", "a");
    expect([name, status, json.reason, json.message]).toEqual([name, 500, undefined, prefix + message]);
  }
  things.webhook.behaviour = correct;
  expect((await things.get("v2", "a")).status).toBe(200);
});

test("a webhook that answers for another request, or changes the uid of the object, is refused", async () => {
  await using things = await Things.start();
  const { uid } = (await things.create("v1", "a", { size: 3 })).json.metadata;
  things.webhook.behaviour = { change: ({ response }) => (response.uid = "x") };
  const wrongReview = (await things.get("v2", "a")).json.message;
  const sentUid = things.webhook.reviews.at(-1).request.uid;
  expect(wrongReview).toBe(`${prefix}failed: expected response.uid="${sentUid}", got "x"`);
  things.webhook.behaviour = { change: ({ object }) => (object.metadata.uid = "other") };
  expect((await things.get("v2", "a")).json.message).toBe(
    `${prefix}returned invalid object: must have the same UID: ${uid} != other`,
  );
});

test("a converted object has only the labels and annotations of the webhook's metadata", async () => {
  await using things = await Things.start();
  const { json: stored } = await things.create("v1", "a", { size: 3 });
  things.webhook.behaviour = {
    change: ({ object }) => {
      Object.assign(object.metadata, {
        labels: { a: "b" },
        annotations: { c: "d" },
        finalizers: ["x/y"],
        generation: 77,
      });
      object.spec.other = 1;
      object.extra = 1;
    },
  };
  const shown = (await things.get("v2", "a")).json;
  const metadata = { ...stored.metadata, labels: { a: "b" }, annotations: { c: "d" } };
  expect(shown).toEqual({ apiVersion: "conv.example.com/v2", kind: "Thing", metadata, spec: { length: 3 } });
});

test("a review that fails fails every verb and stores nothing", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  things.webhook.behaviour = { change: ({ response }) => (response.result = { status: "Failed", message: "nope" }) };
  const failed = "conversion webhook for conv.example.com/v1, Kind=Thing failed: nope";
  const answers = [
    await things.request("v2", ""),
    await things.patch("v2", "a", { spec: { length: 5 } }),
    await things.apply("v2", "a", { length: 5 }, "x"),
  ];
  for (const { status, json } of answers) expect([status, json.message]).toEqual([500, failed]);
  const created = await things.create("v2", "b", { length: 3 });
  expect([created.status, created.json.message]).toEqual([
    500,
    "conversion webhook for conv.example.com/v2, Kind=Thing failed: nope",
  ]);
  expect((await things.request("v1", "")).json.items).toHaveLength(1);
  await using events = await things.running.client.watch(pathOf("v2", "?watch=1&resourceVersion=0"));
  expect((await events.next())?.object).toMatchObject({ kind: "Status", code: 500, message: failed });
});

test("a webhook that supports only v1beta1 gets such reviews, and its uid is not compared", async () => {
  await using things = await Things.start({ reviewVersions: ["v1beta1"] });
  await things.create("v1", "a", { size: 3 });
  things.webhook.behaviour = { change: ({ response }) => delete response.uid };
  expect((await things.get("v2", "a")).json.spec).toEqual({ length: 3 });
  expect(things.webhook.reviews[0].apiVersion).toBe("apiextensions.k8s.io/v1beta1");
});

test("a webhook that does not run is a 500 that names its address", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  await things.webhook.server[Symbol.asyncDispose]();
  const { port } = things.webhook.server;
  expect((await things.get("v2", "a")).json.message).toBe(
    `${prefix}failed: Post "https://127.0.0.1:${port}/convert?timeout=30s": dial tcp 127.0.0.1:${port}: connect: connection refused`,
  );
});

test("a webhook with an unknown certificate is refused", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  const url = `https://127.0.0.1:${things.webhook.server.port}/convert`;
  await things.redefine({ clientConfig: { url } });
  expect((await things.get("v2", "a")).json.message).toContain(
    `Post "${url}?timeout=30s": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
  );
});

test("a webhook that does not answer is a 500 after 30 seconds, and other requests continue", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  things.webhook.behaviour = { respond: () => undefined };
  const waiting = things.get("v2", "a");
  await until(() => things.webhook.reviews.length === 1, "the webhook was asked");
  expect((await things.get("v1", "a")).status).toBe(200);
  await things.running.clock.advance(30_000);
  const url = `https://127.0.0.1:${things.webhook.server.port}/convert?timeout=30s`;
  expect((await waiting).json.message).toBe(`${prefix}failed: Post "${url}": context deadline exceeded`);
});

test("redirects are not followed, and errors of the webhook's server are shown", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  const answerWith = async (status: number, body: string, headers: Record<string, string>): Promise<string> => {
    things.webhook.behaviour = { respond: (response) => response.writeHead(status, headers).end(body) };
    return (await things.get("v2", "a")).json.message;
  };
  const json = { "content-type": "application/json" };
  expect(await answerWith(307, "", { location: "https://127.0.0.1:1/elsewhere" })).toContain(`${prefix}failed: `);
  expect(things.webhook.reviews).toHaveLength(1);
  expect(await answerWith(500, "boom", { "content-type": "text/plain" })).toBe(
    `${prefix}failed: an error on the server ("boom") has prevented the request from succeeding`,
  );
  expect(await answerWith(200, "", {})).toBe(
    `${prefix}failed: 0-length response with status code: 200 and content type: application/json`,
  );
  expect(await answerWith(200, "{", json)).toBe(
    `${prefix}failed: couldn't get version/kind; json parse error: unexpected end of JSON input`,
  );
});

test("a webhook that answers 100 MB is cut off at the limit", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  const block = Buffer.alloc(1024 * 1024, " ");
  let sent = 0;
  things.webhook.behaviour = {
    respond: (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const send = (): void => {
        while (sent < 100) {
          sent++;
          if (!response.write(block)) return void response.once("drain", send);
        }
        response.end("{}");
      };
      send();
    },
  };
  const { status, json } = await things.get("v2", "a");
  expect([status, json.message]).toEqual([500, expect.stringContaining(`${prefix}failed: `)]);
  expect(sent).toBeLessThan(60);
});
