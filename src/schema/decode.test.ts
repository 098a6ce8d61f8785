import { describe, expect, test } from "vitest";
import {
  bytes,
  type CompiledSchema,
  cloneDecoded,
  int32,
  int64,
  list,
  map,
  optional,
  pointer,
  required,
  rulesFor,
  SchemaCompiler,
  SchemaDecodeError,
  struct,
  text,
  withSentForms,
} from "./index.ts";

const shelf = struct("test/v1.Shelf", "A shelf.", { width: required(int32, 1, "How wide.") });
const room = struct("test/v1.Room", "A room.", {
  name: optional(text, 1, "Its name."),
  doors: optional(int32, 2, "How many doors.", { default: 1 }),
  windows: pointer(int32, 3, "How many windows.", { default: 2 }),
  weight: optional(int64, 4, "How heavy."),
  notes: optional(map(text), 5, "What is to be known."),
  shelves: optional(list(shelf), 6, "Its shelves."),
  title: optional(text, 7, "What is on the door."),
});

const compiler = new SchemaCompiler(
  new Map([
    rulesFor(room, {
      defaults: (value) => {
        value.title ??= `Room ${value.name ?? ""}`;
      },
    }),
  ]),
);
const rooms: CompiledSchema<object> = compiler.compile(room);

const decoded = (json: string): string => JSON.stringify(rooms.decode(JSON.parse(json)).object);

describe("decode() returns the canonical form", () => {
  test("decode() returns equal forms for objects whose keys have different orders", () => {
    const one = decoded('{"notes":{"b":"2","a":"1","c":"3"},"name":"attic"}');
    expect(one).toBe('{"name":"attic","doors":1,"windows":2,"notes":{"a":"1","b":"2","c":"3"},"title":"Room attic"}');
    expect(decoded('{"name":"attic","notes":{"c":"3","a":"1","b":"2"}}')).toBe(one);
  });

  test("decode() drops empty optional values and keeps values of pointers", () => {
    expect(decoded('{"name":"","notes":{},"shelves":[],"windows":0,"title":"x"}')).toBe(
      '{"doors":1,"windows":0,"title":"x"}',
    );
  });

  test("withSentForms() shows the empty lists and maps that decode() dropped", () => {
    const { object } = rooms.decode({ name: "", notes: {}, shelves: [], doors: 1 });
    expect(withSentForms(object)).toEqual({ doors: 1, windows: 2, title: "Room ", notes: {}, shelves: [] });
    expect(withSentForms(cloneDecoded(object))).toEqual(withSentForms(object));
    const { object: unset } = rooms.decode({ notes: null, doors: 1 });
    expect(withSentForms(unset)).toEqual(unset);
  });

  test("decode() fills in defaults of unset fields, and canonical() does not", () => {
    expect(decoded('{"windows":null,"doors":0}')).toBe('{"doors":1,"windows":2,"title":"Room "}');
    expect(rooms.canonical({ name: "attic" }).object).toEqual({ name: "attic" });
  });

  test("decode() shares no parts with its input", () => {
    const input = { notes: { a: "1" }, shelves: [{ width: 1 }] };
    const { object } = rooms.decode(input) as { object: typeof input };
    input.notes.a = "2";
    input.shelves[0] = { width: 2 };
    expect(object).toMatchObject({ notes: { a: "1" }, shelves: [{ width: 1 }] });
  });
});

describe("decode() counts keys", () => {
  test("decode() counts only the keys that the schema knows, at every level", () => {
    expect(rooms.decode(JSON.parse('{"name":"attic","shelves":[{"width":1,"depth":2}],"colour":"red"}')).keyCount).toBe(
      3,
    );
    expect(rooms.decode(JSON.parse('{"notes":{"a":"1","b":"2"},"doors":null}')).keyCount).toBe(4);
    expect(rooms.decode({}).keyCount).toBe(0);
  });

  test("decode() does not count the keys of a default", () => {
    const lamp = struct("test/v1.Lamp", "A lamp.", {
      shelf: pointer(shelf, 1, "Where it stands.", { default: { width: 3 } }),
    });
    expect(compiler.compile(lamp).decode({})).toEqual({
      object: { shelf: { width: 3 } },
      keyCount: 0,
      needsExactJson: false,
      hasNullForEmpty: false,
    });
  });

  test("decode() treats keys such as `__proto__` as data", () => {
    const { object } = rooms.decode(JSON.parse('{"notes":{"__proto__":"x","constructor":"y"},"title":"t"}'));
    expect(JSON.stringify(object)).toContain('"notes":{"__proto__":"x","constructor":"y"}');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe("decode() of values of the wrong type", () => {
  test.each([
    ['{"doors":2147483648}', "number 2147483648 into Go struct field Room.doors of type int32"],
    ['{"doors":1.5}', "number 1.5 into Go struct field Room.doors of type int32"],
    ['{"doors":"1"}', "string into Go struct field Room.doors of type int32"],
    ['{"weight":1.5}', "number 1.5 into Go struct field Room.weight of type int64"],
    ['{"name":1}', "number into Go struct field Room.name of type string"],
    ['{"notes":["a"]}', "array into Go struct field Room.notes of type map[string]string"],
    ['{"notes":{"a":1}}', "number into Go struct field Room.notes of type string"],
    ['{"shelves":{"0":{}}}', "object into Go struct field Room.shelves of type []v1.Shelf"],
    ['{"shelves":[[]]}', "array into Go struct field Room.shelves of type v1.Shelf"],
    ["[]", "array into Go value of type v1.Room"],
  ])("decode() rejects %s", (json, message) => {
    expect(() => decoded(json)).toThrow(SchemaDecodeError);
    expect(() => decoded(json)).toThrow(`json: cannot unmarshal ${message}`);
  });
});

test("decode() keeps all digits of integers beyond 2^53, up to 64 bits", () => {
  expect(rooms.decode({ weight: 9_007_199_254_740_993n })).toMatchObject({
    object: { weight: 9_007_199_254_740_993n },
    needsExactJson: true,
  });
  expect(rooms.decode({ weight: 9_007_199_254_740_991 })).toMatchObject({ needsExactJson: false });
  expect(() => rooms.decode({ weight: 2n ** 63n })).toThrow("cannot unmarshal number 9223372036854775808");
});

test("decode() counts a million line breaks before an invalid base64 character", () => {
  const letter = struct("test/v1.Letter", "A letter.", { seal: optional(bytes, 1, "Its seal.") });
  const letters: CompiledSchema<object> = compiler.compile(letter);
  const decode = (): unknown => letters.decode({ seal: `${"\n".repeat(1e6)}!` });
  expect(decode).toThrow(new SchemaDecodeError("illegal base64 data at input byte 1000000"));
});
