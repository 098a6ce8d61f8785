import { expect, test } from "vitest";
import { declaredStructs } from "../../api/testing/declared-structs.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { SchemaCompiler } from "../../schema/index.ts";
import { stringifyJson } from "../json/stringify.ts";
import { encodeContent } from "../testing/protobuf.ts";
import { RandomValues } from "../testing/random-value.ts";
import { decodeProtobuf } from "./object.ts";
import { hasProtobufForm } from "./schema-form.ts";

const compiler = new SchemaCompiler(new Map());
const structs = await declaredStructs();

test("every struct of the API has a protobuf form", () => {
  expect(structs.length).toBeGreaterThan(150);
  expect(structs.filter((one) => !hasProtobufForm(one)).map(({ name }) => name)).toStrictEqual([]);
});

test("objects of every struct of the API come back as they were", () => {
  const seed = newSeed();
  const values = new RandomValues(seededRandom(seed));
  for (const schema of structs) {
    const canonical = (value: unknown): unknown => compiler.compile(schema).canonical(value).object;
    for (let round = 0; round < 20; round++) {
      const object = canonical(values.struct(schema)) as object;
      const again = canonical(decodeProtobuf(encodeContent(object, schema), schema));
      expect(stringifyJson(again), `${schema.name}, seed ${seed}`).toBe(stringifyJson(object));
    }
  }
});
