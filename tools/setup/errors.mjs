/** Failures of the setup. */

/** A failure that its reader can mend; the message says how. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {string} [output] what the failing command printed
   */
  constructor(message, output = "") {
    super(message);
    this.name = "SetupError";
    this.output = output;
  }
}

/**
 * Whether the operating system refused with `code`.
 * @param {unknown} error
 * @param {string} code
 */
export function isErrno(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
