/** Failures of the setup. */

/** A failure that the user can correct. Its message says how. */
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
 * Whether an error of the operating system has this code.
 * @param {unknown} error
 * @param {string} code
 */
export function isErrno(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
