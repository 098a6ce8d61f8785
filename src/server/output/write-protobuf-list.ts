/** Responds with a list in protobuf. A protobuf list begins with its length, so it is built as a whole. */
import { fairTurns } from "../../base/fair-turns.ts";
import { EnvelopeWriter } from "../../codec/index.ts";
import type { Call } from "../requests/call.ts";
import { itemValue, type ListResponse, listForm } from "./list-form.ts";
import { listHead, listItems, responseSchema } from "./protobuf-response.ts";
import { isSlowToWrite } from "./slow-objects.ts";
import { writeBody } from "./write-body.ts";

/**
 * Responds with a list in protobuf.
 * @throws StatusError 400 for options that a Table does not have
 */
export async function writeProtobufList(call: Call, response: ListResponse): Promise<void> {
  const { documentType, output } = response;
  const form = listForm(call, response);
  const items = listItems(responseSchema(documentType.schema.schema, output));
  const writer = new EnvelopeWriter(form.envelope);
  writer.add(form.envelope, listHead);
  const { renderSlowItem } = response;
  for (const object of response.list.objects) {
    if (renderSlowItem && isSlowToWrite(response, object)) writer.addFields(await renderSlowItem(object, form, false));
    else writer.add({ items: [itemValue(form, object)] }, items);
    if (fairTurns.isOver) await fairTurns.next();
    if (call.signal.aborted) return;
  }
  if (!call.exchange.isClosed && !call.exchange.hasResponse)
    await writeBody(call, 200, output.mediaType, writer.finish());
}
