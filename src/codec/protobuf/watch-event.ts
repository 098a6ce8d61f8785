/** Watch events in protobuf. Each is one message, preceded by its length. */
import { type FrameScanner, FrameSplitter } from "../frame-splitter.ts";
import { singleField } from "./field-forms.ts";
import { MessageForm } from "./message-form.ts";
import { bytesForm, textForm } from "./scalar-forms.ts";
import { WireReader } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";

const rawExtension = new MessageForm(() => [singleField({ number: 1, name: "raw" }, bytesForm, "set")]);

const watchEvent = new MessageForm(() => [
  singleField({ number: 1, name: "type" }, textForm, "always"),
  singleField({ number: 2, name: "object" }, rawExtension, "always"),
]);

/** Size of the length before an event: an unsigned integer with the highest byte first. */
const lengthBytes = 4;

/** Returns a watch event with its length. @param object in its envelope */
export function encodeWatchEvent(type: string, object: Buffer): Buffer {
  const writer = new WireWriter();
  writer.raw(Buffer.alloc(lengthBytes));
  watchEvent.writeFields(writer, { type, object: { raw: object } });
  const frame = writer.finish();
  frame.writeUInt32BE(frame.length - lengthBytes);
  return frame;
}

/** Returns the type and the object, in its envelope, of an encoded event with its length. @throws DecodeError */
export function readWatchEvent(frame: Buffer): { readonly type: string; readonly object: Buffer } {
  const message: { readonly type?: string; readonly object?: { readonly raw?: Buffer } } = {};
  watchEvent.readFields(new WireReader(frame.subarray(lengthBytes)), message);
  return { type: message.type ?? "", object: message.object?.raw ?? Buffer.alloc(0) };
}

/** Finds the ends of events by the lengths before them. */
class LengthScanner implements FrameScanner {
  #headBytes = lengthBytes;
  #length = 0;

  get missingBytes(): number {
    return this.#headBytes + this.#length;
  }

  endIn(piece: Uint8Array, start: number): number | undefined {
    let at = start;
    for (; this.#headBytes > 0 && at < piece.length; this.#headBytes--) {
      this.#length = this.#length * 0x100 + (piece[at++] ?? 0);
    }
    const bytes = Math.min(this.#length, piece.length - at);
    this.#length -= bytes;
    if (this.missingBytes > 0) return undefined;
    this.#headBytes = lengthBytes;
    return at + bytes;
  }
}

/** Divides a stream into its events, with their lengths. @param bytesMax of an event */
export function watchEventSplitter(bytesMax: number): FrameSplitter {
  return new FrameSplitter(new LengthScanner(), bytesMax);
}

/** Yields the encoded events of a stream, without their lengths. */
export function* watchEventsIn(frames: Buffer): Generator<Buffer> {
  for (const frame of watchEventSplitter(Number.POSITIVE_INFINITY).push(frames)) yield frame.subarray(lengthBytes);
}
