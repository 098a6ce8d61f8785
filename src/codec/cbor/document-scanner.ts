/** Finds the ends of the documents in a sequence (RFC 8742), whose bytes may arrive in any pieces. */
import { DecodeError } from "../decode-error.ts";
import type { FrameScanner } from "../frame-splitter.ts";
import { breakByte, infos, majorTypes } from "./item-types.ts";
import { storedCborLimits } from "./limits.ts";

/** Number of items that a container of indefinite length still contains. */
const indefinite = -1;

/** Finds the ends of documents. It checks only what it needs for this. */
export class CborDocumentScanner implements FrameScanner {
  /** The number of items that each open container still contains, the innermost last. */
  readonly #openItems: number[] = [];
  #major = 0;
  #argument = 0;
  /** Bytes of the argument that were not read yet. */
  #argumentBytes = 0;
  /** Bytes of a string that were not read yet. */
  #stringBytes = 0;

  get missingBytes(): number {
    return this.#stringBytes + this.#argumentBytes;
  }

  endIn(piece: Uint8Array, start: number): number | undefined {
    for (let at = start; at < piece.length; ) {
      if (this.#stringBytes > 0) {
        const bytes = Math.min(this.#stringBytes, piece.length - at);
        this.#stringBytes -= bytes;
        at += bytes;
        if (this.#stringBytes === 0 && this.#endItem()) return at;
      } else if (this.#readByte(piece[at++] as number)) {
        return at;
      }
    }
    return undefined;
  }

  /** Reads one byte of a head. Returns whether the document ends with it. */
  #readByte(byte: number): boolean {
    if (this.#argumentBytes > 0) {
      this.#argument = this.#argument * 0x100 + byte;
      return --this.#argumentBytes === 0 && this.#endHead();
    }
    if (byte === breakByte) return this.#endIndefinite();
    this.#major = byte >> 5;
    const info = byte & 0x1f;
    this.#argument = 0;
    if (info < infos.oneByte) {
      this.#argument = info;
      return this.#endHead();
    }
    if (info <= infos.eightBytes) {
      this.#argumentBytes = 2 ** (info - infos.oneByte);
      return false;
    }
    const canBeIndefinite = this.#major >= majorTypes.byteString && this.#major <= majorTypes.map;
    if (info !== infos.indefinite || !canBeIndefinite) throw malformed(`the head ${byte.toString(16)}`);
    this.#open(indefinite);
    return false;
  }

  /** Returns whether the document ends with the head that was read. */
  #endHead(): boolean {
    switch (this.#major) {
      case majorTypes.byteString:
      case majorTypes.textString:
        this.#stringBytes = this.#argument;
        return this.#argument === 0 && this.#endItem();
      case majorTypes.array:
      case majorTypes.map: {
        const items = this.#major === majorTypes.map ? this.#argument * 2 : this.#argument;
        if (items === 0) return this.#endItem();
        this.#open(items);
        return false;
      }
      case majorTypes.tag:
        // The item with the tag follows.
        return false;
      default:
        return this.#endItem();
    }
  }

  #endIndefinite(): boolean {
    if (this.#openItems.pop() !== indefinite) throw malformed('a "break" code');
    return this.#endItem();
  }

  /** Returns whether the document ends with the item. */
  #endItem(): boolean {
    const open = this.#openItems;
    for (;;) {
      const last = open.length - 1;
      const items = open[last];
      if (items === undefined) return true;
      if (items === indefinite) return false;
      if (items > 1) {
        open[last] = items - 1;
        return false;
      }
      open.pop();
    }
  }

  #open(items: number): void {
    const { depthMax } = storedCborLimits;
    if (this.#openItems.push(items) > depthMax) {
      throw new DecodeError("limit", `cbor: exceeded max nested level ${depthMax}`);
    }
  }
}

function malformed(what: string): DecodeError {
  return new DecodeError("syntax", `cbor: ${what} where a data item was expected`);
}
