/** Tests of informers, controllers, leader election and Events, on a real server. */
import { afterAll, expect, expectTypeOf, test } from "vitest";
import { type ConfigMap, configMap, event, eventsEvent, type Lease, lease, namespace } from "../../src/api/index.ts";
import { systemClock } from "../../src/base/clock.ts";
import { deferred } from "../../src/base/deferred.ts";
import { systemRandom } from "../../src/base/random.ts";
import { Controller } from "../../src/client/controller/controller.ts";
import { controllerSource } from "../../src/client/controller/controller-source.ts";
import { coreEventSink } from "../../src/client/controller/core-event-sink.ts";
import { EventRecorder } from "../../src/client/controller/event-recorder.ts";
import { eventSink } from "../../src/client/controller/event-sink.ts";
import { LeaderElector, type LeaseStore } from "../../src/client/controller/leader-election.ts";
import type { Api } from "../../src/client/index.ts";
import { Informer } from "../../src/client/informer/informer.ts";
import type { ObjectSource } from "../../src/client/informer/object-source.ts";
import { startStoredServer } from "../support/stored-server.ts";

const server = await startStoredServer({});
const { client } = server;
const stop = new AbortController();
const running: Promise<void>[] = [];
afterAll(async () => {
  stop.abort();
  await Promise.all(running);
  await server.close();
});

const tools = { clock: systemClock, random: systemRandom };

async function newNamespace(name: string): Promise<Api<ConfigMap>> {
  await client.api(namespace).create({ metadata: { name } });
  return client.api(configMap, name);
}

test("an Api implements ObjectSource and LeaseStore", () => {
  expectTypeOf<Api<ConfigMap>>().toExtend<ObjectSource<ConfigMap>>();
  expectTypeOf<Api<Lease>>().toExtend<LeaseStore>();
});

test.each([
  ["streamed", true],
  ["chunked", false],
])("an informer whose list is %s receives existing objects and changes", async (way, streamsList) => {
  const maps = await newNamespace(streamsList ? "streamed" : "chunks");
  for (const name of ["a", "b", "c"]) await maps.create({ metadata: { name }, data: { way } });
  const informer = new Informer(maps, { ...tools, streamsList, chunkSize: 2 });
  running.push(informer.run(stop.signal));
  await informer.synced;
  expect(informer.lister.list().map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
  const [changed, gone] = [deferred<unknown>(), deferred<unknown>()];
  informer.addHandler({
    updated: ({ data }, previous) => changed.resolve([previous.data, data]),
    deleted: ({ metadata }) => gone.resolve(metadata.name),
  });
  await maps.patch("a", "merge", { data: { way: "another" } });
  await maps.delete("b");
  expect(await changed.promise).toEqual([{ way }, { way: "another" }]);
  expect(await gone.promise).toBe("b");
  expect(informer.state).toBe("watching");
});

test("a controller behind a leader election corrects objects and records Events", async () => {
  const maps = await newNamespace("led");
  const informer = new Informer(maps, tools);
  const reporting = { reportingController: "example.com/painter", reportingInstance: "painter-1" };
  await using recorder = new EventRecorder({
    ...tools,
    ...reporting,
    sink: eventSink(client.api(eventsEvent)),
  });
  const controller = new Controller({
    ...tools,
    name: "painter",
    sources: [controllerSource(informer)],
    reconcile: async (key, signal) => {
      const map = informer.lister.get(key);
      if (!map || map.data?.["colour"] === "blue") return;
      await maps.patch(map.metadata.name ?? "", "merge", { data: { colour: "blue" } }, { signal });
      recorder.record({ regarding: map, reason: "Painted", action: "Paint", note: "it was not blue" });
    },
  });
  const elector = new LeaderElector({ ...tools, leases: client.api(lease, "led"), name: "painter", identity: "one" });
  running.push(
    informer.run(stop.signal),
    elector.run(stop.signal, (signal) => controller.run(signal)),
  );
  const firstEvent = deferred<unknown>();
  const events = new Informer(client.api(eventsEvent, "led"), tools);
  events.addHandler({ added: ({ reason, note, regarding }) => firstEvent.resolve([reason, note, regarding?.name]) });
  running.push(events.run(stop.signal));
  await maps.create({ metadata: { name: "wall" }, data: { colour: "red" } });
  expect(await firstEvent.promise).toEqual(["Painted", "it was not blue", "wall"]);
  expect((await maps.get("wall")).data).toEqual({ colour: "blue" });
  expect((await client.api(lease, "led").get("painter")).spec?.holderIdentity).toBe("one");
});

test("a repeated occurrence is counted in one Event on the server", async () => {
  const maps = await newNamespace("recurring");
  const map = await maps.create({ metadata: { name: "wall" } });
  await using recorder = new EventRecorder({
    ...tools,
    reportingController: "example.com/painter",
    reportingInstance: "painter-1",
    sink: eventSink(client.api(eventsEvent)),
  });
  for (let count = 0; count < 2; count++) {
    recorder.record({ regarding: map, reason: "Painted", action: "Paint", note: "again" });
  }
  await recorder.flush();
  const { items } = await client.api(eventsEvent, "recurring").list();
  expect(items.map(({ series }) => series?.count)).toEqual([2]);
});

test("an EventRecorder with coreEventSink() counts every occurrence on the server", async () => {
  const maps = await newNamespace("counted");
  const map = await maps.create({ metadata: { name: "wall" } });
  await using recorder = new EventRecorder({
    ...tools,
    reportingController: "painter",
    reportingInstance: "painter-1",
    sink: coreEventSink(client.api(event)),
  });
  for (const note of ["again", "again", "at last", "again"]) {
    recorder.record({ regarding: map, reason: "Painted", action: "Paint", note });
  }
  await recorder.flush();
  const { items } = await client.api(event, "counted").list();
  expect(items.map(({ message, count, source, type }) => [message, count, source, type])).toEqual([
    ["again", 3, { component: "painter" }, "Normal"],
    ["at last", 1, { component: "painter" }, "Normal"],
  ]);
});
