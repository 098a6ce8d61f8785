/**
 * Converts protobuf bytes to a tree, so that a difference has a location and values can be replaced. The tree is
 * derived from the bytes alone, because it must not share errors with the server's schemas.
 */

/** A message: its fields by number, in their order. Numbers are text, so that none loses digits. */
export interface ProtobufTree {
  readonly [field: string]: ProtobufNode | readonly ProtobufNode[];
}

export type ProtobufNode = string | ProtobufTree;

/** Bytes before an object in protobuf. */
const magic = Buffer.from("k8s\0", "latin1");
const dayMs = 24 * 3600 * 1000;

/** Returns the tree of an object in its envelope. Undefined if the bytes are not such an object. */
export function protobufTree(bytes: Uint8Array): ProtobufTree | undefined {
  if (!magic.equals(bytes.subarray(0, magic.length))) return undefined;
  return readMessage(bytes.subarray(magic.length));
}

/** Returns the trees of the messages in a stream. Four bytes with its length precede each message. */
export function protobufFrames(bytes: Buffer): readonly ProtobufTree[] {
  const trees: ProtobufTree[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    trees.push(readMessage(bytes.subarray(at + 4, end)) ?? {});
    at = end;
  }
  return trees;
}

/** Returns the fields of a message. Undefined if the bytes are not a message. */
function readMessage(bytes: Uint8Array): ProtobufTree | undefined {
  const fields = new Map<string, ProtobufNode[]>();
  let at = 0;
  const varint = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; at < bytes.length && shift < 70n; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const key = varint();
    if (key === undefined || key >> 3n === 0n || key >> 3n > 4096n) return undefined;
    const value = readValue(Number(key & 7n));
    if (value === undefined) return undefined;
    const name = String(key >> 3n);
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return shownMessage(fields);

  function readValue(wireType: number): ProtobufNode | undefined {
    if (wireType === 0) return varint()?.toString();
    const length = wireType === 2 ? Number(varint() ?? -1n) : wireType === 1 ? 8 : wireType === 5 ? 4 : -1;
    if (length < 0 || at + length > bytes.length) return undefined;
    const part = bytes.subarray(at, (at += length));
    return wireType === 2 ? readBytes(part) : `hex ${Buffer.from(part).toString("hex")}`;
  }
}

/**
 * Reads bytes as a message or a text, which the encoding does not distinguish. Equal bytes are always read in the same
 * way.
 */
function readBytes(bytes: Uint8Array): ProtobufNode {
  if (bytes.length === 0) return "";
  const inEnvelope = protobufTree(bytes);
  if (inEnvelope) return inEnvelope;
  const text = Buffer.from(bytes).toString("utf8");
  const isText = !/[^\n\r\t\x20-\x7e\u00a0-\uffee]|\ufffd/.test(text);
  if (isText && !text.startsWith("\n")) return text;
  return readMessage(bytes) ?? (isText ? text : `base64 ${Buffer.from(bytes).toString("base64")}`);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const digits = /^[1-9]\d*$/;

/** Replaces resource versions and recent times. `Normaliser` cannot find them, because protobuf has no names. */
function shownMessage(fields: ReadonlyMap<string, ProtobufNode[]>): ProtobufTree {
  const only = (name: string): ProtobufNode | undefined => {
    const values = fields.get(name);
    return values?.length === 1 ? values[0] : undefined;
  };
  const isText = (node: ProtobufNode | undefined, pattern: RegExp): boolean =>
    typeof node === "string" && pattern.test(node);
  const tree: Record<string, ProtobufNode | ProtobufNode[]> = {};
  for (const [name, values] of fields) tree[name] = values.length === 1 ? (values[0] ?? "") : values;
  // The metadata of an object has its uid in field 5 and its version in field 6.
  if (isText(only("5"), uuid) && isText(only("6"), digits)) tree["6"] = "<version>";
  // The metadata of a list has an empty link in field 1 and its version in field 2.
  if (only("1") === "" && isText(only("2"), digits) && fields.size <= 4) tree["2"] = "<version of the list>";
  // A time has seconds in field 1 and nanoseconds in field 2.
  const seconds = Number(only("1"));
  if (fields.size === 2 && fields.has("2") && Math.abs(seconds * 1000 - Date.now()) < dayMs) tree["1"] = "<time>";
  return tree;
}
