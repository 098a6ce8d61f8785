/** TypeScript types of custom types. */
import { isJsonList, isJsonObject, type ReadonlyJsonObject } from "../../../base/json-object.ts";
import { getOwn } from "../../../base/own-property.ts";
import { extension, type Vocabulary } from "../../../meta/vocabulary.ts";
import { exactJson } from "../../exact-json.ts";
import type { Definition, DefinitionVersion } from "../definition.ts";
import { docComment } from "./doc-comment.ts";
import { capitalName, constantName, FileNames, propertyName } from "./type-names.ts";

/** A version of a definition whose types are written. */
export interface TypedVersion {
  readonly definition: Definition;
  readonly version: DefinitionVersion;
}

const metadataType = "ObjectMeta";
const kindType = "KindNames";
const indent = "  ";

/**
 * Returns a module with an interface for each object type of the schemas, and a constant for each kind, with which the
 * typed client is used.
 */
export function writeTypes(versions: readonly TypedVersion[]): string {
  const names = new FileNames([metadataType, kindType]);
  const roots = versions.map((one) => ({ ...one, root: names.take(capitalName(one.definition.kind)) }));
  const modules = roots.map(({ definition, version, root }) => {
    const constant = names.take(constantName(root));
    const types = new TypeWriter(names, definition.vocabulary).writeKind(root, definition, version);
    return [...types, kindConstant(constant, root, definition, version)].join("\n\n");
  });
  const sources = versions.map(({ definition, version }) => `${definition.name} ${version.name}`);
  const head = [
    ...docComment(`Types of ${sources.join(", ")}. Printed by \`orch types\`.`),
    `import type { ${metadataType} } from "orch/api";`,
    `import type { ${kindType} } from "orch/client";`,
  ];
  return `${[head.join("\n"), ...modules].join("\n\n")}\n`;
}

function kindConstant(
  constant: string,
  root: string,
  { group, kind, plural, scope }: Definition,
  { name }: DefinitionVersion,
): string {
  const members = { group, version: name, kind, plural, scope };
  return [
    ...docComment(`The kind ${kind}, for \`client.api(${constant})\`.`),
    `export const ${constant}: ${kindType}<${root}> = {`,
    ...Object.entries(members).map(([member, value]) => `${indent}${member}: ${JSON.stringify(value)},`),
    "};",
  ].join("\n");
}

const extensions = {
  intOrString: extension("int-or-string"),
  embeddedResource: extension("embedded-resource"),
  preservesUnknownFields: extension("preserve-unknown-fields"),
} as const;

/** The type of a value, as text, and whether it must be in parentheses before `[]`. */
interface TypeText {
  readonly text: string;
  readonly isUnion: boolean;
}

interface Property {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly doc: string;
}

/** Writes the types of one schema. Interfaces are in the order in which the schema mentions them, the outermost first. */
class TypeWriter {
  readonly #names: FileNames;
  readonly #vocabulary: Vocabulary;
  readonly #interfaces: string[] = [];

  constructor(names: FileNames, vocabulary: Vocabulary) {
    this.#names = names;
    this.#vocabulary = vocabulary;
  }

  writeKind(root: string, { group, kind }: Definition, { name, schema }: DefinitionVersion): readonly string[] {
    const typeMeta = [`kind: ${JSON.stringify(kind)}`, `apiVersion: ${JSON.stringify(`${group}/${name}`)}`];
    this.#addInterface(root, schema, [...typeMeta, `metadata: ${metadataType}`]);
    return this.#interfaces;
  }

  /** @param typeMeta declarations of `kind`, `apiVersion` and `metadata`, if the value is an API object */
  #addInterface(name: string, schema: ReadonlyJsonObject, typeMeta: readonly string[]): void {
    const position = this.#interfaces.push("") - 1;
    const isApiObject = typeMeta.length > 0;
    const properties = this.#properties(schema, name, (property) => !(isApiObject && isTypeMeta(property)));
    const lines = [
      ...docComment(textOf(schema["description"])),
      `export interface ${name} {`,
      ...typeMeta.map((member) => `${indent}${member};`),
      ...properties.flatMap(propertyLines),
      ...(this.#flag(schema, extensions.preservesUnknownFields) ? [`${indent}[name: string]: unknown;`] : []),
      "}",
    ];
    this.#interfaces[position] = lines.join("\n");
  }

  /** Returns the properties that are written. The types of others are not needed. */
  #properties(schema: ReadonlyJsonObject, owner: string, isWritten: (name: string) => boolean): readonly Property[] {
    const { properties, required } = schema;
    const requiredNames = new Set(isJsonList(required) ? required : []);
    const entries = Object.entries(isJsonObject(properties) ? properties : {}).filter(([name]) => isWritten(name));
    return entries.filter(isSchemaEntry).map(([name, property]) => ({
      name,
      type: this.#typeOf(property, `${owner}${capitalName(name)}`).text,
      isRequired: requiredNames.has(name) && !hasDefault(property),
      doc: docOf(property),
    }));
  }

  /** @param name name of the interface, if the type needs one */
  #typeOf(schema: ReadonlyJsonObject, name: string): TypeText {
    const type = this.#typeWithoutNull(schema, name);
    const isNullable = schema["nullable"] === true && type.text !== "unknown" && !/(?:^|\| )null$/.test(type.text);
    return isNullable ? { text: `${type.text} | null`, isUnion: true } : type;
  }

  #typeWithoutNull(schema: ReadonlyJsonObject, name: string): TypeText {
    const literals = literalsOf(schema["enum"]);
    if (literals.length > 0) return { text: literals.join(" | "), isUnion: literals.length > 1 };
    if (this.#flag(schema, extensions.intOrString)) return { text: "number | string", isUnion: true };
    if (this.#flag(schema, extensions.embeddedResource)) return this.#embeddedResource(schema, name);
    switch (schema["type"]) {
      case "string":
      case "boolean":
        return single(schema["type"]);
      case "integer":
      case "number":
        return single("number");
      case "array":
        return this.#list(schema, name);
      case "object":
        return this.#object(schema, name);
      default:
        return single("unknown");
    }
  }

  #list({ items }: ReadonlyJsonObject, name: string): TypeText {
    if (!isJsonObject(items)) return single("unknown[]");
    const { text, isUnion } = this.#typeOf(items, `${name}Item`);
    return single(isUnion ? `(${text})[]` : `${text}[]`);
  }

  #object(schema: ReadonlyJsonObject, name: string): TypeText {
    const { properties, additionalProperties } = schema;
    if (isJsonObject(properties) && Object.keys(properties).length > 0) return this.#named(schema, name, []);
    if (isJsonObject(additionalProperties)) {
      return single(`{ [name: string]: ${this.#typeOf(additionalProperties, `${name}Value`).text} }`);
    }
    const isOpen = additionalProperties === true || this.#flag(schema, extensions.preservesUnknownFields);
    // The server removes every member of an object whose schema declares none.
    return single(`{ [name: string]: ${isOpen ? "unknown" : "never"} }`);
  }

  #embeddedResource(schema: ReadonlyJsonObject, name: string): TypeText {
    return this.#named(schema, name, ["kind: string", "apiVersion: string", `metadata?: ${metadataType}`]);
  }

  #named(schema: ReadonlyJsonObject, name: string, typeMeta: readonly string[]): TypeText {
    const unique = this.#names.take(name);
    this.#addInterface(unique, schema, typeMeta);
    return single(unique);
  }

  #flag(schema: ReadonlyJsonObject, token: (typeof extensions)[keyof typeof extensions]): boolean {
    return getOwn(schema, this.#vocabulary.bind(token)) === true;
  }
}

function single(text: string): TypeText {
  return { text, isUnion: false };
}

function textOf(json: unknown): string {
  return typeof json === "string" ? json : "";
}

function isSchemaEntry(entry: [string, unknown]): entry is [string, ReadonlyJsonObject] {
  return isJsonObject(entry[1]);
}

function isTypeMeta(name: string): boolean {
  return name === "kind" || name === "apiVersion" || name === "metadata";
}

/** A client need not set a property that the server completes. */
function hasDefault(schema: ReadonlyJsonObject): boolean {
  return schema["default"] !== undefined && schema["default"] !== null;
}

function docOf(schema: ReadonlyJsonObject): string {
  const description = textOf(schema["description"]);
  if (!hasDefault(schema)) return description;
  const shown = `Default: ${exactJson.stringify(schema["default"])}`;
  return description === "" ? shown : `${description}\n\n${shown}`;
}

/** Members that every object inherits, according to TypeScript. */
const inheritedNames: ReadonlySet<string> = new Set([
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf",
]);

function propertyLines({ name, type, isRequired, doc }: Property): readonly string[] {
  const property = `${indent}${propertyName(name)}${isRequired ? "" : "?"}`;
  // Without the property, a program reads the inherited member. TypeScript rejects objects without it unless its type allows this.
  const inherited = !isRequired && inheritedNames.has(name) ? ` | {}[${JSON.stringify(name)}]` : "";
  return [...docComment(doc, indent), `${property}: ${type}${inherited};`];
}

/** Returns the literal types of an enum; none if a value has no literal type. */
function literalsOf(json: unknown): readonly string[] {
  if (!isJsonList(json) || json.some((value) => typeof value === "object" && value !== null)) return [];
  // Literals of integers that are not exact would be other numbers.
  if (json.some((value) => typeof value === "bigint")) return [];
  const literals = [...new Set(json.map((value) => JSON.stringify(value)))];
  return [...literals.filter((text) => text !== "null"), ...literals.filter((text) => text === "null")];
}
