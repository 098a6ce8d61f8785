/** Class of a DecodeError, from which the caller derives the HTTP status. */
export type DecodeErrorCode =
  /** The text is not valid in its language. */
  | "syntax"
  /** The bytes are not UTF-8, or contain characters that are not allowed. */
  | "encoding"
  /**
   * The text is valid but has no counterpart in the JSON data model, such as a number out of range or a map as a key.
   */
  | "value"
  /** The body exceeds a limit on depth, keys, nodes or aliases. */
  | "limit";

/** The only error of a body that cannot be decoded. Clients see its message. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
  readonly code: DecodeErrorCode;

  constructor(code: DecodeErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
