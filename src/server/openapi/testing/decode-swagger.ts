/**
 * Reads a version 2 document in protobuf back into its JSON form: a decoder of the wire format, and the messages of
 * OpenAPIv2.proto as tables of their own. Shares nothing with the encoder.
 */

interface WireField {
  readonly number: number;
  /** A varint, or the bytes of a text or message. */
  readonly value: number | Buffer;
}

function* wireFields(bytes: Buffer): Iterable<WireField> {
  let position = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[position++];
      if (byte === undefined) throw new Error("the message ends within a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (position < bytes.length) {
    const tag = varint();
    const number = tag >>> 3;
    if ((tag & 7) === 0) {
      yield { number, value: varint() };
    } else if ((tag & 7) === 2) {
      const length = varint();
      if (position + length > bytes.length) throw new Error("the message ends within a field");
      yield { number, value: bytes.subarray(position, position + length) };
      position += length;
    } else {
      throw new Error(`wire type ${tag & 7} is not used here`);
    }
  }
}

type Decode = (value: number | Buffer) => unknown;

const text: Decode = (value) => (value as Buffer).toString("utf8");
const flag: Decode = (value) => value === 1;

/** One field of a message: its name in JSON, how its value is read, and what becomes of several values. */
interface FieldForm {
  readonly name: string;
  readonly decode: Decode;
  readonly repeated?: "list" | "members" | "merged";
}

type MessageForm = Readonly<Record<number, FieldForm>>;

function message(form: () => MessageForm): Decode {
  return (bytes) => {
    const object: Record<string, unknown> = {};
    const fields = form();
    for (const { number, value } of wireFields(bytes as Buffer)) {
      const field = fields[number];
      if (!field) throw new Error(`field ${number} is unknown, beside ${Object.keys(object).join(" ")}`);
      add(object, field, field.decode(value));
    }
    return object;
  };
}

function add(object: Record<string, unknown>, { name, repeated }: FieldForm, value: unknown): void {
  if (repeated === "list") {
    object[name] = [...((object[name] as unknown[] | undefined) ?? []), value];
  } else if (repeated === "members") {
    Object.assign(object, value);
  } else if (repeated === "merged") {
    object[name] = { ...(object[name] as object | undefined), ...(value as object) };
  } else {
    if (name in object) throw new Error(`${name} comes twice`);
    object[name] = value;
  }
}

/** The only field of a message. */
function only(number: number, decode: Decode): Decode {
  return (bytes) => {
    const [field, ...others] = wireFields(bytes as Buffer);
    if (field?.number !== number || others.length > 0) throw new Error(`field ${number} alone was expected`);
    return decode(field.value);
  };
}

/** A message of one of several. */
function oneOf(choices: Readonly<Record<number, Decode>>): Decode {
  return (bytes) => {
    const [field] = wireFields(bytes as Buffer);
    const decode = field && choices[field.number];
    if (!decode) throw new Error(`no choice of ${Object.keys(choices).join(" ")}`);
    return decode(field.value);
  };
}

/** Name and value as a member of an object. */
function member(decode: Decode): Decode {
  return (bytes) => {
    const [name, value] = [...wireFields(bytes as Buffer)];
    if (name?.number !== 1 || value?.number !== 2) throw new Error("a name and a value were expected");
    return { [text(name.value) as string]: decode(value.value) };
  };
}

/** Members that a message of its own holds, as `number`. */
function membersWithin(number: number, decode: Decode): Decode {
  return message(() => ({ [number]: { name: "", decode: member(decode), repeated: "members" } }));
}

const any = only(2, (value) => JSON.parse(text(value) as string) as unknown);
const extension: FieldForm = { name: "", decode: member(any), repeated: "members" };

const schema: Decode = message(() => ({
  1: { name: "$ref", decode: text },
  2: { name: "format", decode: text },
  4: { name: "description", decode: text },
  16: { name: "uniqueItems", decode: flag },
  19: { name: "required", decode: text, repeated: "list" },
  20: { name: "enum", decode: any, repeated: "list" },
  21: { name: "additionalProperties", decode: oneOf({ 1: schema, 2: flag }) },
  22: { name: "type", decode: only(1, text) },
  23: { name: "items", decode: only(1, schema) },
  25: { name: "properties", decode: membersWithin(1, schema) },
  31: extension,
}));

const body = message(() => ({
  1: { name: "description", decode: text },
  2: { name: "name", decode: text },
  3: { name: "in", decode: text },
  4: { name: "required", decode: flag },
  5: { name: "schema", decode: schema },
}));

const simpleParameter = (type: number, uniqueItems: number): Decode =>
  message(() => ({
    1: { name: "required", decode: flag },
    2: { name: "in", decode: text },
    3: { name: "description", decode: text },
    4: { name: "name", decode: text },
    [type]: { name: "type", decode: text },
    [uniqueItems]: { name: "uniqueItems", decode: flag },
  }));

const parameter = oneOf({ 1: body, 2: oneOf({ 3: simpleParameter(6, 20), 4: simpleParameter(5, 19) }) });
const parameterItem = oneOf({ 1: parameter, 2: message(() => ({ 1: { name: "$ref", decode: text } })) });

const response = message(() => ({
  1: { name: "description", decode: text },
  2: { name: "schema", decode: only(1, schema) },
}));

const operation = message(() => ({
  1: { name: "tags", decode: text, repeated: "list" },
  3: { name: "description", decode: text },
  5: { name: "operationId", decode: text },
  6: { name: "produces", decode: text, repeated: "list" },
  7: { name: "consumes", decode: text, repeated: "list" },
  8: { name: "parameters", decode: parameterItem, repeated: "list" },
  9: { name: "responses", decode: membersWithin(1, only(1, response)) },
  10: { name: "schemes", decode: text, repeated: "list" },
  13: extension,
}));

const pathItem = message(() => ({
  2: { name: "get", decode: operation },
  3: { name: "put", decode: operation },
  4: { name: "post", decode: operation },
  5: { name: "delete", decode: operation },
  6: { name: "options", decode: operation },
  7: { name: "head", decode: operation },
  8: { name: "patch", decode: operation },
  9: { name: "parameters", decode: parameterItem, repeated: "list" },
}));

const apiKey = message(() => ({
  1: { name: "type", decode: text },
  2: { name: "name", decode: text },
  3: { name: "in", decode: text },
  4: { name: "description", decode: text },
}));

const texts: Decode = (bytes) => [...wireFields(bytes as Buffer)].map(({ value }) => text(value));

const document = message(() => ({
  1: { name: "swagger", decode: text },
  2: {
    name: "info",
    decode: message(() => ({ 1: { name: "title", decode: text }, 2: { name: "version", decode: text } })),
  },
  8: { name: "paths", decode: membersWithin(2, pathItem), repeated: "merged" },
  9: { name: "definitions", decode: membersWithin(1, schema), repeated: "merged" },
  10: { name: "parameters", decode: membersWithin(1, parameter) },
  12: { name: "security", decode: membersWithin(1, texts), repeated: "list" },
  13: { name: "securityDefinitions", decode: membersWithin(1, oneOf({ 2: apiKey })) },
}));

export function decodeSwagger(bytes: Buffer): unknown {
  return document(bytes);
}
