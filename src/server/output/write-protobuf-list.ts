/**
 * Responds with a list in protobuf. A message begins with its length, so the contents of all objects are made before the
 * first byte is sent. Kept contents take no more memory for this.
 */
import { fairTurns } from "../../base/fair-turns.ts";
import { envelopeHead, envelopeTail, protobufFields, WireWriter, wireTypes } from "../../codec/index.ts";
import type { Call } from "../requests/call.ts";
import type { BinaryFormat } from "./binary-format.ts";
import { streamBody } from "./body-stream.ts";
import { ChunkCollector } from "./chunk-collector.ts";
import { compressAtOnceBytesMax } from "./compress.ts";
import { type ListResponse, listForm } from "./list-form.ts";
import { type ListNumbers, listNumbers } from "./protobuf-response.ts";
import { isSlowToWrite } from "./slow-objects.ts";
import { writeBody } from "./write-body.ts";

/**
 * Responds with a list in protobuf.
 * @param format that of protobuf
 * @throws StatusError 400 for options that a Table does not have
 */
export async function writeProtobufList(call: Call, response: ListResponse, format: BinaryFormat): Promise<void> {
  const { output, contents: kept, renderSlowItem } = response;
  const form = listForm(call, response);
  const numbers = listNumbers(output);
  const head = protobufFields(form.envelope, numbers.head);
  const contents: Buffer[] = [];
  let bytes = head.length;
  for (const object of form.objects) {
    let content = kept?.peek(format, response, object);
    if (!content) {
      const isSlow = renderSlowItem && isSlowToWrite(response, object);
      content = isSlow
        ? await renderSlowItem(object, form, false)
        : call.measure("serialize-response-object", () => format.content(response, object));
      content = kept?.keep(format, response, object, content) ?? content;
    }
    contents.push(content);
    bytes += itemHeadBytes(content.length) + content.length;
    if (fairTurns.isOver) await fairTurns.next();
    if (call.signal.aborted) return;
  }
  if (call.exchange.isClosed || call.exchange.hasResponse) return;
  const start = envelopeHead(form.envelope, bytes);
  const bodyBytes = start.length + bytes + envelopeTail.length;
  const contentType = output.mediaType;
  const pieces = listChunks({ start, head, contents, numbers });
  if (bodyBytes <= compressAtOnceBytesMax) await writeBody(call, 200, contentType, Buffer.concat([...pieces]));
  else await streamBody(call, 200, { contentType, bodyBytes, pieces });
}

/** The parts of a list. */
interface ListParts {
  readonly start: Buffer;
  readonly head: Buffer;
  readonly contents: readonly Buffer[];
  readonly numbers: ListNumbers;
}

function* listChunks({ start, head, contents, numbers }: ListParts): Generator<Buffer> {
  const chunks = new ChunkCollector();
  const itemHead = new WireWriter();
  const isHeadFirst = numbers.items > 1;
  chunks.addBytes(start);
  if (isHeadFirst) chunks.addBytes(head);
  for (const content of contents) {
    itemHead.reset();
    itemHead.tag(numbers.items, wireTypes.lengthDelimited);
    itemHead.integer(content.length);
    chunks.addBytes(itemHead.finish());
    chunks.addBytes(content);
    if (chunks.hasCompleteChunk) yield* chunks.takeComplete();
  }
  if (!isHeadFirst) chunks.addBytes(head);
  chunks.addBytes(envelopeTail);
  yield* chunks.takeAll();
}

/** Returns the number of bytes before an item's content: one for the number of the field, others for the length. */
function itemHeadBytes(contentBytes: number): number {
  let bytes = 2;
  for (let rest = contentBytes; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}
