/** Reads configuration files strictly: unknown and repeated fields and values of wrong types are errors. */
import { isJsonObject } from "../base/json-object.ts";
import { ConfigurationError } from "../meta/configuration-error.ts";
import { goQuote } from "../meta/go-quote.ts";
import { parseGroupVersion } from "../meta/group-version.ts";
import { group, type Vocabulary } from "../meta/vocabulary.ts";
import { SchemaCompiler, SchemaDecodeError, type StructSchema } from "../schema/index.ts";
import { DecodeError } from "./decode-error.ts";
import { type JsonNode, parseJsonNode, sortedJsonNode } from "./json/json-node.ts";
import { jsonType } from "./json/json-type.ts";
import { countKeys, parseJson } from "./json/parse.ts";
import { strictFieldErrors } from "./strict-fields.ts";
import { parseSmallYaml } from "./yaml/parse.ts";

const configurationGroup = group("apiserver.config");

/** Kinds of configuration files that the reference can tell apart, by version. */
const configurationKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ["v1", ["AdmissionConfiguration", "AuthorizationConfiguration", "EncryptionConfiguration"]],
  ["v1alpha1", ["AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration"]],
  ["v1beta1", ["AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration"]],
]);

/** A kind of configuration file. */
export interface ConfigurationType<T extends object> {
  readonly vocabulary: Vocabulary;
  readonly kind: string;
  /** Schemas of the versions in which a file can be written, by version. */
  readonly schemas: ReadonlyMap<string, StructSchema<T>>;
  /** The reference's name of its table of types, for messages. */
  readonly typeTable: string;
}

/** Maximum length of a document that an error shows. */
const shownCharsMax = 1000;

/** A parsed file. */
interface ParsedFile {
  readonly text: string;
  readonly value: unknown;
  /** Repeated keys, as the YAML reader reports them. */
  readonly duplicates: readonly string[];
  readonly keyCount: number;
  readonly node: () => JsonNode;
}

/**
 * Returns the configuration in a YAML or JSON file that is not empty.
 * @throws ConfigurationError with the reference's message
 */
export function readConfigurationFile<T extends object>(bytes: Buffer, type: ConfigurationType<T>): T {
  try {
    return decode(parse(bytes), type);
  } catch (error) {
    if (error instanceof DecodeError || error instanceof SchemaDecodeError) throw new ConfigurationError(error.message);
    throw error;
  }
}

function parse(bytes: Buffer): ParsedFile {
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
    throw new ConfigurationError(`${unreadableType}: ${error.message}`);
  }
}

const unreadableType = "couldn't get version/kind; json parse error";

function decode<T extends object>(file: ParsedFile, type: ConfigurationType<T>): T {
  const schema = schemaOf(file, type);
  const compiled = new SchemaCompiler(new Map()).compile(schema);
  try {
    const { object, keyCount } = compiled.decode(file.value);
    if (keyCount !== file.keyCount || file.duplicates.length > 0) throwComplaints(file, schema);
    return object;
  } catch (error) {
    if (!(error instanceof SchemaDecodeError)) throw error;
    throw compiled.faultOf(file.node()) ?? error;
  }
}

function throwComplaints({ duplicates, node }: ParsedFile, schema: StructSchema): never {
  const yamlComplaints = duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${duplicates.join("\n  ")}`] : [];
  const complaints = [...yamlComplaints, ...strictFieldErrors(node(), schema)];
  throw new ConfigurationError(`strict decoding error: ${complaints.join(", ")}`);
}

/** Returns the schema of a document's version. @throws ConfigurationError if the document is of another type */
function schemaOf<T extends object>({ text, value }: ParsedFile, type: ConfigurationType<T>): StructSchema<T> {
  const { apiVersion, kind } = typeOf(value);
  const parsed = parseGroupVersion(apiVersion);
  if (!parsed && apiVersion !== "") throw new ConfigurationError(`unexpected GroupVersion string: ${apiVersion}`);
  const shown = text.slice(0, shownCharsMax);
  if (kind === "") throw new ConfigurationError(`Object 'Kind' is missing in '${shown}'`);
  if (!parsed) throw new ConfigurationError(`Object 'apiVersion' is missing in '${shown}'`);
  if (parsed.group === type.vocabulary.bind(configurationGroup)) {
    const schema = kind === type.kind ? type.schemas.get(parsed.version) : undefined;
    if (schema) return schema;
    if (configurationKinds.get(parsed.version)?.includes(kind)) {
      throw new ConfigurationError(`expected ${type.kind}, got *apiserver.${kind}`);
    }
  }
  const registration = `${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`;
  throw new ConfigurationError(`no kind ${registration} in scheme ${goQuote(type.typeTable)}`);
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
