/** Rules of ephemeral containers, which are added to a running Pod for debugging. */
import type { EphemeralContainer, PodSpec } from "../../../api/index.ts";
import { forbiddenField, invalidField, notFoundField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at, within } from "../../reporting.ts";
import { mainContainers } from "./containers.ts";

const why = "cannot be set for an Ephemeral Container";

const rejectedFields = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
] as const satisfies readonly (keyof EphemeralContainer)[];

/**
 * Reports fields that ephemeral containers cannot have, and unknown target containers.
 * @param context at the Pod's spec
 */
export function reportEphemeralContainers(spec: PodSpec, context: ValidationContext): void {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const targets = new Set([...mainContainers(spec), ...initContainers].map(({ name }) => name));
  ephemeralContainers.forEach((container, index) => {
    const { targetContainerName = "" } = container;
    const place = within(context, `ephemeralContainers[${index}]`);
    if (targetContainerName !== "" && !targets.has(targetContainerName)) {
      context.report(notFoundField(at(place, "targetContainerName"), targetContainerName));
    }
    reportEphemeral(container, place);
  });
}

function reportEphemeral(container: EphemeralContainer, context: ValidationContext): void {
  const { image = "", volumeMounts = [] } = container;
  const reject = (part: string): void => context.report(forbiddenField(at(context, part), why));
  if (image.trim() !== image) {
    context.report(invalidField(at(context, "image"), image, "must not have leading or trailing whitespace"));
  }
  for (const field of rejectedFields) if (isSet(field, container[field])) reject(field);
  volumeMounts.forEach(({ subPath, subPathExpr }, index) => {
    if (subPath) reject(`volumeMounts[${index}].subPath`);
    if (subPathExpr) reject(`volumeMounts[${index}].subPathExpr`);
  });
}

/** Whether the field has a value. An empty `resources` does not count, because every container has one. */
function isSet(field: keyof EphemeralContainer, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && !(field === "resources" && Object.keys(value as object).length === 0);
}
