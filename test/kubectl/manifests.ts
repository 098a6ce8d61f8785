/** Paths of the manifests in this folder. */
import type { VocabularyName } from "../../src/meta/vocabulary.ts";

/** Folders of manifests: `common` for both vocabularies, `own` for the given one. */
export interface Manifests {
  readonly common: string;
  readonly own: string;
}

/** Returns the folders with the manifests of a vocabulary. */
export function manifestsIn(vocabulary: VocabularyName): Manifests {
  const root = `${import.meta.dirname}/manifests`;
  return { common: `${root}/common`, own: `${root}/${vocabulary}` };
}
