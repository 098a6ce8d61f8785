import { expect, test } from "vitest";
import { declaredStructs } from "../../api/testing/declared-structs.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { SchemaCompiler } from "../../schema/index.ts";
import { stringifyJson } from "../json/stringify.ts";

import { RandomValues } from "../testing/random-value.ts";
import { decodeProtobuf, protobufFields } from "./object.ts";
import { hasProtobufForm } from "./schema-form.ts";

const compiler = new SchemaCompiler(new Map());
const structs = await declaredStructs();

test("hasProtobufForm() is true for every struct of the API", () => {
  expect(structs.length).toBeGreaterThan(150);
  expect(structs.filter((one) => !hasProtobufForm(one)).map(({ name }) => name)).toStrictEqual([]);
});

test("decodeProtobuf() returns random objects of every struct unchanged", () => {
  const seed = newSeed();
  const values = new RandomValues(seededRandom(seed));
  for (const schema of structs) {
    const canonical = (value: unknown): unknown => compiler.compile(schema).canonical(value).object;
    for (let round = 0; round < 20; round++) {
      const object = canonical(values.struct(schema)) as object;
      const again = canonical(decodeProtobuf(protobufFields(object, schema), schema));
      expect(stringifyJson(again), `${schema.name}, seed ${seed}`).toBe(stringifyJson(object));
    }
  }
});
