/**
 * Responds with a list. A small list is built as a whole. A large one is sent in chunks as fast as the client reads,
 * and is never in memory as a whole.
 */
import { fairTurns } from "../../base/fair-turns.ts";
import type { CachedObject } from "../../cache/index.ts";
import type { Call } from "../requests/call.ts";
import { streamBody } from "./body-stream.ts";
import { Chunks } from "./chunks.ts";
import { compressAtOnceBytesMax } from "./compress.ts";
import { type ListResponse, listForm } from "./list-form.ts";
import { type ListText, listText } from "./list-text.ts";
import { isProtobuf } from "./output.ts";
import { requireListForm } from "./require-form.ts";
import { isSlowToWrite } from "./slow-objects.ts";
import { renderValue, writeBody } from "./write-body.ts";
import { writeProtobufList } from "./write-protobuf-list.ts";

/**
 * Responds with a list.
 * @throws StatusError 400 for options that a Table does not have, 406 if the client requested the representation of a
 * single object
 */
export async function writeList(call: Call, answer: ListResponse): Promise<void> {
  requireListForm(answer.output, answer.documentType);
  if (isProtobuf(answer.output)) return await writeProtobufList(call, answer);
  const form = listForm(call, answer);
  const { objects } = form;
  const contentType = answer.output.mediaType;
  if (objects.length === 0 && form.isNullWhenEmpty) {
    const empty = { ...form.envelope, [form.itemsName]: null };
    return await writeBody(call, 200, contentType, renderValue(empty, answer.output));
  }
  const bodyBytes = objects.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const text = listText(form, answer.output);
  const { slowItems } = answer;
  const slow = slowItems && new Set(objects.filter((object) => isSlowToWrite(answer, object)));
  if (slow && slow.size > 0) {
    const write = (object: CachedObject, isFirst: boolean): Promise<Buffer> => slowItems(object, form, isFirst);
    const pieces = chunksOf(text, objects, { objects: slow, write });
    return await streamBody(call, 200, { contentType, bodyBytes, pieces });
  }
  const pieces = chunksOf(text, objects, undefined) as Generator<Buffer>;
  if (bodyBytes <= compressAtOnceBytesMax) await writeBody(call, 200, contentType, Buffer.concat([...pieces]));
  else await streamBody(call, 200, { contentType, bodyBytes, pieces });
}

/** Bytes that are written between two checks of the time. A check takes longer than copying a small object. */
const bytesPerLook = 16 * 1024;

/** Objects that another thread writes. */
interface WrittenElsewhere {
  readonly objects: ReadonlySet<CachedObject>;
  readonly write: (object: CachedObject, isFirst: boolean) => Promise<Buffer>;
}

/**
 * Yields the list in chunks.
 * @param elsewhere absent: this thread writes all objects, and no piece is a promise
 */
function* chunksOf(
  text: ListText,
  objects: readonly CachedObject[],
  elsewhere: WrittenElsewhere | undefined,
): Generator<Buffer | Promise<Buffer>> {
  const chunks = new Chunks();
  let unseenBytes = 0;
  let isFirst = true;
  text.begin(chunks);
  for (const object of objects) {
    if (elsewhere?.objects.has(object)) {
      yield* chunks.takeRest();
      yield elsewhere.write(object, isFirst);
      isFirst = false;
      continue;
    }
    text.item(chunks, object, isFirst);
    isFirst = false;
    if (chunks.hasComplete) yield* chunks.takeComplete();
    unseenBytes += object.byteLength;
    if (unseenBytes < bytesPerLook) continue;
    unseenBytes = 0;
    if (fairTurns.isOver) yield* chunks.takeRest();
  }
  text.end(chunks, objects.length === 0);
  yield* chunks.takeRest();
}
