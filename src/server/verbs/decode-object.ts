/**
 * From a request body to an object of the endpoint's kind: parsing, kind and version, types and defaults, and what to do
 * about fields that nobody knows. Messages are the reference's.
 */
import {
  DecodeError,
  jsonType,
  openEnvelope,
  type ProtobufEnvelope,
  readRepeatedKeys,
  strictFieldErrors,
  type TypeMeta,
} from "../../codec/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatGroupVersion, parseGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import {
  type CompiledSchema,
  type Decoded,
  type SchemaCompiler,
  type StructSchema,
  DecodeError as TypeDecodeError,
} from "../../schema/index.ts";
import { type BodyLanguage, type ParsedBody, parseBody, parseContent, type TextLanguage } from "../body.ts";
import type { FieldValidation } from "./write-options.ts";

/** What a body is expected to hold. */
export interface ExpectedObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: CompiledSchema<ApiObject>;
  /** Other versions in which it may come; they have its shape. */
  readonly olderVersions?: readonly string[] | undefined;
  /** Returns what identifies a built-in kind, the same for all its versions. Undefined if there is no such kind. */
  readonly registered: (apiVersion: string, kind: string) => object | undefined;
  /** Whether a type is known that is no object of the API. */
  readonly auxiliary: (apiVersion: string, kind: string) => boolean;
  /** The schema of a known kind of objects. */
  readonly schemaOf: (apiVersion: string, kind: string) => StructSchema | undefined;
}

/** What to do about unknown and duplicate fields. */
export interface FieldPolicy {
  readonly fieldValidation: FieldValidation;
  readonly warn: (message: string) => void;
}

/** @throws StatusError 400 at the first thing that is fatal */
export async function decodeObject(
  bytes: Buffer,
  language: BodyLanguage,
  expected: ExpectedObject,
  policy: FieldPolicy & { readonly compiler: SchemaCompiler },
): Promise<ApiObject> {
  const { named, parse } = await openBody(bytes, language, expected);
  const refuse = (why: string, cause?: unknown): Error =>
    badRequest(
      `${named.kind} in version ${goQuote(named.version)} cannot be handled as a ${expected.kind}: ${why}`,
      cause,
    );
  await checkKind({ named, expected, parse, compiler: policy.compiler, refuse });
  const { body, object, keys } = await decodeOrRefuse(parse, expected.schema, refuse);
  // A body with more keys than the schema has read holds fields that are unknown or stand twice.
  if (policy.fieldValidation !== "Ignore" && (keys !== body.keyCount || body.duplicates.length > 0)) {
    const complaints = strictFieldErrors(body.node(), expected.schema.schema);
    applyFieldPolicy(complaints, { ...policy, yamlLines: body.duplicates }, (why) => refuse(why));
  }
  object.kind = expected.kind;
  object.apiVersion = formatGroupVersion(expected);
  return object;
}

/**
 * Refuses complaints or turns them into warnings.
 * @param policy.yamlLines what the reader of YAML complains about: one complaint, but a warning for each line
 * @param refuse makes the error of `Strict`
 */
export function applyFieldPolicy(
  complaints: readonly string[],
  { fieldValidation, warn, yamlLines = [] }: FieldPolicy & { readonly yamlLines?: readonly string[] },
  refuse: (why: string) => Error,
): void {
  if (fieldValidation === "Ignore" || complaints.length + yamlLines.length === 0) return;
  if (fieldValidation === "Warn") {
    for (const complaint of [...yamlLines, ...complaints]) warn(complaint);
    return;
  }
  const ofYaml = yamlLines.length > 0 ? [`yaml: unmarshal errors:\n  ${yamlLines.join("\n  ")}`] : [];
  throw refuse(`strict decoding error: ${[...ofYaml, ...complaints].join(", ")}`);
}

interface NamedType {
  readonly kind: string;
  readonly version: string;
  readonly apiVersion: string;
}

/** A body of which the type is known. */
interface OpenBody {
  readonly named: NamedType;
  /** @throws DecodeError of codec */
  readonly parse: () => ParsedBody | Promise<ParsedBody>;
}

/** Text has to be parsed to find the type; in protobuf it comes first, and the rest cannot be read without. */
async function openBody(bytes: Buffer, language: BodyLanguage, expected: ExpectedObject): Promise<OpenBody> {
  if (language === "protobuf") {
    const envelope = openOrRefuse(bytes, expected);
    // In protobuf the reference ignores a version that it cannot read.
    const apiVersion = parseGroupVersion(envelope.apiVersion) ? envelope.apiVersion : "";
    return {
      named: nameType({ ...envelope, apiVersion }, expected),
      parse: () => parseContent(envelope, expected.schema.schema),
    };
  }
  const body = await parseOrRefuse(bytes, language, expected);
  return { named: readTypeMeta(body, expected), parse: () => body };
}

function openOrRefuse(bytes: Buffer, { kind }: ExpectedObject): ProtobufEnvelope {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (error instanceof DecodeError) throw unrecognized(kind, error.message, bytes, error);
    throw error;
  }
}

async function parseOrRefuse(bytes: Buffer, language: TextLanguage, { kind }: ExpectedObject): Promise<ParsedBody> {
  try {
    return await parseBody(bytes, language);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const why = language === "json" ? `couldn't get version/kind; json parse error: ${error.message}` : error.message;
    throw unrecognized(kind, why, bytes, error);
  }
}

function unrecognized(kind: string, why: string, bytes: Buffer, cause?: unknown): Error {
  const message = `the object provided is unrecognized (must be of type ${kind}): ${why} (${summarize(bytes)})`;
  return badRequest(message, cause);
}

const groupAndVersion = 2;

const summaryBytesMax = 30;

/** The beginning of a body: as text when it looks like an object, else in hexadecimal. */
function summarize(bytes: Buffer): string {
  if (bytes.length === 0) return "<empty>";
  const encoding = bytes[0] === 0x7b ? "utf8" : "hex";
  const head = bytes.subarray(0, summaryBytesMax).toString(encoding);
  return bytes.length > summaryBytesMax ? `${head} ...` : head;
}

/** Returns kind and version as the body names them. */
function readTypeMeta({ value, bytes }: ParsedBody, expected: ExpectedObject): NamedType {
  const named = typeMetaOf(value);
  if (typeof named === "string") throw unrecognized(expected.kind, named, bytes);
  if (named.apiVersion.split("/").length > groupAndVersion) {
    throw unrecognized(expected.kind, `unexpected GroupVersion string: ${named.apiVersion}`, bytes);
  }
  return nameType(named, expected);
}

/** Returns the kind and version that a document names, each empty if absent, or why they cannot be read. */
export function typeMetaOf(document: unknown): TypeMeta | string {
  const prefix = "couldn't get version/kind; json parse error: json: cannot unmarshal";
  if (document !== null && (typeof document !== "object" || Array.isArray(document))) {
    const target =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    return `${prefix} ${jsonType(document)} into Go value of type ${target}`;
  }
  const named = { apiVersion: "", kind: "" };
  for (const [key, value] of Object.entries(document ?? {})) {
    const member = typeMetaMembers.get(key.length)?.(key);
    if (member === undefined || value === null) continue;
    if (typeof value !== "string") return `${prefix} ${jsonType(value)} into Go struct field .${member} of type string`;
    named[member] = value;
  }
  return { ...named, apiVersion: named.apiVersion === "/" ? "" : named.apiVersion };
}

/**
 * The members that name the type, by the length of their names. The reference reads them without regard to case, and its
 * decoder of the whole object then ignores other spellings. The last one counts.
 */
const typeMetaMembers: ReadonlyMap<number, (key: string) => keyof TypeMeta | undefined> = new Map<
  number,
  (key: string) => keyof TypeMeta | undefined
>([
  [4, (key) => (key === "kind" || /^kind$/iu.test(key) ? "kind" : undefined)],
  [10, (key) => (key === "apiVersion" || /^apiversion$/iu.test(key) ? "apiVersion" : undefined)],
]);

/** What the body leaves out is as expected. */
function nameType(named: TypeMeta, expected: ExpectedObject): NamedType {
  const [group, version] = named.apiVersion.split("/");
  const isVersionMissing = named.apiVersion === "" || (version === "" && group === expected.group);
  const apiVersion = isVersionMissing ? formatGroupVersion(expected) : named.apiVersion;
  const kind = named.kind || expected.kind;
  return { kind, apiVersion, version: apiVersion.slice(apiVersion.indexOf("/") + 1) };
}

interface KindCheck {
  readonly named: NamedType;
  readonly expected: ExpectedObject;
  readonly parse: OpenBody["parse"];
  readonly compiler: SchemaCompiler;
  readonly refuse: (why: string, cause?: unknown) => Error;
}

/** @throws StatusError 400 for a document of another type, with what is wrong with it as one of its own type first */
async function checkKind({ named, expected, parse, compiler, refuse }: KindCheck): Promise<void> {
  const { kind, apiVersion, version } = named;
  const expectedVersion = formatGroupVersion(expected);
  if (kind === expected.kind && isAccepted(apiVersion, expected)) return;
  const registered = expected.registered(apiVersion, kind);
  if (kind === expected.kind && registered && registered === expected.registered(expectedVersion, kind)) {
    const message = `the API version in the data (${apiVersion}) does not match the expected API version (${expectedVersion})`;
    throw badRequest(message);
  }
  if (!registered && !expected.auxiliary(apiVersion, kind)) throw refuse(unregisteredKind(named));
  const schema = expected.schemaOf(apiVersion, kind);
  if (schema) await decodeOrRefuse(parse, compiler.compile(schema) as CompiledSchema<ApiObject>, refuse);
  const [home] = expected.schema.schema.name.split("/");
  throw refuse(`converting (${version}.${kind}) to (${home}.${expected.kind}): unknown conversion`);
}

/** Returns what the reference says of a type that it does not know. */
export function unregisteredKind({ kind, apiVersion }: TypeMeta): string {
  // An empty group is not shown.
  const version = apiVersion.startsWith("/") ? apiVersion.slice(1) : apiVersion;
  return `no kind ${goQuote(kind)} is registered for version ${goQuote(version)} in scheme ${typeTable}`;
}

/** How the reference names its table of types. */
export const typeTable = '"pkg/api/legacyscheme/scheme.go:30"';

/** Returns what is wrong first in the document, whose keys may be repeated. */
function firstFault(
  body: ParsedBody | undefined,
  schema: CompiledSchema<ApiObject>,
  error: TypeDecodeError,
): TypeDecodeError {
  const repeated = body && readRepeatedKeys(body.node(), schema.schema);
  return (repeated && schema.faultOf(repeated.first)) ?? schema.faultOf(body?.value) ?? error;
}

function isAccepted(apiVersion: string, { group, version, olderVersions = [] }: ExpectedObject): boolean {
  return [version, ...olderVersions].some((one) => formatGroupVersion({ group, version: one }) === apiVersion);
}

async function decodeOrRefuse(
  parse: OpenBody["parse"],
  schema: CompiledSchema<ApiObject>,
  refuse: (why: string, cause?: unknown) => Error,
): Promise<Decoded<ApiObject> & { readonly body: ParsedBody }> {
  let body: ParsedBody | undefined;
  try {
    body = await parse();
    const decoded = { body, ...schema.decode(body.value ?? {}) };
    if (decoded.keys === body.keyCount) return decoded;
    const repeated = readRepeatedKeys(body.node(), schema.schema);
    if (!repeated) return decoded;
    schema.decode(repeated.first);
    return { ...decoded, object: schema.decode(repeated.combined).object };
  } catch (error) {
    if (error instanceof TypeDecodeError) throw refuse(firstFault(body, schema, error).message, error);
    if (error instanceof DecodeError) throw refuse(error.message, error);
    throw error;
  }
}
