/** A kind that is never stored, with its answers. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { KindAnswers, KindDeclaration } from "../schema/index.ts";

export type AnswerEntry = readonly [KindDeclaration, KindAnswers];

/** Ties the types of kind and answers together. */
export function answersOf<T extends ApiObject>(kind: KindDeclaration<T>, answers: KindAnswers<T>): AnswerEntry {
  return [kind, answers as unknown as KindAnswers];
}
