/** Translates the scope and the selectors of a list, watch or collection delete into a selection for the cache. */
import type {
  CachedObject,
  ObjectIndex,
  ObjectPreparation,
  ObjectView,
  RequiredValue,
  Selection,
} from "../cache/index.ts";
import { FieldSelector, matchAllFields } from "../meta/field-selector.ts";
import { matchAllLabels, type ParsedLabelSelector } from "../meta/label-selector.ts";
import { badRequest } from "../meta/status-error.ts";
import { compareKeys } from "../storage/index.ts";
import { objectKey } from "./bound-kind.ts";
import type { FieldIndex } from "./field-index.ts";
import type { Resource } from "./resource.ts";

/** The form of objects that selectors read. */
export interface SelectableForm {
  /** Forms of one resource with equal names are equal. */
  readonly name: string;
  readonly fields: FieldIndex;
  /** Returns the labels and the fields of an object. It was prepared. */
  readonly index: (object: CachedObject) => ObjectIndex;
  /** Present if objects must be prepared for `index`. */
  readonly preparation?: ObjectPreparation | undefined;
}

/** The objects that a request addresses. */
export interface CollectionScope {
  /** Empty for cluster-scoped kinds, and to select all namespaces. */
  readonly namespace: string;
  /** Selects only the object with this name. */
  readonly name?: string;
  readonly labelSelector?: ParsedLabelSelector;
  readonly fieldSelector?: FieldSelector;
  /** The form that the selectors read. Absent: the stored one. */
  readonly selectable?: SelectableForm | undefined;
}

/** A selection that can also list its candidates. */
export interface CollectionSelection extends Selection {
  /** Whether a selector or a name may exclude objects of the scope. */
  readonly isPartial: boolean;
  /**
   * Returns the objects of a state that can match, in key order.
   * @param after only returns objects with a greater key
   */
  candidates(objects: ObjectView, after?: string): Iterable<CachedObject>;
}

/**
 * Returns the selection for a scope.
 * @throws StatusError 400 if a selector names an unknown field, or a name other than `scope.name`
 */
export function selectCollection(resource: Resource, scope: CollectionScope): CollectionSelection {
  const labels = scope.labelSelector ?? matchAllLabels;
  const form = scope.selectable ?? storedForm(resource);
  const fields = resolveFields(form, scope);
  const names = labels.toString();
  const isPartial = !labels.isEmpty || !fields.isEmpty;
  const name = fields.requiresExact("metadata.name");
  const prefix = scope.namespace === "" ? "" : objectKey(resource.kind, scope.namespace, "");
  const isNamed = name !== undefined && (scope.namespace !== "" || !resource.kind.namespaced);
  const key = isNamed ? resource.key(scope.namespace, name) : undefined;
  return {
    scope: prefix,
    id: `${form.name};${names};${fields.toString()}`,
    isPartial,
    matches: isPartial ? (object) => matches(form, object, labels, fields) : () => true,
    preparation: labels.isEmpty && fields.requirements.every(isInKey) ? undefined : form.preparation,
    required: requiredField(form, fields) ?? requiredLabel(form, labels),
    candidates: (objects, after) => (key === undefined ? objects.iterate(prefix, after) : lookUp(objects, key, after)),
  };
}

/** Returns the form in which objects are stored. */
function storedForm({ fields, cache }: Resource): SelectableForm {
  return { name: "", fields, index: (object) => object.index(cache.format) };
}

/** Whether the key of an object contains the field. */
function isInKey({ field }: { readonly field: string }): boolean {
  return field === "metadata.name" || field === "metadata.namespace";
}

/** Returns a value that the field selector requires. The name is preferred, because reading it parses no object. */
function requiredField(form: SelectableForm, fields: FieldSelector): RequiredValue | undefined {
  const exact = fields.requirements.filter(({ operator }) => operator === "=");
  const requirement = exact.find(({ field }) => field === "metadata.name") ?? exact[0];
  if (!requirement) return undefined;
  const { field, value } = requirement;
  return {
    field: `${form.name} field ${field}`,
    value,
    read: (object) => form.fields.value(field, object.key, () => form.index(object).fields),
  };
}

function requiredLabel(form: SelectableForm, labels: ParsedLabelSelector): RequiredValue | undefined {
  const requirement = labels.requirements.find(({ exactValue }) => exactValue !== undefined);
  if (requirement?.exactValue === undefined) return undefined;
  const { key, exactValue } = requirement;
  return {
    field: `${form.name} label ${key}`,
    value: exactValue,
    read: (object) => {
      const { labels: own } = form.index(object);
      return Object.hasOwn(own, key) ? own[key] : undefined;
    },
  };
}

function lookUp(objects: ObjectView, key: string, after: string | undefined): CachedObject[] {
  const object = after === undefined || compareKeys(key, after) > 0 ? objects.get(key) : undefined;
  return object ? [object] : [];
}

function matches(
  form: SelectableForm,
  object: CachedObject,
  labels: ParsedLabelSelector,
  fields: FieldSelector,
): boolean {
  if (!labels.isEmpty && !labels.matches(form.index(object).labels)) return false;
  return fields.matches((field) => form.fields.value(field, object.key, () => form.index(object).fields));
}

/**
 * Returns the field selector with declared names instead of aliases, and with the name as an additional requirement.
 */
function resolveFields(
  { fields }: SelectableForm,
  { name, fieldSelector = matchAllFields }: CollectionScope,
): FieldSelector {
  const resolved = withDeclaredNames(fields, fieldSelector);
  return name === undefined ? resolved : requireName(resolved, name);
}

/**
 * Returns the field selector with the declared names of the fields instead of aliases.
 * @throws StatusError 400 if selectors may not name a field
 */
export function withDeclaredNames(fields: FieldIndex, { requirements }: FieldSelector): FieldSelector {
  const resolved = requirements.map((requirement) => {
    const field = fields.resolve(requirement.field);
    if (field === undefined) throw badRequest(fields.unsupportedMessage(requirement.field));
    return { ...requirement, field };
  });
  return new FieldSelector(resolved);
}

function requireName(fieldSelector: FieldSelector, name: string): FieldSelector {
  if (fieldSelector.isEmpty) return new FieldSelector([{ field: "metadata.name", operator: "=", value: name }]);
  if (fieldSelector.requiresExact("metadata.name") === name) return fieldSelector;
  throw badRequest("fieldSelector metadata.name doesn't match requested name");
}
