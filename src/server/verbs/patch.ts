/** PATCH: the patch is applied to what clients see of the stored object, again on a newer state when need be. */
import { countKeys, sortedJsonNode, strictFieldErrors, type TypeMeta } from "../../codec/index.ts";
import { invalidField } from "../../meta/field-error.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatGroupVersion, parseGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { invalid } from "../../meta/status-error.ts";
import type { JsonObject } from "../../patch/index.ts";
import { DecodeError } from "../../schema/index.ts";
import { bodyBytesMax } from "../body.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import type { Endpoint, EndpointCall, VerbHandler } from "../resource-table.ts";
import { apply } from "./apply.ts";
import { changeObject } from "./change-object.ts";
import { applyFieldPolicy, type FieldPolicy, typeMetaOf } from "./decode-object.ts";
import { expectedAt, objectRules } from "./endpoint-rules.ts";
import { ownedWrite } from "./owned-write.ts";
import { applyMediaType, type Patch, type PatchTarget, patchMediaType, patchReader } from "./patch-types.ts";
import type { VerbServices } from "./services.ts";
import { undeterminableName } from "./target.ts";
import { readWriteOptions } from "./write-options.ts";

export function patch(services: VerbServices): VerbHandler {
  const applyPatch = apply(services);
  return async (request) => {
    const { call, endpoint } = request;
    const mediaType = patchMediaType(call.exchange.header("content-type"));
    if (mediaType === applyMediaType) return await applyPatch(request);
    const warn = (message: string): void => call.warn(message);
    const read = patchReader(mediaType);
    const output = negotiateOutput(call, objectRules(endpoint));
    const bytes = await call.readBody(bodyBytesMax);
    const options = readWriteOptions(call, "PatchOptions", services.vocabulary);
    const { dryRun, fieldValidation } = options;
    const body = read(bytes, patchTarget(endpoint, services));
    await changeObject(request, services, {
      verb: "patch",
      dryRun,
      createIfMissing: false,
      output,
      make: (before) => {
        if (!before) throw new TypeError("a patch needs an object to apply to");
        const object = patched(request, body, before.document, { fieldValidation, warn });
        services.owners.record(endpoint, object, ownedWrite(call, services, { old: before.stored.object, options }));
        return object;
      },
    });
  };
}

function patchTarget(endpoint: Endpoint, { compiler }: VerbServices): PatchTarget {
  const expected = expectedAt(endpoint);
  const { kind, schema } = expected;
  return { kind, apiVersion: formatGroupVersion(expected), schema: schema.schema, compiler };
}

/**
 * Returns the document with the patch applied.
 * @throws StatusError 422 for a result that is not of the kind, or, if `Strict`, has fields that it does not know; 400 for
 *   a result without a version
 */
function patched({ endpoint, info }: EndpointCall, body: Patch, document: ApiObject, policy: FieldPolicy): ApiObject {
  const expected = expectedAt(endpoint);
  const { kind } = expected;
  const apiVersion = formatGroupVersion(expected);
  const value = body.apply(document as unknown as JsonObject);
  const refuse = (why: string): Error => invalidPatch(body.show(value, document as unknown as JsonObject), why);
  const named = body.fault ?? typeMetaOf(value);
  if (typeof named === "string") throw refuse(named);
  if (value !== null) checkTypeMeta(named, { kind, apiVersion, name: info.name }, refuse);
  try {
    const { object, keys } = expected.schema.decode(value);
    const ofResult = keys === countKeys(value) ? [] : strictFieldErrors(sortedJsonNode(value), expected.schema.schema);
    applyFieldPolicy([...body.complaints, ...ofResult], policy, refuse);
    // A patch may leave out the kind; field owners and admission plugins depend on it.
    object.kind = kind;
    object.apiVersion = apiVersion;
    return object;
  } catch (error) {
    if (error instanceof DecodeError) throw refuse(body.explain?.(value) ?? error.message);
    throw error;
  }
}

/**
 * Refuses a result of another type. A missing kind is the expected one. Without a version the reference reads the result
 * as its internal type, finds no name in it, and says so.
 */
function checkTypeMeta(
  named: TypeMeta,
  expected: TypeMeta & { readonly name: string },
  refuse: (why: string) => Error,
): void {
  if (named.apiVersion === "") throw undeterminableName(expected.name);
  const kind = named.kind || expected.kind;
  if (kind === expected.kind && named.apiVersion === expected.apiVersion) return;
  if (!parseGroupVersion(named.apiVersion)) throw refuse(`unexpected GroupVersion string: ${named.apiVersion}`);
  throw refuse(
    `no kind ${goQuote(kind)} is registered for version ${goQuote(named.apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`,
  );
}

/** The reference's answer names no kind: it knows only that the result of the patch is wrong. */
function invalidPatch(shown: string, why: string): Error {
  return invalid({ group: "", kind: "" }, "", [invalidField("patch", shown, why)]);
}
