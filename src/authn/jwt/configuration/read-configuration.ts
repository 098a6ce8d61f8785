/** Reads configuration files strictly: unknown and repeated fields and values of wrong types are errors. */
import { isJsonObject } from "../../../base/json-object.ts";
import {
  countKeys,
  DecodeError,
  type JsonNode,
  jsonType,
  parseJson,
  parseJsonNode,
  parseSmallYaml,
  sortedJsonNode,
  strictFieldErrors,
} from "../../../codec/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { parseGroupVersion } from "../../../meta/group-version.ts";
import { group, type Vocabulary } from "../../../meta/vocabulary.ts";
import { SchemaCompiler, SchemaDecodeError } from "../../../schema/index.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { type AuthenticationConfiguration, configurationSchema, configurationVersions } from "./schema.ts";

/** Group of the configuration's versions. */
const configurationGroup = group("apiserver.config");
const configurationKind = "AuthenticationConfiguration";

/** Kinds of other configuration files, by version. */
const otherKinds: Readonly<Record<string, readonly string[]>> = {
  v1: ["AdmissionConfiguration", "AuthorizationConfiguration", "EncryptionConfiguration"],
  v1alpha1: [
    "AdmissionConfiguration",
    "AuthorizationConfiguration",
    "EgressSelectorConfiguration",
    "TracingConfiguration",
  ],
  v1beta1: ["AuthorizationConfiguration", "EgressSelectorConfiguration", "TracingConfiguration"],
};

/** The reference's name of its table of configuration types. */
const typeTable = "pkg/kubeapiserver/options/authentication.go:853";
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
 * Returns the configuration in a YAML or JSON file.
 * @throws ConfigurationError with the reference's message
 */
export function readConfiguration(bytes: Buffer, vocabulary: Vocabulary): AuthenticationConfiguration {
  if (bytes.length === 0) throw new ConfigurationError("empty config data");
  try {
    return decode(parse(bytes), vocabulary);
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

function decode(file: ParsedFile, vocabulary: Vocabulary): AuthenticationConfiguration {
  const schema = configurationSchema(versionOf(file, vocabulary));
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

function throwComplaints({ duplicates, node }: ParsedFile, schema: ReturnType<typeof configurationSchema>): never {
  const yamlComplaints = duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${duplicates.join("\n  ")}`] : [];
  const complaints = [...yamlComplaints, ...strictFieldErrors(node(), schema)];
  throw new ConfigurationError(`strict decoding error: ${complaints.join(", ")}`);
}

/** Returns the version of a document. @throws ConfigurationError if it is of another type */
function versionOf({ text, value }: ParsedFile, vocabulary: Vocabulary): (typeof configurationVersions)[number] {
  const { apiVersion, kind } = typeOf(value);
  const parsed = parseGroupVersion(apiVersion);
  if (!parsed && apiVersion !== "") throw new ConfigurationError(`unexpected GroupVersion string: ${apiVersion}`);
  const shown = text.slice(0, shownCharsMax);
  if (kind === "") throw new ConfigurationError(`Object 'Kind' is missing in '${shown}'`);
  if (!parsed) throw new ConfigurationError(`Object 'apiVersion' is missing in '${shown}'`);
  if (parsed.group === vocabulary.bind(configurationGroup)) {
    const version = configurationVersions.find((one) => one === parsed.version);
    if (kind === configurationKind && version !== undefined) return version;
    if (otherKinds[parsed.version]?.includes(kind)) {
      throw new ConfigurationError(`expected ${configurationKind}, got *apiserver.${kind}`);
    }
  }
  const type = `${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`;
  throw new ConfigurationError(`no kind ${type} in scheme ${goQuote(typeTable)}`);
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
