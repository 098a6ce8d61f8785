import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { SilentServer } from "../../test/support/silent-server.ts";
import { until } from "../../test/support/until.ts";
import { systemClock } from "../base/clock.ts";
import { ManualClock } from "../base/manual-clock.ts";
import { GrpcConnection } from "./grpc-connection.ts";

test("a connection that is closed while its handshake ends causes no further error", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connection = new GrpcConnection(`http://127.0.0.1:${port}`, {}, systemClock);
  const { stream, mayBeSent } = connection.open("/service/Method");
  const session = stream.session;
  if (!session) throw new Error("the stream has no session");
  // The session waits for the same event first, and emits `connect` only after this listener.
  session.socket.once("connect", () => connection.close());
  const connected = once(session, "connect");
  await expect(once(stream, "close")).rejects.toThrow("the connection was closed");
  await connected;
  expect(mayBeSent()).toBe(false);
  server.close();
});

test("a call after close() fails without another connection, which would keep the process running", async () => {
  let sessions = 0;
  const server = createServer().listen(0, "127.0.0.1");
  server.on("session", () => sessions++);
  // The client cancels the call when it closes the connection.
  server.on("stream", (stream) => stream.on("error", () => stream.destroy()));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connection = new GrpcConnection(`http://127.0.0.1:${port}`, {}, systemClock);
  const lost = expect(once(connection.open("/service/Method").stream, "close")).rejects.toThrow("closed");
  await until(() => sessions === 1, "the first call connects");
  connection.close();
  await lost;
  expect(() => connection.open("/service/Method")).toThrow(
    expect.objectContaining({ details: "the connection was closed", isUnsent: true, isTemporary: true }),
  );
  const closed = once(server, "close");
  // It emits `close` when no session is left.
  server.close();
  await closed;
  expect(sessions).toBe(1);
});

test("a call ends within half a second if the connection is reset while Node does not read from it", async () => {
  await using silent = await SilentServer.start();
  const clock = new ManualClock();
  const connection = new GrpcConnection(silent.url, {}, clock);
  const { stream } = connection.open("/service/Method");
  const closed = once(stream, "close");
  await until(() => silent.requestCount === 1, "the call arrives");
  silent.resetUnread();
  await clock.advance(500);
  await closed;
  const next = connection.open("/service/Method").stream;
  await until(() => silent.requestCount === 2, "the next call uses another connection");
  const nextClosed = expect(once(next, "close")).rejects.toThrow("the connection was closed");
  connection.close();
  await nextClosed;
});
