/** PATCH: the patch is applied to what clients see of the stored object, again on a newer state when need be. */
import { countKeys, sortedJsonNode, strictFieldErrors } from "../../codec/index.ts";
import { invalidField } from "../../meta/field-error.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { invalid } from "../../meta/status-error.ts";
import type { JsonObject } from "../../patch/index.ts";
import { DecodeError } from "../../schema/index.ts";
import { bodyBytesMax } from "../body.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import type { Endpoint, VerbHandler } from "../resource-table.ts";
import { apply } from "./apply.ts";
import { changeObject } from "./change-object.ts";
import { applyFieldPolicy, type FieldPolicy } from "./decode-object.ts";
import { expectedAt, objectRules } from "./endpoint-rules.ts";
import { ownedWrite } from "./owned-write.ts";
import { applyMediaType, type Patch, type PatchTarget, patchMediaType, patchReader } from "./patch-types.ts";
import type { VerbServices } from "./services.ts";
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
    const bytes = await call.exchange.readBody(bodyBytesMax);
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
        const object = patched(endpoint, body, before.document, { fieldValidation, warn });
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
 * The document with the patch applied.
 * @throws StatusError 422 for a result that is not of the kind, or, if `Strict`, has fields that it does not know
 */
function patched(endpoint: Endpoint, body: Patch, document: ApiObject, policy: FieldPolicy): ApiObject {
  const expected = expectedAt(endpoint);
  const value = body.apply(document as unknown as JsonObject);
  const refuse = (why: string): Error => invalidPatch(body.show(value), why);
  checkTypeMeta(value, { kind: expected.kind, apiVersion: formatGroupVersion(expected) }, refuse);
  try {
    const { object, keys } = expected.schema.decode(value);
    const ofResult = keys === countKeys(value) ? [] : strictFieldErrors(sortedJsonNode(value), expected.schema.schema);
    applyFieldPolicy([...body.complaints, ...ofResult], policy, refuse);
    return object;
  } catch (error) {
    if (error instanceof DecodeError) throw refuse(error.message);
    throw error;
  }
}

interface TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
}

function checkTypeMeta(value: unknown, expected: TypeMeta, refuse: (why: string) => Error): void {
  const { kind, apiVersion } = (value ?? {}) as Partial<Record<keyof TypeMeta, unknown>>;
  if ((kind ?? expected.kind) === expected.kind && (apiVersion ?? expected.apiVersion) === expected.apiVersion) return;
  throw refuse(
    `no kind ${JSON.stringify(kind ?? expected.kind)} is registered for version ${JSON.stringify(apiVersion ?? expected.apiVersion)}`,
  );
}

/** The reference's answer names no kind: it knows only that the result of the patch is wrong. */
function invalidPatch(shown: string, why: string): Error {
  return invalid({ group: "", kind: "" }, "", [invalidField("patch", shown, why)]);
}
