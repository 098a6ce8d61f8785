import { distinct } from "../base/distinct.ts";

/**
 * Returns the text of several errors, as the reference combines them: each distinct text once, in brackets if there are several.
 * Empty if there is none.
 */
export function aggregateErrors(errors: readonly string[]): string {
  const texts = distinct(errors);
  return texts.length > 1 ? `[${texts.join(", ")}]` : texts.join();
}
