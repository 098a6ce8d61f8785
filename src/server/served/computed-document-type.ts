/** The document type of computed objects, which are never stored. */
import { CachedObject } from "../../cache/index.ts";
import { stringifyJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type AnsweredObject, type KindHooks, type MessageKind, structInVocabulary } from "../../schema/index.ts";
import type { VerbServices } from "../verbs/services.ts";
import type { DocumentType } from "./document-type.ts";

/** Returns the document type of a kind whose objects are not stored. Its schema is compiled at first use. */
export function computedType(
  kind: DocumentType["kind"] & { readonly declaration: Pick<MessageKind<ApiObject>, "schema"> },
  { columns, rowConditions }: KindHooks,
  { compiler, clock, random, vocabulary, isEnabled }: VerbServices,
): DocumentType {
  return {
    kind,
    get schema() {
      return compiler.compile(structInVocabulary(kind.declaration.schema, vocabulary));
    },
    columns,
    rowConditions,
    hookContext: () => ({ nowMs: clock.nowMs(), random, vocabulary, isEnabled }),
    isConverted: false,
    toDocument: (computed) => computed,
  };
}

/** Returns the object that a hook computed, with kind and apiVersion, in canonical JSON. Its revision is 0. */
export function computedObject({ kind, schema }: DocumentType, answer: AnsweredObject<ApiObject>): CachedObject {
  const typed = { ...answer, kind: kind.kind, apiVersion: kind.apiVersion };
  const { object, exact } = schema.canonical(typed);
  return new CachedObject(answer.metadata.name ?? "", 0, {
    bytes: Buffer.from(stringifyJson(object, { exact })),
    exact,
  });
}
