import { expect, test } from "vitest";
import { eventPieces, joinPieces } from "../event.ts";
import { TestReport, testEvent } from "../testing/events.ts";
import { truncated } from "./truncation.ts";

const annotation = "audit.k8s.io/truncated";

test("objects are removed from events that are too large, and what is still too large is lost and counted", () => {
  const { report: failures, ...reports } = Object.assign(new TestReport("truncate"));
  const options = { eventBytesMax: 300, batchBytesMax: 10_000, annotation, failures };
  const large = [`"${"x".repeat(300)}"`];
  const events = [
    testEvent("small", { requestObject: ["{}"] }),
    testEvent("large", { responseObject: large, annotations: [["z", "1"]] }),
    testEvent("metadata", { level: "Metadata", responseObject: large }),
    testEvent(`long ${"y".repeat(300)}`),
  ];
  const texts = truncated(events, options)
    .flat()
    .map((event) => joinPieces(eventPieces(event, "")).toString());
  expect(texts).toEqual([
    '{"auditID":"small","requestObject":{},"stageTimestamp":"now"}',
    `{"auditID":"large","stageTimestamp":"now","annotations":{"${annotation}":"true","z":"1"}}`,
  ]);
  expect(reports.lines[0]).toContain("event is too large even after truncating");
});

test("batches that are too large are divided", () => {
  const options = { eventBytesMax: 300, batchBytesMax: 300, annotation, failures: new TestReport().report };
  const batches = truncated(
    ["a", "b", "c", "d", "e"].map((id) => testEvent(id)),
    options,
  );
  expect(batches.map(({ length }) => length)).toEqual([3, 2]);
});
