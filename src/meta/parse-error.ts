/**
 * A text from outside that does not follow its syntax: a quantity, a duration, a time, a selector. The message is the
 * one that clients of the API know, and may be shown to them as it is.
 */
export class ParseError extends Error {
  override readonly name = "ParseError";
}
