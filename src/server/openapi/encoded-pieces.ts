/** Encoded documents in pieces, so that neither encoding nor hashing nor joining a large document delays other requests. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { stringifyJson } from "../../codec/index.ts";

/** How many bytes are hashed or copied before other requests are processed. */
const sliceBytes = 4 * 1024 * 1024;

/** A document, which is the concatenation of its pieces. */
export type EncodedPieces = readonly Buffer[];

/** Returns the SHA-512 of a document, in upper case hexadecimal digits. */
export async function hashPieces(pieces: EncodedPieces): Promise<string> {
  const hash = createHash("sha512");
  for await (const slice of slicesOf(pieces)) hash.update(slice);
  return hash.digest("hex").toUpperCase();
}

/** Returns the bytes of a document. */
export async function joinPieces(pieces: EncodedPieces): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(byteLength(pieces));
  let end = 0;
  for await (const slice of slicesOf(pieces)) end += slice.copy(bytes, end);
  return bytes;
}

/** Returns the number of bytes of a document. */
export function byteLength(pieces: EncodedPieces): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

async function* slicesOf(pieces: EncodedPieces): AsyncIterable<Buffer> {
  let bytes = 0;
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += sliceBytes) {
      const slice = piece.subarray(start, start + sliceBytes);
      bytes += slice.length;
      if (bytes >= sliceBytes) {
        await nextTurn();
        bytes = 0;
      }
      yield slice;
    }
  }
}

const comma = Buffer.from(",");

/** Members of a JSON object, encoded piece by piece. */
export class JsonMembers {
  readonly #pieces: Buffer[] = [];

  /** Adds the members of an object. Their names must not have been added before. */
  add(object: object): void {
    const text = stringifyJson(object).slice(1, -1);
    if (text === "") return;
    if (this.#pieces.length > 0) this.#pieces.push(comma);
    this.#pieces.push(Buffer.from(text));
  }

  /** The text between the braces. */
  get pieces(): EncodedPieces {
    return this.#pieces;
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }
}
