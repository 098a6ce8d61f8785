/** Warnings about controllers that create Pods: about their names and their Pod templates. */
import type { PodTemplateSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { SharedObject } from "../../../meta/object-meta.ts";
import type { HookContext } from "../../../schema/index.ts";
import { podTemplateWarnings } from "../pod/pod-warnings.ts";

/** Returns the warnings about a new object, or about the template of an object whose generation has changed. */
export function controllerWarnings(
  object: SharedObject,
  old: SharedObject | undefined,
  context: HookContext,
  template: DeepReadonly<PodTemplateSpec> | undefined,
): string[] {
  if (!old) return [...podNameWarnings(object), ...podTemplateWarnings("spec.template", template, context)];
  return hasNewGeneration(object, old) ? podTemplateWarnings("spec.template", template, context) : [];
}

/** Whether a write raised the generation. True for a new object. */
export function hasNewGeneration(object: SharedObject, old: SharedObject | undefined): boolean {
  return object.metadata.generation !== old?.metadata.generation;
}

/** Warns about a name that is not a DNS label, because the names and host names of the Pods begin with it. */
export function podNameWarnings({ metadata }: SharedObject): string[] {
  const messages = checkFormat("dns1123Label", metadata.name ?? "");
  if (messages.length === 0) return [];
  const advice =
    "this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended";
  return [`metadata.name: ${advice}: [${messages.join(" ")}]`];
}
