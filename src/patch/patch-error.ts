/** The one error of this room. Its kind says whose fault it is, which is all that a caller needs for an answer. */

/**
 * - `malformed`: the patch is wrong in itself, whatever it is applied to
 * - `test-failed`: a `test` operation of a JSON patch found another value
 * - `unappliable`: the patch does not fit the object, or its form is not supported
 * - `too-many-operations`: a JSON patch is longer than `PatchLimits.operationsMax`; the message is for the client
 * - `too-large`: applying the patch would take, or make, more than `PatchLimits` allow
 */
export type PatchErrorKind = "malformed" | "test-failed" | "unappliable" | "too-many-operations" | "too-large";

export class PatchError extends Error {
  override readonly name = "PatchError";
  readonly kind: PatchErrorKind;

  constructor(kind: PatchErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
