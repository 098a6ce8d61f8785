import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
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
