/** Objects that are answered as they are made, and never stored. */
import { CachedObject } from "../../cache/index.ts";
import { stringifyJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type Answer, type KindHooks, type MessageKind, structInVocabulary } from "../../schema/index.ts";
import type { VerbServices } from "../verbs/services.ts";
import type { ObjectShape } from "./document-type.ts";

export function answeredShape(
  kind: ObjectShape["kind"] & { readonly declaration: Pick<MessageKind<ApiObject>, "schema"> },
  { columns, rowConditions }: KindHooks,
  { compiler, clock, random, vocabulary, isEnabled }: VerbServices,
): ObjectShape {
  return {
    kind,
    get schema() {
      return compiler.compile(structInVocabulary(kind.declaration.schema, vocabulary));
    },
    columns,
    rowConditions,
    hookContext: () => ({ nowMs: clock.nowMs(), random, vocabulary, isEnabled }),
    isMade: false,
    shown: (answered) => answered,
  };
}

/** The answer as clients get it. */
export function answered({ kind, schema }: ObjectShape, answer: Answer<ApiObject>): CachedObject {
  const titled = { ...answer, kind: kind.kind, apiVersion: kind.apiVersion };
  const { object, exact } = schema.canonical(titled);
  return new CachedObject(answer.metadata.name ?? "", 0, {
    bytes: Buffer.from(stringifyJson(object, { exact })),
    exact,
  });
}
