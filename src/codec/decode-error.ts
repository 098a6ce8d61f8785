/** The one error of a body that cannot be decoded. The message is for the client; the code is for the caller's status. */
export type DecodeErrorCode =
  /** The text is not in the language that it is said to be in. */
  | "syntax"
  /** The bytes are not the UTF-8 of allowed characters. */
  | "encoding"
  /** Well-formed, but without a counterpart in the JSON data model: a number out of range, a map as a key. */
  | "value"
  /** Over a limit on depth, keys, nodes or aliases. */
  | "limit";

export class DecodeError extends Error {
  override readonly name = "DecodeError";
  readonly code: DecodeErrorCode;

  constructor(code: DecodeErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
