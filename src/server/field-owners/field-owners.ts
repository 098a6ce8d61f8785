/**
 * Who owns the fields of what is written at an endpoint. Objects are recorded in the version and the form in which
 * clients send them; entries of other versions of the kind are brought up to date in theirs.
 */
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
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
import { copyAllSentForms, hasSentForms, isSentEmpty, SchemaDecodeError } from "../../schema/index.ts";
import type { DocumentType } from "../served/document-type.ts";
import { type ServedEndpoint, type StoredEndpoint } from "../served/endpoint.ts";
import { type ResourceTable } from "../served/resource-table.ts";
import { setOwners, withDerivedOwners } from "./document-owners.ts";

/** What is written, on what, by whom. */
export interface ManagedWrite {
  /** As stored; undefined: there is no object yet. */
  readonly old: ApiObject | undefined;
  readonly manager: string;
  readonly nowMs: number;
}

export class FieldOwners {
  readonly #table: ResourceTable;
  readonly #rules = new WeakMap<StoredEndpoint, OwnershipRules>();

  constructor(table: ResourceTable) {
    this.#table = table;
  }

  /**
   * Records in `next`, a document of the endpoint, what the write changes. Its last defaults are filled in before. The
   * writer also owns fields of disabled features, which the registry drops later, as in the reference.
   */
  record(endpoint: StoredEndpoint, next: ApiObject, { old, manager, nowMs }: ManagedWrite): void {
    const { resource, conversion } = endpoint;
    if (!conversion) resource.fillDefaults(next);
    const live = old && existingDocument(endpoint, old);
    try {
      const written = withSentListItems(endpoint, completeDocument(endpoint, next));
      const sent = isSentEmpty(next.metadata, "managedFields") ? withEmptyOwners(written) : written;
      setOwners(next, recordUpdate(this.#rulesOf(endpoint), { live, next: sent }, { manager, nowMs }));
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      // The rules of the kind decide whether such an object is valid. As in the reference, none of its fields has an owner.
      setOwners(next, []);
    }
  }

  /** Records in a document that is answered and not stored that its sender owns all of it. */
  recordComputed({ documentType }: ServedEndpoint, next: ApiObject, { manager, nowMs }: ManagedWrite): void {
    const { kind, apiVersion } = documentType.kind;
    const same = (object: ApiObject): ApiObject => object;
    const written = (fields: FieldSet): FieldSet => fields;
    const version = { shape: shapeOf(documentType.schema.schema), written, convert: same, convertBack: same };
    const empty = documentType.schema.canonical({ kind, apiVersion, metadata: {} }).object;
    const rules = { apiVersion, subresource: "", empty, inVersion: () => version };
    try {
      setOwners(next, recordUpdate(rules, { live: undefined, next }, { manager, nowMs }));
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
    }
  }

  /**
   * Returns the document that results from an apply. `keepsFields` is true if the document existed before with the same
   * fields, and `isUnchanged` if it also had the same owners.
   * @throws StatusError 409 if other managers own fields that would change, 500 if an item of the stored object has no key
   */
  apply(
    endpoint: StoredEndpoint,
    applied: ApiObject,
    write: ManagedWrite & { readonly force: boolean },
  ): { readonly object: ApiObject; readonly keepsFields: boolean; readonly isUnchanged: boolean } {
    const { old, manager, nowMs, force } = write;
    const live = old && existingDocument(endpoint, old);
    const rules = this.#rulesOf(endpoint);
    const { documentType } = endpoint;
    const result = reportItemsWithoutKeys(live, documentType, () =>
      apply(rules, { live, applied, force }, { manager, nowMs }),
    );
    const { keepsFields, isUnchanged } = result;
    return { object: withAppliedOwners(result), keepsFields, isUnchanged };
  }

  #rulesOf(endpoint: StoredEndpoint): OwnershipRules {
    let rules = this.#rules.get(endpoint);
    if (!rules) {
      rules = this.#makeRules(endpoint);
      this.#rules.set(endpoint, rules);
    }
    return rules;
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
        const known = versions.get(version);
        if (known) return known;
        const other = this.#endpointInVersion(endpoint, version);
        if (other) versions.set(version, versionedShape(endpoint, other));
        return versions.get(version);
      },
    };
  }

  /**
   * Returns the endpoint of the same kind in another served version of its group. As in the reference, a version of another
   * group counts as unknown, even if it serves the same objects, as with Events.
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

/** @param from where a request speaks, @param to another version, or the same */
function versionedShape(from: StoredEndpoint, to: StoredEndpoint): VersionedShape {
  const shape = shapeOf(to.documentType.schema.schema);
  const written = writtenFieldsFilter(to);
  if (from === to) return { shape, written, convert: (object) => object, convertBack: (object) => object };
  return {
    shape,
    written,
    convert: (object) => withoutRepeats(to, convertDocument(object, from, to)),
    convertBack: (object) => withoutRepeats(from, convertDocument(object, to, from)),
  };
}

/**
 * Returns the converted object. Its lists may not repeat an item, as in the reference, although other objects may.
 * @throws ItemError
 */
function withoutRepeats({ documentType }: StoredEndpoint, object: ApiObject): ApiObject {
  const errors = checkShape(shapeOf(documentType.schema.schema), object);
  if (errors.length > 0) throw new ItemError(formatShapeErrors(errors));
  return object;
}

function convertDocument(object: ApiObject, from: StoredEndpoint, to: StoredEndpoint): ApiObject {
  const { conversion } = from;
  const whole = withRequiredFields(from, object);
  if (!conversion) return storedAsDocument(to, whole);
  const stored = conversion.toStoredWithoutDefaults?.(whole) ?? conversion.toStored(whole, undefined);
  // A conversion may spell the same object in another way, and an apply compares the result with the stored object.
  return to.conversion ? storedAsDocument(to, stored) : to.documentType.schema.canonical(stored).object;
}

/**
 * Returns the object with the fields that its type always has. An apply may lack them, or remove them, and the reference
 * converts what its types hold then. An object that is not of its type stays as it is.
 */
function withRequiredFields({ documentType }: StoredEndpoint, object: ApiObject): ApiObject {
  try {
    return documentType.schema.canonical(object).object;
  } catch (error) {
    if (error instanceof SchemaDecodeError) return object;
    throw error;
  }
}

/** What clients see of the stored object, in canonical form: what it is compared with has been read. */
function storedAsDocument({ conversion, documentType }: StoredEndpoint, stored: ApiObject): ApiObject {
  return conversion ? documentType.schema.canonical(conversion.toDocument(stored)).object : stored;
}

/** Returns the object with an empty list of managers, which removes all of them. Without a list, they stay. */
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

/** Returns the object with the forms that its client sent, where the owners of fields depend on them. */
function withSentListItems({ documentType }: StoredEndpoint, next: ApiObject): ApiObject {
  return hasSentForms(next) ? (withSentItems(shapeOf(documentType.schema.schema), next) as ApiObject) : next;
}

/** Leaves out what a write here does not change. */
function writtenFieldsFilter({ resource, subresource }: StoredEndpoint): (fields: FieldSet) => FieldSet {
  const { unowned: left, owned: changed } = resource.ownedPaths(subresource);
  const paths = changed?.map(stepsOf);
  const none = fieldSet(...left.map(stepsOf));
  return (fields) => (paths ? fieldsAtOrBelow(fields, paths) : differenceBelow(fields, none));
}

/** What clients see of the stored object, with the owners that there are of it. */
function existingDocument(endpoint: StoredEndpoint, stored: ApiObject): ApiObject {
  return withDerivedOwners(storedAsDocument(endpoint, stored), endpoint.conversion, stored);
}

/**
 * Runs an apply to an object that may have items without keys. Other writes accept them, and remove all owners. An apply of
 * an empty key stores such an item as well, and keeps the owners. The message tells these cases apart.
 * @throws StatusError 500 for such an object
 */
function reportItemsWithoutKeys<T>(live: ApiObject | undefined, { schema, kind }: DocumentType, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ItemError) || !live) throw error;
    const { namespace = "", name = "" } = live.metadata;
    const { group, version } = parseGroupVersion(kind.apiVersion) ?? { group: "", version: "" };
    const type = `${group}/${version}, Kind=${kind.kind}`;
    const errors = checkShape(shapeOf(schema.schema), live, { allowsRepeatedItems: true });
    if (errors.length === 0) throw new StatusError(500, error.message, { cause: error });
    const what = `object (${namespace}/${name}; ${type})`;
    const hasOwners = (live.metadata.managedFields ?? []).length > 0;
    const why = hasOwners
      ? `failed to create typed live ${what}`
      : `failed to create manager for existing fields: failed to convert new ${what} to smd typed`;
    throw new StatusError(500, `${why}: ${formatShapeErrors(errors)}`, { cause: error });
  }
}

function withAppliedOwners({ object, managedFields }: ApplyResult): ApiObject {
  const copy = { ...object, metadata: { managedFields: [], ...object.metadata } };
  setOwners(copy, managedFields);
  return copy;
}
