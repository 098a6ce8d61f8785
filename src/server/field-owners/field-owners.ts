/**
 * Records which field manager owns the fields that a write changes. A write is recorded in the version and form in
 * which the client sent the document. Entries of other versions of the kind are updated in their own version.
 */
import { formatObjectType, parseGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { StatusError } from "../../meta/status-error.ts";
import {
  type ApplyResult,
  apply,
  checkShape,
  differenceBelow,
  type FieldSet,
  fieldSet,
  fieldsAtOrBelow,
  formatShapeErrors,
  ItemError,
  type OwnershipRules,
  recordUpdate,
  shapeOf,
  stepsOf,
  type VersionedShape,
  withSentItems,
} from "../../ownership/index.ts";
import { ownedPaths } from "../../registry/index.ts";
import { copyAllSentForms, hasSentForms, isSentEmpty, SchemaDecodeError } from "../../schema/index.ts";
import type { DocumentType } from "../served/document-type.ts";
import { isCustom, type ServedEndpoint, type StoredEndpoint } from "../served/endpoint.ts";
import { type ResourceTable } from "../served/resource-table.ts";
import { setOwners, withDerivedOwners } from "./document-owners.ts";

/** A write to record: the existing object, the field manager, and the time. */
export interface ManagedWrite {
  /** Existing object, as stored. Undefined if there is none. */
  readonly old: SharedObject | undefined;
  readonly manager: string;
  readonly nowMs: number;
}

/** Records the owners of fields for all endpoints of a table. */
export class FieldOwners {
  readonly #table: ResourceTable;
  readonly #rules = new WeakMap<StoredEndpoint, OwnershipRules>();
  readonly #computedRules = new WeakMap<ServedEndpoint, OwnershipRules>();

  constructor(table: ResourceTable) {
    this.#table = table;
  }

  /**
   * Records in `next`, a document of the endpoint, which fields the write changes. Fills in the last defaults of `next`
   * first. As in the reference, the writer also owns fields of disabled features, although the registry drops them
   * later.
   */
  record(endpoint: StoredEndpoint, next: ApiObject, { old, manager, nowMs }: ManagedWrite): void {
    const { resource, conversion } = endpoint;
    if (!conversion) resource.fillDefaults(next);
    const live = old && existingDocument(endpoint, old);
    try {
      const written = withSentListItems(endpoint, completeDocument(endpoint, next));
      const isReset = !isCustom(endpoint) && isSentEmpty(next.metadata, "managedFields");
      const sent = isReset ? withEmptyOwners(written) : written;
      setOwners(next, recordUpdate(this.#rulesOf(endpoint), { live, next: sent }, { manager, nowMs }));
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      // As in the reference, an object with unidentifiable list items gets no owners. The rules of the kind decide
      // whether such an object is valid.
      setOwners(next, []);
    }
  }

  /** Records in a computed object that its sender owns all of its fields. */
  recordComputed(endpoint: ServedEndpoint, next: ApiObject, { manager, nowMs }: ManagedWrite): void {
    const rules = cachedRules(this.#computedRules, endpoint, computedRules);
    try {
      setOwners(next, recordUpdate(rules, { live: undefined, next }, { manager, nowMs }));
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
    }
  }

  /**
   * Returns the document that results from an apply. `keepsFields` is true if the document existed before with the same
   * fields. `isUnchanged` is true if its owners are the same too.
   * @throws StatusError 409 if other managers own fields that would change, 500 if an item of the stored object has no
   * key
   */
  apply(
    endpoint: StoredEndpoint,
    applied: ApiObject,
    write: ManagedWrite & { readonly force: boolean },
  ): { readonly object: SharedObject; readonly keepsFields: boolean; readonly isUnchanged: boolean } {
    const { old, manager, nowMs, force } = write;
    const live = old && existingDocument(endpoint, old);
    const rules = this.#rulesOf(endpoint);
    const { documentType } = endpoint;
    const result = reportItemsWithoutKeys(live, documentType, () =>
      apply(rules, { live, appliedObject: applied, force }, { manager, nowMs }),
    );
    const { keepsFields, isUnchanged } = result;
    return { object: withAppliedOwners(result), keepsFields, isUnchanged };
  }

  #rulesOf(endpoint: StoredEndpoint): OwnershipRules {
    return cachedRules(this.#rules, endpoint, () => this.#makeRules(endpoint));
  }

  #makeRules(endpoint: StoredEndpoint): OwnershipRules {
    const { documentType, subresource } = endpoint;
    const { kind, apiVersion } = documentType.kind;
    const versions = new Map([[apiVersion, versionedShape(endpoint, endpoint)]]);
    return {
      apiVersion,
      subresource,
      empty: documentType.schema.canonical({ kind, apiVersion, metadata: {} }).object,
      inVersion: (version) => {
        const knownShape = versions.get(version);
        if (knownShape) return knownShape;
        const otherEndpoint = this.#endpointInVersion(endpoint, version);
        if (otherEndpoint) versions.set(version, versionedShape(endpoint, otherEndpoint));
        return versions.get(version);
      },
    };
  }

  /**
   * Returns the endpoint of the same kind in another served version of its group. As in the reference, a version of
   * another group counts as unknown, even if it serves the same objects, as with Events.
   */
  #endpointInVersion(
    { resource, resourceKind, subresource }: StoredEndpoint,
    apiVersion: string,
  ): StoredEndpoint | undefined {
    const { group, version } = parseGroupVersion(apiVersion) ?? { group: "", version: "" };
    if (group !== resourceKind.group) return undefined;
    const found = this.#table.version(group, version)?.resources.get(resourceKind.resource);
    const endpoint = subresource === "" ? found?.endpoint : found?.subresources.get(subresource);
    return endpoint?.resource === resource ? (endpoint as StoredEndpoint) : undefined;
  }
}

function cachedRules<E extends ServedEndpoint>(
  cache: WeakMap<E, OwnershipRules>,
  endpoint: E,
  make: (endpoint: E) => OwnershipRules,
): OwnershipRules {
  let rules = cache.get(endpoint);
  if (!rules) {
    rules = make(endpoint);
    cache.set(endpoint, rules);
  }
  return rules;
}

/** Returns the rules of an endpoint whose objects are not stored. They have one version. */
function computedRules({ documentType, subresource }: ServedEndpoint): OwnershipRules {
  const { kind, apiVersion } = documentType.kind;
  const unconverted = (object: SharedObject): SharedObject => object;
  const written = (fields: FieldSet): FieldSet => fields;
  const version = {
    shape: shapeOf(documentType.schema.schema),
    written,
    convert: unconverted,
    convertBack: unconverted,
  };
  const empty = documentType.schema.canonical({ kind, apiVersion, metadata: {} }).object;
  return { apiVersion, subresource, empty, inVersion: () => version };
}

/** Returns the shape and the conversions of version `to`, for a write at `from`. Both may be the same endpoint. */
function versionedShape(from: StoredEndpoint, to: StoredEndpoint): VersionedShape {
  const shape = shapeOf(to.documentType.schema.schema);
  if (from === to) {
    const written = writtenFieldsFilter(to);
    return { shape, written, convert: (object) => object, convertBack: (object) => object };
  }
  // Versions of a custom type may have other subresources, so a write can change what a write in the other version cannot.
  const written = isCustom(to) ? (fields: FieldSet): FieldSet => fields : writtenFieldsFilter(to);
  return {
    shape,
    written,
    convert: (object) => withoutRepeats(to, convertDocument(object, from, to)),
    convertBack: (object) => withoutRepeats(from, convertDocument(object, to, from)),
  };
}

/**
 * Returns the converted object. As in the reference, its lists must not contain repeated items, which unconverted
 * objects may have.
 * @throws ItemError
 */
function withoutRepeats({ documentType }: StoredEndpoint, object: SharedObject): SharedObject {
  const errors = checkShape(shapeOf(documentType.schema.schema), object);
  if (errors.length > 0) throw new ItemError(formatShapeErrors(errors));
  return object;
}

function convertDocument(object: SharedObject, from: StoredEndpoint, to: StoredEndpoint): SharedObject {
  const { conversion } = from;
  const completeObject = withRequiredFields(from, object);
  if (!conversion) return storedAsDocument(to, completeObject);
  const stored = conversion.toStoredWithoutDefaults?.(completeObject) ?? conversion.toStored(completeObject, undefined);
  // The conversion may spell an equal object differently. Canonical form makes it comparable with the stored object.
  return to.conversion ? storedAsDocument(to, stored) : to.documentType.schema.canonical(stored).object;
}

/**
 * Returns the object with the required fields of its type. An apply may lack them or remove them. The reference
 * converts its typed objects, which always have them. An object that does not match its type is returned unchanged.
 */
function withRequiredFields({ documentType }: StoredEndpoint, object: SharedObject): SharedObject {
  try {
    return documentType.schema.canonical(object).object;
  } catch (error) {
    if (error instanceof SchemaDecodeError) return object;
    throw error;
  }
}

/** Returns the document of a stored object, in canonical form, so that it can be compared with a decoded document. */
function storedAsDocument({ conversion, documentType }: StoredEndpoint, stored: SharedObject): SharedObject {
  return conversion ? documentType.schema.canonical(conversion.toDocument(stored)).object : stored;
}

/**
 * Returns the object with an empty list of managers, which removes all managers. A document without the list keeps
 * them.
 */
function withEmptyOwners(object: ApiObject): ApiObject {
  return { ...object, metadata: { ...object.metadata, managedFields: [] } };
}

/** Returns the document with the fields that its conversion fills in. Keeps the forms that its client sent. */
function completeDocument({ conversion }: StoredEndpoint, next: ApiObject): ApiObject {
  const completed = conversion?.complete?.(next);
  if (!completed) return next;
  copyAllSentForms(next, completed);
  return completed;
}

/** Returns the object with the list items in the form that the client sent, if the owners of fields depend on it. */
function withSentListItems({ documentType }: StoredEndpoint, next: ApiObject): ApiObject {
  return hasSentForms(next) ? (withSentItems(shapeOf(documentType.schema.schema), next) as ApiObject) : next;
}

/** Returns a function that removes the fields that a write at the endpoint does not change. */
function writtenFieldsFilter({ resourceKind, subresource }: StoredEndpoint): (fields: FieldSet) => FieldSet {
  const { unowned, owned } = ownedPaths(resourceKind.declaration, subresource);
  const paths = owned?.map(stepsOf);
  const unownedFields = fieldSet(...unowned.map(stepsOf));
  return (fields) => (paths ? fieldsAtOrBelow(fields, paths) : differenceBelow(fields, unownedFields));
}

/** Returns the document of the existing object, with the owners of its fields. */
function existingDocument(endpoint: StoredEndpoint, stored: SharedObject): SharedObject {
  return withDerivedOwners(storedAsDocument(endpoint, stored), endpoint.conversion, stored);
}

/**
 * Runs an apply to an object that may have list items without keys. Other writes accept such items and remove all
 * owners. An apply of an empty key also stores such an item, but keeps the owners. The error messages of the two cases
 * differ.
 * @throws StatusError 500 for such an object
 */
function reportItemsWithoutKeys<T>(live: SharedObject | undefined, { schema, kind }: DocumentType, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ItemError) || !live) throw error;
    const { namespace = "", name = "" } = live.metadata;
    const type = formatObjectType(kind.apiVersion, kind.kind);
    const errors = checkShape(shapeOf(schema.schema), live, { allowsRepeatedItems: true });
    if (errors.length === 0) throw new StatusError(500, error.message, { cause: error });
    const liveObject = `object (${namespace}/${name}; ${type})`;
    const hasOwners = (live.metadata.managedFields ?? []).length > 0;
    const failure = hasOwners
      ? `failed to create typed live ${liveObject}`
      : `failed to create manager for existing fields: failed to convert new ${liveObject} to smd typed`;
    throw new StatusError(500, `${failure}: ${formatShapeErrors(errors)}`, { cause: error });
  }
}

function withAppliedOwners({ object, managedFields }: ApplyResult): SharedObject {
  const { managedFields: _, ...others } = object.metadata;
  const metadata = managedFields.length > 0 ? { managedFields, ...others } : others;
  return { ...object, metadata };
}
