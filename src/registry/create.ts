/** Creates objects. */
import { setValueAt } from "../base/paths.ts";
import type { CachedObject } from "../cache/index.ts";
import type { FieldError } from "../meta/field-error.ts";
import type { GroupResource } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { alreadyExists, generateNameConflict, invalid, StatusError } from "../meta/status-error.ts";
import { formatTime } from "../meta/time.ts";
import type { User } from "../meta/user.ts";
import { type CreateCheck, cloneDecoded, MetadataValidation } from "../schema/index.ts";
import type { BoundKind } from "./bound-kind.ts";
import { ClaimConflict } from "./claims/claim-store.ts";
import { claimValues, claimWrites, freeClaimWrites } from "./claims/claim-values.ts";
import { generateName } from "./name-generator.ts";
import { revisionOf } from "./read.ts";
import type { Resource } from "./resource.ts";
import type { TimeStore } from "./time-store.ts";
import {
  allErrors,
  checkedForm,
  encodeStored,
  ensureNamespace,
  putWithStatusErrors,
  type WriteCheck,
  type WriteRules,
} from "./write.ts";

/** A create of one object. */
export interface CreateRequest {
  /** Decoded, with defaults. The registry may change it. */
  readonly object: ApiObject;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Name in the path of the request. Default: empty, as in a POST. */
  readonly requestName?: string;
  /** The kind in the version of the request. Default: the kind that stores the objects. */
  readonly served?: BoundKind;
  readonly dryRun: boolean;
  /** The user who makes the request. Absent if the server itself creates the object. */
  readonly user?: User;
  readonly check?: WriteCheck;
  /** Rules of the version in which the client sent the object. They replace those of the stored version. */
  readonly rules?: WriteRules | undefined;
  /** Receives the warnings for the client. */
  readonly warn?: (message: string) => void;
  /**
   * False: no values are chosen for the object. It still claims the values that it names and that no other object
   * holds.
   */
  readonly takesClaims?: boolean;
  /** Measures the steps in the store. */
  readonly timeStore?: TimeStore | undefined;
}

/** Number of attempts with generated names, and with newly chosen values. */
const attemptsMax = 8;

/**
 * Stores a new object. It tries again with another generated name, or with other claimed values, if they are taken.
 * @returns the stored object. In a dry run, the object that would be stored, with the resourceVersion that the client
 * sent.
 * @throws StatusError 409 AlreadyExists, 422 Invalid, and errors of the store
 */
export async function createObject(resource: Resource, request: CreateRequest): Promise<CachedObject> {
  if (resource.hooks.load) await resource.hooks.load();
  const { metadata } = request.object;
  const isNamed = Boolean(metadata.name);
  if (!metadata.generateName && !resource.hooks.claims) return await createOnce(resource, request);
  for (let attempt = 1; ; attempt++) {
    // As in the reference, an object with a name is not copied. So a Job shares its labels with its Pod template.
    const object = isNamed && !resource.hooks.claims ? request.object : cloneDecoded(request.object);
    try {
      return await createOnce(resource, { ...request, object });
    } catch (error) {
      const isLast = attempt === attemptsMax;
      if (error instanceof ClaimConflict && !isLast) continue;
      if (!metadata.generateName || !isNameTaken(error)) throw error;
      // As in the reference, a taken name causes this error even if `generateName` was not used because the object has
      // a name.
      if (isNamed || isLast) throw nameConflict(resource, object, error);
    }
  }
}

/** Returns the error for an object with a `generateName` whose name is taken. */
function nameConflict({ kind }: Resource, { metadata }: ApiObject, { message }: StatusError): StatusError {
  const conflict = generateNameConflict(kind, metadata.name ?? "");
  return message.startsWith(beingDeletedPrefix)
    ? withMessage(conflict, `${beingDeletedPrefix}${conflict.message}`)
    : conflict;
}

const beingDeletedPrefix = "object is being deleted: ";

function withMessage({ code, reason, details }: StatusError, message: string, cause?: unknown): StatusError {
  return new StatusError(code, message, {
    ...(cause === undefined ? {} : { cause }),
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
  });
}

/** Returns the value to store for a new object that the server itself makes. It is not validated. */
export function encodeNew(resource: Resource, object: ApiObject, namespace: string): Buffer {
  prepareForCreate(resource, { object, namespace });
  return resource.encode(resource.schema.storedForm(object));
}

async function createOnce(resource: Resource, request: CreateRequest): Promise<CachedObject> {
  const { object, namespace, served = resource.kind, check, dryRun, warn, user, requestName = "" } = request;
  await resource.authorizeWrite(object, undefined, { user, namespace, requestName });
  prepareForCreate(resource, request);
  const { takesClaims = true } = request;
  using claiming = takesClaims ? await claimValues(resource, object, undefined, dryRun) : undefined;
  const canonical = resource.schema.storedForm(object);
  const checked = request.rules?.checkedForm?.(object);
  await validateForCreate(resource, checked ?? canonical.object, request);
  await resource.checkAccess(() => canonical.object, undefined, user);
  resource.warn(canonical.object, undefined, warn);
  await check?.({ object: checked ?? checkedForm(resource, object, canonical) });
  if (!dryRun) rejectResourceVersion(canonical.object);
  const name = object.metadata.name ?? "";
  const key = resource.key(namespace, name);
  const value = encodeStored(resource, canonical);
  try {
    if (dryRun) return await createInDryRun(resource, { key, served, name, value }, canonical.object);
    const otherWrites = takesClaims
      ? claimWrites(resource, claiming, canonical.object)
      : await freeClaimWrites(resource, canonical.object);
    return await putWithStatusErrors(
      resource,
      { target: served, name, verb: "create" },
      { key, value, expected: 0, otherWrites, timeStore: request.timeStore },
    );
  } catch (error) {
    throw await mentionDeletion(resource, key, error);
  }
}

/**
 * Returns the error. If it says that the name is taken, and the existing object is being deleted, the message mentions
 * the deletion.
 */
async function mentionDeletion(resource: Resource, key: string, error: unknown): Promise<unknown> {
  if (!isNameTaken(error)) return error;
  const existing = await resource.cache.read(key);
  if (!existing || existing.unreadable || !resource.parse(existing).metadata.deletionTimestamp) return error;
  return withMessage(error, `${beingDeletedPrefix}${error.message}`, error);
}

/** Sets the metadata that the server decides, removes fields of disabled features, and runs the kind's hook. */
function prepareForCreate(
  resource: Resource,
  {
    object,
    namespace,
    user,
    warn,
    takesClaims,
    served = resource.kind,
    dryRun = false,
  }: Pick<CreateRequest, "object" | "namespace" | "user" | "warn" | "takesClaims" | "served"> & {
    readonly dryRun?: boolean;
  },
): void {
  const { metadata } = object;
  const { clock, random } = resource.services;
  const { rules } = resource.kind.declaration;
  ensureNamespace(object, namespace);
  metadata.creationTimestamp = formatTime(clock.nowMs());
  metadata.uid = random.uuid();
  if (!metadata.name && metadata.generateName) {
    metadata.name = rules.randomNameSuffix ? generateName(metadata.generateName, random) : metadata.generateName;
  }
  for (const field of removedOnCreate) delete metadata[field];
  // As in the reference, only the store removes the link, so a dry run shows it.
  if (!dryRun) delete metadata.selfLink;
  if (rules.generation.length > 0) metadata.generation = 1;
  if (served.declaration.subresources.status?.clearedOnCreate) setValueAt(object, "status", undefined);
  resource.schema.dropDisabled(object, { isEnabled: resource.services.isEnabled });
  resource.hooks.prepareForCreate?.(object, { ...resource.hookContext(user), warn, takesClaims });
}

/** Metadata that is removed from new objects. */
const removedOnCreate = ["deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/**
 * Runs the checks of the kind. If they succeed, checks the metadata again with the rules of all kinds, which accept any
 * path segment as a name.
 */
async function validateForCreate(
  resource: Resource,
  object: ApiObject,
  { rules = resource.hooks, warn }: Pick<CreateRequest, "rules" | "warn">,
): Promise<void> {
  const { kind, metadataRules } = resource;
  const { createChecks = kind.declaration.rules.createChecks, nameFormat = metadataRules.nameFormat } = rules;
  const metadata = new MetadataValidation(object.metadata, { ...metadataRules, nameFormat });
  const checkedCreate: CheckedCreate = { resource, object, rules, metadata };
  const found = createChecks.flatMap((check) => checkCreate(check, checkedCreate));
  const kindErrors = await allErrors(resource, { object, subresource: "", errors: found, rules, warn });
  const errors = kindErrors.length > 0 ? kindErrors : metadata.errorsOf("plainCreate");
  if (errors.length > 0) throw invalid(kind, object.metadata.name ?? "", errors);
}

interface CheckedCreate {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly rules: WriteRules;
  readonly metadata: MetadataValidation;
}

function checkCreate(check: CreateCheck, { resource, object, rules, metadata }: CheckedCreate): readonly FieldError[] {
  switch (check) {
    case "create":
      return metadata.errorsOf("create");
    case "schema": {
      const { isEnabled, vocabulary } = resource.services;
      return resource.schema.validate(object, { isEnabled, vocabulary });
    }
    case "hook":
      return rules.validateCreate?.(object, resource.hookContext()) ?? [];
    case "lastHook":
      return rules.validateCreateLast?.(object, resource.hookContext()) ?? [];
  }
}

/**
 * Rejects a resourceVersion on a new object. Texts that are not positive integers are ignored. In the reference, its
 * store reports this error.
 */
function rejectResourceVersion({ metadata }: ApiObject): void {
  const { resourceVersion = "" } = metadata;
  if ((revisionOf(resourceVersion) ?? 0) > 0) {
    throw new StatusError(500, "resourceVersion should not be set on objects to be created");
  }
}

interface UnwrittenValue {
  readonly key: string;
  readonly served: GroupResource;
  readonly name: string;
  readonly value: Buffer;
}

async function createInDryRun(
  resource: Resource,
  { key, served, name, value }: UnwrittenValue,
  { metadata }: ApiObject,
): Promise<CachedObject> {
  if (await resource.cache.read(key)) throw alreadyExists(served, name);
  return resource.presentUnwritten(key, value, metadata.resourceVersion ?? "");
}

function isNameTaken(error: unknown): error is StatusError {
  return error instanceof StatusError && error.reason === "AlreadyExists";
}
