/** Returns the message of an error, or the text of any other thrown value. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    // The value is an object without a text, such as `Object.create(null)`.
    return Object.prototype.toString.call(error);
  }
}
