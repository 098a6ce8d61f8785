/** Kinds that are never stored, with their request handlers. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindAnswers, KindDeclaration } from "../schema/index.ts";

/** A kind that is never stored, with its request handlers. */
export type AnswerEntry = readonly [KindDeclaration, KindAnswers];

/** Returns an entry. Checks that the handlers have the type of the kind. */
export function answersOf<T extends ApiObject>(kind: KindDeclaration<T>, answers: KindAnswers<T>): AnswerEntry {
  return [kind, answers as unknown as KindAnswers];
}
