/**
 * A body that is sent piece by piece, at the client's pace and with turns for other work in between. When the client
 * goes, or the request's time is over, the answer is broken off, so that nobody takes it for complete.
 */
import { fairTurns } from "../../base/fair-turns.ts";
import type { Call } from "../requests/call.ts";
import type { BodyWriter } from "../requests/exchange.ts";
import { compressingWriter } from "./compress.ts";
import { compresses, gzipHeaders } from "./compression.ts";

export interface BodyInPieces {
  readonly contentType: string;
  /** About how long the body is. */
  readonly bodyBytes: number;
  /** Made as they are needed. Whoever makes them hands out what there is when the turn is over. */
  readonly pieces: Pieces;
}

export type Pieces = Iterable<Buffer | Promise<Buffer>> | AsyncIterable<Buffer>;

/** Sends nothing when something else was answered meanwhile: that the time is over, say. */
export async function streamBody(
  call: Call,
  status: number,
  { contentType, bodyBytes, pieces }: BodyInPieces,
): Promise<void> {
  if (call.exchange.isClosed || call.exchange.hasResponse) return;
  const headers = { "content-type": contentType };
  const writer = compresses(call, bodyBytes)
    ? compressingWriter(call.begin(status, { ...headers, ...gzipHeaders }))
    : call.begin(status, headers);
  await streamPieces(call, writer, pieces);
}

/** Writes the pieces of an answer that has begun, and ends it. */
export async function streamPieces(call: Call, writer: BodyWriter, pieces: Pieces): Promise<void> {
  const { exchange, signal } = call;
  const breakOff = (): void => exchange.destroy();
  signal.addEventListener("abort", breakOff, { once: true });
  try {
    for await (const piece of pieces) {
      if (!writer.write(piece)) await writer.drained();
      // A client may take everything at once.
      if (fairTurns.isOver) await fairTurns.next();
      if (signal.aborted) break;
    }
    writer.end();
  } finally {
    signal.removeEventListener("abort", breakOff);
  }
}
