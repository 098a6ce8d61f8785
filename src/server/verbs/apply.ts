/**
 * PATCH with server-side apply: the client sends the fields that it wants the object to have, and becomes their owner.
 */
import { isJsonObject } from "../../base/json-object.ts";
import { withPlainNumbers } from "../../base/number-text.ts";
import { DecodeError, decodeCborObject, jsonType, parseYaml, yamlConversionPrefix } from "../../codec/index.ts";
import { formatGroupVersion, formatObjectType } from "../../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { badRequest, conflict } from "../../meta/status-error.ts";
import { checkShape, formatShapeErrors, shapeOf } from "../../ownership/index.ts";
import { converterFault } from "../../patch/index.ts";
import { type StructSchema, SchemaDecodeError as TypeDecodeError } from "../../schema/index.ts";
import { managedWrite } from "../field-owners/managed-write.ts";
import { notePatch } from "../output/audit-objects.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { bodyBytesMax } from "../requests/body.ts";
import type { EndpointRequest, ServedEndpoint, StoredEndpoint } from "../served/endpoint.ts";
import { changeObject } from "./change-object.ts";
import { applyFieldPolicy } from "./decoding/decode-object.ts";
import { expectedObject, outputRules } from "./endpoint-rules.ts";
import { NoOpApply } from "./no-op-applies.ts";
import { readApplyOptions } from "./options/write-options.ts";
import type { VerbServices } from "./services.ts";
import { settled } from "./settle-conversions.ts";

/** Language of the body of a server-side apply. */
export type ApplyLanguage = "yaml" | "cbor";

/** Returns the handler of server-side apply. */
export function apply(
  services: VerbServices,
): (request: EndpointRequest<StoredEndpoint>, language: ApplyLanguage) => Promise<void> {
  return async (request, language) => {
    const { call, endpoint, info } = request;
    const warn = (message: string): void => call.warn(message);
    const output = negotiateOutput(call, outputRules(endpoint));
    const bytes = await call.readBody(bodyBytesMax);
    const options = readApplyOptions(call, services.vocabulary);
    const { dryRun, fieldValidation, force } = options;
    if (call.audit) await notePatch(call, bytes);
    const { apiVersion } = endpoint.documentType.kind;
    const identity = {
      apiVersion,
      subresource: endpoint.subresource,
      manager: options.fieldManager,
      force,
      language,
    };
    const noOp = new NoOpApply(identity, bytes);
    const updates = {
      operation: "UPDATE",
      resource: endpoint.resourceKind,
      subresource: endpoint.subresource,
    } as const;
    let body: ApplyBody | undefined;
    await changeObject(request, services, {
      verb: "patch",
      dryRun,
      createIfMissing:
        endpoint.subresource === "" || (endpoint.subresource === "status" && isCreatedByStatusApply(endpoint)),
      output,
      makeDocument: async (existing) => {
        const mayChange = services.admission.mayChange(updates);
        if (existing && !mayChange && noOp.changesNothingIn(existing.stored.cached)) return undefined;
        body ??= language === "cbor" ? readCborBody(bytes) : await readBody(bytes);
        const applied = readAppliedObject(endpoint, body.value);
        const write = { force, ...managedWrite(call, services, { old: existing?.stored.object, options }) };
        const result = await settled(endpoint, () =>
          reportConversionFault(endpoint, applied, () => services.owners.apply(endpoint, applied, write)),
        );
        applyFieldPolicy([], { fieldValidation, warn, yamlLines: body.duplicates }, strictYamlError);
        // A write to a Scale gives the replicas a separate owner entry (`ownersOfScaled`), even if nothing else changes.
        const changesNothing = result.isUnchanged && !endpoint.conversion?.ownersOf;
        if (existing && changesNothing && !mayChange) {
          if (body.duplicates.length === 0) noOp.remember(existing.stored.cached);
          return undefined;
        }
        const object = decodeResult(endpoint, result.object, applied);
        if (!endpoint.conversion) endpoint.resource.fillDefaults(object);
        if (!existing && object.metadata.uid) throw unknownUid(endpoint, info.name, object.metadata.uid);
        return { object, keepsFields: result.keepsFields };
      },
    });
  };
}

/** Returns whether an apply to the status of a missing object creates it. As in the reference, it does for a few kinds. */
function isCreatedByStatusApply({ resource }: StoredEndpoint): boolean {
  const { rules, subresources } = resource.kind.declaration;
  return rules.createOnUpdate || subresources.status?.createdByApply === true;
}

interface ApplyBody {
  readonly value: Readonly<Record<string, unknown>>;
  /** Complaints of the YAML parser about repeated keys. */
  readonly duplicates: readonly string[];
}

/**
 * Parses the body. Unlike the reference, it rejects a second document. The client then probably sent a file that
 * contains several objects, and should apply each of them.
 * @throws StatusError 400 if the body is not YAML, contains several documents, or is not an object
 */
async function readBody(bytes: Buffer): Promise<ApplyBody> {
  const yamlError = (why: string, cause?: unknown): Error => badRequest(`error decoding YAML: ${why}`, cause);
  try {
    const body = await parseYaml(bytes, undefined, { isSingleDocument: true });
    const value = body.value ?? {};
    if (typeof value !== "object" || Array.isArray(value)) {
      const type = "Go value of type map[string]interface {}";
      throw yamlError(
        `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonType(value)} into ${type}`,
      );
    }
    return { value: value as Readonly<Record<string, unknown>>, duplicates: body.duplicates };
  } catch (error) {
    if (error instanceof DecodeError) throw yamlError(`${yamlConversionPrefix}${error.message}`, error);
    throw error;
  }
}

/** @throws StatusError 400 if the body is not an object in CBOR. As in the reference, the message says YAML. */
function readCborBody(bytes: Buffer): ApplyBody {
  try {
    const { value } = decodeCborObject(bytes);
    return { value: withPlainNumbers(value ?? {}) as Readonly<Record<string, unknown>>, duplicates: [] };
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`error decoding YAML: ${error.message}`, error);
    throw error;
  }
}

/** @param why such as `strict decoding error: yaml: …` */
function strictYamlError(why: string): Error {
  return badRequest(`error strict decoding YAML: ${why.replace("strict decoding error: ", yamlConversionPrefix)}`);
}

/**
 * Returns the object that the client applies.
 * @throws StatusError 400 if the body names another type than the endpoint's, contains `metadata.managedFields`, or
 * does not match the type
 */
function readAppliedObject(endpoint: ServedEndpoint, value: Readonly<Record<string, unknown>>): ApiObject {
  const expected = expectedObject(endpoint);
  const { apiVersion, kind } = value;
  const type = showType(apiVersion, kind);
  if (type !== showType(formatGroupVersion(expected), expected.kind)) throw badRequest(`invalid object type: ${type}`);
  const metadata = metadataOf(value);
  const { schema } = expected.schema;
  if (isReadAsOwners(metadata["managedFields"], schema)) throw badRequest("metadata.managedFields must be nil");
  const errors = checkShape(shapeOf(schema), value);
  if (errors.length > 0) {
    const description = `${stringOrEmpty(metadata["namespace"])}/${stringOrEmpty(metadata["name"])}; ${type}`;
    throw badRequest(`failed to create typed patch object (${description}): ${formatShapeErrors(errors)}`);
  }
  return { ...value, metadata } as unknown as ApiObject;
}

/**
 * Whether the reference can decode the value of `metadata.managedFields`. It ignores any other value at this point, and
 * `checkShape` may report it.
 */
function isReadAsOwners(managedFields: unknown, schema: StructSchema): boolean {
  if (!Array.isArray(managedFields) || !managedFields.every(isJsonObject)) return false;
  return converterFault(schema, { metadata: { managedFields } }) === undefined;
}

function stringOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function metadataOf({ metadata }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isJsonObject(metadata) ? metadata : {};
}

/** Returns the type as the reference prints it in error messages. */
function showType(apiVersion: unknown, kind: unknown): string {
  // As in the reference, an object with a malformed version has no kind either.
  if (stringOrEmpty(apiVersion).split("/").length > 2) return formatObjectType("/", "");
  return formatObjectType(stringOrEmpty(apiVersion), stringOrEmpty(kind));
}

/**
 * Runs an apply. Applies convert the object to the versions in which its field managers wrote.
 * @throws StatusError 400 if the object does not match its type and cannot be converted
 */
function reportConversionFault<T>(endpoint: ServedEndpoint, applied: ApiObject, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TypeDecodeError)) throw error;
    throw badRequest(`failed to convert new object: ${decodeFault(endpoint, { applied, object: applied, error })}`);
  }
}

/**
 * Returns the result of an apply in canonical form, with defaults.
 * @param applied the object that the client sent; the error message names its type
 * @throws StatusError 400 if the result does not match its type, or if the applied `managedFields` cannot be read
 */
function decodeResult(endpoint: ServedEndpoint, object: SharedObject, applied: ApiObject): ApiObject {
  const { schema } = expectedObject(endpoint);
  const { apiVersion, kind, metadata } = applied;
  const conversionError = (why: string): Error => {
    const description = `${metadata.namespace ?? ""}/${metadata.name ?? ""}; ${showType(apiVersion, kind)}`;
    return badRequest(`failed to convert new object (${description}) to proper version: ${why}`);
  };
  // The result has new `managedFields`. The reference decodes the applied ones only here, and reports those that it has
  // ignored above.
  const { managedFields = [] } = metadata;
  const fault = converterFault(schema.schema, { metadata: { managedFields } });
  if (fault !== undefined) throw conversionError(conversionFault(applied, fault));
  try {
    return schema.decodeApplied(object).object;
  } catch (error) {
    if (!(error instanceof TypeDecodeError)) throw error;
    throw conversionError(decodeFault(endpoint, { applied, object, error }));
  }
}

interface UnreadableObject {
  readonly applied: ApiObject;
  readonly object: SharedObject;
  readonly error: TypeDecodeError;
}

function decodeFault(endpoint: ServedEndpoint, { applied, object, error }: UnreadableObject): string {
  return conversionFault(applied, converterFault(expectedObject(endpoint).schema.schema, object) ?? error.message);
}

function conversionFault({ apiVersion, kind }: SharedObject, why: string): string {
  return `unable to convert unstructured object to ${showType(apiVersion, kind)}: ${why}`;
}

function unknownUid({ resourceKind }: ServedEndpoint, name: string, uid: string): Error {
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  return conflict(resourceKind, name, why);
}
