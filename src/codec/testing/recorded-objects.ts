/**
 * Objects whose protobuf was recorded from the reference's packages. They are made from fixed seeds, so that only
 * digests are stored. After a change of the schemas or of `RandomValues`, record them again
 * (`compare/protobuf/record.ts`).
 */
import { seededRandom } from "../../base/random.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { SchemaCompiler, type StructSchema, structInVocabulary } from "../../schema/index.ts";
import type { TypeMeta } from "../protobuf/envelope.ts";
import { builtinSchemas } from "./builtin-schemas.ts";
import { RandomValues } from "./random-value.ts";

const seeds = [1, 2, 3];

/** An object, and the schema of its type. */
export interface RecordedObject {
  readonly schema: StructSchema;
  readonly object: TypeMeta;
}

/** Returns objects of each built-in kind and version, in canonical form, by type: `apps/v1 Deployment`. */
export function recordedObjects(): ReadonlyMap<string, readonly RecordedObject[]> {
  const compiler = new SchemaCompiler(new Map());
  return new Map(
    [...builtinSchemas].map(([type, unbound]) => {
      const [apiVersion, kind] = type.split(" ");
      const schema = structInVocabulary(unbound, vocabularies.kubernetes);
      const compiled = compiler.compile(schema);
      const objects = seeds.map((seed) => {
        const members = new RandomValues(seededRandom(seed)).struct(schema);
        return { schema, object: compiled.canonical({ ...members, kind, apiVersion }).object as TypeMeta };
      });
      return [type, objects];
    }),
  );
}
