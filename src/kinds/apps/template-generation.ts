/**
 * How often the template of a DaemonSet has changed. It is kept in an annotation, which clients see but only the server
 * writes; a new object may bring a start value along.
 */
import type { DaemonSet } from "../../api/index.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { goIntFaultText, readGoInt } from "../../meta/go-int.ts";
import { DecodeError } from "../../schema/index.ts";

/** Holds the count. The reference keeps it outside of the metadata, so metadata alone does not show it. */
export const templateGenerationAnnotation = "deprecated.daemonset.template.generation";

/** @returns 0 where there is none */
export function templateGenerationOf({ metadata }: DaemonSet): bigint {
  const text = metadata.annotations?.[templateGenerationAnnotation];
  const value = text === undefined ? 0n : readGoInt(text);
  return typeof value === "bigint" ? value : 0n;
}

/** The count has 64 bits: after the last number comes the lowest one, which is refused. */
export function nextGeneration(generation: bigint): bigint {
  return BigInt.asIntN(64, generation + 1n);
}

export function generationErrors(object: DaemonSet, old: DaemonSet): FieldError[] {
  const generation = templateGenerationOf(object);
  const refuse = (why: string): FieldError => invalidField("spec.templateGeneration", generation, why);
  const negative = generation < 0n ? [refuse("must be greater than or equal to 0")] : [];
  const decremented = generation < templateGenerationOf(old) ? [refuse("must not be decremented")] : [];
  return [...negative, ...decremented, ...negative];
}

export function setTemplateGeneration({ metadata }: DaemonSet, generation: bigint): void {
  metadata.annotations = { ...metadata.annotations, [templateGenerationAnnotation]: String(generation) };
}

/** @throws DecodeError when the annotation is there but no number */
export function checkTemplateGeneration({ metadata }: DaemonSet): void {
  const text = metadata.annotations?.[templateGenerationAnnotation];
  const fault = text === undefined ? 0n : readGoInt(text);
  if (typeof fault === "string") throw new DecodeError(goIntFaultText(text ?? "", fault, "ParseInt"));
}
