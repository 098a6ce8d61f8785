/** Applies the patches with which webhooks change objects. */
import { DecodeError, parseJson } from "../../codec/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { internalError } from "../../meta/status-error.ts";
import { applyJsonPatch, PatchError, parseJsonPatch } from "../../patch/index.ts";
import { jsonPatchType } from "./admission-review.ts";
import { WebhookCallFailure } from "./webhook-failure.ts";

/** A patched document. */
export interface PatchedDocument {
  readonly value: unknown;
  /** The operations of the patch, as the webhook sent them. */
  readonly operations: unknown;
}

/**
 * Returns the document with the patch applied. Undefined if the patch has no operations.
 * @param text the object as JSON. Undefined if the request has none
 * @throws WebhookCallFailure if the patch cannot be read
 * @throws StatusError 500 if it cannot be applied
 */
export function patchedDocument(
  webhookName: string,
  text: string | undefined,
  patch: Buffer,
  patchType: string,
): PatchedDocument | undefined {
  const operations = readOperations(webhookName, patch);
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

function readOperations(webhookName: string, patch: Buffer): readonly unknown[] {
  try {
    const { value } = parseJson(patch, { keepsNumberTexts: true });
    if (value === null) return [];
    if (Array.isArray(value)) return value;
    throw new DecodeError("value", "json: cannot unmarshal object into Go value of type jsonpatch.Patch");
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const why = `received undecodable patch in webhook response: ${error.message}`;
    throw new WebhookCallFailure(webhookName, why, { code: 503, cause: error });
  }
}

/** @throws StatusError 500 */
function apply(text: string, operations: readonly unknown[]): unknown {
  const document = parseJson(Buffer.from(text)).value;
  try {
    return applyJsonPatch(document, parseJsonPatch(operations));
  } catch (error) {
    if (error instanceof PatchError) throw internalError(error.message, error);
    throw error;
  }
}
