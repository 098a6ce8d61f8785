/** Advice on annotations of Pods that have become fields. */
import type { Container, EphemeralContainer, PodSpec } from "../../api/index.ts";
import type { Labels } from "../../meta/label-requirement.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { appArmorPrefix, seccompAnnotation, seccompPrefix } from "./pod/pod-annotations.ts";

/** They do nothing any more. */
const formerAnnotations = [
  [subLabel("scheduler.alpha/critical-pod"), 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  [subLabel("security.alpha/sysctls"), 'non-functional in v1.11+; use the "sysctls" field instead'],
  [subLabel("security.alpha/unsafe-sysctls"), 'non-functional in v1.11+; use the "sysctls" field instead'],
] as const;

const seccompAdvice = 'non-functional in v1.27+; use the "seccompProfile" field instead';
export const appArmorAdvice = 'deprecated since v1.30; use the "appArmorProfile" field instead';

/** What is annotated, a Pod or a template of one, and how the path of its annotations begins: `spec.template.`. */
export interface AnnotatedSpec {
  readonly annotations: Labels;
  readonly spec: PodSpec;
  readonly prefix: string;
  readonly vocabulary: Vocabulary;
}

export function formerAnnotationWarnings(annotated: AnnotatedSpec): string[] {
  return formerAnnotations.flatMap(([token, advice]) => warn(annotated, annotated.vocabulary.bind(token), advice));
}

export function podSeccompWarnings(annotated: AnnotatedSpec): string[] {
  if (annotated.spec.securityContext?.seccompProfile) return [];
  return warn(annotated, annotated.vocabulary.bind(seccompAnnotation), seccompAdvice);
}

export function containerSeccompWarnings(
  annotated: AnnotatedSpec,
  { name, securityContext }: Container | EphemeralContainer,
): string[] {
  if (securityContext?.seccompProfile) return [];
  return warn(annotated, annotated.vocabulary.bind(seccompPrefix) + name, seccompAdvice);
}

/** For templates, whose annotation says what no field does. */
export function templateAppArmorWarnings(
  annotated: AnnotatedSpec,
  { name, securityContext }: Container | EphemeralContainer,
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
