/**
 * A problem of the machine or the data directory that prevents a start, and that the user can correct. The message is
 * one sentence with the cause and the next step. It is shown without a stack.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
