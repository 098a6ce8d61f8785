/**
 * A recipe for controllers. The test runs the server and the controller with one manual clock, so it can advance hours
 * in milliseconds. It also injects faults that are rare in real clusters.
 */
import { configMap } from "orch/api";
import { ManualClock, type RunningServer, startServer } from "orch/server";
import { test as base, describe, vi } from "vitest";
import { runExpiry } from "./expiry.ts";

const test = base.extend<{ readonly server: RunningServer<ManualClock> }>({
  // Vitest reads the required fixtures from this pattern. This fixture requires none.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    // The test does not need the controllers of the cluster. Without them, the clock advances faster.
    const server = await startServer({ clock: new ManualClock(), controllers: [] });
    const stop = new AbortController();
    const running = runExpiry(server.client, stop.signal, server.clock);
    await use(server);
    stop.abort();
    await running;
    await server.close();
  },
});

async function create(server: RunningServer, name: string, seconds?: number): Promise<void> {
  const annotations: Record<string, string> = seconds === undefined ? {} : { "shop/keep-for-seconds": String(seconds) };
  await server.client.api(configMap, "default").create({ metadata: { name, annotations } });
}

async function namesIn(server: RunningServer): Promise<(string | undefined)[]> {
  const { items } = await server.client.api(configMap, "default").list();
  return items.map(({ metadata }) => metadata.name);
}

describe.concurrent("runExpiry()", () => {
  test("runExpiry() deletes only the ConfigMaps whose time is over", async ({ server, expect }) => {
    await create(server, "for-ever");
    await create(server, "for-an-hour", 3600);
    await create(server, "for-two-hours", 7200);
    await server.clock.advance("59m");
    expect(await namesIn(server)).toEqual(["for-an-hour", "for-ever", "for-two-hours"]);
    await server.clock.advance("1m");
    await vi.waitFor(async () => expect(await namesIn(server)).toEqual(["for-ever", "for-two-hours"]));
    await server.clock.advance("1h");
    await vi.waitFor(async () => expect(await namesIn(server)).toEqual(["for-ever"]));
  });

  test("runExpiry() respects a time that is set after the creation", async ({ server, expect }) => {
    await create(server, "settings");
    await server.clock.advance("10m");
    const metadata = { annotations: { "shop/keep-for-seconds": "60" } };
    await server.client.api(configMap, "default").patch("settings", "merge", { metadata });
    await vi.waitFor(async () => expect(await namesIn(server)).toEqual([]));
  });

  test("runExpiry() retries failed deletions and resumes a broken watch", async ({ server, expect }) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    server.faults.add({ verb: "delete", resource: "configmaps", times: 3, error: 500 });
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    await create(server, "settings", 60);
    await vi.waitFor(async () => {
      await server.clock.advance("1m");
      expect(await namesIn(server)).toEqual([]);
    });
  });
});
