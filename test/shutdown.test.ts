import { once } from "node:events";
import { connect } from "node:http2";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { deferred } from "../src/base/deferred.ts";
import { mapsPath } from "./support/config-maps.ts";
import { type EngineFaults, faultyEngine } from "./support/faulty-engine.ts";
import { startTestServer } from "./support/test-server.ts";
import { openTestEngine } from "./support/test-store.ts";

test.each(["h1", "h2"] as const)(
  "a stopping server finishes running requests, ends watches, and accepts no connection (%s)",
  async (protocol) => {
    const engine = await openTestEngine();
    const faults: EngineFaults = {};
    const running = await startTestServer({ protocol, engine: faultyEngine(faults, engine) });
    const { client, server } = running;
    await using events = await client.watch(`${mapsPath}?watch=1`);
    const writeStarted = deferred();
    const gate = deferred();
    faults.put = async (...write) => {
      writeStarted.resolve();
      await gate.promise;
      return await engine.put(...write);
    };
    const writing = client.request(mapsPath, { body: { metadata: { name: "a" } } });
    await writeStarted.promise;

    let isClosed = false;
    const close = async (): Promise<void> => {
      await server.close();
      isClosed = true;
    };
    const closing = close();
    await expect(running.connect({ protocol: "h1" }).request("/livez")).rejects.toThrow("ECONNREFUSED");
    expect(isClosed).toBe(false);
    gate.resolve();
    const written = await writing;
    await closing;

    expect(written.status).toBe(201);
    const receivedEvents = await events.takeAll();
    expect(receivedEvents.map(({ type, object }) => [type, object.metadata.name])).toEqual([["ADDED", "a"]]);
    expect(await engine.get("/registry/configmaps/default/a")).toBeDefined();
    await engine[Symbol.asyncDispose]();
  },
);

test.each(["h1", "h2"] as const)(
  "a watch that waits for the store while the server stops ends, so that the server can stop (%s)",
  async (protocol) => {
    const engine = await openTestEngine();
    const faults: EngineFaults = {};
    const running = await startTestServer({ protocol, engine: faultyEngine(faults, engine) });
    const { client, server } = running;
    const readStarted = deferred();
    const gate = deferred();
    faults.progress = async () => {
      const revision = await engine.progress();
      readStarted.resolve();
      await gate.promise;
      return revision;
    };
    const watching = client.request(`${mapsPath}?watch=1`);
    await readStarted.promise;
    const closing = server.close();
    await expect(running.connect({ protocol: "h1" }).request("/livez")).rejects.toThrow("ECONNREFUSED");
    // The caches are closed after a few turns, and the response of the store arrives afterwards.
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    gate.resolve();
    await closing;
    expect((await watching).status).toBe(200);
    await engine[Symbol.asyncDispose]();
  },
);

test("a stopping server sends GOAWAY to HTTP/2 clients, and closes their connections after the last response", async () => {
  const running = await startTestServer();
  const { server, credentials } = running;
  const session = connect(server.url, credentials);
  const stream = session.request({ ":path": `${mapsPath}?watch=1` });
  await once(stream, "response");
  const goAway = once(session, "goaway");
  const closed = once(session, "close");
  const ended = once(stream.resume(), "end");
  const closing = server.close();
  expect((await goAway)[0]).toBe(0);
  await Promise.all([ended, closed, closing]);
  expect(stream.rstCode).toBe(0);
});

test("a long response that began before the server stops arrives completely", async () => {
  const running = await startTestServer();
  const { client, server } = running;
  const text = "x".repeat(900_000);
  for (let index = 0; index < 8; index++) {
    const created = await client.request(mapsPath, { body: { metadata: { name: `large-${index}` }, data: { text } } });
    expect(created.status).toBe(201);
  }
  const answer = await client.open(mapsPath);
  const closing = server.close();
  const { items } = JSON.parse(String(await answer.readAll())) as { items: { data: { text: string } }[] };
  expect(items.map(({ data }) => data.text.length)).toEqual(Array(8).fill(900_000));
  await closing;
});
