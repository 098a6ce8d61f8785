/** Stored objects that do not fit a new schema of their type. Expected values are those of the reference. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  playStoredFault,
  type StoredAnswer,
  storedAnswers,
  storedFaults,
} from "../../compare/custom-types/stored-faults.ts";
import { Recorder } from "../../compare/recorder.ts";
import { defineWidgets, redefineWidgets, widget, widgetsPath } from "../support/custom-types.ts";
import { startTestServer } from "../support/test-server.ts";

const recorded = JSON.parse(readFileSync(new URL("fixtures/stored-faults.json", import.meta.url), "utf8")) as Readonly<
  Record<string, readonly StoredAnswer[]>
>;

test.each(storedFaults)("a stored object with $title has the recorded responses", async (fault) => {
  await using running = await startTestServer({ vocabulary: "kubernetes" });
  const { url } = running.client;
  const server = { ...running, host: url, userName: "", anonymousClient: running.anonymous };
  const recorder = new Recorder({ ...server, connect: () => running.connect() }, "default");
  await playStoredFault(recorder, fault);
  const answers = storedAnswers(recorder.exchanges);
  const expected = recorded[fault.title] ?? [];
  expect(answers.length).toBe(expected.length);
  for (const [index, answer] of answers.entries()) {
    // The reference cannot apply to an object that does not fit the schema (docs/differences.md, "Internal errors for invalid requests").
    if (expected[index]?.[0] === 500) expect(answer[0]).toBeLessThan(500);
    else expect(answer).toEqual(expected[index]);
  }
});

test("a stored object loses embedded metadata that are no object, and can be changed", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  const inner = { apiVersion: "v1", kind: "A", metadata: "text" };
  await client.request(widgetsPath, { body: widget("a", { spec: { inner } }) });
  const embedded = { type: "object", "x-orch-embedded-resource": true, "x-orch-preserve-unknown-fields": true };
  await redefineWidgets(client, { spec: { type: "object", properties: { inner: embedded } } });
  const { json } = await client.request(`${widgetsPath}/a`);
  expect(json.spec).toEqual({ inner: { apiVersion: "v1", kind: "A" } });
  const body = { ...json, metadata: { ...json.metadata, labels: { a: "b" } } };
  const changed = await client.request(`${widgetsPath}/a`, { method: "PUT", body });
  expect([changed.status, changed.json.spec]).toEqual([200, json.spec]);
});
