/** Compares errors about configuration files with those of the reference. */

/** Returns the reference's message without the document that it shows. The document may contain secrets. */
export function withoutShownDocument(message: string): string {
  return message.replace(/(?<=Object '\w+' is missing) in '[\s\S]*'/, "");
}
