/** Reads YAML or JSON documents whose type is in `apiVersion` and `kind`, with the reference's error messages. */
import { isJsonObject } from "../base/json-object.ts";
import { ConfigurationError } from "../meta/configuration-error.ts";
import { goQuote } from "../meta/go-quote.ts";
import { type GroupVersion, parseGroupVersion } from "../meta/group-version.ts";
import { SchemaCompiler, SchemaDecodeError, type StructSchema } from "../schema/index.ts";
import { DecodeError } from "./decode-error.ts";
import { type JsonNode, parseJsonNode, sortedJsonNode } from "./json/json-node.ts";
import { jsonType } from "./json/json-type.ts";
import { countKeys, parseJson } from "./json/parse.ts";
import { strictFieldErrors } from "./strict-fields.ts";
import { parseSmallYaml } from "./yaml/parse.ts";

/** A parsed document. */
export interface TypedDocument {
  readonly text: string;
  readonly value: unknown;
  /** As the document contains it. Empty if it is absent. */
  readonly apiVersion: string;
  /** Undefined if `apiVersion` is empty. */
  readonly groupVersion: GroupVersion | undefined;
  /** Empty if it is absent. */
  readonly kind: string;
  /** Repeated keys, as the YAML reader reports them. */
  readonly duplicates: readonly string[];
  readonly keyCount: number;
  readonly node: () => JsonNode;
}

const unreadableType = "couldn't get version/kind; json parse error";

/**
 * Parses a document, and finds its type.
 * @throws ConfigurationError with the reference's message
 */
export function parseTypedDocument(bytes: Buffer): TypedDocument {
  const parsed = reportingFaults(() => parse(bytes));
  const { apiVersion, kind } = typeOf(parsed.value);
  const groupVersion = parseGroupVersion(apiVersion);
  if (!groupVersion && apiVersion !== "") {
    throw new ConfigurationError(`unexpected GroupVersion string: ${apiVersion}`);
  }
  return { ...parsed, apiVersion, groupVersion, kind };
}

/**
 * Returns the object that a document describes.
 * @param options.isStrict whether unknown and repeated fields are errors; otherwise they are ignored
 * @throws ConfigurationError with the reference's message
 */
export function decodeTypedDocument<T extends object>(
  document: TypedDocument,
  schema: StructSchema<T>,
  { isStrict }: { readonly isStrict: boolean },
): T {
  const compiled = new SchemaCompiler(new Map()).compile(schema);
  return reportingFaults(() => {
    try {
      const { object, keyCount } = compiled.decode(document.value ?? {});
      const hasComplaints = keyCount !== document.keyCount || document.duplicates.length > 0;
      if (isStrict && hasComplaints) throwComplaints(document, schema);
      return object;
    } catch (error) {
      if (!(error instanceof SchemaDecodeError)) throw error;
      throw compiled.faultOf(document.node()) ?? error;
    }
  });
}

/** Returns the error about a document whose type is not in a table. @param typeTable the reference's name of the table */
export function unregisteredType({ kind, apiVersion }: TypedDocument, typeTable: string): ConfigurationError {
  const registration = `${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`;
  return new ConfigurationError(`no kind ${registration} in scheme ${goQuote(typeTable)}`);
}

function reportingFaults<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError || error instanceof SchemaDecodeError) {
      throw new ConfigurationError(error.message, { cause: error });
    }
    throw error;
  }
}

function parse(bytes: Buffer): Omit<TypedDocument, "apiVersion" | "groupVersion" | "kind"> {
  const text = bytes.toString("utf8");
  if (!/^\s*\{/.test(text)) {
    const { value, duplicates } = parseSmallYaml(bytes);
    return { text, value, duplicates, keyCount: countKeys(value), node: () => sortedJsonNode(value) };
  }
  try {
    const { value, keyCount } = parseJson(bytes);
    return { text, value, duplicates: [], keyCount, node: () => parseJsonNode(text) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new ConfigurationError(`${unreadableType}: ${error.message}`, { cause: error });
  }
}

function throwComplaints({ duplicates, node }: TypedDocument, schema: StructSchema): never {
  const yamlComplaints = duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${duplicates.join("\n  ")}`] : [];
  const complaints = [...yamlComplaints, ...strictFieldErrors(node(), schema)];
  throw new ConfigurationError(`strict decoding error: ${complaints.join(", ")}`);
}

function typeOf(value: unknown): { readonly apiVersion: string; readonly kind: string } {
  if (value === null) return { apiVersion: "", kind: "" };
  if (!isJsonObject(value)) {
    const target =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    const found = `json: cannot unmarshal ${jsonType(value)} into Go value of type ${target}`;
    throw new ConfigurationError(`${unreadableType}: ${found}`);
  }
  return { apiVersion: memberOf(value, "apiVersion"), kind: memberOf(value, "kind") };
}

function memberOf(value: Readonly<Record<string, unknown>>, name: "apiVersion" | "kind"): string {
  const member = value[name] ?? "";
  if (typeof member === "string") return member;
  const found = `json: cannot unmarshal ${jsonType(member)} into Go struct field .${name} of type string`;
  throw new ConfigurationError(`${unreadableType}: ${found}`);
}
