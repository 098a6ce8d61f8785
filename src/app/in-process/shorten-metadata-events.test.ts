import { expect, test } from "vitest";
import { shortenMetadataEvents } from "./shorten-metadata-events.ts";

const labels = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`l${index}`, "v"]));
const owner = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" };
const keptFields = {
  name: "a",
  namespace: "default",
  uid: "1",
  resourceVersion: "7",
  deletionTimestamp: "2025-01-01T00:00:00Z",
  ownerReferences: [owner],
  finalizers: ["example.com/x"],
};

function line(metadata: object, kind = "PartialObjectMetadata"): string {
  return `${JSON.stringify({ type: "MODIFIED", object: { kind, apiVersion: "meta.k8s.io/v1", metadata } })}\n`;
}

test("a long metadata event loses labels and managed fields, and keeps the fields that controllers read", () => {
  const long = line({ ...keptFields, labels, managedFields: [{ manager: "m", fieldsV1: { "f:a": {} } }] });
  expect(shortenMetadataEvents(Buffer.from(long)).toString()).toBe(line(keptFields));
});

test("short events, and long events of other types, are not changed", () => {
  const short = line({ name: "b", labels: { a: "b" } });
  const completeLine = line({ name: "c", labels }, "ConfigMap");
  const text = short + completeLine + line({ ...keptFields, labels }) + short;
  expect(shortenMetadataEvents(Buffer.from(text)).toString()).toBe(short + completeLine + line(keptFields) + short);
});

test("a chunk that ends within an event keeps this event unchanged", () => {
  const text = line({ ...keptFields, labels }) + line({ ...keptFields, labels }).slice(0, -1);
  expect(shortenMetadataEvents(Buffer.from(text)).toString()).toBe(
    line(keptFields) + line({ ...keptFields, labels }).slice(0, -1),
  );
});
