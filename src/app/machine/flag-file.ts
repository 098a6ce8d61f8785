import { readIfPresent } from "./files.ts";
import { StartupError } from "./startup-error.ts";

/**
 * Returns the text of a file that a flag names.
 * @param flag name of the flag with its dashes
 * @throws StartupError if the file does not exist
 */
export function readFlagFile(flag: string, path: string): string {
  const content = readIfPresent(path);
  if (content === undefined) throw new StartupError(`${flag}: file ${path} does not exist`);
  return content;
}
