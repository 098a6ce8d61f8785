/** Where the manifests are: those that are spelled alike in both vocabularies, and those that are not. */
import type { VocabularyName } from "../../src/meta/vocabulary.ts";

export interface Manifests {
  readonly common: string;
  readonly own: string;
}

export function manifestsIn(vocabulary: VocabularyName): Manifests {
  const root = `${import.meta.dirname}/manifests`;
  return { common: `${root}/common`, own: `${root}/${vocabulary}` };
}
