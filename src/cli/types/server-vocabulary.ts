/** The vocabulary that a server spells its names with. */
import type { DiscoveredType } from "../../client/index.ts";
import { group, type Vocabulary, vocabularies, vocabularyNames } from "../../meta/vocabulary.ts";

/** A group that every server has, with different spellings. */
const commonGroup = group("authorization");

/**
 * Returns the vocabulary of the server with these types. Client configurations do not contain it, and flags may name the other one.
 * @param otherwise for a server that serves the group in no spelling
 */
export function serverVocabulary(types: readonly DiscoveredType[], otherwise: Vocabulary): Vocabulary {
  const groups = new Set(types.map((type) => type.group));
  const name = vocabularyNames.find((one) => groups.has(vocabularies[one].bind(commonGroup)));
  return name === undefined ? otherwise : vocabularies[name];
}
