import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { ClientHttp2Stream } from "node:http2";
import { describe, expect, test } from "vitest";
import { transportLimits } from "../../app/network/transport-limits.ts";
import { getOrCreatePki } from "../../app/pki/make-pki.ts";
import { systemClock } from "../../base/clock.ts";
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Exchange } from "../requests/exchange.ts";
import { Listening, readToEnd } from "./testing/listening.ts";

const mebibyte = 1024 * 1024;

async function sayOk(exchange: Exchange): Promise<void> {
  exchange.respond(200, { "content-type": "text/plain" }, Buffer.from("ok"));
}

/** Responds with the request's body. */
async function echo(exchange: Exchange): Promise<void> {
  try {
    exchange.respond(200, {}, await exchange.readBody(1000));
  } catch {
    exchange.respond(400, {}, Buffer.from("refused"));
  }
}

/** Returns a handler that waits at a gate before it responds. */
function held(answer: (exchange: Exchange) => Promise<void> = sayOk): {
  readonly handle: (exchange: Exchange) => Promise<void>;
  readonly begun: Promise<void>;
  readonly gate: Deferred<void>;
} {
  const begun = deferred();
  const gate = deferred();
  const handle = async (exchange: Exchange): Promise<void> => {
    begun.resolve();
    await gate.promise;
    await answer(exchange);
  };
  return { handle, begun: begun.promise, gate };
}

const get = "GET /x HTTP/1.1\r\nhost: a\r\n\r\n";

async function textOf(stream: ClientHttp2Stream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

describe("a client that stalls is cut off", () => {
  test("in the TLS handshake", async () => {
    const messages: string[] = [];
    const info = (message: string): unknown => messages.push(message);
    const logger = { info, warning: info, error: info, with: () => logger } as never;
    await using listening = await Listening.start(sayOk, { limits: { handshakeTimeoutMs: 50 }, logger });
    const socket = await listening.tcp();
    // The beginning of a TLS record that is never completed.
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    expect(await readToEnd(socket)).toBe("");
    expect(messages).toEqual(["a TLS handshake failed"]);
  });

  test("before its first request", async () => {
    await using listening = await Listening.start(sayOk, { limits: { headersTimeoutMs: 50, requestTimeoutMs: 50 } });
    expect(await readToEnd(await listening.tls())).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test("in the head of a request", async () => {
    await using listening = await Listening.start(sayOk, { limits: { headersTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.write("GET /x HTTP/1.1\r\nhost: a\r\nx: ");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test("in the body of a request", async () => {
    const ended = deferred();
    const handle = async (exchange: Exchange): Promise<void> => {
      await echo(exchange);
      ended.resolve();
    };
    await using listening = await Listening.start(handle, { limits: { headersTimeoutMs: 50, requestTimeoutMs: 60 } });
    const socket = await listening.tls();
    socket.write("POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    await ended.promise;
  });

  test("when it takes nothing of its answer, over HTTP/1.1", async () => {
    const large = Buffer.alloc(64 * mebibyte);
    const respond = async (exchange: Exchange): Promise<void> => exchange.respond(200, {}, large);
    const gone = deferred();
    const handle = async (exchange: Exchange): Promise<void> => {
      exchange.onClose(() => gone.resolve());
      await respond(exchange);
    };
    await using listening = await Listening.start(handle, { limits: { answerTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.pause();
    socket.write(get);
    await gone.promise;
    expect((await readToEnd(socket.resume())).length).toBeLessThan(large.length);
  });

  test("when it takes nothing of its answer, over HTTP/2: its other streams go on", async () => {
    const handle = async (exchange: Exchange): Promise<void> =>
      exchange.target === "/large" ? exchange.respond(200, {}, Buffer.alloc(mebibyte)) : await sayOk(exchange);
    await using listening = await Listening.start(handle, { limits: { answerTimeoutMs: 50 } });
    const session = await listening.h2();
    const stalled = session.request({ ":path": "/large" });
    stalled.on("error", () => undefined);
    await once(stalled, "close");
    expect(stalled.rstCode).toBe(8);
    expect(await textOf(session.request({ ":path": "/" }))).toBe("ok");
  });

  test("between two requests, over both protocols", async () => {
    await using listening = await Listening.start(sayOk, { limits: { idleTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.write(get);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const session = await listening.h2();
    expect(await textOf(session.request({ ":path": "/" }))).toBe("ok");
    await once(session, "close");
  });
});

describe("an idle HTTP/2 connection with a stream that lasts", () => {
  test("is left alone as long as its client is there", async () => {
    const { handle, gate } = held();
    await using listening = await Listening.start(handle, { limits: { idleTimeoutMs: 30 } });
    const session = await listening.h2();
    let pings = 0;
    const asked = deferred();
    session.on("ping", () => {
      pings++;
      if (pings === 3) asked.resolve();
    });
    const stream = session.request({ ":path": "/" });
    await asked.promise;
    gate.resolve();
    expect(await textOf(stream)).toBe("ok");
  });

  test("is ended when its client answers no more", async () => {
    const gone = deferred();
    const handle = async (exchange: Exchange): Promise<void> => exchange.onClose(() => gone.resolve());
    await using listening = await Listening.start(handle, { limits: { idleTimeoutMs: 30 } });
    const socket = await listening.tls("h2");
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    // :method GET, :scheme https, :path / and :authority a, from the static table of HPACK.
    const headers = Buffer.from([0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x87, 0x84, 0x41, 1, 0x61]);
    socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settings, headers]));
    await gone.promise;
    await readToEnd(socket);
  });
});

describe("draining", () => {
  test("lets a request under way finish, tells its client to go, and takes no new connection (HTTP/1.1)", async () => {
    const { handle, begun, gate } = held();
    await using listening = await Listening.start(handle);
    const socket = await listening.tls();
    socket.write(get);
    await begun;
    listening.listener.drain();
    await expect(listening.tcp()).rejects.toThrow("ECONNREFUSED");
    gate.resolve();
    const text = await readToEnd(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(text.endsWith("\r\n\r\nok")).toBe(true);
  });

  test("lets streams under way finish, sends GOAWAY, and takes no new stream (HTTP/2)", async () => {
    const { handle, begun, gate } = held();
    await using listening = await Listening.start(handle);
    const session = await listening.h2();
    const stream = session.request({ ":path": "/" });
    await begun;
    const told = once(session, "goaway");
    listening.listener.drain();
    expect((await told)[0]).toBe(0);
    expect(() => session.request({ ":path": "/late" })).toThrow("after receiving a GOAWAY");
    gate.resolve();
    expect(await textOf(stream)).toBe("ok");
    await once(session, "close");
  });

  test("closes connections without a request at once", async () => {
    await using listening = await Listening.start(sayOk);
    const socket = await listening.tls();
    socket.write(get);
    await once(socket, "data");
    const session = await listening.h2();
    listening.listener.drain();
    await Promise.all([readToEnd(socket), once(session, "close")]);
  });

  test("lets a request finish that has come before it on the same connection, and drops none that was read", async () => {
    const { handle, begun, gate } = held();
    await using listening = await Listening.start(handle);
    const socket = await listening.tls();
    socket.write(get);
    await begun;
    listening.listener.drain();
    listening.listener.drain();
    gate.resolve();
    expect((await readToEnd(socket)).match(/200 OK/g)).toHaveLength(1);
  });
});

describe("closing", () => {
  test.each(["http/1.1", "h2"] as const)(
    "waits for an answer that is on its way to a slow client (%s)",
    async (protocol) => {
      const large = Buffer.alloc(8 * mebibyte, "x");
      const answered = deferred();
      const handle = async (exchange: Exchange): Promise<void> => {
        exchange.respond(200, {}, large);
        answered.resolve();
      };
      await using listening = await Listening.start(handle);
      if (protocol === "h2") {
        const session = await listening.h2();
        const stream = session.request({ ":path": "/" });
        await answered.promise;
        const closed = listening.listener.close();
        expect((await textOf(stream)).length).toBe(large.length);
        await closed;
      } else {
        const socket = await listening.tls();
        socket.pause();
        socket.write(get);
        await answered.promise;
        const closed = listening.listener.close();
        const text = await readToEnd(socket.resume());
        expect(text.length - text.indexOf("\r\n\r\n") - 4).toBe(large.length);
        await closed;
      }
    },
  );

  test("does not wait longer than its time for a client that takes nothing", async () => {
    const answered = deferred();
    const handle = async (exchange: Exchange): Promise<void> => {
      exchange.respond(200, {}, Buffer.alloc(64 * mebibyte));
      answered.resolve();
    };
    await using listening = await Listening.start(handle, { limits: { closeTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.pause();
    socket.write(get);
    await answered.promise;
    await listening.listener.close();
    await readToEnd(socket.resume());
  });

  test("ends connections that have sent nothing, or not finished their handshake", async () => {
    await using listening = await Listening.start(sayOk, { limits: { closeTimeoutMs: 50 } });
    const silent = await listening.tls();
    const halfOpen = await listening.tcp();
    halfOpen.write(Buffer.from([0x16, 0x03, 0x01]));
    await listening.listener.close();
    await Promise.all([readToEnd(silent), readToEnd(halfOpen)]);
  });

  test("is harmless twice, and before listening", async () => {
    const listening = await Listening.start(sayOk);
    await listening.listener.close();
    await listening.listener.close();
    await expect(listening.tcp()).rejects.toThrow("ECONNREFUSED");
  });
});

test("what a connection may cost is limited", () => {
  expect(transportLimits(100)).toEqual({
    headerBytesMax: 65_536,
    headersMax: 256,
    pipelinedMax: 100,
    streamsMax: 100,
    handshakeTimeoutMs: 10_000,
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    answerTimeoutMs: 60_000,
    idleTimeoutMs: 90_000,
    closeTimeoutMs: 5_000,
  });
});

test("a port that is taken is reported, and the listener can be closed", async () => {
  await using listening = await Listening.start(sayOk);
  const { port } = listening;
  await expect(Listening.start(sayOk, { port })).rejects.toThrow("EADDRINUSE");
});

test("another serving certificate is used for connections to come", async () => {
  await using listening = await Listening.start(sayOk);
  const { serving } = await getOrCreatePki({ vocabulary: "orch", hostName: "renewed", clock: systemClock });
  const renewed = new X509Certificate(serving.certificate).fingerprint256;
  expect(await listening.fingerprint()).not.toBe(renewed);
  listening.listener.renew(serving.certificate, serving.key);
  expect(await listening.fingerprint()).toBe(renewed);
});
