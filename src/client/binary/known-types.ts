/** The types whose objects the client can read and write in protobuf. */
import { builtinKinds } from "../../api/builtin.ts";
import { binding, eviction, scale } from "../../api/index.ts";
import { deleteOptions } from "../../api/meta/v1/delete-options.ts";
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import { partialObjectMetadata } from "../../api/meta/v1/partial-object-metadata.ts";
import { status } from "../../api/meta/v1/status.ts";
import { hasProtobufForm } from "../../codec/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { group as groupToken, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import {
  type CompiledSchema,
  list,
  optional,
  SchemaCompiler,
  type StructSchema,
  struct,
  structInVocabulary,
  typeMetaFields,
} from "../../schema/index.ts";

/** A type with its schema, bound to a vocabulary. */
export interface MessageType {
  readonly schema: StructSchema;
  readonly compiled: CompiledSchema<object>;
}

/** The types of the servers of one vocabulary. Schemas are compiled on first use. */
export class KnownTypes {
  readonly #schemaByName = new Map<string, () => StructSchema>();
  readonly #known = new Map<string, MessageType>();
  readonly #compiler = new SchemaCompiler(new Map());

  constructor(vocabularyName: VocabularyName) {
    const vocabulary = vocabularies[vocabularyName];
    for (const declared of [...builtinKinds, scale, binding, eviction]) {
      const { group, version, kind } = declared;
      if (!hasProtobufForm(declared.schema)) continue;
      const apiVersion = formatGroupVersion({ group: vocabulary.bind(group), version });
      const ofObject = (): StructSchema => structInVocabulary(declared.schema, vocabulary);
      const listKind = ("listKind" in declared && declared.listKind) || `${kind}List`;
      this.#schemaByName.set(nameOf(apiVersion, kind), ofObject);
      this.#schemaByName.set(nameOf(apiVersion, listKind), () => listOf(ofObject()));
    }
    const metaVersion = formatGroupVersion({ group: vocabulary.bind(groupToken("meta")), version: "v1" });
    this.#schemaByName.set(nameOf(metaVersion, "PartialObjectMetadata"), () => partialObjectMetadata);
    this.#schemaByName.set(nameOf(metaVersion, "PartialObjectMetadataList"), () => listOf(partialObjectMetadata));
    this.#schemaByName.set(nameOf("v1", "Status"), () => status);
    this.#schemaByName.set(nameOf("v1", "DeleteOptions"), () => deleteOptions);
  }

  /** Returns a type. Undefined for types without a protobuf form, such as custom types. */
  get(apiVersion: string, kind: string): MessageType | undefined {
    const name = nameOf(apiVersion, kind);
    const known = this.#known.get(name);
    if (known) return known;
    const schema = this.#schemaByName.get(name)?.();
    if (!schema) return undefined;
    const made = { schema, compiled: this.#compiler.compile(schema) as CompiledSchema<object> };
    this.#known.set(name, made);
    return made;
  }

  /** Whether `get` returns a type. */
  has(apiVersion: string, kind: string): boolean {
    return this.#schemaByName.has(nameOf(apiVersion, kind));
  }
}

function nameOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function listOf(item: StructSchema): StructSchema {
  return struct(`${item.name}List`, "A list of objects.", {
    ...typeMetaFields,
    metadata: optional(listMeta, 1, "Metadata of the list."),
    items: optional(list(item), 2, "The objects."),
  });
}
