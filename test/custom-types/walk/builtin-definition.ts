/**
 * Declares every built-in kind again as a custom type, in a group of its version. The schema says in the words of
 * structural schemas what built-in kinds imply: the zero value of a field that is always written, and how a list is merged.
 */
import { builtinKinds, type CustomResourceDefinition } from "../../../src/api/index.ts";
import { formatGroupVersion } from "../../../src/meta/group-version.ts";
import { vocabularies } from "../../../src/meta/vocabulary.ts";
import {
  type Field,
  type KindDeclaration,
  type ListSchema,
  type Schema,
  type StructSchema,
  structuralDocument,
} from "../../../src/schema/index.ts";

const vocabulary = vocabularies.kubernetes;

/** Members of every object, which a structural schema must not describe. */
const typeAndMetadata: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** A built-in kind and the custom type with its schema. */
export interface WalkedKind {
  /** `apps/v1 Deployment`. */
  readonly title: string;
  readonly declaration: KindDeclaration;
  readonly definition: Pick<CustomResourceDefinition, "spec"> & { readonly metadata: { readonly name: string } };
  readonly builtinVersion: string;
  readonly customVersion: string;
}

/** Returns all stored kinds. */
export function walkedKinds(): readonly WalkedKind[] {
  return builtinKinds.filter(({ isStored, verbs }) => isStored && verbs.includes("create")).map(walkedKind);
}

function walkedKind(declaration: KindDeclaration): WalkedKind {
  const { version, kind, plural, scope, schema } = declaration;
  const builtinVersion = formatGroupVersion({ group: vocabulary.bind(declaration.group), version });
  const label = vocabulary.bind(declaration.group).split(".")[0] || "core";
  const group = `${label}.walk.example.com`;
  const names = { kind, plural };
  const content = { ...schema, fields: schema.fields.filter(({ name }) => !typeAndMetadata.has(name)) };
  const one = {
    name: version,
    served: true,
    storage: true,
    schema: { openAPIV3Schema: structuralDocument(customStruct(content), vocabulary) },
  };
  const groupOfVersion = `${version}.${group}`;
  return {
    title: `${builtinVersion} ${kind}`,
    declaration,
    definition: {
      metadata: { name: `${plural}.${groupOfVersion}` },
      spec: { group: groupOfVersion, scope, names, versions: [one] },
    },
    builtinVersion,
    customVersion: `${groupOfVersion}/${version}`,
  };
}

const customStructs = new WeakMap<StructSchema, StructSchema>();

/** A struct can contain itself, so its fields are read later. */
function customStruct(struct: StructSchema, keys: readonly string[] = []): StructSchema {
  if (keys.length > 0) return { ...struct, doc: "", fields: struct.fields.map((field) => customField(field, keys)) };
  let custom = customStructs.get(struct);
  if (!custom) {
    custom = {
      ...struct,
      doc: "",
      get fields() {
        return struct.fields.map((field) => customField(field, []));
      },
    };
    customStructs.set(struct, custom);
  }
  return custom;
}

/** Built-in kinds do not require members, except the keys of an item. */
function customField(field: Field, keys: readonly string[]): Field {
  const { default: declared, schema } = field;
  const value = declared ?? impliedDefault(field);
  const isOneValue = schema.node === "raw" && schema.content === "object";
  return {
    ...field,
    schema: customSchema(schema),
    doc: "",
    required: value === undefined && keys.includes(field.name),
    ...(value === undefined ? {} : { default: value }),
    ...(isOneValue ? { granular: false } : {}),
  };
}

/** Returns the value that built-in kinds write for an unset field. Undefined if they write none, or null. */
function impliedDefault({ schema, presence }: Field): unknown {
  if (presence !== "always" && presence !== "optional") return undefined;
  switch (schema.node) {
    case "struct":
      return {};
    case "intOrString":
      return 0;
    case "quantity":
      return "0";
    default:
      return presence === "always" ? emptyValues.get(schema.node) : undefined;
  }
}

const emptyValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["text", ""],
  ["boolean", false],
  ["integer", 0],
  ["number", 0],
]);

function customSchema(schema: Schema): Schema {
  switch (schema.node) {
    case "struct":
      return customStruct(schema);
    case "list":
      return customList(schema);
    case "map":
      return { ...schema, values: customSchema(schema.values) };
    // Which texts and numbers are allowed is a rule of the kind, which the zero value can violate.
    case "text": {
      const { enum: _values, ...rest } = schema;
      return rest;
    }
    case "integer": {
      const { minimum: _minimum, maximum: _maximum, ...rest } = schema;
      return rest;
    }
    default:
      return schema;
  }
}

/** A list without a list type that a patch merges is a set, or a map with the key of the patch. */
function customList({ merge, ...list }: ListSchema): Schema {
  const { listType = merge ? (merge.key ? "map" : "set") : undefined, items } = list;
  const keys = listType === "map" ? (list.mapKeys ?? (merge?.key ? [merge.key] : [])) : [];
  return {
    ...list,
    items: items.node === "struct" ? customStruct(items, keys) : customSchema(items),
    ...(listType ? { listType } : {}),
    ...(keys.length > 0 ? { mapKeys: keys } : {}),
  };
}
