/**
 * Reports text from outside with invalid syntax, such as a quantity, a duration, a time or a selector. The message is
 * the reference's, so responses can show it unchanged.
 */
export class ParseError extends Error {
  override readonly name = "ParseError";
}
