/** Field selectors of versions whose field labels differ from those of the stored version. */
import { FieldSelector } from "../../meta/field-selector.ts";
import { badRequest } from "../../meta/status-error.ts";
import { type StoredEndpoint } from "../served/endpoint.ts";

/**
 * Returns the selector with the field labels of the form that it reads: of the stored version, unless the documents have such a form.
 * @throws StatusError 400 for a field label that the requested version does not have
 */
export function toStoredSelector(
  { resource, resourceKind, conversion, documentType }: StoredEndpoint,
  selector: FieldSelector,
): FieldSelector {
  if (!conversion || selector.isEmpty || documentType.selectable) return selector;
  const { fieldLabels } = conversion;
  const storedNames = new Set(Object.values(fieldLabels));
  const requirements = selector.requirements.map((requirement) => {
    const { field } = requirement;
    const isListed = Object.hasOwn(fieldLabels, field);
    const storedName = isListed ? fieldLabels[field] : undefined;
    if (storedName !== undefined) return { ...requirement, field: storedName };
    const isKnown = !isListed && !storedNames.has(field) && resource.fields.resolve(field) !== undefined;
    if (!isKnown) throw badRequest(resource.fields.unsupportedMessage(field, resourceKind));
    return requirement;
  });
  return new FieldSelector(requirements);
}
