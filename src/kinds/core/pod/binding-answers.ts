/** Bindings as a collection of their own, an older way to post them: each names its Pod. */
import { binding } from "../../../api/index.ts";
import type { ObjectAccess } from "../../../schema/index.ts";
import { type AnswerEntry, answersOf } from "../../answer-entry.ts";
import { bindPod } from "./binding.ts";

export interface BindingServices {
  readonly objects: ObjectAccess;
}

export function bindingAnswers({ objects }: BindingServices): readonly AnswerEntry[] {
  return [
    answersOf(binding, {
      create: async (posted, context) => {
        const { name = "" } = posted.metadata;
        await bindPod(posted, { ...context, name, objects });
        return undefined;
      },
    }),
  ];
}
