/**
 * Writes one object of a list or a watch. It runs in the second thread, while the main thread writes the rest of the
 * response.
 */
import { CachedObject } from "../../cache/index.ts";
import { binaryFormat } from "../output/binary-format.ts";
import { ChunkCollector } from "../output/chunk-collector.ts";
import { eventEncoder } from "../output/event-encoder.ts";
import { listFormOfItems } from "../output/list-form.ts";
import { listText } from "../output/list-text.ts";
import { type ResourceTable } from "../served/resource-table.ts";
import type { OffloadedItem } from "./request-offload.ts";

/**
 * Returns the encoded object of `item`. An item of a list in JSON or YAML includes the separator in front of it.
 * @throws Error if this thread does not serve the resource
 */
export async function renderItem(resources: ResourceTable, item: OffloadedItem): Promise<Buffer> {
  const { group, version, resource, output, table, position, key, revision, bytes, needsExactJson } = item;
  const served = resources.version(group, version)?.resources.get(resource);
  if (!served) throw new Error(`${group}/${version} has no ${resource}`);
  const { documentType } = served.endpoint;
  const object = new CachedObject(key, revision, { bytes, needsExactJson });
  await documentType.preparation?.prepare([object]);
  if (position.in === "event") return eventEncoder(documentType, output, table).encode({ type: position.type, object });
  const format = binaryFormat(output);
  if (format) return format.content({ documentType, output }, object);
  const form = listFormOfItems(documentType, { output, table, metadata: {} });
  const chunks = new ChunkCollector();
  listText(form, output).item(chunks, object, position.isFirst);
  return Buffer.concat([...chunks.takeAll()]);
}
