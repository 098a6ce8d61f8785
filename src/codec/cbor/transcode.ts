/**
 * Converts between JSON text and CBOR without a loss: the order of members and the spelling of numbers stay. For
 * objects that are stored in CBOR.
 */
import { DecodeError } from "../decode-error.ts";
import { type JsonArrayNode, type JsonNode, type JsonObjectNode, parseJsonNode } from "../json/json-node.ts";
import { CborWriter } from "./cbor-writer.ts";
import { ItemReader } from "./item-reader.ts";
import { majorTypes, simpleValues } from "./item-types.ts";
import { storedCborLimits } from "./limits.ts";
import { checkWellFormed } from "./well-formed.ts";

/** No limits, because the text was written by this server. */
const unlimited = { depthMax: storedCborLimits.depthMax, keysMax: Number.POSITIVE_INFINITY };

/**
 * Returns a document in CBOR with the content of a JSON text that this server has written. Undefined if the text contains a number
 * that CBOR would change: an integer of more than 64 bits.
 */
export function cborOfJson(json: string): Buffer | undefined {
  const writer = new CborWriter();
  writer.selfDescribed();
  return writeNode(writer, parseJsonNode(json, unlimited)) ? writer.finish() : undefined;
}

function writeNode(writer: CborWriter, node: JsonNode): boolean {
  switch (typeof node) {
    case "string":
      writer.text(node);
      return true;
    case "boolean":
      writer.simple(node ? simpleValues.true : simpleValues.false);
      return true;
    case "number":
      if (Number.isSafeInteger(node)) writer.integer(node);
      else writer.float(node);
      return true;
    case "bigint":
      if (BigInt.asIntN(64, node) === node) writer.integer(node);
      return BigInt.asIntN(64, node) === node;
    case "symbol":
      return false;
    default:
      return writeContainer(writer, node);
  }
}

function writeContainer(writer: CborWriter, node: JsonObjectNode | JsonArrayNode | null): boolean {
  if (node === null) {
    writer.simple(simpleValues.null);
    return true;
  }
  if (node.kind === "array") {
    writer.array(node.items.length);
    return node.items.every((item) => writeNode(writer, item));
  }
  writer.map(node.members.length);
  return node.members.every(({ key, value }) => {
    writer.text(key);
    return writeNode(writer, value);
  });
}

/**
 * Returns the JSON text of a document in CBOR.
 * @throws DecodeError if it is not a well-formed document, or has no counterpart in JSON
 */
export function jsonOfCbor(bytes: Buffer): string {
  checkWellFormed(bytes, storedCborLimits);
  const writer = new JsonText(new ItemReader(bytes));
  writer.item();
  return writer.text;
}

class JsonText {
  text = "";
  readonly #reader: ItemReader;

  constructor(reader: ItemReader) {
    this.#reader = reader;
  }

  item(): void {
    const reader = this.#reader;
    reader.head();
    switch (reader.major) {
      case majorTypes.positiveInteger:
      case majorTypes.negativeInteger:
        this.text += reader.integer();
        return;
      case majorTypes.byteString:
      case majorTypes.textString:
        this.text += JSON.stringify(reader.text());
        return;
      case majorTypes.array:
        return this.#elements("[", "]", () => this.item());
      case majorTypes.map:
        return this.#elements("{", "}", () => {
          this.item();
          this.text += ":";
          this.item();
        });
      case majorTypes.tag:
        return this.item();
      default:
        this.text += primitive(reader);
    }
  }

  #elements(open: string, close: string, element: () => void): void {
    this.text += open;
    this.#reader.each((index) => {
      if (index > 0) this.text += ",";
      element();
      return true;
    });
    this.text += close;
  }
}

function primitive(reader: ItemReader): string {
  if (reader.isFloat) return JSON.stringify(reader.float());
  switch (reader.argument) {
    case simpleValues.true:
      return "true";
    case simpleValues.false:
      return "false";
    case simpleValues.null:
      return "null";
    default:
      throw new DecodeError("value", `simple value ${reader.argument} has no counterpart in JSON`);
  }
}
