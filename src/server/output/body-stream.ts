/**
 * Sends a body in pieces, as fast as the client reads, and lets other requests be processed in between. If the
 * request's time is over or the client disconnects, the connection or stream is destroyed, so that the client does not
 * take the body for complete.
 */
import { fairTurns } from "../../base/fair-turns.ts";
import type { Call } from "../requests/call.ts";
import type { BodyWriter } from "../requests/exchange.ts";
import { compressingWriter } from "./compress.ts";
import { gzipHeaders, shouldCompress } from "./compression.ts";

/** Body that is created while it is sent. */
export interface StreamedBody {
  readonly contentType: string;
  /** Estimated length of the body, by which the server decides whether to compress it. */
  readonly bodyBytes: number;
  /** The pieces, created as they are needed. A generator of pieces must yield when its turn (`fairTurns`) is over. */
  readonly pieces: BodyPieces;
}

/** Pieces of a body, in their order. */
export type BodyPieces = Iterable<Buffer | Promise<Buffer>> | AsyncIterable<Buffer>;

/** Sends the body. Sends nothing if the request has a response, such as a timeout, or is closed. */
export async function streamBody(
  call: Call,
  status: number,
  { contentType, bodyBytes, pieces }: StreamedBody,
): Promise<void> {
  if (call.exchange.isClosed || call.exchange.hasResponse) return;
  const headers = { "content-type": contentType };
  const writer = shouldCompress(call, bodyBytes)
    ? compressingWriter(call.begin(status, { ...headers, ...gzipHeaders }))
    : call.begin(status, headers);
  await streamPieces(call, writer, pieces);
}

/** Writes the pieces of a response that has begun, and ends it. */
export async function streamPieces(call: Call, writer: BodyWriter, pieces: BodyPieces): Promise<void> {
  const { exchange, signal } = call;
  const breakOff = (): void => exchange.destroy();
  signal.addEventListener("abort", breakOff, { once: true });
  try {
    for await (const piece of pieces) {
      if (!writer.write(piece)) await writer.drained();
      // If the client reads fast, `drained()` is never awaited. Waiting for the next turn then lets other requests run.
      if (fairTurns.isOver) await fairTurns.next();
      if (signal.aborted) break;
    }
    writer.end();
  } finally {
    signal.removeEventListener("abort", breakOff);
  }
}
