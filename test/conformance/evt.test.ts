import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { namesOf } from "../support/config-maps.ts";
import { coreEvent, coreEvents, newEvent, newEvents } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createObject, deleteObject, getObject, isGone, patch, put } from "../support/writes.ts";

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer({ vocabulary: "kubernetes" });
});
afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

const pod = { kind: "Pod", namespace: "default", name: "web" };

describe("an Event is one object in two versions", () => {
  test("[EVT-02] the object of an Event is `regarding` in events.k8s.io and `involvedObject` in core", async () => {
    const { client } = running;
    await createObject(client, newEvents, newEvent("about"));
    const inNew = await getObject(client, `${newEvents}/about`);
    const inCore = await getObject(client, `${coreEvents}/about`);
    expect(inNew).toMatchObject({ apiVersion: "events.k8s.io/v1", kind: "Event", regarding: pod });
    expect(inNew).not.toHaveProperty("involvedObject");
    expect(inCore).toMatchObject({ apiVersion: "v1", kind: "Event", involvedObject: pod });
    expect(inCore).not.toHaveProperty("regarding");
    expect(inCore.metadata).toEqual(inNew.metadata);
  });

  test("[EVT-04] an Event of a newer reporter round-trips, and core shows its fields under the names of core", async () => {
    const { client } = running;
    const sent = newEvent("newer") as Record<string, unknown>;
    await createObject(client, newEvents, sent);
    expect(await getObject(client, `${newEvents}/newer`)).toMatchObject(sent);
    const { metadata: _, ...inCore } = await getObject(client, `${coreEvents}/newer`);
    expect(inCore).toEqual({
      kind: "Event",
      apiVersion: "v1",
      involvedObject: pod,
      reason: "Pulled",
      message: "The image is there.",
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      type: "Normal",
      eventTime: "2025-01-01T00:00:00.000001Z",
      series: { count: 2, lastObservedTime: "2025-01-01T00:05:00.000002Z" },
      action: "Pulling",
      reportingComponent: "example.com/agent",
      reportingInstance: "agent-1",
    });
  });

  test("[EVT-05] [DEPR-28] events.k8s.io shows the fields of an older reporter's Event as deprecated fields", async () => {
    const { client } = running;
    await createObject(client, coreEvents, coreEvent("older"));
    const { metadata: _, ...inNew } = await getObject(client, `${newEvents}/older`);
    expect(inNew).toEqual({
      kind: "Event",
      apiVersion: "events.k8s.io/v1",
      eventTime: null,
      reason: "Pulled",
      regarding: pod,
      note: "The image is there.",
      type: "Normal",
      deprecatedSource: { component: "agent", host: "node-1" },
      deprecatedFirstTimestamp: "2025-01-01T00:00:00Z",
      deprecatedLastTimestamp: "2025-01-01T00:05:00Z",
      deprecatedCount: 3,
    });
  });
});

describe("Events in both versions", () => {
  test("an Event that is written in one version can be read in the other", async () => {
    const { client } = running;
    await createObject(client, coreEvents, newerEventInCore("both"));
    expect((await patch(client, `${newEvents}/both`, "merge", { series: { count: 9 } })).status).toBe(200);
    expect((await getObject(client, `${coreEvents}/both`)).series.count).toBe(9);
    const current = await getObject(client, `${coreEvents}/both`);
    expect((await put(client, `${coreEvents}/both`, { ...current, message: "Twice." })).status).toBe(200);
    expect((await getObject(client, `${newEvents}/both`)).note).toBe("Twice.");
    expect((await deleteObject(client, `${newEvents}/both`)).status).toBe(200);
    expect(await isGone(client, `${coreEvents}/both`)).toBe(true);
  });

  test("each version of Event has separate field selectors and rejects those of the other", async () => {
    const { client } = running;
    const about = { kind: "Node", name: "node-7" };
    await createObject(
      client,
      coreEvents,
      coreEvent("selected", { involvedObject: about, source: { component: "seven" } }),
    );
    const select = async (collection: string, selector: string) =>
      await client.request(`${collection}?fieldSelector=${encodeURIComponent(selector)}`);
    expect(namesOf(await select(coreEvents, "involvedObject.name=node-7"))).toEqual(["selected"]);
    expect(namesOf(await select(coreEvents, "source=seven"))).toEqual(["selected"]);
    expect(namesOf(await select(newEvents, "regarding.name=node-7,reason=Pulled"))).toEqual(["selected"]);
    expect((await select(coreEvents, "regarding.name=node-7")).status).toBe(400);
    expect((await select(newEvents, "involvedObject.name=node-7")).status).toBe(400);
  });

  test("lists, watches and Tables of both versions show the same Events", async () => {
    await using own = await startTestServer({ vocabulary: "kubernetes" });
    await using watch = await own.client.watch(`${newEvents}?watch=true`);
    await createObject(own.client, coreEvents, coreEvent("a"));
    await createObject(own.client, newEvents, newEvent("b"));
    const events = await watch.take(2);
    expect(events.map(({ type, object }) => [type, object.apiVersion, object.metadata.name])).toEqual([
      ["ADDED", "events.k8s.io/v1", "a"],
      ["ADDED", "events.k8s.io/v1", "b"],
    ]);
    for (const collection of [coreEvents, newEvents]) {
      expect(namesOf(await own.client.request(collection))).toEqual(["a", "b"]);
      const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
      const { columnDefinitions, rows } = (await own.client.request(collection, { headers: { accept } })).json;
      const shown = columnDefinitions.filter(({ priority }: { priority: number }) => priority === 0);
      expect(shown.map(({ name }: { name: string }) => name)).toEqual([
        "Last Seen",
        "Type",
        "Reason",
        "Object",
        "Message",
      ]);
      expect(rows.map(({ cells }: { cells: unknown[] }) => cells.slice(1, 4))).toEqual([
        ["Normal", "Pulled", "pod/web"],
        ["Normal", "Pulled", "pod/web"],
      ]);
    }
    const deleted = await deleteObject(own.client, `${newEvents}?fieldSelector=regarding.name%3Dweb`);
    expect(deleted.json).toMatchObject({ kind: "EventList", apiVersion: "events.k8s.io/v1" });
    expect(namesOf(await own.client.request(coreEvents))).toEqual([]);
  });
});

describe("validation of Events in events.k8s.io", () => {
  const refusal = async (fields: object, target = newEvents): Promise<string[]> => {
    const { status, json } = await running.client.request(target, { body: newEvent("refused", fields) });
    expect([status, json.reason]).toEqual([422, "Invalid"]);
    expect(await isGone(running.client, `${coreEvents}/refused`)).toBe(true);
    return json.details.causes.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`);
  };

  test.each(["Odd", ""])('[EVT-01] an Event of type "%s" is rejected', async (type) => {
    expect(await refusal({ type })).toEqual([`type: Invalid value: "": has invalid value: ${type}`]);
  });

  test.each(["Normal", "Warning"])("[EVT-01] an Event of type %s is accepted", async (type) => {
    await createObject(running.client, newEvents, newEvent(`type-${type.toLowerCase()}`, { type }));
  });

  test.each(["action", "reason", "reportingInstance"])("[EVT-03] an Event without %s is rejected", async (field) => {
    expect(await refusal({ [field]: undefined })).toEqual([`${field}: Required value`]);
  });

  test("[EVT-03] an Event without reportingController is rejected", async () => {
    expect((await refusal({ reportingController: undefined }))[0]).toBe("reportingController: Required value");
  });

  test.each([
    ["deprecatedFirstTimestamp", "2025-01-01T00:00:00Z", "firstTimestamp"],
    ["deprecatedLastTimestamp", "2025-01-01T00:00:00Z", "lastTimestamp"],
    ["deprecatedCount", 3, "count"],
    ["deprecatedSource", { component: "agent" }, "source"],
    ["deprecatedSource", { host: "node-1" }, "source"],
  ])("[EVT-06] an Event with %s is rejected (%j)", async (field, value, path) => {
    expect(await refusal({ [field]: value })).toEqual([`${path}: Invalid value: "": needs to be unset`]);
  });

  test("an Event in core may have all fields of an older reporter", async () => {
    await createObject(running.client, coreEvents, coreEvent("free", { type: "Odd" }));
    expect((await getObject(running.client, `${newEvents}/free`)).type).toBe("Odd");
  });

  test("an update of an Event may change only its series", async () => {
    const { client } = running;
    await createObject(client, newEvents, newEvent("fixed"));
    const refused = await patch(client, `${newEvents}/fixed`, "merge", { note: "Other.", action: "Other" });
    expect(refused.status).toBe(422);
    expect(refused.json.details.causes.map(({ field }: { field: string }) => field)).toEqual(["message", "action"]);
    expect((await patch(client, `${newEvents}/fixed`, "merge", { series: { count: 1 } })).status).toBe(422);
    expect((await patch(client, `${newEvents}/fixed`, "merge", { series: { count: 3 } })).status).toBe(200);
    expect((await patch(client, `${coreEvents}/fixed`, "merge", { message: "Other." })).status).toBe(200);
  });
});

/** Returns an Event in the core group with the fields of a newer reporter. */
function newerEventInCore(name: string): object {
  return {
    metadata: { name },
    involvedObject: pod,
    eventTime: "2025-01-01T00:00:00.000001Z",
    series: { count: 2, lastObservedTime: "2025-01-01T00:05:00.000002Z" },
    reportingComponent: "example.com/agent",
    reportingInstance: "agent-1",
    action: "Pulling",
    reason: "Pulled",
    message: "The image is there.",
    type: "Normal",
  };
}
