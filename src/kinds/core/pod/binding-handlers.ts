/**
 * The collection `bindings`, the older of two ways to post a Binding. The Binding's own name is the name of its Pod.
 */
import { binding } from "../../../api/index.ts";
import type { ObjectAccess } from "../../../schema/index.ts";
import { computedHandlersOf, type HandlersEntry } from "../../handlers-entry.ts";
import { bindPod, prepareBinding } from "./binding.ts";

/** Services of the server that the collection `bindings` needs. */
export interface BindingServices {
  readonly objects: ObjectAccess;
}

/** Returns the handlers of the collection `bindings`. It only accepts `create`. */
export function bindingHandlers({ objects }: BindingServices): readonly HandlersEntry[] {
  return [
    computedHandlersOf(binding, {
      create: async (posted, context) => {
        const { name = "" } = posted.metadata;
        const request = { ...context, name, objects, annotate: () => undefined };
        await prepareBinding(posted, request);
        await bindPod(posted, request);
        return undefined;
      },
    }),
  ];
}
