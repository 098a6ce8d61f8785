/** Updates stored objects. The caller supplies a function that makes the new object from the stored one. */
import { assert } from "../base/assert.ts";
import { equalJson, equalMembers } from "../base/json-tree.ts";
import { setOwn } from "../base/own-property.ts";
import { setValueAt, valueAt } from "../base/paths.ts";
import type { CachedObject } from "../cache/index.ts";
import { type FieldError, invalidField } from "../meta/field-error.ts";
import { GoText } from "../meta/go-quote.ts";
import type { ApiObject, ManagedFieldsEntry, SharedObject } from "../meta/object-meta.ts";
import { conflict, invalid, modifiedConflict, notFound, StatusError } from "../meta/status-error.ts";
import type { User } from "../meta/user.ts";
import {
  equalAmounts,
  hasSentForms,
  MetadataValidation,
  type ObjectPreconditions,
  schemaAt,
  type UpdateCheck,
  withSentForms,
} from "../schema/index.ts";
import { StorageError } from "../storage/index.ts";
import type { BoundKind } from "./bound-kind.ts";
import { claimValues, claimWrites } from "./claims/claim-values.ts";
import { createObject } from "./create.ts";
import { equalsStored } from "./object-format.ts";
import { revisionOf } from "./read.ts";
import type { Resource } from "./resource.ts";
import { StoredObject } from "./stored-object.ts";
import {
  allErrors,
  checkedForm,
  encodeStored,
  ensureNamespace,
  type ObjectWrite,
  putAndAwait,
  removeObject,
  type WriteCheck,
  type WriteRules,
  type WriteTarget,
  writeWithRetries,
} from "./write.ts";
import { restoredPaths, writtenMembers } from "./written-parts.ts";

/** An update of one object. */
export interface UpdateRequest extends WriteTarget {
  /** The kind in the version of the request. Default: the kind that stores the objects. */
  readonly served?: BoundKind;
  /** Empty for the object itself. Otherwise the subresource whose rules decide which fields may change. */
  readonly subresource: string;
  readonly dryRun: boolean;
  /**
   * Returns the new object, decoded and with defaults. It is called again with a newer stored object after a conflict.
   * `old` is undefined if there is no stored object and the request may create it. Returns undefined if the stored
   * object would not change.
   */
  change(old: StoredObject | undefined): Promise<ApiObject | undefined> | ApiObject | undefined;
  /** Whether a missing object is created. */
  readonly createIfMissing: boolean;
  /** The UID and the resourceVersion that the stored object must have. */
  readonly preconditions?: ObjectPreconditions;
  /** `update` or `patch`, for error messages. */
  readonly verb: string;
  /** The user who makes the request. Absent if the server itself updates the object. */
  readonly user?: User;
  readonly check?: WriteCheck;
  /** Rules of the version in which the client sent the object. They replace those of the stored version. */
  readonly rules?: WriteRules | undefined;
  /** Receives the warnings for the client. */
  readonly warn?: (message: string) => void;
  /** Whether the new object is stored without validation. */
  readonly isUnchecked?: boolean;
}

/** The stored object after an update. */
export interface UpdateResult {
  readonly object: CachedObject;
  readonly created: boolean;
}

/**
 * Updates an object, or creates it if it is missing and the request allows this.
 * @throws StatusError 404, 409 Conflict if the new object has another resourceVersion than the stored one, 422 Invalid,
 * and errors of the store
 */
export async function updateObject(resource: Resource, request: UpdateRequest): Promise<UpdateResult> {
  if (resource.hooks.load) await resource.hooks.load();
  return await writeWithRetries(resource, request, async (cached) => {
    const stored = cached && new StoredObject(cached);
    checkPreconditions(resource, request, stored);
    if (!stored) return { object: await createMissing(resource, request), created: true };
    return { object: await updateStored(resource, request, stored), created: false };
  });
}

/** @throws StorageError if another write has created the object, so that it can be updated */
async function createMissing(resource: Resource, request: UpdateRequest): Promise<CachedObject> {
  const { namespace, name, dryRun, user, check, warn } = request;
  if (!request.createIfMissing) throw notFound(request.served ?? resource.kind, name);
  const object = await request.change(undefined);
  assert(object, "the change of a missing object returns the new object");
  const { resourceVersion = "" } = object.metadata;
  if (revisionOf(resourceVersion) === undefined) throw modifiedConflict(resource.kind, name);
  // A PUT can create an object again that was deleted after the client read it. As in the reference, a dry run shows
  // the old resourceVersion.
  if (!dryRun) delete object.metadata.resourceVersion;
  try {
    return await createObject(resource, {
      object,
      namespace,
      requestName: name,
      dryRun,
      rules: request.rules,
      // As in the reference, no values are chosen for an object that is created through a subresource.
      takesClaims: request.subresource === "",
      timeStore: request.timeStore,
      ...(user ? { user } : {}),
      ...(check ? { check } : {}),
      ...(warn ? { warn } : {}),
      ...(request.served ? { served: request.served } : {}),
    });
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === "AlreadyExists")) throw error;
    throw new StorageError("revision-conflict", error.message, { cause: error });
  }
}

/** @throws StorageError if another write was faster */
async function updateStored(resource: Resource, request: UpdateRequest, stored: StoredObject): Promise<CachedObject> {
  const { cached } = stored;
  const isInOtherVersion = resource.isStoredInOtherVersion(cached);
  // An object in another version or an outdated form is stored again, even if nothing else changes.
  const isStoredAgain = async (): Promise<boolean> => isInOtherVersion || (await isOutdated(resource, cached));
  // The rules of another version did not check the object when it was stored.
  const isCheckedAgain = async (): Promise<boolean> => request.rules !== undefined || (await isStoredAgain());
  const object = (await request.change(stored)) ?? ((await isCheckedAgain()) ? stored.copy() : undefined);
  if (!object) return await keepStored(resource, request, stored);
  const { object: old } = stored;
  const { user, namespace, name: requestName } = request;
  await resource.authorizeWrite(object, old, { user, namespace, requestName });
  checkRevision(resource, request, object, cached);
  object.metadata.resourceVersion = String(cached.revision);
  prepareForUpdate(resource, request, object, old);
  using claiming = request.subresource === "" ? await claimValues(resource, object, old, request.dryRun) : undefined;
  const canonical = resource.schema.storedForm(object);
  const checked = checkedWrite(request, { object, canonical: canonical.object, old });
  const raisesGeneration =
    request.subresource !== "status" && changesGeneration(resource, { sent: object, ...checked });
  if (raisesGeneration) canonical.object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  if (changesOnlyTimes(canonical.object, old)) {
    canonical.object.metadata.managedFields = old.metadata.managedFields ?? [];
  }
  if (!request.isUnchecked) await validateForUpdate(resource, request, checked);
  if (request.subresource === "") await resource.checkAccess(() => canonical.object, old, request.user);
  if (!writesPart(resource, request)) resource.warn(canonical.object, old, request.warn);
  const isOwnForm = checked.object === canonical.object;
  await request.check?.(isOwnForm ? { object: checkedForm(resource, object, canonical), old } : checked);
  const isRemoved = completesDeletion(resource, canonical.object, old);
  // As in the reference, only the store removes the link, so the response shows it if nothing is stored.
  if (!request.dryRun && !isRemoved) delete canonical.object.metadata.selfLink;
  const value = encodeStored(resource, canonical);
  if (isRemoved) {
    if (!request.dryRun) await removeObject(resource, cached, request.timeStore);
    return resource.present(cached.key, value, cached.revision);
  }
  if (equalsStored(cached.bytes, value) && !(await isStoredAgain())) return cached;
  if (request.dryRun) return resource.present(cached.key, value, cached.revision);
  const otherWrites = claimWrites(resource, claiming, canonical.object);
  const { timeStore } = request;
  return await putAndAwait(resource, { key: cached.key, value, expected: cached.revision, otherWrites, timeStore });
}

/** Whether the store has the object in an outdated form, such as encrypted with an earlier key. */
async function isOutdated({ services, cache }: Resource, { key }: CachedObject): Promise<boolean> {
  return (await services.engine.isOutdated?.(cache.fullKey(key))) ?? false;
}

/**
 * Whether the subresource writes only part of the object, such as its status. Such a write returns no warnings about
 * the object. `scale` is not a part, because it changes the object itself.
 */
function writesPart({ kind }: Resource, { served = kind, subresource }: UpdateRequest): boolean {
  const { status, others = {} } = served.declaration.subresources;
  return subresource === "status" ? status !== undefined : Object.hasOwn(others, subresource);
}

/** A write that changes nothing. The object is parsed only if a check reads it. */
class UnchangedWrite implements ObjectWrite {
  readonly #stored: StoredObject;

  constructor(stored: StoredObject) {
    this.#stored = stored;
  }

  get object(): SharedObject {
    return this.#stored.object;
  }

  get old(): SharedObject {
    return this.#stored.object;
  }
}

/**
 * Returns the stored object unchanged. It is not validated, because it was valid when it was stored. Warnings and the
 * request's check still apply.
 */
async function keepStored(resource: Resource, request: UpdateRequest, stored: StoredObject): Promise<CachedObject> {
  if (request.subresource === "") await resource.checkAccess(() => stored.object, stored.object, request.user);
  if (!writesPart(resource, request)) {
    const advice = stored.cached.derived("advice", () => resource.warnings(stored.object, stored.object));
    for (const message of advice) request.warn?.(message);
  }
  await request.check?.(new UnchangedWrite(stored));
  return stored.cached;
}

/**
 * @throws StatusError 409 with the store's message if the stored object has another UID or resourceVersion than the
 * preconditions
 */
function checkPreconditions(resource: Resource, request: UpdateRequest, stored: StoredObject | undefined): void {
  const { namespace, name, served = resource.kind, preconditions = {} } = request;
  const { metadata } = stored && (preconditions.uid || preconditions.resourceVersion) ? stored.object : noMetadata;
  const requireEqual = (field: string, asked = "", actual = ""): void => {
    if (asked === "" || asked === actual) return;
    // The error names the key. In a dry run, the reference does not reach its store, so the key has no storage prefix.
    const path = resource.key(namespace, name);
    const key = request.dryRun ? resource.cache.pathOf(path) : resource.cache.fullKey(path);
    const why = `Precondition failed: ${field} in precondition: ${asked}, ${field} in object meta: ${actual}`;
    const text = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
    throw conflict(served, name, text);
  };
  requireEqual("UID", preconditions.uid, metadata.uid);
  requireEqual("ResourceVersion", preconditions.resourceVersion, metadata.resourceVersion);
}

const noMetadata: Pick<ApiObject, "metadata"> = { metadata: {} };

function checkRevision(
  { kind }: Resource,
  { served = kind }: UpdateRequest,
  object: ApiObject,
  stored: CachedObject,
): void {
  const name = object.metadata.name ?? "";
  const asked = object.metadata.resourceVersion ?? "";
  if (asked === String(stored.revision)) return;
  // As in the reference, the numbers are compared, so `007` is the version 7, and `00` is no version.
  const askedRevision = revisionOf(asked);
  if (askedRevision === stored.revision) return;
  if (askedRevision !== 0) throw modifiedConflict(served, name);
  if (kind.declaration.rules.unconditionalUpdate) return;
  const error = invalidField("metadata.resourceVersion", unsetRevision, "must be specified for an update");
  throw invalid({ group: kind.group, kind: kind.resource }, name, [error]);
}

/** Prints an unset resourceVersion like the reference. */
const unsetRevision = new GoText("0x0");

/**
 * Restores the fields that this request does not write. Then runs the kind's hook, which sets the fields that the
 * server decides.
 */
function prepareForUpdate(resource: Resource, request: UpdateRequest, object: ApiObject, old: SharedObject): void {
  const { metadata } = object;
  ensureNamespace(object, request.namespace);
  for (const field of restoredOnUpdate) copyOrDelete(metadata, old.metadata, field);
  metadata.uid ||= old.metadata.uid ?? "";
  if (old.metadata.deletionTimestamp) metadata.deletionTimestamp = old.metadata.deletionTimestamp;
  if (old.metadata.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= old.metadata.deletionGracePeriodSeconds;
  }
  const { declaration } = request.served ?? resource.kind;
  for (const path of restoredPaths(declaration, request.subresource)) setValueAt(object, path, valueAt(old, path));
  const writes = writtenMembers(declaration, request.subresource);
  if (writes) keepOthers(object, old, writes);
  const { status } = declaration.subresources;
  if (request.subresource !== "status" || status?.keepsDisabledFields !== true) {
    resource.schema.dropDisabled(object, { old, isEnabled: resource.services.isEnabled });
  }
  resource.hooks.prepareForUpdate?.(object, old, resource.hookContext(request.user), request.subresource);
}

/** Restores all members but those that the request writes, and all metadata but the managed fields and the revision. */
function keepOthers(object: ApiObject, old: SharedObject, writes: readonly string[]): void {
  restoreMembers(membersOf(object), membersOf(old), ["apiVersion", "kind", "metadata", ...writes]);
  restoreMembers(membersOf(object.metadata), membersOf(old.metadata), ["managedFields", "resourceVersion"]);
}

function restoreMembers(
  target: Record<string, unknown>,
  source: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): void {
  for (const name of Object.keys(target)) {
    if (!changed.includes(name) && !Object.hasOwn(source, name)) delete target[name];
  }
  for (const [name, value] of Object.entries(source)) if (!changed.includes(name)) setOwn(target, name, value);
}

const restoredOnUpdate = ["generation", "creationTimestamp"] as const;

function copyOrDelete(
  target: ApiObject["metadata"],
  source: SharedObject["metadata"],
  field: (typeof restoredOnUpdate)[number],
): void {
  if (source[field] === undefined) delete target[field];
  else Object.assign(target, { [field]: source[field] });
}

/** The objects of an update, in the form that its checks see. */
interface CheckedObjects {
  readonly object: ApiObject;
  readonly old: SharedObject;
}

/**
 * Returns the objects in the form that the rules of the requested version check.
 * @param write the new object before and after it is brought into the stored form. The result shares its metadata
 */
function checkedWrite(
  { rules }: UpdateRequest,
  { object, canonical, old }: CheckedObjects & { readonly canonical: ApiObject },
): CheckedObjects {
  if (!rules?.checkedForm) return { object: canonical, old };
  return { object: { ...rules.checkedForm(object), metadata: canonical.metadata }, old: rules.checkedForm(old) };
}

interface GenerationChange extends CheckedObjects {
  /** The new object before it is brought into canonical form. */
  readonly sent: ApiObject;
}

/**
 * Whether the update changes a field that increases the generation. It compares the forms that the checks see, in which an empty
 * list is absent, and compares quantities by amount.
 */
function changesGeneration({ kind, schema }: Resource, { sent, object, old }: GenerationChange): boolean {
  const { generation: paths, emptyRaisesGeneration } = kind.declaration.rules;
  if (paths === "content") return !equalMembers(membersOf(object), membersOf(old), ["metadata"]);
  const isSame = (path: string): boolean =>
    equalAmounts(schemaAt(schema.schema, path), valueAt(object, path), valueAt(old, path));
  if (!paths.every(isSame)) return true;
  if (!emptyRaisesGeneration || !hasSentForms(sent)) return false;
  const sentForms = withSentForms(sent) as ApiObject;
  return paths.some((path) => !equalJson(valueAt(sentForms, path), valueAt(sent, path)));
}

/** The metadata checks at the start of every update. */
const sharedChecks: readonly UpdateCheck[] = ["plainCreate", "plainChange"];
const defaultChecks: readonly UpdateCheck[] = ["change", "schema", "hook"];

async function validateForUpdate(
  resource: Resource,
  request: UpdateRequest,
  { object, old }: CheckedObjects,
): Promise<void> {
  const { updateChecks = resource.kind.declaration.rules.updateChecks } = request.rules ?? {};
  const { update = defaultChecks, subresource = defaultChecks } = updateChecks;
  const metadata = new MetadataValidation(object.metadata, resource.metadataRules, old.metadata);
  const checkedUpdate: CheckedUpdate = { resource, request, object, old, metadata };
  const errorsByCheck = new Map<UpdateCheck, readonly FieldError[]>();
  const errors: FieldError[] = [];
  for (const checks of [sharedChecks, request.subresource === "" ? update : subresource]) {
    for (const check of checks) {
      const previousErrors = errorsByCheck.get(check);
      // A check without errors has none when it is repeated, either.
      if (previousErrors?.length === 0) continue;
      const checkErrors = checkUpdate(check, checkedUpdate, previousErrors !== undefined);
      errorsByCheck.set(check, checkErrors);
      for (const error of checkErrors) errors.push(error);
    }
  }
  const { rules = resource.hooks, warn } = request;
  const all = await allErrors(resource, { object, old, subresource: request.subresource, errors, rules, warn });
  if (all.length > 0) throw invalid(resource.kind, object.metadata.name ?? "", all);
}

interface CheckedUpdate {
  readonly resource: Resource;
  readonly request: UpdateRequest;
  readonly object: ApiObject;
  readonly old: SharedObject;
  readonly metadata: MetadataValidation;
}

function checkUpdate(
  check: UpdateCheck,
  { resource, request, object, old, metadata }: CheckedUpdate,
  isRepeated: boolean,
): readonly FieldError[] {
  switch (check) {
    case "schema": {
      const { isEnabled, vocabulary } = resource.services;
      return resource.schema.validate(object, { old, isRepeated, isEnabled, vocabulary });
    }
    case "hook": {
      const { validateUpdate } = request.rules ?? resource.hooks;
      return validateUpdate?.(object, old, resource.hookContext(), request.subresource) ?? [];
    }
    case "createHook":
      return (request.rules ?? resource.hooks).validateCreate?.(object, resource.hookContext()) ?? [];
    default:
      return metadata.errorsOf(check);
  }
}

/**
 * Whether the update changes nothing but the timestamps of managed fields. The client sent the stored object in another
 * form. Such updates are not stored, because a client that repeats them would create a new revision each time.
 */
function changesOnlyTimes(object: ApiObject, old: SharedObject): boolean {
  const { managedFields: owners = [] } = object.metadata;
  const { managedFields: oldOwners = [] } = old.metadata;
  if (owners.length === 0 || owners.length !== oldOwners.length) return false;
  // Small and frequently changed fields are compared first.
  return (
    equalMembers(membersOf(object.metadata), membersOf(old.metadata), ["managedFields", "resourceVersion"]) &&
    equalMembers(membersOf(object), membersOf(old), ["metadata"]) &&
    equalJson(withoutTimes(owners), withoutTimes(oldOwners))
  );
}

function membersOf<T extends object>(value: T): Record<string, unknown> {
  return value as Record<string, unknown>;
}

/**
 * Returns the managed fields without their times, in their order. As in the reference, a time that changes the order is
 * a change.
 */
function withoutTimes(owners: readonly ManagedFieldsEntry[]): readonly object[] {
  return owners.map((entry) => {
    const { time: _, ...owner } = entry;
    return owner;
  });
}

/** Whether the update removes the last finalizer of an object that is being deleted, so that the object is removed. */
function completesDeletion(resource: Resource, object: ApiObject, old: SharedObject): boolean {
  const noFinalizers = (object.metadata.finalizers ?? []).length === 0;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = old.metadata;
  const marked = deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0;
  return noFinalizers && marked && !resource.hooks.blocksRemoval?.(object);
}
