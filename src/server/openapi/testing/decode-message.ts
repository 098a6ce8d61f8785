/** Decodes protobuf messages to JSON by tables of their fields. It shares no code with the encoder. */

interface WireField {
  readonly number: number;
  /** A number for a varint; the bytes for a string, message or double. */
  readonly value: number | Buffer;
}

/**
 * Yields the fields of a message in their order.
 * @throws Error if the message is truncated or has another wire type
 */
export function* wireFields(bytes: Buffer): Iterable<WireField> {
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
    } else if ((tag & 7) === 1) {
      yield { number, value: bytes.subarray(position, position + 8) };
      position += 8;
    } else {
      throw new Error(`wire type ${tag & 7} is not used here`);
    }
  }
}

/** Decodes the value of a field. */
export type Decode = (value: number | Buffer) => unknown;

/** Decodes a string. */
export const decodeString: Decode = (value) => (value as Buffer).toString("utf8");
/** Decodes a boolean. */
export const decodeBoolean: Decode = (value) => value === 1;
/** Decodes an integer. */
export const decodeInteger: Decode = (value) => value;
/** Decodes a number that is written as a double. */
export const decodeDouble: Decode = (value) => (value as Buffer).readDoubleLE();

/** A field of a message: its JSON name, its decoder, and how repeated values are combined. */
export interface FieldForm {
  readonly name: string;
  readonly decode: Decode;
  readonly repeated?: "list" | "members" | "merged";
}

type MessageForm = Readonly<Record<number, FieldForm>>;

/** Decodes a message to an object. Fails for fields that the form does not list. */
export function messageDecoder(form: () => MessageForm): Decode {
  return (bytes) => {
    const object: Record<string, unknown> = {};
    const fields = form();
    for (const { number, value } of wireFields(bytes as Buffer)) {
      const field = fields[number];
      if (!field) throw new Error(`field ${number} is unknown, beside ${Object.keys(object).join(" ")}`);
      addValue(object, field, field.decode(value));
    }
    return object;
  };
}

function addValue(object: Record<string, unknown>, { name, repeated }: FieldForm, value: unknown): void {
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

/** Decodes a message that has only this field, to the field's value. */
export function onlyField(number: number, decode: Decode): Decode {
  return (bytes) => {
    const [field, ...others] = wireFields(bytes as Buffer);
    if (field?.number !== number || others.length > 0) throw new Error(`field ${number} alone was expected`);
    return decode(field.value);
  };
}

/** Decodes a message that has one of several fields, to that field's value. */
export function oneOfFields(choices: Readonly<Record<number, Decode>>): Decode {
  return (bytes) => {
    const [field] = wireFields(bytes as Buffer);
    const decode = field && choices[field.number];
    if (!decode) throw new Error(`no choice of ${Object.keys(choices).join(" ")}`);
    return decode(field.value);
  };
}

/** Decodes a name and a value to an object with one member. */
function mapEntryDecoder(decode: Decode): Decode {
  return (bytes) => {
    const [name, value] = [...wireFields(bytes as Buffer)];
    if (name?.number !== 1 || value?.number !== 2) throw new Error("a name and a value were expected");
    return { [decodeString(name.value) as string]: decode(value.value) };
  };
}

/** Decodes a message whose field `number` is a repeated name and value, to an object. */
export function mapDecoder(number: number, decode: Decode): Decode {
  return messageDecoder(() => ({ [number]: { name: "", decode: mapEntryDecoder(decode), repeated: "members" } }));
}

/** Field of the members that begin with `x-`. */
/** Decodes a message whose field 2 is JSON text, to the JSON value. */
export const decodeAny = onlyField(2, (value) => JSON.parse(decodeString(value) as string) as unknown);
export const extensionField: FieldForm = { name: "", decode: mapEntryDecoder(decodeAny), repeated: "members" };
