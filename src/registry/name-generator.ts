/** Names made from `metadata.generateName`. */
import type { Random } from "../base/random.ts";

const nameCharactersMax = 63;
const suffixCharacters = 5;
/** No vowels and no look-alikes: nobody reads a word into a name. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** `prefix`, cut to 58 characters, and five random characters. */
export function generateName(prefix: string, random: Random): string {
  let name = prefix.slice(0, nameCharactersMax - suffixCharacters);
  for (let index = 0; index < suffixCharacters; index++) name += alphabet[random.below(alphabet.length)];
  return name;
}
