import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { ClientHttp2Stream } from "node:http2";
import { connect as connectTls } from "node:tls";
import { describe, expect, test } from "vitest";
import { transportLimits } from "../../app/network/transport-limits.ts";
import { getOrCreatePki } from "../../app/pki/make-pki.ts";
import { systemClock } from "../../base/clock.ts";
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Exchange } from "../requests/exchange.ts";
import { Listening, readToEnd } from "./testing/listening.ts";

const mebibyte = 1024 * 1024;

async function respondOk(exchange: Exchange): Promise<void> {
  exchange.respond(200, { "content-type": "text/plain" }, Buffer.from("ok"));
}

/** Responds with the request's body. */
async function echo(exchange: Exchange): Promise<void> {
  try {
    exchange.respond(200, {}, await exchange.readBody(1000));
  } catch {
    exchange.respond(400, {}, Buffer.from("rejected"));
  }
}

/** Returns a handler that waits at a gate before it responds. */
function gatedHandler(respond: (exchange: Exchange) => Promise<void> = respondOk): {
  readonly handle: (exchange: Exchange) => Promise<void>;
  readonly handlerStarted: Promise<void>;
  readonly gate: Deferred<void>;
} {
  const handlerStarted = deferred();
  const gate = deferred();
  const handle = async (exchange: Exchange): Promise<void> => {
    handlerStarted.resolve();
    await gate.promise;
    await respond(exchange);
  };
  return { handle, handlerStarted: handlerStarted.promise, gate };
}

const get = "GET /x HTTP/1.1\r\nhost: a\r\n\r\n";

async function textOf(stream: ClientHttp2Stream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

describe("a listener closes the connection of a client that stalls", () => {
  test("a listener closes a connection whose TLS handshake takes too long", async () => {
    const messages: string[] = [];
    const info = (message: string): unknown => messages.push(message);
    const logger = { info, warning: info, error: info, with: () => logger } as never;
    await using listening = await Listening.start(respondOk, { limits: { handshakeTimeoutMs: 50 }, logger });
    const socket = await listening.tcp();
    // The beginning of a TLS record that is never completed.
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    expect(await readToEnd(socket)).toBe("");
    expect(messages).toEqual(["a TLS handshake failed"]);
  });

  test("a listener responds 408 to a connection that sends no request", async () => {
    await using listening = await Listening.start(respondOk, {
      limits: { headersTimeoutMs: 50, requestTimeoutMs: 50 },
    });
    expect(await readToEnd(await listening.tls())).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test("a listener responds 408 if the head of a request takes too long", async () => {
    await using listening = await Listening.start(respondOk, { limits: { headersTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.write("GET /x HTTP/1.1\r\nhost: a\r\nx: ");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test("a listener responds 408 if the body of a request takes too long", async () => {
    const handlerEnded = deferred();
    const handle = async (exchange: Exchange): Promise<void> => {
      await echo(exchange);
      handlerEnded.resolve();
    };
    await using listening = await Listening.start(handle, { limits: { headersTimeoutMs: 50, requestTimeoutMs: 60 } });
    const socket = await listening.tls();
    socket.write("POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    await handlerEnded.promise;
  });

  test("a listener closes an HTTP/1.1 connection whose client does not read the response", async () => {
    const large = Buffer.alloc(64 * mebibyte);
    const respond = async (exchange: Exchange): Promise<void> => exchange.respond(200, {}, large);
    const closed = deferred();
    const handle = async (exchange: Exchange): Promise<void> => {
      exchange.onClose(() => closed.resolve());
      await respond(exchange);
    };
    await using listening = await Listening.start(handle, { limits: { responseTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.pause();
    socket.write(get);
    await closed.promise;
    expect((await readToEnd(socket.resume())).length).toBeLessThan(large.length);
  });

  test("a listener resets only the HTTP/2 stream whose response the client does not read", async () => {
    const handle = async (exchange: Exchange): Promise<void> =>
      exchange.target === "/large" ? exchange.respond(200, {}, Buffer.alloc(mebibyte)) : await respondOk(exchange);
    await using listening = await Listening.start(handle, { limits: { responseTimeoutMs: 50 } });
    const session = await listening.h2();
    const stalled = session.request({ ":path": "/large" });
    stalled.on("error", () => undefined);
    await once(stalled, "close");
    expect(stalled.rstCode).toBe(8);
    expect(await textOf(session.request({ ":path": "/" }))).toBe("ok");
  });

  test("a listener closes connections that are idle for too long, with both protocols", async () => {
    await using listening = await Listening.start(respondOk, { limits: { idleTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.write(get);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const session = await listening.h2();
    expect(await textOf(session.request({ ":path": "/" }))).toBe("ok");
    await once(session, "close");
  });
});

describe("an HTTP/2 connection with a long request", () => {
  test("an HTTP/2 connection with a long request stays open while its client responds to pings", async () => {
    const { handle, gate } = gatedHandler();
    await using listening = await Listening.start(handle, { limits: { idleTimeoutMs: 30 } });
    const session = await listening.h2();
    let pings = 0;
    const pinged = deferred();
    session.on("ping", () => {
      pings++;
      if (pings === 3) pinged.resolve();
    });
    const stream = session.request({ ":path": "/" });
    await pinged.promise;
    gate.resolve();
    expect(await textOf(stream)).toBe("ok");
  });

  test("an HTTP/2 connection with a long request is closed when its client does not respond to a ping", async () => {
    const closed = deferred();
    const handle = async (exchange: Exchange): Promise<void> => exchange.onClose(() => closed.resolve());
    await using listening = await Listening.start(handle, { limits: { idleTimeoutMs: 30 } });
    const socket = await listening.tls("h2");
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    // :method GET, :scheme https, :path / and :authority a, from the static table of HPACK.
    const headers = Buffer.from([0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x87, 0x84, 0x41, 1, 0x61]);
    socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settings, headers]));
    await closed.promise;
    await readToEnd(socket);
  });
});

describe("Listener.drain()", () => {
  test("Listener.drain() completes the open HTTP/1.1 request, ends its connection, and accepts no new one", async () => {
    const { handle, handlerStarted, gate } = gatedHandler();
    await using listening = await Listening.start(handle);
    const socket = await listening.tls();
    socket.write(get);
    await handlerStarted;
    listening.listener.drain();
    await expect(listening.tcp()).rejects.toThrow("ECONNREFUSED");
    gate.resolve();
    const text = await readToEnd(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(text.endsWith("\r\n\r\nok")).toBe(true);
  });

  test("Listener.drain() completes open HTTP/2 streams, sends GOAWAY, and accepts no new stream", async () => {
    const { handle, handlerStarted, gate } = gatedHandler();
    await using listening = await Listening.start(handle);
    const session = await listening.h2();
    const stream = session.request({ ":path": "/" });
    await handlerStarted;
    const goaway = once(session, "goaway");
    listening.listener.drain();
    expect((await goaway)[0]).toBe(0);
    expect(() => session.request({ ":path": "/late" })).toThrow("after receiving a GOAWAY");
    gate.resolve();
    expect(await textOf(stream)).toBe("ok");
    await once(session, "close");
  });

  test("Listener.drain() closes idle connections at once", async () => {
    await using listening = await Listening.start(respondOk);
    const socket = await listening.tls();
    socket.write(get);
    await once(socket, "data");
    const session = await listening.h2();
    listening.listener.drain();
    await Promise.all([readToEnd(socket), once(session, "close")]);
  });

  test("Listener.drain() may be called twice while a request is open", async () => {
    const { handle, handlerStarted, gate } = gatedHandler();
    await using listening = await Listening.start(handle);
    const socket = await listening.tls();
    socket.write(get);
    await handlerStarted;
    listening.listener.drain();
    listening.listener.drain();
    gate.resolve();
    expect((await readToEnd(socket)).match(/200 OK/g)).toHaveLength(1);
  });
});

describe("Listener.drainGently()", () => {
  test("Listener.drainGently() serves the first request of a connection, and then ends it", async () => {
    await using listening = await Listening.start(respondOk);
    const socket = await listening.tls();
    const drained = listening.listener.drainGently();
    await expect(listening.tcp()).rejects.toThrow("ECONNREFUSED");
    socket.write(get);
    const text = await readToEnd(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
    await drained;
  });

  test("Listener.drainGently() serves a client whose TLS handshake has not begun", async () => {
    await using listening = await Listening.start(respondOk);
    const tcp = await listening.tcp();
    const accepted = await listening.tls();
    accepted.write(get);
    await once(accepted, "data");
    const drained = listening.listener.drainGently();
    const socket = connectTls({ socket: tcp, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] });
    socket.write(get);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await drained;
  });

  test("Listener.drainGently() ends connections that send no request within firstRequestMs", async () => {
    await using listening = await Listening.start(respondOk, { limits: { firstRequestMs: 50 } });
    const socket = await listening.tls();
    const drained = listening.listener.drainGently();
    expect(await readToEnd(socket)).toBe("");
    await drained;
  });

  test("Listener.drainGently() ends connections that have served a request at once", async () => {
    await using listening = await Listening.start(respondOk);
    const socket = await listening.tls();
    socket.write(get);
    await once(socket, "data");
    const session = await listening.h2();
    await Promise.all([listening.listener.drainGently(), readToEnd(socket), once(session, "close")]);
  });
});

describe("Listener.close()", () => {
  test.each(["http/1.1", "h2"] as const)(
    "Listener.close() waits until a slow %s client has read its response",
    async (protocol) => {
      const large = Buffer.alloc(8 * mebibyte, "x");
      const responded = deferred();
      const handle = async (exchange: Exchange): Promise<void> => {
        exchange.respond(200, {}, large);
        responded.resolve();
      };
      await using listening = await Listening.start(handle);
      if (protocol === "h2") {
        const session = await listening.h2();
        const stream = session.request({ ":path": "/" });
        await responded.promise;
        const closed = listening.listener.close();
        expect((await textOf(stream)).length).toBe(large.length);
        await closed;
      } else {
        const socket = await listening.tls();
        socket.pause();
        socket.write(get);
        await responded.promise;
        const closed = listening.listener.close();
        const text = await readToEnd(socket.resume());
        expect(text.length - text.indexOf("\r\n\r\n") - 4).toBe(large.length);
        await closed;
      }
    },
  );

  test("Listener.close() waits at most closeTimeoutMs for a client that does not read", async () => {
    const responded = deferred();
    const handle = async (exchange: Exchange): Promise<void> => {
      exchange.respond(200, {}, Buffer.alloc(64 * mebibyte));
      responded.resolve();
    };
    await using listening = await Listening.start(handle, { limits: { closeTimeoutMs: 50 } });
    const socket = await listening.tls();
    socket.pause();
    socket.write(get);
    await responded.promise;
    await listening.listener.close();
    await readToEnd(socket.resume());
  });

  test("Listener.close() closes connections that have sent nothing or not completed their handshake", async () => {
    await using listening = await Listening.start(respondOk, { limits: { closeTimeoutMs: 50 } });
    const silent = await listening.tls();
    const halfOpen = await listening.tcp();
    halfOpen.write(Buffer.from([0x16, 0x03, 0x01]));
    await listening.listener.close();
    await Promise.all([readToEnd(silent), readToEnd(halfOpen)]);
  });

  test("Listener.close() may be called twice", async () => {
    const listening = await Listening.start(respondOk);
    await listening.listener.close();
    await listening.listener.close();
    await expect(listening.tcp()).rejects.toThrow("ECONNREFUSED");
  });
});

test("transportLimits() returns the default limits", () => {
  expect(transportLimits(100)).toEqual({
    headerBytesMax: 65_536,
    headersMax: 256,
    pipelinedMax: 100,
    streamsMax: 100,
    handshakeTimeoutMs: 10_000,
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    responseTimeoutMs: 60_000,
    idleTimeoutMs: 90_000,
    firstRequestMs: 1_000,
    closeTimeoutMs: 5_000,
  });
});

test("Listener.listen() fails with EADDRINUSE if the port is in use", async () => {
  await using listening = await Listening.start(respondOk);
  const { port } = listening;
  await expect(Listening.start(respondOk, { port })).rejects.toThrow("EADDRINUSE");
});

test("Listener.renew() replaces the certificate of new connections", async () => {
  await using listening = await Listening.start(respondOk);
  const { serving } = await getOrCreatePki({ vocabulary: "orch", hostName: "renewed", clock: systemClock });
  const renewed = new X509Certificate(serving.certificate).fingerprint256;
  expect(await listening.fingerprint()).not.toBe(renewed);
  listening.listener.renew({ cert: serving.certificate, key: serving.key });
  expect(await listening.fingerprint()).toBe(renewed);
});
