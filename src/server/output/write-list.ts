/**
 * Responds with a list. A small list is built as a whole. A large one is sent in chunks as fast as the client reads,
 * and is never in memory as a whole.
 */
import { fairTurns } from "../../base/fair-turns.ts";
import type { CachedObject, ObjectPreparation } from "../../cache/index.ts";
import type { Call } from "../requests/call.ts";
import { noteListResponse, noteSentList, notesSentList, notingPieces } from "./audit-objects.ts";
import { binaryFormat } from "./binary-format.ts";
import { type BodyPieces, streamBody } from "./body-stream.ts";
import { cborListText } from "./cbor-list-text.ts";
import { ChunkCollector } from "./chunk-collector.ts";
import { compressAtOnceBytesMax } from "./compress.ts";
import { type ListResponse, listForm } from "./list-form.ts";
import { type ListText, listText } from "./list-text.ts";
import { isCbor, isProtobuf } from "./output.ts";
import { requireListForm } from "./require-form.ts";
import { isSlowToWrite } from "./slow-objects.ts";
import { renderValue, writeBody } from "./write-body.ts";
import { writeProtobufList } from "./write-protobuf-list.ts";

/**
 * Responds with a list.
 * @throws StatusError 400 for options that a Table does not have, 406 if the client requested the representation of a
 * single object
 */
export async function writeList(call: Call, response: ListResponse): Promise<void> {
  requireListForm(response.output, response.documentType);
  if (response.documentType.preparation) await prepareObjects(call, response, response.documentType.preparation);
  const isNotedAsSent = notesSentList(call, response);
  if (call.audit && !isNotedAsSent) await noteListResponse(call, response);
  const format = binaryFormat(response.output);
  if (format && isProtobuf(response.output)) return await writeProtobufList(call, response, format);
  const noted = (pieces: Iterable<Buffer | Promise<Buffer>>): BodyPieces =>
    isNotedAsSent ? notingPieces(call, pieces) : pieces;
  const form = listForm(call, response);
  const { objects } = form;
  const contentType = response.output.mediaType;
  if (objects.length === 0 && form.isNullWhenEmpty) {
    const empty = { ...form.envelope, [form.itemsName]: null };
    const body = renderValue(empty, response.output);
    if (isNotedAsSent) noteSentList(call, body);
    return await writeBody(call, 200, contentType, body);
  }
  const bodyBytes = objects.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const { contents, renderSlowItem } = response;
  const text =
    format && isCbor(response.output)
      ? cborListText(form, { format, form: response, contents })
      : listText(form, response.output);
  const isKept = (object: CachedObject): boolean =>
    format !== undefined && contents?.peek(format, response, object) !== undefined;
  const isSlow = (object: CachedObject): boolean => isSlowToWrite(response, object) && !isKept(object);
  const slowObjects = renderSlowItem && new Set(objects.filter(isSlow));
  if (slowObjects && slowObjects.size > 0) {
    const write = async (object: CachedObject, isFirst: boolean): Promise<Buffer> => {
      const written = await renderSlowItem(object, form, isFirst);
      return text.remoteItem?.(object, written) ?? written;
    };
    const pieces = measured(call, response, listChunks(text, objects, { objects: slowObjects, write }));
    return await streamBody(call, 200, { contentType, bodyBytes, pieces: noted(pieces) });
  }
  const pieces = measured(call, response, listChunks(text, objects, undefined) as Generator<Buffer>);
  if (bodyBytes <= compressAtOnceBytesMax) {
    const body = Buffer.concat([...pieces]);
    if (isNotedAsSent) noteSentList(call, body);
    await writeBody(call, 200, contentType, body);
  } else {
    await streamBody(call, 200, { contentType, bodyBytes, pieces: noted(pieces) });
  }
}

/** Measures how long the pieces of a list take, if the request is recorded. In a Table, the rows are most of the work. */
function measured<T>(call: Call, { output }: ListResponse, pieces: Iterable<T>): Iterable<T> {
  return call.audit
    ? measuredPieces(call, output.as ? "transform-response-object" : "serialize-response-object", pieces)
    : pieces;
}

function* measuredPieces<T>(call: Call, part: string, pieces: Iterable<T>): Generator<T> {
  const iterator = pieces[Symbol.iterator]();
  let isComplete = false;
  try {
    for (;;) {
      const next = call.measure(part, () => iterator.next());
      isComplete = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (!isComplete) iterator.return?.();
  }
}

/** Prepares the objects that this thread writes. @throws StatusError 500 if one cannot be converted */
async function prepareObjects(call: Call, response: ListResponse, preparation: ObjectPreparation): Promise<void> {
  const { list, renderSlowItem } = response;
  const own = list.objects.filter((object) => !renderSlowItem || !isSlowToWrite(response, object));
  await preparation.prepare(own, call.signal);
}

/** Bytes that are written between two checks of the time. A check takes longer than copying a small object. */
const bytesPerTimeCheck = 16 * 1024;

/** Objects that another thread writes. */
interface RemoteItems {
  readonly objects: ReadonlySet<CachedObject>;
  readonly write: (object: CachedObject, isFirst: boolean) => Promise<Buffer>;
}

/**
 * Yields the list in chunks.
 * @param remoteItems absent: this thread writes all objects, and no piece is a promise
 */
function* listChunks(
  text: ListText,
  objects: readonly CachedObject[],
  remoteItems: RemoteItems | undefined,
): Generator<Buffer | Promise<Buffer>> {
  const chunks = new ChunkCollector();
  let bytesSinceTimeCheck = 0;
  let isFirst = true;
  text.begin(chunks, objects.length);
  for (const object of objects) {
    if (remoteItems?.objects.has(object)) {
      yield* chunks.takeAll();
      yield remoteItems.write(object, isFirst);
      isFirst = false;
      continue;
    }
    text.item(chunks, object, isFirst);
    isFirst = false;
    if (chunks.hasCompleteChunk) yield* chunks.takeComplete();
    bytesSinceTimeCheck += object.byteLength;
    if (bytesSinceTimeCheck < bytesPerTimeCheck) continue;
    bytesSinceTimeCheck = 0;
    if (fairTurns.isOver) yield* chunks.takeAll();
  }
  text.end(chunks, objects.length === 0);
  yield* chunks.takeAll();
}
