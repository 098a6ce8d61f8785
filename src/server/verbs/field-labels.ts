/** Field selectors of versions that call fields differently than the stored one does. */
import { FieldSelector } from "../../meta/field-selector.ts";
import { badRequest } from "../../meta/status-error.ts";
import { type StoredEndpoint } from "../served/endpoint.ts";

/**
 * The selector in the names of the stored form.
 * @throws StatusError 400 for a name that this version does not know
 */
export function toStoredSelector(
  { resource, resourceKind, conversion }: StoredEndpoint,
  selector: FieldSelector,
): FieldSelector {
  if (!conversion || selector.isEmpty) return selector;
  const { fieldLabels } = conversion;
  const foreign = new Set(Object.values(fieldLabels));
  const requirements = selector.requirements.map((requirement) => {
    const { field } = requirement;
    const isListed = Object.hasOwn(fieldLabels, field);
    const stored = isListed ? fieldLabels[field] : undefined;
    if (stored !== undefined) return { ...requirement, field: stored };
    const isKnown = !isListed && !foreign.has(field) && resource.fields.resolve(field) !== undefined;
    if (!isKnown) throw badRequest(resource.fields.unsupportedMessage(field, resourceKind));
    return requirement;
  });
  return new FieldSelector(requirements);
}
