/**
 * Something about the machine or the data directory keeps the server from starting, and whoever started it can mend it.
 * The message is one sentence that names the thing and says what to do; it is shown without a stack.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
