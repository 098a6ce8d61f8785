import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { MetricRegistry } from "../base/metrics.ts";
import { seededRandom } from "../base/random.ts";
import type { EgressRequest, EgressResponse } from "../egress/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { PendingConversion } from "../schema/index.ts";
import { ConversionMemo } from "./conversion-memo.ts";
import { ConversionMetrics } from "./conversion-metrics.ts";
import { WebhookConverter } from "./webhook-converter.ts";

interface SentReview {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly ApiObject[];
  };
}

/** Returns a converter, and the reviews that it sends. Its webhook changes only the version. */
function createConverter(reviewVersions: readonly string[] = ["v1"]): {
  converter: WebhookConverter;
  sent: SentReview[];
  /** The headers of each request. */
  headers: EgressRequest["headers"][];
} {
  const sent: SentReview[] = [];
  const sentHeaders: EgressRequest["headers"][] = [];
  const send = async ({ body, headers }: EgressRequest): Promise<EgressResponse> => {
    const review = JSON.parse(String(body)) as SentReview & { apiVersion: string; kind: string };
    sent.push(review);
    sentHeaders.push(headers);
    const { uid, objects, desiredAPIVersion } = review.request;
    const convertedObjects = objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
    const response = { uid, convertedObjects, result: { status: "Success" } };
    const { kind, apiVersion } = review;
    return { status: 200, headers: new Map(), body: Buffer.from(JSON.stringify({ kind, apiVersion, response })) };
  };
  const converter = new WebhookConverter(
    {
      settings: "1",
      definitionName: "things.example.com",
      apiVersions: ["example.com/v1", "example.com/v2"],
      reviewGroup: "apiextensions.k8s.io",
      reviewVersions,
      client: { url: "https://webhook.test/convert" },
    },
    {
      send,
      resolveService: () => Promise.reject(new Error("there are no Services")),
      clock: new ManualClock(),
      random: seededRandom(1),
      vocabulary: vocabularies.kubernetes,
      signal: new AbortController().signal,
      memo: new ConversionMemo(),
      metrics: new ConversionMetrics(new MetricRegistry()),
    },
  );
  return { converter, sent, headers: sentHeaders };
}

/** The spec shows whose content an object has, because the converter restores the metadata. */
const thing = (name: string, resourceVersion: string): ApiObject & { readonly spec: object } => ({
  kind: "Thing",
  apiVersion: "example.com/v1",
  metadata: { name, resourceVersion },
  spec: { of: name },
});

test("convert() has no result until it was requested, and then has it for every revision of the object", async () => {
  const { converter, sent } = createConverter();
  const pending = (): unknown => converter.convert(thing("a", "1"), "example.com/v2");
  expect(pending).toThrow(PendingConversion);
  await converter.convertAll([thing("a", "1")], "example.com/v2");
  const expected = { ...thing("a", "9"), apiVersion: "example.com/v2" };
  expect(converter.convert(thing("a", "9"), "example.com/v2")).toEqual(expected);
  expect(sent).toHaveLength(1);
});

test("convertAll() sends the headers of the reference", async () => {
  const { converter, headers } = createConverter();
  await converter.convertAll([thing("a", "1")], "example.com/v2");
  expect(headers).toEqual([
    {
      "user-agent": "kube-apiserver-admission",
      accept: "application/json, */*",
      "content-type": "application/json",
    },
  ]);
});

test("convertAll() sends one review for the objects that are not known, and each object once", async () => {
  const { converter, sent } = createConverter();
  await converter.convertAll([thing("a", "1")], "example.com/v2");
  const inVersion = { ...thing("d", "4"), apiVersion: "example.com/v2" };
  const objects = [thing("a", "2"), thing("b", "3"), inVersion, thing("c", "5"), thing("b", "6")];
  const converted = await converter.convertAll(objects, "example.com/v2");
  expect(converted).toEqual(objects.map((object) => ({ ...object, apiVersion: "example.com/v2" })));
  expect(sent.map(({ request }) => request.objects.map(({ metadata }) => metadata.name))).toEqual([["a"], ["b", "c"]]);
});

test("convertList() sends one review for the objects in other versions, keeps their order and remembers nothing", async () => {
  const { converter, sent } = createConverter();
  const inVersion = { ...thing("b", "2"), apiVersion: "example.com/v2" };
  const objects = [thing("a", "1"), inVersion, thing("c", "3")];
  const list = () => converter.convertList(objects, "example.com/v2", { isPlain: true });
  const converted = objects.map((object) => ({ ...object, apiVersion: "example.com/v2" }));
  expect([await list(), await list()]).toEqual([converted, converted]);
  expect(sent.map(({ request }) => request.objects.map(({ metadata }) => metadata.name))).toEqual([
    ["a", "c"],
    ["a", "c"],
  ]);
  expect(() => converter.convert(thing("a", "1"), "example.com/v2")).toThrow(PendingConversion);
});

test("convertList() sends no review if all objects are in the version", async () => {
  const { converter, sent } = createConverter();
  const objects = ["a", "b"].map((name) => ({ ...thing(name, "1"), apiVersion: "example.com/v2" }));
  expect(await converter.convertList(objects, "example.com/v2", { isPlain: true })).toEqual(objects);
  expect(sent).toEqual([]);
});

test("requests for one object at the same time share a review", async () => {
  const { converter, sent } = createConverter();
  await Promise.all([1, 2, 3].map(() => converter.convertAll([thing("a", "1")], "example.com/v2")));
  expect(sent).toHaveLength(1);
});

test("a webhook that supports no known version of reviews is a 500", async () => {
  const { converter } = createConverter(["v7"]);
  await expect(converter.convertAll([thing("a", "1")], "example.com/v2")).rejects.toMatchObject({
    code: 500,
    message: "no supported conversion review versions",
  });
});

test("an object in a version that the definition does not declare is a 500 without a review", async () => {
  const { converter, sent } = createConverter();
  const old = { ...thing("a", "1"), apiVersion: "example.com/v0" };
  await expect(converter.convertAll([old], "example.com/v2")).rejects.toMatchObject({
    code: 500,
    message: "request to convert CR from an invalid group/version: example.com/v0",
  });
  expect(sent).toEqual([]);
});
