/** The document type of computed objects, which are never stored. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { type KindHooks, type MessageKind, structInVocabulary } from "../../schema/index.ts";
import type { DocumentType } from "../served/document-type.ts";
import type { VerbServices } from "../verbs/services.ts";

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
