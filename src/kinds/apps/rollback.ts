/**
 * The revision to which a Deployment is rolled back. An annotation has replaced the field, but error messages still
 * name the field.
 */
import type { Deployment } from "../../api/index.ts";
import { invalidField } from "../../meta/field-error.ts";
import { goIntFaultText, readGoInt } from "../../meta/go-int.ts";
import { SchemaDecodeError, type ValidationContext } from "../../schema/index.ts";

const annotation = "deprecated.deployment.rollback.to";

/**
 * Normalizes the number in the annotation. Removes the annotation if it is empty.
 * @throws SchemaDecodeError if it is not a number
 */
export function readRollback({ metadata }: Deployment): void {
  const { annotations } = metadata;
  const text = annotations?.[annotation];
  if (text === undefined) return;
  const { [annotation]: _, ...others } = annotations ?? {};
  metadata.annotations = text === "" ? others : { ...annotations, [annotation]: String(revisionOf(text)) };
}

function revisionOf(text: string): bigint {
  const revision = readGoInt(text);
  if (typeof revision === "bigint") return revision;
  const fault = goIntFaultText(text, revision, "ParseInt");
  throw new SchemaDecodeError(`failed to parse annotation[${annotation}]=${text} as int64: ${fault}`);
}

/** Reports a negative revision. */
export function reportRollback({ metadata }: Deployment, context: ValidationContext): void {
  const revision = metadata.annotations?.[annotation];
  if (!revision?.startsWith("-")) return;
  context.report(invalidField("spec.rollback.version", BigInt(revision), "must be greater than or equal to 0"));
}
