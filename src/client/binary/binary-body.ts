/** Reads bodies and streams in binary encodings. */
import { DecodeError, type FrameSplitter } from "../../codec/index.ts";
import { SchemaDecodeError } from "../../schema/index.ts";
import { ConnectionError, type TransportResponse } from "../transport.ts";

/** Limits of a body and of an event, as for JSON. */
const responseBytesMax = 500 * 1024 * 1024;
/** Limit of an event. */
export const eventBytesMax = 64 * 1024 * 1024;

/** Returns the whole body. @throws ConnectionError if it is too long */
export async function readBytes({ body }: TransportResponse): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > responseBytesMax) {
      throw new ConnectionError(`the answer is longer than ${responseBytesMax} bytes; a list can be read in chunks`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Yields the frames of a stream.
 * @param encoding its name, for the error
 * @throws ConnectionError if a frame is malformed, too long or incomplete
 */
export async function* readFrames(
  { body }: TransportResponse,
  splitter: FrameSplitter,
  encoding: string,
): AsyncIterable<Buffer> {
  for await (const piece of body) {
    const frames = splitter.push(piece);
    for (;;) {
      const { done, value } = decoding(encoding, () => frames.next());
      if (done) break;
      yield value;
    }
  }
  if (splitter.isInFrame) throw new ConnectionError("the stream broke off within an event");
}

/** Runs a decoder. @throws ConnectionError if it reports malformed bytes */
export function decoding<T>(encoding: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof SchemaDecodeError)) throw error;
    throw new ConnectionError(`the response is not ${encoding}: ${error.message}`, { cause: error });
  }
}
