/** Names made from `metadata.generateName`. */
import type { Random } from "../base/random.ts";

const nameCharactersMax = 63;
const suffixCharacters = 5;
/** Without vowels, 0, 1 and 3, so that a suffix never spells a word and is easy to read. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Returns a name: `prefix`, cut to 58 characters, with five random characters appended. */
export function generateName(prefix: string, random: Random): string {
  let name = prefix.slice(0, nameCharactersMax - suffixCharacters);
  for (let index = 0; index < suffixCharacters; index++) name += alphabet[random.below(alphabet.length)];
  return name;
}
