/** Warnings about Pod annotations that fields have replaced. */

import { appArmorPrefix, seccompAnnotation, seccompPrefix } from "../../api/core/v1/profile-annotations.ts";
import type { Container, EphemeralContainer, PodSpec } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { Labels } from "../../meta/label-requirement.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";

/** Annotations without effect. */
const replacedAnnotations = [
  [subLabel("scheduler.alpha/critical-pod"), 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  [subLabel("security.alpha/sysctls"), 'non-functional in v1.11+; use the "sysctls" field instead'],
  [subLabel("security.alpha/unsafe-sysctls"), 'non-functional in v1.11+; use the "sysctls" field instead'],
] as const;

const seccompAdvice = 'non-functional in v1.27+; use the "seccompProfile" field instead';
/** Warning about AppArmor annotations. */
export const appArmorAdvice = 'deprecated since v1.30; use the "appArmorProfile" field instead';

/** Annotations and spec of a Pod or a Pod template, with the start of their path, such as `spec.template.`. */
export interface AnnotatedSpec {
  readonly annotations: DeepReadonly<Labels>;
  readonly spec: DeepReadonly<PodSpec>;
  readonly prefix: string;
  readonly vocabulary: Vocabulary;
}

/** Returns the warnings about annotations without effect. */
export function replacedAnnotationWarnings(annotated: AnnotatedSpec): string[] {
  return replacedAnnotations.flatMap(([token, advice]) => warn(annotated, annotated.vocabulary.bind(token), advice));
}

/** Returns the warning about the seccomp annotation of the Pod. Empty if the field is set. */
export function podSeccompWarnings(annotated: AnnotatedSpec): string[] {
  if (annotated.spec.securityContext?.seccompProfile) return [];
  return warn(annotated, annotated.vocabulary.bind(seccompAnnotation), seccompAdvice);
}

/** Returns the warning about the seccomp annotation of a container. Empty if the field is set. */
export function containerSeccompWarnings(
  annotated: AnnotatedSpec,
  { name, securityContext }: DeepReadonly<Container | EphemeralContainer>,
): string[] {
  if (securityContext?.seccompProfile) return [];
  return warn(annotated, annotated.vocabulary.bind(seccompPrefix) + name, seccompAdvice);
}

/** Returns the warning about the AppArmor annotation of a container in a template. Empty if a field is set. */
export function templateAppArmorWarnings(
  annotated: AnnotatedSpec,
  { name, securityContext }: DeepReadonly<Container | EphemeralContainer>,
): string[] {
  if (annotated.spec.securityContext?.appArmorProfile || securityContext?.appArmorProfile) return [];
  return warn(annotated, annotated.vocabulary.bind(appArmorPrefix) + name, appArmorAdvice);
}

function warn(
  { annotations, prefix }: Pick<AnnotatedSpec, "annotations" | "prefix">,
  key: string,
  advice: string,
): string[] {
  return annotations[key] === undefined ? [] : [`${prefix}metadata.annotations[${key}]: ${advice}`];
}
