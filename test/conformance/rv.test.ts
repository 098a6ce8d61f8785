import { describe, expect, test } from "vitest";
import { changeMap, createMap, deleteMap, listVersion, mapsPath, namesOf } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";
import { until } from "../support/until.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";

const versionOf = ({ json }: WireResponse): string => json.metadata.resourceVersion;
const earlierVersion = (version: string, by = 1): string => String(Number(version) - by);
const futureVersion = (version: string): string => String(Number(version) + 1_000_000);

/** Starts a server with the ConfigMaps a, b and c. `former` is the version before c was created. */
async function startWithHistory() {
  const running = await startTestServer();
  const { client } = running;
  for (const name of ["a", "b"]) await createMap(client, name);
  const former = await listVersion(client);
  await createMap(client, "c");
  return { ...running, former, present: await listVersion(client) };
}

/** Sends a request for which the server waits. @returns the response, and the waiting time on the server's clock */
async function requestAndAdvance(
  running: TestServer,
  target: string,
): Promise<{ answer: WireResponse; waitedMs: number }> {
  const { client, clock } = running;
  const idle = clock.pendingCount;
  const state: { answer?: WireResponse } = {};
  const asking = client.request(target).then((answer) => (state.answer = answer));
  await untilWaiting(running, idle);
  const startMs = clock.monotonicMs();
  await clock.advance(2999);
  expect(state.answer).toBeUndefined();
  for (let stepMs = 1; clock.pendingCount > idle && stepMs < 1000; stepMs++) await clock.advance(1);
  return { answer: await asking, waitedMs: clock.monotonicMs() - startMs };
}

/**
 * Resolves when the server waits. The request then has two timers: its deadline and the wait. `idle` is the number of
 * timers before the request.
 */
async function untilWaiting({ clock }: TestServer, idle: number): Promise<void> {
  await until(() => clock.pendingCount >= idle + 2, "the server waits");
}

describe("get", () => {
  test("[RV-02, RV-30] a get without a resourceVersion returns the last write of any client", async () => {
    await using running = await startTestServer();
    const [writer, reader] = [running.client, running.connect({ protocol: "h2" })];
    await createMap(writer, "a");
    for (let round = 1; round <= 30; round++) {
      const version = await changeMap(writer, "a", { round: String(round) });
      const read = await reader.request(`${mapsPath}/a`);
      expect([versionOf(read), read.json.data.round]).toEqual([version, String(round)]);
    }
    await deleteMap(writer, "a");
    expect((await reader.request(`${mapsPath}/a`)).status).toBe(404);
    await reader[Symbol.asyncDispose]();
  });

  test("[RV-03] a get with resourceVersion=0 returns any state", async () => {
    await using running = await startWithHistory();
    const answer = await running.client.request(`${mapsPath}/a?resourceVersion=0`);
    expect([answer.status, answer.json.metadata.name]).toEqual([200, "a"]);
    expect((await running.client.request(`${mapsPath}/none?resourceVersion=0`)).status).toBe(404);
  });

  test("[RV-04] a get with a resourceVersion returns a state that is at least as new", async () => {
    await using running = await startWithHistory();
    const { client, former, present } = running;
    const changed = await changeMap(client, "a", { x: "1" });
    for (const version of [former, present, changed]) {
      const answer = await client.request(`${mapsPath}/a?resourceVersion=${version}`);
      expect([answer.status, versionOf(answer)]).toEqual([200, changed]);
    }
  });

  test("[RV-39] a get with a future resourceVersion waits shortly and gets 504 with Retry-After", async () => {
    await using running = await startWithHistory();
    const { present } = running;
    const { answer, waitedMs } = await requestAndAdvance(
      running,
      `${mapsPath}/a?resourceVersion=${futureVersion(present)}`,
    );
    expect(waitedMs).toBe(3000);
    expect([answer.status, answer.headers["retry-after"]]).toEqual([504, "1"]);
    expect(answer.json).toMatchObject({
      kind: "Status",
      reason: "Timeout",
      code: 504,
      message: `Timeout: Too large resource version: ${futureVersion(present)}, current: ${present}`,
      details: {
        causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
        retryAfterSeconds: 1,
      },
    });
  });

  test("[RV-39] the error of a get shows a resourceVersion above 2^53 exactly", async () => {
    await using running = await startWithHistory();
    const { answer } = await requestAndAdvance(running, `${mapsPath}/a?resourceVersion=9223372036854775807`);
    expect(answer.json.message).toBe(
      `Timeout: Too large resource version: 9223372036854775807, current: ${running.present}`,
    );
  });

  test("[RV-04] a get with a future resourceVersion succeeds if that version is reached while the server waits", async () => {
    await using running = await startWithHistory();
    const { client, present } = running;
    const idle = running.clock.pendingCount;
    const soon = String(Number(present) + 1);
    const asked = client.request(`${mapsPath}/a?resourceVersion=${soon}`);
    await untilWaiting(running, idle);
    const changed = await changeMap(client, "a", { x: "1" });
    const answer = await asked;
    expect([changed, answer.status, versionOf(answer)]).toEqual([soon, 200, soon]);
  });
});

describe("list without resourceVersionMatch", () => {
  test("[RV-05, RV-30] a list without limit and resourceVersion contains all earlier writes", async () => {
    await using running = await startTestServer();
    const [writer, reader] = [running.client, running.connect({ protocol: "h2" })];
    for (let round = 1; round <= 20; round++) {
      const created = await createMap(writer, `m${String(round).padStart(2, "0")}`);
      const list = await reader.request(mapsPath);
      expect([namesOf(list).length, versionOf(list)]).toEqual([round, versionOf(created)]);
    }
    await reader[Symbol.asyncDispose]();
  });

  test("[RV-06, RV-29] a list with resourceVersion=0 returns any state", async () => {
    await using running = await startWithHistory();
    const list = await running.client.request(`${mapsPath}?resourceVersion=0`);
    expect(list.status).toBe(200);
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]]).toContainEqual(namesOf(list));
  });

  test("[RV-07, RV-31] a list with a resourceVersion returns a state that is at least as new", async () => {
    await using running = await startWithHistory();
    const { client, former, present } = running;
    const last = versionOf(await createMap(client, "d"));
    for (const version of [former, present, last]) {
      const list = await client.request(`${mapsPath}?resourceVersion=${version}`);
      expect([list.status, versionOf(list), namesOf(list)]).toEqual([200, last, ["a", "b", "c", "d"]]);
    }
  });

  test("[RV-08] a list with a limit alone contains the last write in its first chunk", async () => {
    await using running = await startWithHistory();
    const created = await createMap(running.client, "0");
    const list = await running.client.request(`${mapsPath}?limit=1`);
    expect([namesOf(list), versionOf(list)]).toEqual([["0"], versionOf(created)]);
  });

  test("[RV-09] a list with a limit and resourceVersion=0 returns any state", async () => {
    await using running = await startWithHistory();
    const list = await running.client.request(`${mapsPath}?limit=1&resourceVersion=0`);
    expect(list.status).toBe(200);
    expect(namesOf(list)[0]).toBe("a");
  });

  test("[RV-10] a list with a limit and a resourceVersion returns exactly that state", async () => {
    await using running = await startWithHistory();
    const { client, former, present } = running;
    const list = await client.request(`${mapsPath}?limit=9&resourceVersion=${former}`);
    expect([list.status, versionOf(list), namesOf(list)]).toEqual([200, former, ["a", "b"]]);
    const newer = await client.request(`${mapsPath}?limit=9&resourceVersion=${present}`);
    expect([versionOf(newer), namesOf(newer)]).toEqual([present, ["a", "b", "c"]]);
  });

  test("[RV-11, RV-33] a list with a limit and a token returns the state of the first chunk", async () => {
    await using running = await startWithHistory();
    const { client, former } = running;
    for (const start of [`${mapsPath}?limit=1`, `${mapsPath}?limit=1&resourceVersion=${former}`]) {
      const first = await client.request(start);
      await createMap(client, `aa${versionOf(first)}`);
      const other = running.connect();
      const rest = await other.request(`${mapsPath}?limit=9&continue=${first.json.metadata.continue}`);
      expect([rest.status, versionOf(rest)]).toEqual([200, versionOf(first)]);
      expect(namesOf(rest)).toEqual(versionOf(first) === former ? ["b"] : ["b", "c"]);
      await other[Symbol.asyncDispose]();
    }
  });

  test("[RV-12] a list with a limit, a token and resourceVersion=0 returns the next chunk", async () => {
    await using running = await startWithHistory();
    const { client } = running;
    const first = await client.request(`${mapsPath}?limit=1`);
    await createMap(client, "aa");
    const second = await client.request(
      `${mapsPath}?limit=1&continue=${first.json.metadata.continue}&resourceVersion=0`,
    );
    expect([second.status, versionOf(second), namesOf(second)]).toEqual([200, versionOf(first), ["b"]]);
  });

  test("[RV-13] a list with a limit, a token and another resourceVersion is rejected with 400", async () => {
    await using running = await startWithHistory();
    const { client, present } = running;
    const { metadata } = (await client.request(`${mapsPath}?limit=1`)).json;
    const answer = await client.request(`${mapsPath}?limit=1&continue=${metadata.continue}&resourceVersion=${present}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      reason: "BadRequest",
      code: 400,
      message: "specifying resource version is not allowed when using continue",
    });
  });

  test("[RV-39] a list with a future resourceVersion waits shortly and gets 504 with Retry-After", async () => {
    await using running = await startWithHistory();
    const { present } = running;
    for (const query of ["", "&limit=2", "&resourceVersionMatch=NotOlderThan", "&resourceVersionMatch=Exact"]) {
      const target = `${mapsPath}?resourceVersion=${futureVersion(present)}${query}`;
      const { answer, waitedMs } = await requestAndAdvance(running, target);
      expect([answer.status, answer.headers["retry-after"], waitedMs]).toEqual([504, "1", 3000]);
      expect(answer.json.message).toBe(
        `Timeout: Too large resource version: ${futureVersion(present)}, current: ${present}`,
      );
    }
  });
});

describe("list with resourceVersionMatch", () => {
  const unprovided = "resourceVersionMatch is forbidden unless resourceVersion is provided";
  const zero = 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"';

  test.each([
    ["[RV-14] Exact alone", "resourceVersionMatch=Exact", unprovided],
    ["[RV-15] Exact and version 0", "resourceVersionMatch=Exact&resourceVersion=0", zero],
    ["[RV-17] Exact and a limit", "resourceVersionMatch=Exact&limit=2", unprovided],
    ["[RV-18] Exact, a limit and version 0", "resourceVersionMatch=Exact&limit=2&resourceVersion=0", zero],
    ["[RV-20] NotOlderThan alone", "resourceVersionMatch=NotOlderThan", unprovided],
    ["[RV-23] NotOlderThan and a limit", "resourceVersionMatch=NotOlderThan&limit=2", unprovided],
  ])("%s: the list is rejected with 400", async (_, query, message) => {
    await using running = await startTestServer();
    const answer = await running.client.request(`${mapsPath}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      kind: "Status",
      status: "Failure",
      reason: "Invalid",
      code: 400,
      message: `ListOptions.meta.orch.io "" is invalid: resourceVersionMatch: Forbidden: ${message}`,
      details: {
        group: "meta.orch.io",
        kind: "ListOptions",
        causes: [{ reason: "FieldValueForbidden", field: "resourceVersionMatch", message: `Forbidden: ${message}` }],
      },
    });
  });

  test("[RV-16, RV-32] a list with Exact returns the state of that version, and the version itself", async () => {
    await using running = await startWithHistory();
    const { client, former, present } = running;
    const exactly = (version: string): Promise<WireResponse> =>
      client.request(`${mapsPath}?resourceVersionMatch=Exact&resourceVersion=${version}`);
    await changeMap(client, "a", { x: "changed" });
    await deleteMap(client, "b");
    const list = await exactly(former);
    expect([list.status, versionOf(list), namesOf(list)]).toEqual([200, former, ["a", "b"]]);
    expect(list.json.items[0].data).toBeUndefined();
    expect([versionOf(await exactly(present)), namesOf(await exactly(present))]).toEqual([present, ["a", "b", "c"]]);
    expect(namesOf(await exactly(earlierVersion(former)))).toEqual(["a"]);
    expect(namesOf(await exactly(earlierVersion(former, 2)))).toEqual([]);
  });

  test("[RV-19] a list with Exact and a limit returns a chunk of that state, and a token for the rest", async () => {
    await using running = await startWithHistory();
    const { client, former } = running;
    await deleteMap(client, "b");
    const first = await client.request(`${mapsPath}?resourceVersionMatch=Exact&limit=1&resourceVersion=${former}`);
    expect([namesOf(first), versionOf(first), first.json.metadata.remainingItemCount]).toEqual([["a"], former, 1]);
    const second = await client.request(`${mapsPath}?limit=1&continue=${first.json.metadata.continue}`);
    expect([namesOf(second), versionOf(second)]).toEqual([["b"], former]);
    expect(second.json.metadata).not.toHaveProperty("continue");
  });

  test.each([
    ["RV-21", ""],
    ["RV-24", "&limit=9"],
  ])("[%s] a list with NotOlderThan and resourceVersion=0 returns any state", async (_, limit) => {
    await using running = await startWithHistory();
    const list = await running.client.request(
      `${mapsPath}?resourceVersionMatch=NotOlderThan&resourceVersion=0${limit}`,
    );
    expect(list.status).toBe(200);
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]]).toContainEqual(namesOf(list));
  });

  test.each([
    ["RV-22", ""],
    ["RV-25", "&limit=9"],
  ])(
    "[%s, RV-31] a list with NotOlderThan and a resourceVersion returns a state that is at least as new",
    async (_, limit) => {
      await using running = await startWithHistory();
      const { client, former } = running;
      for (const version of [former, versionOf(await createMap(client, "d"))]) {
        const list = await client.request(
          `${mapsPath}?resourceVersionMatch=NotOlderThan&resourceVersion=${version}${limit}`,
        );
        expect(list.status).toBe(200);
        expect(Number(versionOf(list))).toBeGreaterThanOrEqual(Number(version));
        expect(namesOf(list)).toEqual(["a", "b", "c", "d"]);
      }
    },
  );

  test("[RV-32] a list with Exact at a version without history gets 410", async () => {
    await using running = await startWithHistory();
    const { client, clock, former, present } = running;
    await createMap(client, "d");
    await clock.advance(10 * 60_000);
    for (const query of ["resourceVersionMatch=Exact", "limit=5"]) {
      const answer = await client.request(`${mapsPath}?${query}&resourceVersion=${former}`);
      expect(answer.status).toBe(410);
      expect(answer.json).toMatchObject({
        reason: "Expired",
        code: 410,
        message: "The resourceVersion for the provided list is too old.",
      });
    }
    // Only reads of an exact version need history.
    expect((await client.request(`${mapsPath}?resourceVersion=${present}`)).status).toBe(200);
    expect((await client.request(`${mapsPath}/a?resourceVersion=${former}`)).status).toBe(200);
  });
});

describe("watch", () => {
  test("[RV-26] a watch without a resourceVersion sends the current objects as ADDED, then changes", async () => {
    await using running = await startWithHistory();
    const { client } = running;
    await using events = await client.watch(`${mapsPath}?watch=1`);
    expect((await events.take(3)).map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ["ADDED", "a"],
      ["ADDED", "b"],
      ["ADDED", "c"],
    ]);
    const version = await changeMap(client, "b", { x: "1" });
    expect(await events.next()).toMatchObject({ type: "MODIFIED", object: { metadata: { resourceVersion: version } } });
  });

  test("[RV-27, RV-29] a watch with resourceVersion=0 sends any state as ADDED, then all later changes", async () => {
    await using running = await startWithHistory();
    const { client } = running;
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=0`);
    await createMap(client, "d");
    const names: string[] = [];
    for (const { type, object } of await events.take(4)) {
      expect(type).toBe("ADDED");
      names.push(object.metadata.name);
    }
    expect(names).toEqual(["a", "b", "c", "d"]);
  });

  test("[RV-28, RV-35] a watch with a resourceVersion sends only the later changes", async () => {
    await using running = await startWithHistory();
    const { client, former, present } = running;
    await deleteMap(client, "a");
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${former}`);
    await using later = await client.watch(`${mapsPath}?watch=1&resourceVersion=${present}`);
    await createMap(client, "d");
    const shown = async (from: typeof events, count: number): Promise<string[]> =>
      (await from.take(count)).map(({ type, object }) => `${type} ${object.metadata.name}`);
    expect(await shown(events, 3)).toEqual(["ADDED c", "DELETED a", "ADDED d"]);
    expect(await shown(later, 2)).toEqual(["DELETED a", "ADDED d"]);
  });

  test("[RV-34] a watch during writes loses and repeats nothing between the initial state and the changes", async () => {
    await using running = await startTestServer();
    const { client } = running;
    for (let index = 0; index < 5; index++) await createMap(client, `m${index}`, { data: { n: "0" } });
    const stop = new AbortController();
    const writer = (async () => {
      let round = 0;
      for (; !stop.signal.aborted; round++) {
        for (let index = 0; index < 5; index++) await changeMap(client, `m${index}`, { n: String(round + 1) });
      }
      return round;
    })();
    const watches = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client.watch(`${mapsPath}?watch=1${index % 2 ? "&resourceVersion=0" : ""}`),
      ),
    );
    await until(() => watches.every((events) => events.pending.length > 30), "every watch has changes");
    stop.abort();
    const last = await writer;
    for (const events of watches) {
      const seen: WatchedState = new Map();
      while (seen.get("m4")?.n !== last) expectNextEvent(seen, await events.next());
      events.close();
      expect([...seen.keys()].toSorted()).toEqual(["m0", "m1", "m2", "m3", "m4"]);
    }
  });

  test("[RV-40] a watch with a future resourceVersion stays silent until that version or its timeout", async () => {
    await using running = await startWithHistory();
    const { client, clock, present } = running;
    const soon = String(Number(present) + 2);
    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${soon}&timeoutSeconds=300`);
    await using never = await client.watch(
      `${mapsPath}?watch=1&resourceVersion=${futureVersion(present)}&timeoutSeconds=300`,
    );
    await clock.advance(60_000);
    await createMap(client, "d");
    await createMap(client, "e");
    await createMap(client, "f");
    expect(await events.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "f" } } });
    await clock.advance(239_000);
    expect([never.hasEnded, never.pending]).toEqual([false, []]);
    await clock.advance(1000);
    expect(await never.next()).toBeUndefined();
  });
});

type WatchedState = Map<string, { readonly version: number; readonly n: number }>;

/** Expects that an event is the object's next one: each write increments `n`. */
function expectNextEvent(
  seen: WatchedState,
  event: Awaited<ReturnType<Awaited<ReturnType<WireClient["watch"]>>["next"]>>,
): void {
  const { name, resourceVersion } = event?.object.metadata ?? {};
  const [version, n] = [Number(resourceVersion), Number(event?.object.data.n)];
  const before = seen.get(name);
  expect(event?.type).toBe(before ? "MODIFIED" : "ADDED");
  if (before) {
    expect(version).toBeGreaterThan(before.version);
    expect(n).toBe(before.n + 1);
  }
  seen.set(name, { version, n });
}

test("[RV-38] the resourceVersion of an object is that of its last write, while that of the collection rises", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const created = await createMap(client, "a");
  const before = await client.request(mapsPath);
  await createMap(client, "b");
  const after = await client.request(mapsPath);
  expect(after.json.items[0].metadata.resourceVersion).toBe(versionOf(created));
  expect(versionOf(after)).not.toBe(versionOf(before));
  const changed = await changeMap(client, "a", { x: "1" });
  expect(versionOf(await client.request(`${mapsPath}/a`))).toBe(changed);
  expect(changed).not.toBe(versionOf(created));
});

describe("after a restart", () => {
  test("versions continue after a restart: earlier watches, exact lists and tokens remain valid", async () => {
    await using store = new KeptStore();
    let former = "";
    let token = "";
    {
      await using running = await startTestServer({ store });
      const { client } = running;
      for (const name of ["a", "b", "c"]) await createMap(client, name);
      const chunk = await client.request(`${mapsPath}?limit=1`);
      former = versionOf(chunk);
      token = chunk.json.metadata.continue;
      await changeMap(client, "a", { x: "1" });
      await deleteMap(client, "c");
    }
    await using running = await startTestServer({ store });
    const { client } = running;
    const list = await client.request(mapsPath);
    expect(Number(versionOf(list))).toBeGreaterThanOrEqual(Number(former) + 2);
    expect(list.json.items[0].metadata.resourceVersion).toBe(String(Number(former) + 1));

    await using events = await client.watch(`${mapsPath}?watch=1&resourceVersion=${former}`);
    const created = await createMap(client, "d");
    expect(Number(versionOf(created))).toBeGreaterThan(Number(versionOf(list)));
    expect((await events.take(3)).map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      "MODIFIED a",
      "DELETED c",
      "ADDED d",
    ]);
    const exact = await client.request(`${mapsPath}?resourceVersionMatch=Exact&resourceVersion=${former}`);
    expect([versionOf(exact), namesOf(exact)]).toEqual([former, ["a", "b", "c"]]);
    const rest = await client.request(`${mapsPath}?continue=${token}`);
    expect([versionOf(rest), namesOf(rest)]).toEqual([former, ["b", "c"]]);
  });
});
