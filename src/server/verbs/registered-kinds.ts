/** The built-in kinds by the names that a document gives itself, for messages about documents of another kind. */
import { builtinKinds } from "../../api/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";

const kindsByVocabulary = new WeakMap<Vocabulary, ReadonlyMap<string, KindDeclaration>>();

/** Returns a kind that is built in, whether it is served or not. Lists count as the kind of their items. */
export function registeredKind(vocabulary: Vocabulary, apiVersion: string, kind: string): KindDeclaration | undefined {
  let kinds = kindsByVocabulary.get(vocabulary);
  if (!kinds) kindsByVocabulary.set(vocabulary, (kinds = kindsIn(vocabulary)));
  return kinds.get(`${apiVersion} ${kind}`);
}

function kindsIn(vocabulary: Vocabulary): ReadonlyMap<string, KindDeclaration> {
  return new Map(
    builtinKinds.flatMap((declaration) => {
      const { version, kind, isStored } = declaration;
      const apiVersion = formatGroupVersion({ group: vocabulary.bind(declaration.group), version });
      const names = isStored ? [kind, `${kind}List`] : [kind];
      return names.map((name) => [`${apiVersion} ${name}`, declaration] as const);
    }),
  );
}
