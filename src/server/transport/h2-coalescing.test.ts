import { once } from "node:events";
import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import type { BodyWriter } from "../requests/exchange.ts";
import { Listening } from "./testing/listening.ts";

const streamCount = 20;
const frameTypes = { data: 0, headers: 1, settings: 4 } as const;
const event = Buffer.alloc(100, "e");

function frame(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** Head of a GET of `/` in HPACK: three fields of the static table, and the authority `a`. */
const requestHead = Buffer.from([0x82, 0x87, 0x84, 0x41, 0x01, 0x61]);

/** Returns a client's preface, and its requests, which have no bodies. */
function requests(): Buffer {
  const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  const heads = Array.from({ length: streamCount }, (_, index) =>
    frame(frameTypes.headers, 5, 1 + index * 2, requestHead),
  );
  return Buffer.concat([preface, frame(frameTypes.settings, 0, 0, Buffer.alloc(0)), ...heads]);
}

/** Returns how many whole frames of a type the bytes contain. */
function countFrames(bytes: Buffer, type: number): number {
  let count = 0;
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    if (bytes[at + 3] === type && end <= bytes.length) count++;
    at = end;
  }
  return count;
}

/** Returns the pieces that a connection receives, until they contain this many frames. Each TLS record is one piece. */
async function receive(
  socket: TLSSocket,
  frames: { readonly type: number; readonly count: number },
): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  while (countFrames(Buffer.concat(pieces), frames.type) < frames.count) {
    const [piece] = (await once(socket, "data")) as [Buffer];
    pieces.push(piece);
  }
  return pieces;
}

test("the events of one turn for all streams of an HTTP/2 connection leave in one TLS record", async () => {
  const writers: BodyWriter[] = [];
  await using listening = await Listening.start(async (exchange) => {
    writers.push(exchange.begin(200, {}));
  });
  const socket = await listening.tls("h2");
  const heads = receive(socket, { type: frameTypes.headers, count: streamCount });
  socket.write(requests());
  await heads;
  const events = receive(socket, { type: frameTypes.data, count: streamCount });
  for (const writer of writers) writer.write(event);
  const pieces = await events;
  expect(pieces).toHaveLength(1);
  expect(pieces[0]).toHaveLength(streamCount * (9 + event.length));
});
