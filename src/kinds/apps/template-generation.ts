/**
 * The number of changes of a DaemonSet's template. It is kept in an annotation that only the server changes. A client
 * can set its first value.
 */
import type { DaemonSet } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { goIntFaultText, readGoInt } from "../../meta/go-int.ts";
import { SchemaDecodeError } from "../../schema/index.ts";

/**
 * Annotation with the number. The reference keeps it outside of the metadata, so a response with metadata only does not
 * contain it.
 */
export const templateGenerationAnnotation = "deprecated.daemonset.template.generation";

/** Returns the number. 0 if the annotation is missing or malformed. */
export function templateGenerationOf({ metadata }: DeepReadonly<DaemonSet>): bigint {
  const text = metadata.annotations?.[templateGenerationAnnotation];
  const value = text === undefined ? 0n : readGoInt(text);
  return typeof value === "bigint" ? value : 0n;
}

/** Returns the next number. After the largest number of 64 bits follows the smallest, which validation rejects. */
export function nextGeneration(generation: bigint): bigint {
  return BigInt.asIntN(64, generation + 1n);
}

/** Returns the errors of a negative or decreased number. */
export function generationErrors(object: DaemonSet, old: DeepReadonly<DaemonSet>): FieldError[] {
  const generation = templateGenerationOf(object);
  const reject = (why: string): FieldError => invalidField("spec.templateGeneration", generation, why);
  const negative = generation < 0n ? [reject("must be greater than or equal to 0")] : [];
  const decremented = generation < templateGenerationOf(old) ? [reject("must not be decremented")] : [];
  return [...negative, ...decremented, ...negative];
}

/** Sets the number. Changes the annotations. */
export function setTemplateGeneration({ metadata }: DaemonSet, generation: bigint): void {
  metadata.annotations = { ...metadata.annotations, [templateGenerationAnnotation]: String(generation) };
}

/**
 * Checks the annotation.
 * @throws SchemaDecodeError if it exists and is not a number
 */
export function checkTemplateGeneration({ metadata }: DaemonSet): void {
  const text = metadata.annotations?.[templateGenerationAnnotation];
  const fault = text === undefined ? 0n : readGoInt(text);
  if (typeof fault === "string") throw new SchemaDecodeError(goIntFaultText(text ?? "", fault, "ParseInt"));
}
