/** Answering with a collection in protobuf, which begins with its length: it has to be there as a whole. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { EnvelopeWriter } from "../../codec/index.ts";
import type { Call } from "../call.ts";
import { itemValue, type ListAnswer, listForm } from "./list-form.ts";
import { answeredSchema, listHead, listItems } from "./protobuf-answer.ts";
import { writeBody } from "./write-body.ts";

/** So many items are encoded before other work gets its turn. */
const itemsPerTurn = 100;

export async function writeProtobufList(call: Call, answer: ListAnswer): Promise<void> {
  const { resource, output } = answer;
  const form = listForm(call, answer);
  const items = listItems(answeredSchema(resource.schema.schema, output));
  const writer = new EnvelopeWriter(form.envelope);
  writer.add(form.envelope, listHead);
  for (const [index, object] of answer.list.objects.entries()) {
    writer.add({ items: [itemValue(form, object)] }, items);
    if ((index + 1) % itemsPerTurn === 0) await nextTurn();
    if (call.signal.aborted) return;
  }
  if (!call.exchange.gone && !call.exchange.answered) await writeBody(call, 200, output.mediaType, writer.finish());
}
