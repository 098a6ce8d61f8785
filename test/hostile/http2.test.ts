import { describe, expect, test } from "vitest";
import { type AttackedServer, attackedServers } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import {
  errorCodeOf,
  errorCodes,
  fieldBlock,
  flags,
  frame,
  framesOf,
  frameTypes,
  getFields,
  getFrame,
  type Http2Frame,
  preface,
  resetFrame,
} from "../support/h2-frames.ts";
import { waitForInFlight } from "../support/in-flight-requests.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { selectedTestStore } from "../support/test-store.ts";
import { until } from "../support/until.ts";

const withAttackedServer = attackedServers();

const mebibyte = 1024 * 1024;
const settingsAck = frame(frameTypes.settings, flags.ack, 0);

/** Returns the IDs of a client's first streams. */
const streams = (count: number): number[] => Array.from({ length: count }, (_, index) => 2 * index + 1);

async function open(running: AttackedServer, ...bytes: readonly Buffer[]): Promise<RawConnection> {
  const connection = await RawConnection.open(running, "h2");
  await connection.sendAll(Buffer.concat([preface, ...bytes]));
  return connection;
}

function ofType(connection: RawConnection, type: number): Http2Frame[] {
  return framesOf(connection).filter((one) => one.type === type);
}

/** Returns the error codes of the received frames of a type. */
function errorsOf(connection: RawConnection, type: number): number[] {
  return ofType(connection, type).map((one) => errorCodeOf(one));
}

describe("10,000 concurrent HTTP/2 streams", () => {
  test("a client that opens 10,000 streams gets 100 of them, and REFUSED_STREAM for the others", async () => {
    await withAttackedServer(async (running) => {
      const watches = streams(10_000).map((id) => getFrame(id, `${mapsPath}?watch=1`));
      await using connection = await open(running, ...watches);
      await until(
        () => ofType(connection, frameTypes.headers).length >= 100 || connection.isClosed,
        "watches have begun",
      );
      await connection.closed();
      const servedCount = ofType(connection, frameTypes.headers).length;
      // The server closes the connection because of the refused streams, perhaps before a remote store has responded.
      if (selectedTestStore() === "etcd") expect(servedCount).toBeLessThanOrEqual(100);
      else expect(servedCount).toBe(100);
      expect(new Set(errorsOf(connection, frameTypes.resetStream))).toEqual(new Set([errorCodes.refusedStream]));
      await waitForInFlight(running.client, 0);
    });
  });

  test("a client that exceeds the stream limit after acknowledging it loses its connection", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await open(running);
      await until(() => ofType(connection, frameTypes.settings).length >= 2, "the settings are exchanged");
      await connection.sendAll(
        Buffer.concat([settingsAck, ...streams(101).map((id) => getFrame(id, `${mapsPath}?watch=1`))]),
      );
      await connection.closed();
      expect(ofType(connection, frameTypes.headers).length).toBeLessThanOrEqual(100);
      await waitForInFlight(running.client, 0);
    });
  });

  test("streams within the limit continue after those beyond it were refused", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await open(running, ...streams(103).map((id) => getFrame(id, `${mapsPath}?watch=1`)));
      await until(() => ofType(connection, frameTypes.resetStream).length === 3, "three streams are refused");
      expect(errorsOf(connection, frameTypes.resetStream)).toEqual(Array(3).fill(errorCodes.refusedStream));
      await until(() => ofType(connection, frameTypes.headers).length === 100, "the others are answered");
      await connection.sendAll(Buffer.concat(streams(50).map((id) => resetFrame(id))));
      await connection.sendAll(getFrame(301, "/livez"));
      const answered = (): boolean => ofType(connection, frameTypes.headers).some(({ stream }) => stream === 301);
      await until(answered, "a later stream is answered");
      expect(connection.isClosed).toBe(false);
    });
  });
});

test("20,000 streams that are reset at once close the connection and use little memory", async () => {
  await withAttackedServer(async (running) => {
    const before = process.memoryUsage.rss();
    for (let round = 0; round < 3; round++) {
      await using connection = await open(
        running,
        ...streams(20_000).map((id) => Buffer.concat([getFrame(id, mapsPath), resetFrame(id)])),
      );
      await until(
        () => errorsOf(connection, frameTypes.goAway).length > 0 || connection.isClosed,
        "the client is told to go",
      );
      expect(errorsOf(connection, frameTypes.goAway).every((code) => code !== errorCodes.noError)).toBe(true);
      expect(ofType(connection, frameTypes.headers).length).toBeLessThan(2000);
    }
    await waitForInFlight(running.client, 0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * mebibyte);
  });
});

describe("unlimited HTTP/2 headers", () => {
  const begun = (more: readonly (readonly [string, string])[] = []): Buffer =>
    frame(frameTypes.headers, flags.endStream, 1, fieldBlock([...getFields("/livez"), ...more]));
  const more = (bits: number, size: number): Buffer =>
    frame(frameTypes.continuation, bits, 1, fieldBlock([["x", "y".repeat(size)]]));

  test("a flood of CONTINUATION frames closes the connection", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await open(
        running,
        begun(),
        ...Array.from({ length: 10_000 }, () => more(flags.none, 100)),
      );
      await connection.closed();
      expect(ofType(connection, frameTypes.headers)).toEqual([]);
    });
  });

  const tooMany = [begun(), ...Array.from({ length: 5 }, () => more(flags.none, 15_000)), more(flags.endHeaders, 1)];

  test("headers over 64 KiB close the stream of a client that has acknowledged the limit", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await open(running);
      await until(() => ofType(connection, frameTypes.settings).length >= 2, "the settings are exchanged");
      await connection.sendAll(Buffer.concat([settingsAck, ...tooMany]));
      await until(() => ofType(connection, frameTypes.resetStream).length > 0, "the stream is refused");
      expect(errorsOf(connection, frameTypes.resetStream)).toEqual([errorCodes.enhanceYourCalm]);
      expect(ofType(connection, frameTypes.headers)).toEqual([]);
    });
  });

  test("headers over 64 KiB are rejected with 431 if the client has not acknowledged the limit", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await open(running, ...tooMany);
      await until(() => ofType(connection, frameTypes.data).length > 0, "the text of an answer");
      expect(String(ofType(connection, frameTypes.data)[0]?.payload)).toBe("431 Request Header Fields Too Large");
    });
  });

  test("more than 256 header fields are rejected", async () => {
    await withAttackedServer(async (running) => {
      const many = Array.from({ length: 257 }, () => ["x", "y"] as const);
      const block = fieldBlock([...getFields("/livez"), ...many]);
      await using connection = await open(
        running,
        frame(frameTypes.headers, flags.endStream | flags.endHeaders, 1, block),
      );
      await until(() => ofType(connection, frameTypes.resetStream).length > 0, "the stream is refused");
      expect(errorsOf(connection, frameTypes.resetStream)).toEqual([errorCodes.enhanceYourCalm]);
      // The connection remains usable.
      await connection.sendAll(getFrame(3, "/livez"));
      await until(() => ofType(connection, frameTypes.data).length > 0, "the next stream is answered");
      expect(String(ofType(connection, frameTypes.data)[0]?.payload)).toBe("ok");
    });
  });
});

describe("violations of the HTTP/2 protocol", () => {
  const get = (...fields: readonly (readonly [string, string])[]): Buffer =>
    frame(frameTypes.headers, flags.endStream | flags.endHeaders, 1, fieldBlock([...getFields("/livez"), ...fields]));
  const post = fieldBlock([
    [":method", "POST"],
    [":scheme", "https"],
    [":authority", "a"],
    [":path", mapsPath],
    ["content-length", "5"],
  ]);

  test.each([
    ["a name in capitals", [get(["X", "y"])]],
    ["a connection-specific header", [get(["connection", "close"])]],
    ["a transfer-encoding header", [get(["transfer-encoding", "chunked"])]],
    ["a second path", [get([":path", "/readyz"])]],
    [
      "a body that is shorter than its content-length",
      [
        frame(frameTypes.headers, flags.endHeaders, 1, post),
        frame(frameTypes.data, flags.endStream, 1, Buffer.from("{}")),
      ],
    ],
    [
      "a body that is longer than its content-length",
      [
        frame(frameTypes.headers, flags.endHeaders, 1, post),
        frame(frameTypes.data, flags.endStream, 1, Buffer.from('{"a":{}}')),
      ],
    ],
  ])("a client that sends %s loses the stream", async (_what, frames) => {
    await withAttackedServer(async (running) => {
      await using connection = await open(running, ...frames);
      await until(() => ofType(connection, frameTypes.resetStream).length > 0, "the stream is ended");
      expect(errorsOf(connection, frameTypes.resetStream)).toEqual([errorCodes.protocolError]);
      expect(ofType(connection, frameTypes.headers)).toEqual([]);
      await connection.sendAll(getFrame(3, "/livez"));
      await until(() => ofType(connection, frameTypes.data).length > 0, "the connection goes on");
    });
  });

  test.each([
    ["a frame that is too long", frame(frameTypes.data, flags.none, 1, Buffer.alloc(20_000))],
    ["DATA on a stream that is not open", frame(frameTypes.data, flags.none, 1, Buffer.from("x"))],
    ["a stream with an even ID", getFrame(2, "/livez")],
    [
      "header fields that cannot be decoded",
      frame(frameTypes.headers, flags.endStream | flags.endHeaders, 1, Buffer.alloc(20, 0xff)),
    ],
    ["a WINDOW_UPDATE of 0", frame(frameTypes.windowUpdate, flags.none, 0, Buffer.alloc(4))],
    ["SETTINGS of the wrong length", frame(frameTypes.settings, flags.none, 0, Buffer.alloc(5))],
    ["a CONTINUATION without HEADERS", frame(frameTypes.continuation, flags.endHeaders, 1, fieldBlock([["x", "y"]]))],
  ])("a client that sends %s loses the connection", async (_what, bytes) => {
    await withAttackedServer(async (running) => {
      await using connection = await open(running, bytes);
      await until(
        () => ofType(connection, frameTypes.goAway).length > 0 || connection.isClosed,
        "the client is told to go",
      );
      expect(errorsOf(connection, frameTypes.goAway)).not.toContain(errorCodes.noError);
      expect(ofType(connection, frameTypes.headers)).toEqual([]);
    });
  });

  test("a client that speaks another protocol than negotiated loses the connection", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running, "h2");
      connection.send("GET /livez HTTP/1.1\r\nhost: a\r\n\r\n");
      await connection.closed();
      expect(connection.received.includes("HTTP/1.1")).toBe(false);
    });
  });
});

test.each([
  ["PING", frame(frameTypes.ping, flags.none, 0, Buffer.alloc(8))],
  ["SETTINGS", frame(frameTypes.settings, flags.none, 0)],
])(
  "a flood of %s frames from a client that does not read closes its connection or costs little",
  async (_what, one) => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running, "h2");
      connection.socket.pause();
      await connection.sendAll(Buffer.concat([preface, ...Array.from({ length: 50_000 }, () => one)]));
      expect(process.memoryUsage().external).toBeLessThan(200 * mebibyte);
    });
  },
);

describe("HTTP/2 clients that reset their connection", () => {
  test("a client that resets its connection while it sends bodies has stored nothing", async () => {
    await withAttackedServer(async (running) => {
      const head = fieldBlock([
        [":method", "POST"],
        [":scheme", "https"],
        [":authority", "a"],
        [":path", mapsPath],
      ]);
      for (let count = 0; count < 5; count++) {
        const bodies = streams(50).flatMap((id) => [
          frame(frameTypes.headers, flags.endHeaders, id, head),
          frame(frameTypes.data, flags.none, id, Buffer.from('{"metadata":{"name":"a"}}')),
        ]);
        const connection = await open(running, ...bodies);
        await until(() => ofType(connection, frameTypes.settings).length >= 2, "the bodies have begun to arrive");
        connection.reset();
        await connection.closed();
      }
      await waitForInFlight(running.client, 0);
    });
  });

  test("a client that resets its connection during watches ends the watches", async () => {
    await withAttackedServer(async (running) => {
      const connection = await open(running, ...streams(100).map((id) => getFrame(id, `${mapsPath}?watch=1`)));
      await until(() => ofType(connection, frameTypes.headers).length === 100, "the watches have begun");
      await waitForInFlight(running.client, 100);
      connection.reset();
      await waitForInFlight(running.client, 0);
    });
  });

  test("a client that resets a stream ends only the watch on it", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await open(running, ...streams(2).map((id) => getFrame(id, `${mapsPath}?watch=1`)));
      await waitForInFlight(running.client, 2);
      await connection.sendAll(resetFrame(1));
      await waitForInFlight(running.client, 1);
      expect(connection.isClosed).toBe(false);
    });
  });
});
