/**
 * Decodes a request body into an object of the endpoint's kind: parses it, checks its kind and version, decodes its
 * fields, sets defaults, and handles unknown fields. Error messages are those of the reference.
 */

import { isJsonObject } from "../../../base/json-object.ts";
import {
  countKeys,
  DecodeError,
  jsonType,
  openEnvelope,
  type ProtobufEnvelope,
  readRepeatedKeys,
  strictFieldErrors,
  type TypeMeta,
} from "../../../codec/index.ts";
import { invalidField } from "../../../meta/field-error.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { formatGroupVersion, parseGroupVersion } from "../../../meta/group-version.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { badRequest, invalid } from "../../../meta/status-error.ts";
import {
  type CompiledSchema,
  type Decoded,
  plainDocument,
  type SchemaCompiler,
  SchemaDecodeError as TypeDecodeError,
} from "../../../schema/index.ts";
import type { NoteDecoded } from "../../output/audit-objects.ts";
import {
  type BodyLanguage,
  type ParsedBody,
  parseBody,
  parseContent,
  parseMessage,
  type TextLanguage,
} from "../../requests/body.ts";
import type { FieldValidation } from "../options/write-options.ts";
import {
  type BodyType,
  type CreateError,
  completeType,
  errorCreator,
  missingKind,
  type OpenBody,
  unrecognizedError,
} from "./body-type.ts";
import { openCbor } from "./cbor-body.ts";
import type { ExpectedObject } from "./expected-object.ts";
import { unknownSchema, versionInMessages } from "./registered-kinds.ts";

/** How unknown and repeated fields are handled. */
export interface FieldPolicy {
  readonly fieldValidation: FieldValidation;
  readonly warn: (message: string) => void;
}

/**
 * Returns the object in a body. Rejects or reports unknown and repeated fields, as the policy says.
 * @param policy.note called with the object
 * @throws StatusError 400 for the first fatal error
 */
export async function decodeObject(
  bytes: Buffer,
  language: BodyLanguage,
  expected: ExpectedObject,
  policy: FieldPolicy & { readonly compiler: SchemaCompiler; readonly note?: NoteDecoded | undefined },
): Promise<ApiObject> {
  const opened = await openBody(bytes, language, expected);
  try {
    const { body, object, keyCount, needsExactJson } = await decodeOpened(opened, expected, policy.compiler);
    // If a body has more keys than the schema has read, it contains unknown or repeated fields.
    if (keyCount !== body.keyCount) opened.checkTypeMeta();
    if (expected.isCustom) requireType(opened.type, object, expected);
    const hasComplaints = body.complaints
      ? body.complaints.length > 0
      : keyCount !== body.keyCount || body.duplicates.length > 0;
    if (policy.fieldValidation !== "Ignore" && hasComplaints) {
      const complaints = body.complaints ?? strictFieldErrors(body.node(), expected.schema.schema);
      const createError = errorCreator(opened.type, expected);
      applyFieldPolicy(complaints, { ...policy, yamlLines: body.duplicates }, (why) => createError(why));
    }
    object.kind = expected.kind;
    object.apiVersion = formatGroupVersion(expected);
    policy.note?.(object, needsExactJson);
    return object;
  } catch (error) {
    opened.checkTypeMeta();
    throw error;
  }
}

/**
 * Decodes the body. A document of another type is first decoded as that type, so that its errors as such a document
 * come first.
 * @throws StatusError 400 for a document of another type, and for one that does not match its type
 */
async function decodeOpened(
  { type, parse, parseAs }: OpenBody,
  expected: ExpectedObject,
  compiler: SchemaCompiler,
): Promise<DecodedBody> {
  const createError = errorCreator(type, expected);
  checkVersion(type, expected);
  if (expected.isCustom || isExpected(type, expected)) return await decodeOrThrow(parse, expected.schema, createError);
  const schema = expected.schemaOf(type.apiVersion, type.kind);
  if (schema === undefined) throw createError(unregisteredKind(type, expected));
  if (schema !== unknownSchema) {
    const compiled = compiler.compile(schema) as CompiledSchema<ApiObject>;
    await decodeOrThrow(() => parseAs(schema), compiled, createError);
  }
  throw createError(unknownConversion(type, expected));
}

/**
 * Reports complaints about fields as warnings, or rejects them.
 * @param policy.yamlLines complaints of the YAML parser. `Strict` reports them as one complaint, `Warn` as one warning
 * each.
 * @param createError returns the error of `Strict`
 */
export function applyFieldPolicy(
  complaints: readonly string[],
  { fieldValidation, warn, yamlLines = [] }: FieldPolicy & { readonly yamlLines?: readonly string[] },
  createError: (why: string) => Error,
): void {
  if (fieldValidation === "Ignore" || complaints.length + yamlLines.length === 0) return;
  if (fieldValidation === "Warn") {
    for (const complaint of [...yamlLines, ...complaints]) warn(complaint);
    return;
  }
  const yamlComplaints = yamlLines.length > 0 ? [`yaml: unmarshal errors:\n  ${yamlLines.join("\n  ")}`] : [];
  throw createError(`strict decoding error: ${[...yamlComplaints, ...complaints].join(", ")}`);
}

/**
 * Finds the type of a body. Text is parsed for this. In protobuf, the type comes first, and its schema is needed to
 * parse the rest.
 */
async function openBody(bytes: Buffer, language: BodyLanguage, expected: ExpectedObject): Promise<OpenBody> {
  if (language === "protobuf") {
    const envelope = openOrThrow(bytes, expected);
    // In protobuf, the reference ignores a malformed apiVersion.
    const apiVersion = parseGroupVersion(envelope.apiVersion) ? envelope.apiVersion : "";
    return {
      type: completeType({ ...envelope, apiVersion }, expected),
      parse: () => parseContent(envelope, expected.schema.schema),
      parseAs: (schema) => parseMessage(envelope.content, schema),
      checkTypeMeta: () => undefined,
    };
  }
  if (language === "cbor") return openCbor(bytes, expected);
  const body = await parseOrThrow(bytes, language, expected);
  return {
    type: readTypeMeta(body, expected),
    parse: () => body,
    parseAs: () => body,
    checkTypeMeta: () => checkRepeatedTypeMeta(body, expected),
  };
}

function openOrThrow(bytes: Buffer, { kind }: ExpectedObject): ProtobufEnvelope {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (error instanceof DecodeError) throw unrecognizedError(kind, error.message, bytes, error);
    throw error;
  }
}

async function parseOrThrow(bytes: Buffer, language: TextLanguage, { kind }: ExpectedObject): Promise<ParsedBody> {
  try {
    return await parseBody(bytes, language);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const why = language === "json" ? `couldn't get version/kind; json parse error: ${error.message}` : error.message;
    throw unrecognizedError(kind, why, bytes, error);
  }
}

const apiVersionPartsMax = 2;

/** Returns the kind and version of a body. Those that it omits are the expected ones. */
function readTypeMeta(body: ParsedBody, expected: ExpectedObject): BodyType {
  const { bytes } = body;
  const type = typeMetaBesideNull(body) ?? typeMetaOf(body.value);
  if (typeof type === "string") {
    checkRepeatedTypeMeta(body, expected);
    throw unrecognizedError(expected.kind, type, bytes);
  }
  if (type.apiVersion.split("/").length > apiVersionPartsMax) {
    throw unrecognizedError(expected.kind, `unexpected GroupVersion string: ${type.apiVersion}`, bytes);
  }
  if (expected.isCustom && type.kind === "")
    throw unrecognizedError(expected.kind, missingKind(bytes.toString()), bytes);
  return completeType(type, expected);
}

/**
 * Checks that an object of a custom type names its kind and version.
 * @throws StatusError 422
 */
export function requireType({ kind, apiVersion }: TypeMeta, { metadata }: ApiObject, expected: ExpectedObject): void {
  const expectedVersion = formatGroupVersion(expected);
  if (kind === expected.kind && apiVersion === expectedVersion) return;
  const faults = [
    { field: "kind", actual: kind, needed: expected.kind },
    { field: "apiVersion", actual: apiVersion, needed: expectedVersion },
  ].filter(({ actual, needed }) => actual !== needed);
  const errors = faults.map(({ field, actual, needed }) => invalidField(field, actual, `must be ${needed}`));
  const group = parseGroupVersion(apiVersion)?.group ?? "";
  throw invalid({ group, kind }, metadata.name ?? "", errors);
}

/**
 * Returns the kind and version of a document that contains null for one of them. A null does not replace an earlier
 * value of a repeated key, so all members are read. Undefined for other documents.
 */
function typeMetaBesideNull({ value, node }: ParsedBody): TypeMeta | string | undefined {
  if (!isJsonObject(value) || !hasNullTypeMember(value)) return undefined;
  return typeMetaOfMembers(node());
}

/**
 * Returns the kind and version that the members of a document name, including repeated members. Undefined if it is not
 * an object.
 */
function typeMetaOfMembers(root: ReturnType<ParsedBody["node"]>): TypeMeta | string | undefined {
  if (typeof root !== "object" || root?.kind !== "object") return undefined;
  return typeMetaIn(root.members.map((one) => [one.key, plainDocument(one.value)]));
}

/** Whether the kind or version of a document is null. Allocates nothing, because it runs for every write. */
function hasNullTypeMember(document: Readonly<Record<string, unknown>>): boolean {
  for (const key in document) {
    if (document[key] === null && typeMetaMembers.get(key.length)?.(key) !== undefined) return true;
  }
  return false;
}

/** @throws StatusError 400 if the body has repeated keys, and a member that names the type is not a string */
function checkRepeatedTypeMeta({ value, keyCount, node, bytes }: ParsedBody, { kind }: ExpectedObject): void {
  if (keyCount === countKeys(value)) return;
  const type = typeMetaOfMembers(node());
  if (typeof type === "string") throw unrecognizedError(kind, type, bytes);
}

/**
 * Returns the kind and version that a document names, each empty if absent. Returns a message if they cannot be read.
 */
export function typeMetaOf(document: unknown): TypeMeta | string {
  if (document !== null && (typeof document !== "object" || Array.isArray(document))) {
    const target =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    return `${unreadableType} ${jsonType(document)} into Go value of type ${target}`;
  }
  return typeMetaIn(Object.entries(document ?? {}));
}

const unreadableType = "couldn't get version/kind; json parse error: json: cannot unmarshal";

function typeMetaIn(members: Iterable<readonly [key: string, value: unknown]>): TypeMeta | string {
  const type = { apiVersion: "", kind: "" };
  for (const [key, value] of members) {
    const member = typeMetaMembers.get(key.length)?.(key);
    if (member === undefined || value === null) continue;
    if (typeof value !== "string") {
      return `${unreadableType} ${jsonType(value)} into Go struct field .${member} of type string`;
    }
    type[member] = value;
  }
  return { ...type, apiVersion: type.apiVersion === "/" ? "" : type.apiVersion };
}

/**
 * Members that name the type, by the length of their key. The reference ignores the case of these keys here, and the
 * last member counts. Its decoder of the whole object ignores members in other spellings.
 */
const typeMetaMembers: ReadonlyMap<number, (key: string) => keyof TypeMeta | undefined> = new Map<
  number,
  (key: string) => keyof TypeMeta | undefined
>([
  [4, (key) => (key === "kind" || /^kind$/iu.test(key) ? "kind" : undefined)],
  [10, (key) => (key === "apiVersion" || /^apiversion$/iu.test(key) ? "apiVersion" : undefined)],
]);

function isExpected({ kind, apiVersion }: BodyType, expected: ExpectedObject): boolean {
  return kind === expected.kind && isAccepted(apiVersion, expected);
}

/** @throws StatusError 400 for a document in another version of the expected kind */
function checkVersion({ kind, apiVersion }: BodyType, expected: ExpectedObject): void {
  const expectedVersion = formatGroupVersion(expected);
  if (isAccepted(apiVersion, expected)) return;
  if (!expected.isCustom) {
    if (kind !== expected.kind) return;
    const identity = expected.kindIdentity(apiVersion, kind);
    if (!identity || identity !== expected.kindIdentity(expectedVersion, kind)) return;
  }
  throw badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expectedVersion})`,
  );
}

/** Returns the reference's message for a document of a known type that is not the expected one. */
export function unknownConversion({ kind, apiVersion }: TypeMeta, expected: ExpectedObject): string {
  const version = versionInMessages(apiVersion, kind);
  const [internalGroup] = expected.schema.schema.name.split("/");
  return `converting (${version}.${kind}) to (${internalGroup}.${expected.kind}): unknown conversion`;
}

/** Returns the reference's message for a document of an unknown type. */
export function unregisteredKind({ kind, apiVersion }: TypeMeta, { typeTable }: ExpectedObject): string {
  // As in the reference, an empty group is not shown.
  const version = apiVersion.startsWith("/") ? apiVersion.slice(1) : apiVersion;
  return `no kind ${goQuote(kind)} is registered for version ${goQuote(version)} in scheme ${typeTable}`;
}

function isAccepted(apiVersion: string, { group, version, olderVersions = [] }: ExpectedObject): boolean {
  return [version, ...olderVersions].some((one) => formatGroupVersion({ group, version: one }) === apiVersion);
}

interface DecodedBody extends Decoded<ApiObject> {
  readonly body: ParsedBody;
}

async function decodeOrThrow(
  parse: OpenBody["parse"],
  schema: CompiledSchema<ApiObject>,
  createError: CreateError,
): Promise<DecodedBody> {
  let body: ParsedBody | undefined;
  try {
    body = await parse();
    const decoded = { body, ...schema.decode(body.value ?? {}) };
    if (decoded.keyCount === body.keyCount) return decoded;
    const combined = readRepeatedKeys(body.node(), schema.schema);
    if (!combined) return decoded;
    const fault = schema.faultOf(body.node());
    if (fault) throw fault;
    return { ...decoded, object: schema.decode(combined).object };
  } catch (error) {
    if (error instanceof TypeDecodeError)
      throw createError(((body && schema.faultOf(body.node())) ?? error).message, error);
    if (error instanceof DecodeError) throw createError(error.message, error);
    throw error;
  }
}
