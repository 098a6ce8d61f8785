import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { allFloods, firstBytes, rapidReset } from "../floods/floods.ts";
import { type AttackedServer, attackedServers } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import {
  errorCodeOf,
  errorCodes,
  flags,
  frame,
  framesOf,
  frameTypes,
  getFrame,
  preface,
  resetFrame,
} from "../support/h2-frames.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { until } from "../support/until.ts";

const withAttackedServer = attackedServers();

async function requestsSeen({ client }: AttackedServer): Promise<number> {
  const { text } = await client.request("/metrics");
  const lines = text.split("\n").filter((line) => line.startsWith("apiserver_request_total{"));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

function goAways(connection: RawConnection): number[] {
  return framesOf(connection)
    .filter(({ type }) => type === frameTypes.goAway)
    .map((one) => errorCodeOf(one));
}

/** Performance entry that Node creates for each ended HTTP/2 session. */
interface SessionEntry {
  readonly name: string;
  readonly detail: { readonly framesReceived: number };
}

/** Returns a live array that gets the number of received frames of each HTTP/2 session of this process when it ends. */
function receivedFrames(): readonly number[] {
  const counts: number[] = [];
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as unknown as readonly SessionEntry[];
    for (const { name, detail } of entries) if (name === "Http2Session") counts.push(detail.framesReceived);
  });
  observer.observe({ entryTypes: ["http2"] });
  onTestFinished(() => observer.disconnect());
  return counts;
}

function openAnonymously({ server, credentials: { ca } }: AttackedServer): Promise<RawConnection> {
  return RawConnection.open({ server, credentials: { ca } } as unknown as AttackedServer, "h2");
}

test("requests that are reset at once do not reach the filters, and their connection is closed", async () => {
  await withAttackedServer(async (running) => {
    const before = await requestsSeen(running);
    const connections = await Promise.all(Array.from({ length: 10 }, () => RawConnection.open(running, "h2")));
    const bytes = Buffer.concat([preface, rapidReset(2000, mapsPath)]);
    await Promise.all(connections.map((one) => one.sendAll(bytes)));
    await Promise.all(connections.map((one) => one.closed()));
    for (const one of connections) expect(goAways(one)).toEqual([errorCodes.enhanceYourCalm]);
    // Up to 256 requests of all connections may start in one turn of the event loop, plus the requests of the test
    // itself.
    expect((await requestsSeen(running)) - before).toBeLessThan(300);
  });
});

test("a client that cancels 90 watches at once keeps its connection", async () => {
  await withAttackedServer(async (running) => {
    await using connection = await RawConnection.open(running, "h2");
    await connection.sendAll(preface);
    for (let round = 0; round < 3; round++) {
      const ids = Array.from({ length: 90 }, (_, index) => 2 * (index + round * 90) + 1);
      await connection.sendAll(Buffer.concat(ids.map((id) => getFrame(id, `${mapsPath}?watch=1`))));
      const begun = (): number => framesOf(connection).filter(({ type }) => type === frameTypes.headers).length;
      await until(() => begun() === 90 * (round + 1), "the watches have begun");
      await connection.sendAll(Buffer.concat(ids.map((id) => resetFrame(id))));
    }
    await connection.sendAll(getFrame(999, "/livez"));
    await until(
      // The body of the response may wait, because the watches have used up the connection's flow-control window.
      () => framesOf(connection).some(({ stream }) => stream === 999),
      "the next request is answered",
    );
    expect(connection.isClosed).toBe(false);
  });
});

test.each(["WINDOW_UPDATE", "unknown frames"])(
  "a flood of %s without a request closes the connection",
  async (name) => {
    const flood = allFloods(100_000).find((one) => one.name === name);
    await withAttackedServer(async (running) => {
      await using attacker = await RawConnection.open(running, "h2");
      await attacker.sendAll(firstBytes(flood ?? expect.fail(`there is no flood of ${name}`)));
      while (!attacker.isClosed) {
        await attacker.sendAll(flood?.frames ?? Buffer.alloc(0));
        await setImmediate();
      }
      expect(goAways(attacker)).toEqual([errorCodes.enhanceYourCalm]);
    });
  },
);

test("a flood on one connection does not delay the requests of another", async () => {
  await withAttackedServer(async (running) => {
    for (const flood of allFloods(5000)) {
      await using attacker = await RawConnection.open(running, "h2");
      await attacker.sendAll(firstBytes(flood));
      const sent = attacker.sendAll(flood.frames);
      expect((await running.client.request("/livez")).status).toBe(200);
      await sent;
    }
  });
});

test("the server does not decode frames after an anonymous client's first request", async () => {
  await withAttackedServer(async (running) => {
    const sessions = receivedFrames();
    const connections = await Promise.all(Array.from({ length: 10 }, () => openAnonymously(running)));
    await Promise.all(connections.map((one) => one.sendAll(Buffer.concat([preface, rapidReset(2000, "/livez")]))));
    await Promise.all(connections.map((one) => one.closed()));
    await until(() => sessions.length >= 10, "the server's sessions have ended");
    // The frames are the settings, the first request and its reset.
    for (const frames of sessions) expect(frames).toBeLessThan(10);
  });
});

test("an anonymous client's HTTP/2 connection is closed after its first request, as in the reference", async () => {
  await withAttackedServer(async (running) => {
    await using connection = await openAnonymously(running);
    await connection.sendAll(Buffer.concat([preface, getFrame(1, "/livez")]));
    await until(() => framesOf(connection).some(({ type }) => type === frameTypes.data), "the answer");
    await connection.sendAll(frame(frameTypes.settings, flags.ack, 0));
    await connection.closed();
    expect(new Set(goAways(connection))).toEqual(new Set([errorCodes.noError]));
    expect(framesOf(connection).some(({ payload }) => String(payload) === "ok")).toBe(true);
  });
});
