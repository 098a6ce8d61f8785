/** Watch events in protobuf. Each is one message, preceded by its length. */
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

/** Returns the type and the object, in its envelope, of an encoded event without its length. @throws DecodeError */
export function readWatchEvent(event: Buffer): { readonly type: string; readonly object: Buffer } {
  const message: { readonly type?: string; readonly object?: { readonly raw?: Buffer } } = {};
  watchEvent.readFields(new WireReader(event), message);
  return { type: message.type ?? "", object: message.object?.raw ?? Buffer.alloc(0) };
}

/** Returns the encoded events of a stream, without their lengths. */
export function* watchEventsIn(frames: Buffer): Generator<Buffer> {
  for (let start = 0; start < frames.length; ) {
    const first = start + lengthBytes;
    start = first + frames.readUInt32BE(start);
    yield frames.subarray(first, start);
  }
}
