/**
 * Schemas as OpenAPI publishes them, with one definition per struct. Definitions refer to each other by name. The two
 * versions of OpenAPI differ in details: version 3 shows defaults, and allows nothing next to a reference.
 */
import { unreachable } from "../base/assert.ts";
import type { GroupVersionKind } from "../meta/group-version.ts";
import type { OpenApiSchema, OpenApiVersion } from "./openapi-schema.ts";
import { publishStructural } from "./openapi-structural.ts";
import { type WellKnownType, wellKnownDefinition, wellKnownTypeOf } from "./openapi-well-known.ts";
import type {
  Alternatives,
  Field,
  ListSchema,
  MapSchema,
  NamedType,
  Schema,
  StructSchema,
  StructuralMembers,
} from "./schema.ts";

/** The conventions of one document. */
export interface OpenApiDialect {
  readonly version: OpenApiVersion;
  /** Whether the document lists the values of enums. Default: true. */
  readonly hasEnums?: boolean | undefined;
  /** Returns the name of the definition of a struct or well-known type: `io.k8s.api.core.v1.Container`. */
  definitionName(typeName: string): string;
  /** Returns the name of an extension: `x-kubernetes-list-type`. */
  extensionName(stem: string): string;
  /** Returns the kinds whose objects the struct describes; none for a part of an object. */
  kindsOf(struct: StructSchema): readonly GroupVersionKind[];
  /**
   * Returns the paths of the fields that field selectors may name, for the objects and the lists of a custom type. Undefined for other
   * structs.
   */
  selectableFieldsOf?(struct: StructSchema): readonly string[] | undefined;
}

/** Collects the definitions of a document: the structs that it refers to, and the structs that these contain. */
export class OpenApiDefinitions {
  readonly #dialect: OpenApiDialect;
  /** Names of types by the names of their definitions. */
  readonly #typeNames = new Map<string, string>();
  #definitions: Record<string, OpenApiSchema> = {};

  constructor(dialect: OpenApiDialect) {
    this.#dialect = dialect;
  }

  /** Returns a reference to the struct. `take()` returns its definition. */
  reference(struct: StructSchema): OpenApiSchema {
    return this.#structReference(struct, []);
  }

  /** Returns the definitions that were added since the last call, by name. */
  take(): Readonly<Record<string, OpenApiSchema>> {
    const taken = this.#definitions;
    this.#definitions = {};
    return taken;
  }

  #structReference(struct: StructSchema, keys: readonly string[]): OpenApiSchema {
    return this.#reference(struct.name, () => this.#struct(struct, keys));
  }

  #reference(typeName: string, define: () => OpenApiSchema): OpenApiSchema {
    const name = this.#freeName(typeName);
    if (!this.#typeNames.has(name)) {
      this.#typeNames.set(name, typeName);
      this.#definitions[name] = define();
    }
    const prefix = this.#dialect.version === "2.0" ? "#/definitions/" : "#/components/schemas/";
    return { $ref: prefix + name };
  }

  /** Returns the name of the type's definition. If another type has it, as custom types can, a number is appended. */
  #freeName(typeName: string): string {
    const base = this.#dialect.definitionName(typeName);
    let name = base;
    for (let count = 2; (this.#typeNames.get(name) ?? typeName) !== typeName; count++) name = `${base}_v${count}`;
    return name;
  }

  /** @param keys names of the fields that identify the struct among the items of a list */
  #struct(struct: StructSchema, keys: readonly string[]): OpenApiSchema {
    const { fields, doc, atomic, alternatives, members } = struct;
    if (members) return { ...this.#customType(struct, members), ...this.#kindExtensions(struct) };
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const properties = fields.map((field) => [field.name, this.#property(field, keys.includes(field.name))] as const);
    return {
      description: doc,
      type: "object",
      ...(required.length > 0 ? { required } : {}),
      ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
      ...(atomic ? this.#extension("map-type", "atomic") : {}),
      ...this.#kindExtensions(struct),
      ...(alternatives ? this.#extension("unions", [describeAlternatives(alternatives)]) : {}),
    };
  }

  #customType({ fields }: StructSchema, members: StructuralMembers): OpenApiSchema {
    const publish = (docOf: (field: Field) => string): Record<string, OpenApiSchema> => {
      const properties = fields.map((field) => {
        const value = this.#wrapReference(this.#value(field.schema));
        return [field.name, { description: docOf(field), ...value }] as const;
      });
      return Object.fromEntries(properties);
    };
    return publishStructural(members.document(), {
      version: this.#dialect.version,
      extensionName: (stem) => this.#dialect.extensionName(stem),
      typeProperties: publish(({ doc }) => doc),
      embeddedProperties: publish(({ name, doc }) => embeddedDocs.get(name) ?? doc),
    });
  }

  /** Returns the extensions of a type of objects or lists. */
  #kindExtensions(struct: StructSchema): OpenApiSchema {
    const kinds = this.#dialect.kindsOf(struct);
    const selectable = this.#dialect.selectableFieldsOf?.(struct)?.map((fieldPath) => ({ fieldPath }));
    return {
      ...(kinds.length > 0 ? this.#extension("group-version-kind", kinds) : {}),
      ...(selectable ? this.#extension("selectable-fields", selectable) : {}),
    };
  }

  /**
   * Returns the schema of a field. Declared defaults are published only for keys, because clients need them to identify
   * an item, and for a few fields for which the reference publishes them. Clients generated from a document may write
   * published defaults into their requests, and thereby become owners of these fields.
   */
  #property(field: Field, isKey: boolean): OpenApiSchema {
    const { schema, doc, listTypeMark, publishesDefault = false } = field;
    const published = publishesDefault ? (field.default ?? zeroOf(schema)) : isKey ? field.default : undefined;
    return {
      description: doc,
      ...this.#default(published ?? impliedDefault(field)),
      ...this.#wrapReference(this.#value(schema)),
      ...(schema.node === "list" ? this.#listExtensions(schema) : {}),
      ...(schema.node === "map" ? this.#mapExtensions(schema) : {}),
      ...(listTypeMark ? this.#extension("list-type", listTypeMark) : {}),
      ...(field.granular ? this.#extension("map-type", "granular") : {}),
      ...this.#patchExtensions(field),
    };
  }

  /** Returns the schema of an item of a list or a value of a map. */
  #item(schema: Schema, keys: readonly string[] = []): OpenApiSchema {
    const value = schema.node === "struct" ? this.#structReference(schema, keys) : this.#value(schema);
    const fallback = this.#default(zeroOf(schema));
    return Object.keys(fallback).length === 0 ? value : { ...fallback, ...this.#wrapReference(value) };
  }

  get #hasEnums(): boolean {
    return this.#dialect.hasEnums ?? true;
  }

  #value(schema: Schema): OpenApiSchema {
    switch (schema.node) {
      case "struct":
        return this.reference(schema);
      case "list":
        return { type: "array", items: this.#item(schema.items, schema.mapKeys) };
      case "map":
        return { type: "object", additionalProperties: this.#item(schema.values) };
      case "text":
        return { type: "string", ...(schema.enum && this.#hasEnums ? { enum: [...schema.enum].sort() } : {}) };
      case "bytes":
        return { type: "string", format: "byte" };
      case "boolean":
        return { type: "boolean" };
      case "integer":
        return { type: "integer", format: `int${schema.bits}` };
      case "number":
        return { type: "number", format: "double" };
      case "union":
        return this.#named(schema);
      case "raw":
        if (schema.type) return this.#named(schema.type);
        if (schema.content === "any") return this.#extension("preserve-unknown-fields", true);
        return this.#wellKnown(wellKnownTypeOf(schema));
      case "time":
      case "microTime":
      case "duration":
      case "quantity":
      case "intOrString":
        return this.#wellKnown(wellKnownTypeOf(schema));
      default:
        return unreachable(schema);
    }
  }

  /**
   * Returns a reference to a type whose definition has only a name and a description, because its values have no common
   * type.
   */
  #named({ name, doc }: NamedType): OpenApiSchema {
    return this.#reference(name, () => ({ description: doc }));
  }

  #wellKnown(type: WellKnownType): OpenApiSchema {
    return this.#reference(type, () => wellKnownDefinition(type, this.#dialect.version));
  }

  /**
   * Wraps a reference so that other members may stand next to it. Version 3 does not allow them next to a plain
   * reference.
   */
  #wrapReference(value: OpenApiSchema): OpenApiSchema {
    return this.#dialect.version === "3.0" && value.$ref !== undefined ? { allOf: [value] } : value;
  }

  #default(value: unknown): OpenApiSchema {
    return this.#dialect.version === "3.0" && value !== undefined ? { default: value } : {};
  }

  #listExtensions({ listType, mapKeys }: ListSchema): OpenApiSchema {
    return {
      ...(listType ? this.#extension("list-type", listType) : {}),
      ...(mapKeys ? this.#extension("list-map-keys", mapKeys) : {}),
    };
  }

  #mapExtensions({ atomic }: MapSchema): OpenApiSchema {
    return atomic ? this.#extension("map-type", "atomic") : {};
  }

  #patchExtensions({ schema, patchStrategy }: Field): OpenApiSchema {
    const merge = schema.node === "list" ? schema.merge : undefined;
    const ofList = merge ? ["merge", ...(merge.retainKeys ? ["retainKeys"] : [])] : [];
    const strategies = [...ofList, ...(patchStrategy ? [patchStrategy] : [])];
    return {
      ...(strategies.length > 0 ? this.#extension("patch-strategy", strategies.join(",")) : {}),
      ...(merge?.key ? this.#extension("patch-merge-key", merge.key) : {}),
    };
  }

  #extension(stem: string, value: unknown): OpenApiSchema {
    return { [this.#dialect.extensionName(stem)]: value };
  }
}

/** Descriptions of the properties of an embedded object, where those of a whole object do not fit. */
const embeddedDocs: ReadonlyMap<string, string> = new Map([
  ["kind", "The kind of the embedded object, in CamelCase."],
  ["apiVersion", "The group and version of the schema that the embedded object follows."],
]);

function describeAlternatives({ discriminator, fields }: Alternatives): object {
  return { discriminator, "fields-to-discriminateBy": fields };
}

/** Returns the default that is published for a field without a declared default. */
function impliedDefault({ schema, presence }: Field): unknown {
  if (presence === "always" || (presence === "optional" && schema.node === "struct")) return zeroOf(schema);
  return undefined;
}

/**
 * Returns the zero value. Undefined for types with a custom format and for collections, whose zero value is null, which is not
 * published. Undefined for custom types too, because their objects have required members.
 */
function zeroOf(schema: Schema): unknown {
  switch (schema.node) {
    case "struct":
      return schema.members ? undefined : {};
    case "text":
      return "";
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    case "bytes":
    case "duration":
    case "intOrString":
    case "list":
    case "map":
    case "microTime":
    case "quantity":
    case "raw":
    case "time":
    case "union":
      return undefined;
    default:
      return unreachable(schema);
  }
}
