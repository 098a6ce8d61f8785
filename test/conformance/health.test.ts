import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { getOrCreatePki } from "../../src/app/pki/make-pki.ts";
import { startServer } from "../../src/app/server.ts";
import { systemClock } from "../../src/base/clock.ts";
import { deferred } from "../../src/base/deferred.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { type EngineFaults, faultyEngine } from "../support/faulty-engine.ts";
import { freePort } from "../support/free-port.ts";
import { startTestServer } from "../support/test-server.ts";
import { openTestEngine } from "../support/test-store.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const hook = "poststarthook/start-system-namespaces-controller";
const hooks = [hook, "poststarthook/start-service-ip-repair-controllers", "poststarthook/bootstrap-controller"];
const hookLines = hooks.map((name) => `[+]${name} ok`);
const commonLines = ["[+]ping ok", "[+]log ok", "[+]etcd ok"];
const registered = "[+]autoregister-completion ok";
const livezLines = [...commonLines, ...hookLines, registered];
const storedObjectsLine = "[+]stored-objects ok";
const readyzLines = [...commonLines, "[+]informer-sync ok", ...hookLines, registered, storedObjectsLine];

/** Returns the lines of a response. Each of them must end with a newline. */
function linesOf({ text }: WireResponse): string[] {
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
}

test.each(["h1", "h2"] as const)(
  "[HEALTH-01, HEALTH-02] /healthz, /livez and /readyz return 200 to all clients (%s)",
  async (protocol) => {
    await using running = await startTestServer({ protocol });
    for (const path of ["/healthz", "/livez", "/readyz"]) {
      const { status, text, headers } = await running.anonymous.request(path);
      expect({ path, status, text }).toEqual({ path, status: 200, text: "ok" });
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    }
  },
);

test("[HEALTH-03] /livez and /readyz serve each check below their path, and return 404 for an unknown check", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const single = ["ping", "log", "etcd", "autoregister-completion", ...hooks];
  for (const path of [...single.flatMap((name) => [`/livez/${name}`, `/readyz/${name}`]), "/readyz/shutdown"]) {
    const { status, text } = await client.request(path);
    expect({ path, status, text }).toEqual({ path, status: 200, text: "ok" });
  }
  for (const path of [
    "/livez/",
    "/livez/ping/",
    "/livez/nothing",
    "/readyz/nothing",
    "/livez/shutdown",
    "/readyz/poststarthook",
  ]) {
    expect({ path, status: (await client.request(path)).status }).toEqual({ path, status: 404 });
  }
});

describe("health checks while the store is stopped", () => {
  test("[HEALTH-04] every health path and the check of the store return 500 while the store is stopped", async () => {
    const engine = await openTestEngine();
    await using running = await startTestServer({ engine });
    const statusOf = async (path: string): Promise<number> => (await running.client.request(path)).status;
    expect(await statusOf("/readyz")).toBe(200);
    await engine[Symbol.asyncDispose]();
    for (const path of ["/healthz", "/livez", "/readyz", "/livez/etcd", "/readyz/etcd"]) {
      expect({ path, status: await statusOf(path) }).toEqual({ path, status: 500 });
    }
    for (const path of ["/livez/ping", "/readyz/log"]) expect(await statusOf(path)).toBe(200);
  });

  test("[HEALTH-06, HEALTH-08] an excluded check does not count and is shown as excluded", async () => {
    const engine = await openTestEngine();
    await using running = await startTestServer({ engine });
    await engine[Symbol.asyncDispose]();
    const plain = await running.client.request("/readyz?exclude=etcd");
    expect([plain.status, plain.text]).toEqual([200, "ok"]);
    const verbose = await running.client.request("/readyz?verbose&exclude=etcd&exclude=log");
    expect(verbose.status).toBe(200);
    expect(linesOf(verbose)).toEqual([
      "[+]ping ok",
      "[+]log excluded: ok",
      "[+]etcd excluded: ok",
      "[+]informer-sync ok",
      ...hookLines,
      registered,
      storedObjectsLine,
      "[+]shutdown ok",
      "readyz check passed",
    ]);
    expect((await running.client.request("/readyz?exclude=log")).status).toBe(500);
  });

  test("[HEALTH-07] a failed health check returns plain text with a line per check and no reason, verbose or not", async () => {
    const engine = await openTestEngine();
    await using running = await startTestServer({ engine });
    await engine[Symbol.asyncDispose]();
    for (const path of ["/livez", "/livez?verbose"]) {
      const failing = await running.anonymous.request(path);
      expect(failing.status).toBe(500);
      expect(failing.headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(linesOf(failing)).toEqual([
        "[+]ping ok",
        "[+]log ok",
        "[-]etcd failed: reason withheld",
        ...hookLines,
        registered,
        "livez check failed",
      ]);
    }
  });
});

test("[HEALTH-05, HEALTH-09, HEALTH-12, HEALTH-13] verbose output has a line per check and a final summary", async () => {
  await using running = await startTestServer();
  const { anonymous } = running;
  for (const path of ["healthz?verbose", "livez?verbose", "livez?verbose=false"]) {
    const answer = await anonymous.request(`/${path}`);
    expect(answer.status).toBe(200);
    expect(linesOf(answer)).toEqual([...livezLines, `${path.replace(/\?.*/, "")} check passed`]);
  }
  const readiness = await anonymous.request("/readyz?verbose");
  expect(readiness.status).toBe(200);
  expect(linesOf(readiness)).toEqual([...readyzLines, "[+]shutdown ok", "readyz check passed"]);
});

test("excluding an unknown check returns a warning", async () => {
  await using running = await startTestServer();
  const answer = await running.anonymous.request("/livez?verbose&exclude=zebra&exclude=ape&exclude=ping");
  expect(answer.status).toBe(200);
  expect(linesOf(answer)).toEqual([
    "[+]ping excluded: ok",
    ...livezLines.slice(1),
    'warn: some health checks cannot be excluded: no matches for "ape","zebra"',
    "livez check passed",
  ]);
});

test("[HEALTH-04] a check that does not respond fails after two seconds", async () => {
  const faults: EngineFaults = {};
  await using engine = await openTestEngine();
  await using running = await startTestServer({ engine: faultyEngine(faults, engine) });
  const asked = deferred();
  faults.progress = () => {
    asked.resolve();
    return new Promise(() => undefined);
  };
  const answer = running.client.request("/readyz/etcd");
  await asked.promise;
  await running.clock.advance(2000);
  expect((await answer).status).toBe(500);
  faults.progress = undefined;
  expect((await running.client.request("/readyz/etcd")).status).toBe(200);
});

/** Starts a server whose first write waits until `release` is called. Its post-start hook waits for that write. */
async function startWithDelayedWrite(flags: readonly string[]): Promise<
  AsyncDisposable & {
    readonly client: WireClient;
    readonly clock: ManualClock;
    release(): Promise<void>;
  }
> {
  const gate = deferred();
  const engine = await openTestEngine();
  const faults: EngineFaults = {
    put: (...write) => gate.promise.then(() => engine.put(...write)),
    commit: (writes) => gate.promise.then(() => engine.commit(writes)),
  };
  const clock = new ManualClock();
  const port = await freePort();
  const starting = startServer({ engine: faultyEngine(faults, engine), port, clock, flags });
  // All servers of this process share these certificates.
  const pki = await getOrCreatePki({ vocabulary: "orch", hostName: hostname(), clock: systemClock, isTimeless: true });
  const client = new WireClient({ url: `https://127.0.0.1:${port}`, ca: pki.ca.certificate });
  await Promise.race([listening(client), starting]);
  const release = async (): Promise<void> => {
    gate.resolve();
    await starting;
  };
  return {
    client,
    clock,
    release,
    async [Symbol.asyncDispose]() {
      await release();
      await client[Symbol.asyncDispose]();
      await (await starting).close();
      await engine[Symbol.asyncDispose]();
    },
  };
}

async function listening(client: WireClient): Promise<void> {
  for (;;) {
    try {
      await client.request("/livez/ping");
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ECONNREFUSED")) throw error;
    }
  }
}

describe("[HEALTH-10] health while a post-start hook is running", () => {
  test("liveness succeeds within --livez-grace-period while a post-start hook runs, but readiness fails", async () => {
    await using held = await startWithDelayedWrite(["--livez-grace-period=30s"]);
    const { client, clock } = held;
    const statusOf = async (path: string): Promise<number> => (await client.request(path)).status;
    expect(await statusOf("/livez")).toBe(200);
    expect(linesOf(await client.request("/livez?verbose"))).toContain(`[+]${hook} ok`);
    expect(await statusOf("/readyz")).toBe(500);
    expect(linesOf(await client.request("/readyz"))).toContain(`[-]${hook} failed: reason withheld`);

    await clock.advance(29_999);
    expect(await statusOf("/livez")).toBe(200);
    await clock.advance(1);
    expect(await statusOf("/livez")).toBe(500);
    expect(await statusOf("/readyz")).toBe(500);

    await held.release();
    expect(await statusOf("/livez")).toBe(200);
    expect(await statusOf("/readyz")).toBe(200);
  });

  test("liveness fails at once while a post-start hook runs if there is no grace period", async () => {
    await using held = await startWithDelayedWrite([]);
    expect((await held.client.request("/livez")).status).toBe(500);
    await held.release();
    expect((await held.client.request("/livez")).status).toBe(200);
  });
});

test("[HEALTH-11] only readiness fails during --shutdown-delay-duration after a stop signal", async () => {
  const running = await startTestServer({ flags: ["--shutdown-delay-duration=10s"] });
  const { client, clock, server } = running;
  await client.request(maps, { body: { metadata: { name: "a" } } });
  await using events = await client.watch(`${maps}?watch=1`);
  await events.take(1);

  const closing = server.close();
  const readiness = await client.request("/readyz");
  const liveness = await client.request("/livez");
  const read = await client.request(`${maps}/a`);
  const written = await client.request(maps, { body: { metadata: { name: "b" } } });
  await clock.advance(9999);
  const lateRead = await running.connect().request(`${maps}/a`);
  await clock.advance(1);
  await closing;

  expect(readiness.status).toBe(500);
  expect(linesOf(readiness)).toEqual([...readyzLines, "[-]shutdown failed: reason withheld", "readyz check failed"]);
  expect(liveness.status).toBe(200);
  expect([read.status, written.status, lateRead.status]).toEqual([200, 201, 200]);
  expect((await events.takeAll()).map(({ object }) => object.metadata.name)).toEqual(["b"]);
  await expect(running.connect().request("/livez")).rejects.toThrow("ECONNREFUSED");
});
