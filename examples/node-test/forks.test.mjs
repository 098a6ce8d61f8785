/**
 * A recipe for node:test: one prepared server for the file, and a fork of it for each test. Tests do not affect each
 * other, so they run concurrently. Run it with `node --test`.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ManualClock, startServer } from "orch/server";
import { setColour } from "../set-colour.mjs";

const maps = "/api/v1/namespaces/default/configmaps";
let prepared;

before(async () => {
  prepared = await startServer({ clock: new ManualClock() });
  await prepared.request(maps, { body: { metadata: { name: "settings" }, data: { colour: "blue" } } });
});

after(() => prepared.close());

/** Returns a fork with a separate clock for one test, and closes it after the test. */
async function forkFor(t) {
  const server = await prepared.fork();
  t.after(() => server.close());
  return server;
}

const read = async (server) => await (await server.request(`${maps}/settings`)).json();

describe("the settings", { concurrency: true }, () => {
  test("setColour() sets the colour", async (t) => {
    const server = await forkFor(t);
    assert.equal(await setColour(server.request, "green"), 1);
    assert.deepEqual((await read(server)).data, { colour: "green" });
  });

  test("a test does not see the colour that another test has set", async (t) => {
    const server = await forkFor(t);
    assert.deepEqual((await read(server)).data, { colour: "blue" });
  });

  test("deleted settings still exist in the prepared server", async (t) => {
    const server = await forkFor(t);
    await server.request(`${maps}/settings`, { method: "DELETE" });
    assert.equal((await server.request(`${maps}/settings`)).status, 404);
    assert.equal((await prepared.request(`${maps}/settings`)).status, 200);
  });

  test("a watch of an hour ends when the test advances the clock", async (t) => {
    const server = await forkFor(t);
    const watch = await server.request(`${maps}?watch=1&timeoutSeconds=3600`);
    await setColour(server.request, "green");
    await server.clock.advance("1h");
    assert.match(await watch.text(), /"green"/);
  });
});
