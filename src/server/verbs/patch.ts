/**
 * PATCH with a JSON patch, a merge patch or a strategic merge patch. The patch changes the document that clients see.
 * If another write came first, it is applied again to the newer document.
 */
import { countKeys, jsonNodeOf, type TypeMeta } from "../../codec/index.ts";
import { invalidField } from "../../meta/field-error.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { invalid } from "../../meta/status-error.ts";
import { type SchemaCompiler, SchemaDecodeError } from "../../schema/index.ts";
import { managedWrite } from "../field-owners/managed-write.ts";
import { notePatch } from "../output/audit-objects.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { bodyBytesMax } from "../requests/body.ts";
import { type EndpointRequest, isCustom, type ServedEndpoint, type VerbHandler } from "../served/endpoint.ts";
import { apply } from "./apply.ts";
import { changeObject } from "./change-object.ts";
import { missingKind } from "./decoding/body-type.ts";
import {
  applyFieldPolicy,
  type FieldPolicy,
  requireType,
  typeMetaOf,
  unknownConversion,
  unregisteredKind,
} from "./decoding/decode-object.ts";
import type { ExpectedObject } from "./decoding/expected-object.ts";
import { unknownSchema } from "./decoding/registered-kinds.ts";
import { expectedObject, outputRules } from "./endpoint-rules.ts";
import { readWriteOptions } from "./options/write-options.ts";
import {
  applyMediaType,
  cborApplyMediaType,
  type Patch,
  type PatchTarget,
  patchMediaType,
  patchReader,
} from "./patches/patch-types.ts";
import type { VerbServices } from "./services.ts";
import { settled } from "./settle-conversions.ts";
import { undeterminableName } from "./target.ts";

/** Returns the handler of PATCH. It passes server-side applies to the handler of `apply`. */
export function patch(services: VerbServices): VerbHandler {
  const applyPatch = apply(services);
  return async (request) => {
    const { call, endpoint } = request;
    const mediaType = patchMediaType(call.exchange.header("content-type"));
    if (mediaType === applyMediaType) return await applyPatch(request, "yaml");
    if (mediaType === cborApplyMediaType && call.servesCbor) return await applyPatch(request, "cbor");
    const warn = (message: string): void => call.warn(message);
    const read = patchReader(call, mediaType, isCustom(endpoint));
    const output = negotiateOutput(call, outputRules(endpoint));
    const bytes = await call.readBody(bodyBytesMax);
    const options = readWriteOptions(call, "PatchOptions", services.vocabulary);
    const { dryRun, fieldValidation } = options;
    if (call.audit) await notePatch(call, bytes);
    let body: Patch | undefined;
    await changeObject(request, services, {
      verb: "patch",
      dryRun,
      createIfMissing: false,
      output,
      makeDocument: async (existing) => {
        if (!existing) throw new TypeError("a patch needs an existing object");
        body ??= read(bytes, patchTarget(endpoint, services, fieldValidation !== "Ignore"));
        const policy = { fieldValidation, warn, compiler: services.compiler };
        const object = patchDocument(request, body, existing.document, policy);
        const write = managedWrite(call, services, { old: existing.stored.object, options });
        await settled(endpoint, () => services.owners.record(endpoint, object, write));
        return { object, keepsFields: false };
      },
    });
  };
}

function patchTarget(endpoint: ServedEndpoint, { compiler }: VerbServices, isStrict: boolean): PatchTarget {
  const expected = expectedObject(endpoint);
  const { kind, schema } = expected;
  return { kind, apiVersion: formatGroupVersion(expected), schema: schema.schema, compiler, isStrict };
}

/**
 * Returns the document with the patch applied.
 * @throws StatusError 422 if the result is not of the kind or, with `Strict`, has unknown fields; 400 if it has no
 * version
 */
function patchDocument(
  { endpoint, info }: EndpointRequest,
  body: Patch,
  document: SharedObject,
  policy: FieldPolicy & { readonly compiler: SchemaCompiler },
): ApiObject {
  const expected = expectedObject(endpoint);
  const { kind } = expected;
  const apiVersion = formatGroupVersion(expected);
  const result = body.apply(document);
  const { value } = result;
  const patchError = (why: string): Error => invalidPatch(result.show(), why);
  const type = result.fault ?? result.type ?? typeMetaOf(value);
  if (typeof type === "string") throw patchError(type);
  if (expected.isCustom && type.kind === "") throw patchError(missingKind(result.show()));
  if (type.apiVersion.split("/").length > apiVersionPartsMax) {
    throw patchError(`unexpected GroupVersion string: ${type.apiVersion}`);
  }
  if (value !== null && type.apiVersion === "" && !expected.isCustom) {
    if (type.kind !== "" && type.kind !== kind) throw patchError(unknownInternalKind(type.kind, expected));
    applyFieldPolicy([...body.complaints, ...complaintsOfInternalType(value)], policy, patchError);
    throw undeterminableName(info.name);
  }
  if (value !== null && !expected.isCustom) {
    const fault = faultOfType({ ...type, kind: type.kind || kind }, value, expected, policy.compiler);
    if (fault !== undefined) throw patchError(fault);
  }
  try {
    const { object, keyCount } = expected.schema.decode(value);
    if (expected.isCustom) requireType(type, object, expected);
    const isFullyRead = !result.repeatsKeys && keyCount === countKeys(value);
    const resultComplaints = isFullyRead ? [] : result.complaints();
    applyFieldPolicy([...body.complaints, ...resultComplaints], policy, patchError);
    // A patch may remove these fields, but field owners and admission plugins need them.
    object.kind = kind;
    object.apiVersion = apiVersion;
    return object;
  } catch (error) {
    if (!(error instanceof SchemaDecodeError)) throw error;
    throw patchError(result.explain?.() ?? (expected.schema.faultOf(jsonNodeOf(value)) ?? error).message);
  }
}

/**
 * Returns the complaints of strict decoding about a result without a version. The reference reads it as its internal
 * type, whose fields have other names.
 */
function complaintsOfInternalType(value: unknown): readonly string[] {
  const unknownNames = Object.keys(value ?? {}).filter((name) => !internalFields.has(name));
  return unknownNames.map((name) => `unknown field ${goQuote(name)}`);
}

/** Fields that have the same names in the reference's internal types. */
const internalFields: ReadonlySet<string> = new Set(["kind", "apiVersion"]);

function unknownInternalKind(kind: string, { group, typeTable }: ExpectedObject): string {
  return `no kind ${goQuote(kind)} is registered for the internal version of group ${goQuote(group)} in scheme ${typeTable}`;
}

const apiVersionPartsMax = 2;

/** Returns why a result of another type is rejected. Undefined if it has the expected type. */
function faultOfType(
  type: TypeMeta,
  value: unknown,
  expected: ExpectedObject,
  compiler: SchemaCompiler,
): string | undefined {
  const { kind, apiVersion } = type;
  if (kind === expected.kind && apiVersion === formatGroupVersion(expected)) return undefined;
  const schema = expected.schemaOf(apiVersion, kind);
  if (schema === undefined) return unregisteredKind(type, expected);
  const fault = schema === unknownSchema ? undefined : compiler.compile(schema).faultOf(jsonNodeOf(value));
  return fault?.message ?? unknownConversion(type, expected);
}

/** Returns the error for an invalid result of a patch. As in the reference, it names no kind. */
function invalidPatch(resultText: string, why: string): Error {
  return invalid({ group: "", kind: "" }, "", [invalidField("patch", resultText, why)]);
}
