/**
 * A recipe for Vitest: one server for the file, restored before each test. The tests run one after another, and the
 * server keeps its address. In `settings.test.mjs` each test has a fork, so the tests can run concurrently.
 */
import { ManualClock, startServer } from "orch/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setColour } from "../set-colour.mjs";

const maps = "/api/v1/namespaces/default/configmaps";
let server;
let prepared;

beforeAll(async () => {
  server = await startServer({ clock: new ManualClock() });
  await server.request(maps, { body: { metadata: { name: "settings" }, data: { colour: "blue" } } });
  prepared = server.snapshot();
});

beforeEach(async () => {
  server.faults.clear();
  await server.restore(prepared);
});

afterAll(() => server.close());

const colour = async () => (await (await server.request(`${maps}/settings`)).json()).data.colour;

test("setColour() sets the colour", async () => {
  expect(await setColour(server.request, "green")).toBe(1);
  expect(await colour()).toBe("green");
});

test("the colour that another test has set is restored", async () => {
  expect(await colour()).toBe("blue");
});

test("restore() also restores the clock", async () => {
  await server.clock.advance("1h");
  await server.restore(prepared);
  expect(new Date(server.clock.nowMs()).toISOString()).toBe("2025-01-01T00:00:00.000Z");
});

test("an open watch receives the changes of a restore with watches: follow", async () => {
  await setColour(server.request, "green");
  const watch = await server.request(`${maps}?watch=1&timeoutSeconds=60`);
  await server.restore(prepared, { watches: "follow" });
  await server.clock.advance("1m");
  const colours = (await watch.text()).match(/"(blue|green)"/g);
  expect(colours).toEqual(['"green"', '"blue"']);
});
