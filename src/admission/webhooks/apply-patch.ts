/** Applies the patches with which webhooks change objects. */
import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import { DecodeError, jsonPatchFault, parseJson } from "../../codec/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { internalError } from "../../meta/status-error.ts";
import { applyJsonPatch, type JsonPatchOperation, PatchError, parseJsonPatch } from "../../patch/index.ts";
import { jsonPatchType } from "./admission-review.ts";
import { WebhookCallFailure } from "./webhook-failure.ts";

/** A patched document. */
export interface PatchedObject {
  readonly value: unknown;
  /** The operations of the patch, as the webhook sent them. */
  readonly operations: readonly unknown[];
}

/**
 * Returns the document with the patch applied. Undefined if the patch has no operations.
 * @param text the object as JSON. Undefined if the request has none
 * @throws StatusError 500 if the patch cannot be read or applied. As in the reference, the failure policy has no effect on this
 * @throws WebhookCallFailure if the type of the patch is unknown
 */
export function patchedObject(
  webhookName: string,
  text: string | undefined,
  patch: Buffer,
  patchType: string,
): PatchedObject | undefined {
  const operations = readOperations(patch);
  if (operations.length === 0) return undefined;
  if (text === undefined) {
    const attempt = `admission webhook ${goQuote(webhookName)} attempted to modify the object`;
    throw internalError(`${attempt}, which is not supported for this operation`);
  }
  if (patchType !== jsonPatchType) {
    throw new WebhookCallFailure(webhookName, `unsupported patch type ${goQuote(patchType)}`, { code: 400 });
  }
  return { value: apply(text, operations), operations };
}

function readOperations(patch: Buffer): readonly unknown[] {
  try {
    const { value } = parseJson(patch, { keepsNumberTexts: true });
    const fault = jsonPatchFault(value);
    if (fault !== undefined) throw internalError(fault);
    return (value ?? []) as readonly unknown[];
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message, error);
    throw error;
  }
}

function apply(text: string, operations: readonly unknown[]): unknown {
  const document = parseJson(Buffer.from(text)).value;
  try {
    return applyJsonPatch(document, parseJsonPatch(operations).filter(hasEffect));
  } catch (error) {
    if (error instanceof PatchError) throw internalError(error.message, error);
    throw error;
  }
}

/** Whether an operation has an effect. As in the reference, only an object or a list can replace the whole object. */
function hasEffect(operation: JsonPatchOperation): boolean {
  const replacesAll = operation.op === "replace" && operation.path.length === 0;
  return !replacesAll || isJsonObject(operation.value) || isJsonList(operation.value);
}
