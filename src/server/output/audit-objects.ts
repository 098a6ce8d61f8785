/** Notes the objects of requests and responses for the audit log. Most objects are noted as the bytes that the client gets. */
import { type JsonPieces, type NoteScope, responseObjectBytesMax } from "../../audit/index.ts";
import { fairTurns } from "../../base/fair-turns.ts";
import { isJsonObject } from "../../base/json-object.ts";
import type { CachedObject } from "../../cache/index.ts";
import { DecodeError, decodeCborObject, parseJson, parseYaml, stringifyJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { parseObject } from "../../registry/index.ts";
import type { CompiledSchema } from "../../schema/index.ts";
import type { Call } from "../requests/call.ts";
import type { DocumentType } from "../served/document-type.ts";
import type { BodyPieces } from "./body-stream.ts";
import { hasCredentials, withoutCredentials } from "./credential-fields.ts";
import type { JsonItem } from "./json-item.ts";
import { type ListResponse, listForm } from "./list-form.ts";
import { managedFieldsIn } from "./managed-fields-range.ts";
import type { Output } from "./output.ts";
import { isSlowToWrite } from "./slow-objects.ts";

/** Receives a decoded object before anything changes it. */
export type NoteDecoded = (object: ApiObject, needsExactJson: boolean) => void;

/** Returns a function that notes the object in the request's body. Undefined if the request is not recorded. */
export function requestObjectNoter(call: Call, schema: CompiledSchema<ApiObject>): NoteDecoded | undefined {
  const { audit } = call;
  if (!audit) return undefined;
  return (object, needsExactJson) => {
    audit.noteRequest(object.metadata, () => {
      // Defaults are not at their positions yet.
      const shown = shownObject(schema.canonical(object).object, audit);
      return stringifyJson(withoutCredentials(schema.schema, shown), { exact: needsExactJson });
    });
  };
}

/** Returns the object in the order in which it is written. */
function shownObject({ kind, apiVersion, metadata, ...rest }: ApiObject, { omitsManagedFields }: NoteScope): object {
  const { managedFields: _, ...others } = metadata;
  return { kind, apiVersion, metadata: omitsManagedFields ? others : metadata, ...rest };
}

/** Notes the body of a PATCH, as JSON if it is YAML or CBOR. A body that cannot be parsed is left out. */
export async function notePatch(call: Call, body: Buffer): Promise<void> {
  const { audit } = call;
  if (!audit?.notesRequests) return;
  const isCbor = call.exchange.header("content-type")?.includes("cbor") === true;
  const json = isCbor ? cborAsJson(body) : (compactJson(body) ?? (await yamlAsJson(body)));
  audit.noteRequest(undefined, () => json);
}

/** Returns JSON without white space between its values, with its numbers as they are. Undefined if it is malformed. */
function compactJson(body: Buffer): string | undefined {
  try {
    parseJson(body);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
  return withoutSpace(body.toString());
}

/** Returns a JSON document without white space between its values. */
function withoutSpace(text: string): string {
  let result = "";
  let start = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isString = !isString;
    else if (character === "\\") index++;
    else if (!isString && character !== undefined && spaces.includes(character)) {
      result += text.slice(start, index);
      start = index + 1;
    }
  }
  return result + text.slice(start);
}

const spaces = " \t\r\n";

function cborAsJson(body: Buffer): string | undefined {
  try {
    return stringifyJson(decodeCborObject(body).value, { exact: true });
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

async function yamlAsJson(body: Buffer): Promise<string | undefined> {
  try {
    return stringifyJson((await parseYaml(body)).value, { exact: true });
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Notes the object that the client gets. @param json returns the requested representation, if it is not the object itself */
export function noteObjectResponse(
  call: Call,
  { documentType, object, output }: Readonly<{ documentType: DocumentType; object: CachedObject; output: Output }>,
  json: () => string | undefined,
): void {
  const { audit } = call;
  if (!audit?.notesResponses) return;
  if (output.as) {
    const text = json() ?? "";
    audit.noteResponse([audit.omitsManagedFields ? withoutManagedMembers(text) : text]);
    return;
  }
  const document = documentType.toDocument(object);
  const { schema } = documentType.schema;
  if (hasCredentials(schema)) {
    const shown = shownObject(parseObject(document), audit);
    audit.noteResponse([stringifyJson(withoutCredentials(schema, shown), { exact: true })]);
    return;
  }
  audit.noteResponse(audit.omitsManagedFields ? piecesWithoutManagers(wholeItem(document)) : [document.bytes]);
}

function wholeItem({ bytes }: CachedObject): JsonItem {
  return { head: "", bytes, start: 0, end: bytes.length, tail: "" };
}

/** Returns the item without managed fields. Its bytes must be those of a whole object. */
function piecesWithoutManagers({ head, bytes, start, end, tail }: JsonItem): JsonPieces {
  const range = managedFieldsIn(bytes);
  if (!range) return [head, bytes.subarray(start, end), tail];
  return [head, bytes.subarray(start, range.start), bytes.subarray(range.end, end), tail];
}

/** Returns JSON of a Table or of metadata without the managed fields of its objects. */
function withoutManagedMembers(json: string): string {
  const document: unknown = JSON.parse(json);
  if (isJsonObject(document)) {
    removeManagers(document);
    const rows = document["rows"] ?? document["items"];
    if (Array.isArray(rows)) for (const row of rows) if (isJsonObject(row)) removeManagers(row["object"] ?? row);
  }
  return JSON.stringify(document);
}

function removeManagers(object: unknown): void {
  const metadata = isJsonObject(object) ? object["metadata"] : undefined;
  if (isJsonObject(metadata)) delete (metadata as Record<string, unknown>)["managedFields"];
}

/** Whether the pieces of a list's response are also those that are noted. */
export function notesSentList(call: Call, { output }: ListResponse): boolean {
  const { audit } = call;
  return audit?.notesResponses === true && !audit.omitsManagedFields && isPlainJson(output);
}

function isPlainJson({ mediaType, pretty }: ListResponse["output"]): boolean {
  return mediaType === "application/json" && !pretty;
}

/** Yields the pieces of a list, and notes them at the end. */
export async function* notingPieces(call: Call, pieces: BodyPieces): AsyncGenerator<Buffer, void> {
  let noted: Buffer[] | undefined = [];
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > responseObjectBytesMax) noted = undefined;
    noted?.push(piece);
    yield piece;
  }
  call.audit?.noteResponse(noted && withoutLineEnd(noted));
}

/** Notes a whole list that is sent as JSON. */
export function noteSentList(call: Call, body: Buffer): void {
  call.audit?.noteResponse(body.length > responseObjectBytesMax ? undefined : withoutLineEnd([body]));
}

function withoutLineEnd(pieces: readonly Buffer[]): JsonPieces {
  const last = pieces.at(-1);
  return last?.at(-1) === "\n".charCodeAt(0) ? [...pieces.slice(0, -1), last.subarray(0, -1)] : pieces;
}

/** Notes a list that is sent in another form. */
export async function noteListResponse(call: Call, response: ListResponse): Promise<void> {
  const { audit } = call;
  if (!audit?.notesResponses) return;
  const { documentType, list } = response;
  const output = { ...response.output, mediaType: "application/json", pretty: false } as const;
  const form = listForm(call, { ...response, output });
  const isTooLarge =
    form.objects.reduce((sum, { byteLength }) => sum + byteLength, 0) > responseObjectBytesMax ||
    (response.renderSlowItem && list.objects.some((object) => isSlowToWrite({ documentType, output }, object)));
  if (isTooLarge) {
    audit.noteResponse(undefined);
    return;
  }
  const pieces: (string | Buffer)[] = [`${stringifyJson(form.envelope).slice(0, -1)},"${form.itemsName}":`];
  if (form.objects.length === 0 && form.isNullWhenEmpty) {
    audit.noteResponse([...pieces, "null}"]);
    return;
  }
  let separator = "[";
  for (const object of form.objects) {
    const item = form.item(object);
    pieces.push(separator, ...itemPieces(item, output.as ? "derived" : "whole", audit.omitsManagedFields));
    separator = ",";
    if (fairTurns.isOver) await fairTurns.next();
  }
  audit.noteResponse([...pieces, form.objects.length === 0 ? "[]}" : "]}"]);
}

function itemPieces(item: JsonItem, source: "derived" | "whole", omitsManagedFields: boolean): JsonPieces {
  const { head, bytes, start, end, tail } = item;
  if (!omitsManagedFields) return [head, bytes.subarray(start, end), tail];
  if (source === "whole") return piecesWithoutManagers(item);
  return [
    withoutManagedMembers(`{"rows":[${head}${bytes.toString("utf8", start, end)}${tail}]}`).slice(
      `{"rows":[`.length,
      -2,
    ),
  ];
}
