/** Aborting requests to a server in the same process. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { configMap } from "../../src/api/index.ts";
import { ManualClock, startServer } from "../../src/app/server.ts";
import { mapsPath } from "../support/config-maps.ts";

test("a request that is aborted before its response rejects with the reason of the signal", async () => {
  await using server = await startServer({ clock: new ManualClock() });
  server.faults.add({ verb: "list", resource: "configmaps", delayMs: 60_000 });
  for (const send of [
    (signal: AbortSignal) => server.request(mapsPath, { signal }),
    (signal: AbortSignal) => server.client.api(configMap, "default").list({ signal }),
  ]) {
    const stop = new AbortController();
    const rejection = send(stop.signal).catch((error: unknown) => error);
    const reason = new Error("enough");
    stop.abort(reason);
    expect(await rejection).toBe(reason);
  }
});

test("requests whose response was read leave no listeners at their signal", async () => {
  await using server = await startServer();
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count++) await (await server.request(mapsPath, { signal })).json();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
