/** Advice on objects that make Pods: on their names, and on what they make. */
import type { PodTemplateSpec } from "../../../api/index.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { HookContext } from "../../../schema/index.ts";
import { podTemplateWarnings } from "../pod/pod-warnings.ts";

/** Advice on a new object, and on the template again whenever the spec has changed. */
export function controllerWarnings(
  object: ApiObject,
  old: ApiObject | undefined,
  context: HookContext,
  template: PodTemplateSpec | undefined,
): string[] {
  if (!old) return [...podNameWarnings(object), ...podTemplateWarnings("spec.template", template, context)];
  return hasNewGeneration(object, old) ? podTemplateWarnings("spec.template", template, context) : [];
}

export function hasNewGeneration(object: ApiObject, old: ApiObject | undefined): boolean {
  return object.metadata.generation !== old?.metadata.generation;
}

/** The name becomes the start of host names. */
export function podNameWarnings({ metadata }: ApiObject): string[] {
  const messages = checkFormat("dns1123Label", metadata.name ?? "");
  if (messages.length === 0) return [];
  const advice =
    "this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended";
  return [`metadata.name: ${advice}: [${messages.join(" ")}]`];
}
