/** A recipe for node:test: one server for the file, restored before each test. Run it with `node --test`. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ManualClock, startServer } from "orch/server";
import { setColour } from "../set-colour.mjs";

const maps = "/api/v1/namespaces/default/configmaps";
let server;
let prepared;

before(async () => {
  server = await startServer({ clock: new ManualClock() });
  await server.request(maps, { body: { metadata: { name: "settings" }, data: { colour: "blue" } } });
  prepared = server.snapshot();
});

beforeEach(async () => {
  server.faults.clear();
  await server.restore(prepared);
});

after(() => server.close());

const colour = async () => (await (await server.request(`${maps}/settings`)).json()).data.colour;

test("setColour() sets the colour", async () => {
  assert.equal(await setColour(server.request, "green"), 1);
  assert.equal(await colour(), "green");
});

test("the colour that another test has set is restored", async () => {
  assert.equal(await colour(), "blue");
});

test("setColour() retries after conflicts", async () => {
  server.faults.add({ verb: "update", resource: "configmaps", times: 2, error: 409 });
  assert.equal(await setColour(server.request, "green"), 3);
});

test("setColour() fails if the server is overloaded", async () => {
  server.faults.add({ verb: "update", resource: "configmaps", error: 429 });
  await assert.rejects(setColour(server.request, "green"), /not written: 429/);
  assert.equal(await colour(), "blue");
});
