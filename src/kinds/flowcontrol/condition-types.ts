import { duplicateField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at } from "../reporting.ts";

interface Status {
  readonly conditions?: readonly { readonly type?: string }[];
}

/** Reports conditions without a type or with the type of an earlier condition. */
export function reportConditionTypes({ conditions = [] }: Status, context: ValidationContext): void {
  const types = conditions.map(({ type = "" }) => type);
  const repeats = repeatIndexes(types);
  types.forEach((type, index) => {
    const path = at(context, `conditions[${index}].type`);
    if (repeats.has(index)) context.report(duplicateField(path, type));
    if (type === "") context.report(requiredField(path, "must not be empty"));
  });
}
