/** The only error of this room. Its kind determines the HTTP status of the response. */

/**
 * - `malformed`: the patch is invalid for any object
 * - `test-failed`: a `test` operation of a JSON patch found another value
 * - `unappliable`: the patch does not fit the object, or its form is not supported
 * - `too-many-operations`: a JSON patch has more than `PatchLimits.operationsMax` operations; clients see the message
 * - `too-large`: applying the patch would exceed `PatchLimits`
 */
export type PatchErrorKind = "malformed" | "test-failed" | "unappliable" | "too-many-operations" | "too-large";

/** Reports a patch that cannot be applied. */
export class PatchError extends Error {
  override readonly name = "PatchError";
  readonly kind: PatchErrorKind;

  constructor(kind: PatchErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
