/** A recipe for Vitest: one prepared server for the file, and a fork of it for each test. Tests run concurrently. */
import { ManualClock, startServer } from "orch/server";
import { afterAll, test as base, beforeAll, describe } from "vitest";
import { setColour } from "../set-colour.mjs";

const maps = "/api/v1/namespaces/default/configmaps";
let prepared;

beforeAll(async () => {
  prepared = await startServer({ clock: new ManualClock() });
  await prepared.request(maps, { body: { metadata: { name: "settings" }, data: { colour: "blue" } } });
});

afterAll(() => prepared.close());

const test = base.extend({
  // Vitest reads the required fixtures from this pattern. This fixture requires none.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await prepared.fork();
    await use(server);
    await server.close();
  },
});

const read = async (server) => await (await server.request(`${maps}/settings`)).json();

describe.concurrent("the settings", () => {
  test("setColour() sets the colour", async ({ server, expect }) => {
    expect(await setColour(server.request, "green")).toBe(1);
    expect((await read(server)).data).toEqual({ colour: "green" });
  });

  test("a test does not see the colour that another test has set", async ({ server, expect }) => {
    expect((await read(server)).data).toEqual({ colour: "blue" });
  });

  test("setColour() retries after conflicts", async ({ server, expect }) => {
    server.faults.add({ verb: "update", resource: "configmaps", times: 2, error: 409 });
    expect(await setColour(server.request, "green")).toBe(3);
  });

  test("a watch of an hour ends when the test advances the clock", async ({ server, expect }) => {
    const watch = await server.request(`${maps}?watch=1&timeoutSeconds=3600`);
    await setColour(server.request, "green");
    await server.clock.advance("1h");
    expect(await watch.text()).toContain('"green"');
  });
});
