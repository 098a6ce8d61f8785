/**
 * Reports text from outside with invalid syntax, such as a quantity, a duration, a time or a selector. The message is
 * the reference's, so responses can show it unchanged. It has no stack trace, because clients can cause thousands of these errors, and
 * each trace takes some microseconds.
 */
export class ParseError extends Error {
  override readonly name = "ParseError";

  constructor(message: string, options?: ErrorOptions) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }
}
