import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ChunkedBody } from "./chunked-body.ts";

/** Returns the response that `write` sends, as a client reads it. */
async function responseText(write: (response: ServerResponse) => Promise<void> | void): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    response.flushHeaders();
    void write(response);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return await new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", agent: false }, (incoming) => {
      let text = "";
      incoming.setEncoding("latin1").on("data", (piece: string) => {
        text += piece;
      });
      incoming.on("end", () => resolve(text));
      incoming.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}

function bodyOf(response: ServerResponse): ChunkedBody {
  if (!response.socket) throw new Error("the response has no socket");
  return new ChunkedBody(response, response.socket);
}

test("small and large pieces of a ChunkedBody arrive in the order in which they were written", async () => {
  const large = "y".repeat(100_000);
  const received = await responseText((response) => {
    const body = bodyOf(response);
    for (const text of ["a", large, "b\r\n", "", large, "c"]) body.write(Buffer.from(text));
    body.end();
  });
  expect(received).toBe(`a${large}b\r\n${large}c`);
});

test("bytes that are written to several ChunkedBodies arrive unchanged at each client", async () => {
  const shared = Buffer.from("event\n");
  const write = (response: ServerResponse): void => {
    const body = bodyOf(response);
    body.write(shared);
    body.write(Buffer.from("other"));
    body.write(shared);
    body.end();
  };
  expect(await Promise.all([responseText(write), responseText(write)])).toEqual([
    "event\notherevent\n",
    "event\notherevent\n",
  ]);
});

test("drained() of a ChunkedBody waits for a slow client", async () => {
  const piece = Buffer.alloc(12_000, "z");
  let stalls = 0;
  const received = await responseText(async (response) => {
    const body = bodyOf(response);
    for (let turn = 0; turn < 500; turn++) {
      if (body.write(piece)) continue;
      stalls++;
      await body.drained();
    }
    body.end();
  });
  expect(received.length).toBe(500 * piece.length);
  expect(stalls).toBeGreaterThan(0);
});
