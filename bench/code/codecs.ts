/** Comparisons of code that compiles schemas, reads YAML, writes protobuf and merges lists. */
import { pod as podKind } from "../../src/api/index.ts";
import { WireWriter } from "../../src/codec/protobuf/wire-writer.ts";
import { parseYaml } from "../../src/codec/yaml/parse.ts";
import { builtinRules } from "../../src/kinds/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { mergeLists } from "../../src/patch/strategic-merge/merge-list.ts";
import { DecoderCompiler } from "../../src/schema/decode.ts";
import { DecodeContext } from "../../src/schema/decode-context.ts";
import { type Schema, structInVocabulary } from "../../src/schema/index.ts";
import { pod } from "../objects.ts";
import type { TimeComparison } from "./comparison.ts";

const podText = JSON.stringify(pod("web-1"));
const podObject = JSON.parse(podText) as object;
const podSchema = structInVocabulary(podKind.schema, vocabularies.kubernetes);
const podWords = podText.split(/[^A-Za-z0-9-]+/).filter((word) => word !== "" && word.length < 48);

/** Returns all schemas inside a schema. */
function schemasIn(schema: Schema, found = new Set<Schema>()): ReadonlySet<Schema> {
  if (found.has(schema)) return found;
  found.add(schema);
  if (schema.node === "struct") for (const field of schema.fields) schemasIn(field.schema, found);
  if (schema.node === "list") schemasIn(schema.items, found);
  if (schema.node === "map") schemasIn(schema.values, found);
  if (schema.node === "union") for (const member of [schema.object, schema.other]) schemasIn(member.schema, found);
  return found;
}

function decodePod(isEager: boolean): unknown {
  const compiler = new DecoderCompiler(builtinRules);
  const context = new DecodeContext({ defaults: true });
  if (isEager) {
    for (const schema of schemasIn(podSchema)) {
      const decode = compiler.decoder(schema);
      // The decoder of a struct builds those of its fields when it is first called.
      if (schema.node === "struct") decode({}, context);
    }
  }
  return compiler.decoder(podSchema)(podObject, context);
}

/** Like `WireWriter`, but writes each string with `Buffer.write()`. */
class PlainWriter {
  readonly #buffer = Buffer.allocUnsafe(4096);
  #length = 0;

  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.#buffer[this.#length++] = bytes;
    this.#length += this.#buffer.write(value, this.#length, "utf8");
  }

  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}

function writeWords(writer: { text(value: string): void; finish(): Buffer }): Buffer {
  for (const word of podWords) writer.text(word);
  return writer.finish();
}

const items = Array.from({ length: 1000 }, (_, index) => ({ name: `SETTING_${index}`, value: "one" }));
const patchItems = items.map(({ name }) => ({ name, value: "two" }));

function mergeBySearch(): unknown {
  const merged = [...items];
  for (const item of patchItems) {
    const position = merged.findIndex(({ name }) => name === item.name);
    merged[position] = { ...merged[position], ...item };
  }
  return merged;
}

/** Comparisons of codecs, schemas and patches. */
export const codecComparisons: readonly TimeComparison[] = [
  {
    name: "lazy decoders",
    plainForm: "building the decoders of all parts of a Pod before the first Pod",
    optimized: () => decodePod(false),
    plain: () => decodePod(true),
  },
  {
    name: "WireWriter.text",
    plainForm: "`Buffer.write()` for every string",
    optimized: () => writeWords(new WireWriter()),
    plain: () => writeWords(new PlainWriter()),
  },
  {
    name: "mergeLists",
    plainForm: "a search of 1,000 items for each of 1,000 items of the patch",
    optimized: () =>
      mergeLists(items, patchItems, { key: "name", mergeItem: (original, patch) => ({ ...original, ...patch }) }),
    plain: mergeBySearch,
  },
  {
    name: "parseYaml of JSON",
    plainForm: "the YAML reader, by a space before the JSON",
    promiseTime: "processor",
    optimized: () => parseYaml(Buffer.from(podText)),
    plain: () => parseYaml(Buffer.from(` ${podText}`)),
  },
];
