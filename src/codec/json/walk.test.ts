import { expect, test } from "vitest";
import { readFixture } from "../testing/fixture.ts";
import { thrownBy } from "../testing/thrown.ts";
import { type JsonVisitor, walkJson } from "./walk.ts";

const { errors } = readFixture("json-decoding.json") as { errors: { json: string; error: string }[] };
const ignoring: JsonVisitor = {
  beginObject: () => undefined,
  key: () => undefined,
  endObject: () => undefined,
  beginArray: () => undefined,
  endArray: () => undefined,
  scalar: () => undefined,
};

test.each(errors)("walkJson() rejects $json as the reference does", async ({ json, error }) => {
  expect((await thrownBy(() => walkJson(json, ignoring))).message).toBe(error);
});

test("walkJson() calls the visitor in the order of the text, including duplicate keys", () => {
  const told: unknown[] = [];
  walkJson(' {"b":[1,{"a":"x"}],"a":null,"b":true} ', {
    beginObject: () => told.push("{"),
    key: (name) => told.push(`${name}:`),
    endObject: () => told.push("}"),
    beginArray: () => told.push("["),
    endArray: () => told.push("]"),
    scalar: (value) => told.push(value),
  });
  expect(told).toStrictEqual(["{", "b:", "[", 1, "{", "a:", "x", "}", "]", "a:", null, "b:", true, "}"]);
});

test("walkJson() reports the first syntax error, even after a number out of range", async () => {
  expect((await thrownBy(() => walkJson("[1e400,}", ignoring))).message).toBe(
    "invalid character '}' looking for beginning of value",
  );
});

test("walkJson() shortens a long number out of range in the message", async () => {
  const error = await thrownBy(() => walkJson("9".repeat(100_000), ignoring));
  expect(error.code).toBe("value");
  expect(error.message).toBe(`json: cannot unmarshal number ${"9".repeat(64)}... into Go value of type float64`);
});

test.each(["[", '{"a":', "[[],["])(
  "walkJson() reaches its depth limit, not that of the stack, on millions of %j",
  async (opening) => {
    const error = await thrownBy(() => walkJson(opening.repeat(1_000_000), ignoring));
    expect(error).toMatchObject({ code: "limit", message: "exceeded max depth" });
  },
);
