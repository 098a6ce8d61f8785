/**
 * Unusual bodies in CBOR, with the responses of the reference that `npx tsx compare/cbor/record.ts` has recorded.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askAboutBodies, type BodyAnswers } from "../../compare/cbor/ask-about-bodies.ts";
import { widgetDefinition } from "../../compare/cbor/widget-definition.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";

const file = join(import.meta.dirname, "fixtures", "cbor-bodies.json");
const recorded = JSON.parse(readFileSync(file, "utf8")) as BodyAnswers;

let server: TestServer;
let answers: BodyAnswers;
beforeAll(async () => {
  server = await startTestServer({ vocabulary: "kubernetes", flags: ["--feature-gates=CBORServingAndStorage=true"] });
  const { client } = server;
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await client.request(definitions, { body: widgetDefinition("example.com") });
  await eventually(async () => (await client.request("/apis/example.com/v1/widgets")).status === 200, "Widgets");
  answers = await askAboutBodies(client);
});
afterAll(async () => await server[Symbol.asyncDispose]());

/** Responses that differ from those of the reference on purpose (docs/differences.md). */
const intended: Readonly<Record<keyof BodyAnswers, Readonly<Record<string, string>>>> = {
  builtin: { nullAfterText: '201 {"data":{"a":"x","b":""}}' },
  custom: {
    n5f: '201 {"spec":{"d":5,"n":5}}',
    i5f: '201 {"spec":{"d":5,"i":5}}',
    iosF: '201 {"spec":{"d":5,"ios":5}}',
    negz: '201 {"spec":{"d":5,"n":0}}',
    x: '201 {"spec":{"d":5,"x":{"a":5,"b":[1,{"float16":"1.5"},null],"c":{}}}}',
    unknown: '201 299 - "unknown field \\"spec.foo\\"" {"spec":{"d":5}}',
    unknown2:
      '201 299 - "unknown field \\"spec.bar\\"", 299 - "unknown field \\"spec.foo\\"", 299 - "unknown field \\"zzz\\"" {"spec":{"d":5}}',
    unkMeta: '201 299 - "unknown field \\"metadata.bogus\\"" {}',
    nullKey: '201 299 - "unknown field \\"spec.\\"" {"spec":{"d":5}}',
  },
};

test.each(Object.entries(recorded.builtin))(
  "a ConfigMap in CBOR has the response of the reference: %s",
  (name, answer) => expect(answers.builtin[name]).toBe(intended.builtin[name] ?? answer),
);

test.each(Object.entries(recorded.custom))(
  "an object of a custom type in CBOR has the response of the reference: %s",
  (name, answer) => expect(answers.custom[name]).toBe(intended.custom[name] ?? answer),
);
