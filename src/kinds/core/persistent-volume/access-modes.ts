/** Rules of access modes, in PersistentVolumes and claims. */
import { accessModes as known } from "../../../api/core/v1/persistent-volume-claim-spec.ts";
import { forbiddenField, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";

const exclusive = "ReadWriteOncePod";

/**
 * Reports invalid access modes. The reference reports them with the path of the list.
 * @param missing message for an empty list
 */
export function reportAccessModes(modes: readonly string[], context: ValidationContext, missing = ""): void {
  const path = (): string => at(context, "accessModes");
  if (modes.length === 0) context.report(requiredField(path(), missing));
  const supported: readonly string[] = known;
  for (const mode of modes) {
    if (!supported.includes(mode)) context.report(notSupportedField(path(), mode, supported));
  }
  const others = modes.some((mode) => mode !== exclusive && supported.includes(mode));
  if (others && modes.includes(exclusive)) {
    context.report(forbiddenField(path(), "may not use ReadWriteOncePod with other access modes"));
  }
}
