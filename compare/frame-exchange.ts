/** Sends HTTP/2 frames over a separate connection, and reads the frames that the server sends back. */
import type { SecureContextOptions } from "node:tls";
import { errorCodeOf, framesOf, frameTypes, getFrame, type Http2Frame, preface } from "../test/support/h2-frames.ts";
import type { RecordedAnswer } from "./difference.ts";
import { exchangeOverTls } from "./tls-exchange.ts";

/** The stream of the request that shows whether the connection can still be used. */
const probeStream = 101;

/**
 * Sends frames after the preface of a connection, followed by another request.
 * @param host host and port
 * @returns a JSON document: the status or the error of each stream, and the state of the connection
 */
export async function exchangeFrames(
  host: string,
  credentials: SecureContextOptions,
  frames: Buffer,
): Promise<RecordedAnswer> {
  const { received, wasSilent } = await exchangeOverTls({
    host,
    credentials,
    protocol: "h2",
    bytes: Buffer.concat([preface, frames, getFrame(probeStream, "/livez")]),
    onReceived: (soFar, socket) => {
      // Without an error, a response to the last request means that all others have been read.
      if (framesOf({ received: soFar }).some(isProbeResponse)) setTimeout(() => socket.destroy(), settleMs);
    },
  });
  const text = JSON.stringify(describe(framesOf({ received }), wasSilent));
  return { status: 200, headers: {}, text };
}

function isProbeResponse({ stream, type }: Http2Frame): boolean {
  return stream === probeStream && type === frameTypes.headers;
}

/** Milliseconds to wait for other responses after the last request was answered. */
const settleMs = 300;

interface Described {
  readonly streams: Readonly<Record<string, string>>;
  readonly connection: string;
}

function describe(frames: readonly Http2Frame[], wasSilent: boolean): Described {
  const streams: Record<string, string> = {};
  let connection = wasSilent ? "left open" : "closed";
  for (const frame of frames) {
    const { type, stream } = frame;
    if (type === frameTypes.goAway) connection = `ended with error ${errorCodeOf(frame)}`;
    if (stream === probeStream) connection = "usable";
    else if (type === frameTypes.headers) streams[stream] ??= statusIn(frame);
    else if (type === frameTypes.resetStream) streams[stream] ??= `error ${errorCodeOf(frame)}`;
  }
  return { streams, connection };
}

/** The statuses of the static table of HPACK, from its index 8 on. */
const staticStatuses = ["200", "204", "206", "304", "400", "404", "500"];
const firstStaticStatus = 8;

/** Returns the status at the start of a field block. Updates of the table's size may precede it. */
function statusIn({ payload }: Http2Frame): string {
  let at = 0;
  while (((payload[at] ?? 0) & 0xe0) === 0x20) at++;
  const first = payload[at] ?? 0;
  if ((first & 0x80) !== 0) return staticStatuses[(first & 0x7f) - firstStaticStatus] ?? "a status in the table";
  const length = payload[at + 1] ?? 0;
  const value = payload.subarray(at + 2, at + 2 + (length & 0x7f));
  return (length & 0x80) === 0 ? value.toString("latin1") : digitsOf(value);
}

/** Digits in the Huffman code of HPACK: three have five bits, the others six. */
function digitsOf(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  let digits = "";
  for (let at = 0; at + 5 <= bits.length; ) {
    const five = Number.parseInt(bits.slice(at, at + 5), 2);
    if (five <= 2) {
      digits += String(five);
      at += 5;
      continue;
    }
    const six = Number.parseInt(bits.slice(at, at + 6), 2);
    if (at + 6 > bits.length || six < 0b011001 || six > 0b011111) break;
    digits += String(six - 0b011001 + 3);
    at += 6;
  }
  return digits;
}
