import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import type { Exchange } from "../requests/exchange.ts";
import { Listening } from "./testing/listening.ts";

/** More than the buffers of a connection hold, so that the response waits for the client. */
const responseBytes = 32 * 1024 * 1024;
/** Several TLS records, which arrive together. */
const bodyBytes = 50_000;
const turns = 20;

test("a long request is read completely if it arrives while the previous response is being sent", async () => {
  const hasResponded = deferred();
  const handle = async (exchange: Exchange): Promise<void> => {
    if (exchange.method === "GET") {
      exchange.respond(200, {}, Buffer.alloc(responseBytes, "a"));
      hasResponded.resolve();
      return;
    }
    const { length } = await exchange.readBody(bodyBytes);
    exchange.respond(200, {}, Buffer.from(`received ${length} bytes`));
  };
  await using listening = await Listening.start(handle);
  const socket = await listening.tls();
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  await hasResponded.promise;
  const head = `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${bodyBytes}\r\n\r\n`;
  await new Promise((resolve) => socket.write(head + "b".repeat(bodyBytes), resolve));
  // The listener is in this process, so it reads the request in one of the next turns.
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  let end = "";
  socket.on("data", (piece: Buffer) => {
    end = (end + piece.toString("latin1")).slice(-100);
  });
  socket.resume();
  await once(socket, "end");
  expect(end).toMatch(/received 50000 bytes$/);
});
