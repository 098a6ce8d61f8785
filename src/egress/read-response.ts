/** Reads the headers and the body of a response with limits. */
import type { Readable } from "node:stream";
import { EgressError } from "./egress-error.ts";

/**
 * Returns the headers by name in lower case.
 * @param raw names and values in turn. A map holds them, because a server chooses the names
 */
export function headersOf(raw: readonly Uint8Array[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = textOf(raw[index]).toLowerCase();
    const value = textOf(raw[index + 1]);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("latin1");
}

/** Returns the whole body. @throws EgressError as soon as it exceeds the limit. The connection is then closed */
export async function readBody(
  body: Readable,
  { headers, bytesMax }: { readonly headers: ReadonlyMap<string, string>; readonly bytesMax: number },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = Number(headers.get("content-length") ?? 0) > bytesMax ? Number.POSITIVE_INFINITY : 0;
  try {
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } finally {
    // Has no effect after the end. Otherwise, it closes the connection instead of reading the rest.
    body.destroy();
  }
}

function tooLarge(bytesMax: number): EgressError {
  return new EgressError("response", `the response is larger than ${bytesMax} bytes`);
}
