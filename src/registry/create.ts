/** Storing a new object. */
import { setValueAt } from "../base/paths.ts";
import type { CachedObject } from "../cache/index.ts";
import type { FieldError } from "../meta/field-error.ts";
import type { GroupResource } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { alreadyExists, generateNameConflict, invalid, StatusError } from "../meta/status-error.ts";
import { formatTime } from "../meta/time.ts";
import type { User } from "../meta/user.ts";
import { type CreateCheck, cloneDecoded } from "../schema/index.ts";
import { claimValues, claimWrites, freeClaimWrites } from "./claim-values.ts";
import { ClaimLost } from "./claims.ts";
import { MetadataValidation } from "./metadata-rules.ts";
import { generateName } from "./name-generator.ts";
import type { Resource } from "./resource.ts";
import { encodeStored, ensureNamespace, putValue, type WriteCheck, type WriteRules } from "./write.ts";

export interface CreateRequest {
  /** Decoded, with defaults; the registry owns it from here on. */
  readonly object: ApiObject;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** The resource that the client's request names, for messages. Default: the one in which the objects are stored. */
  readonly served?: GroupResource;
  readonly dryRun: boolean;
  /** Who asks for it; absent: the server itself. */
  readonly user?: User;
  readonly check?: WriteCheck;
  /** Rules of the version in which the object was sent, instead of those of the stored one. */
  readonly rules?: WriteRules | undefined;
  readonly warn?: (message: string) => void;
  /** False: the object is given no values of the cluster's ranges. It holds those that it names and nobody else has. */
  readonly takesClaims?: boolean;
}

/** How many generated names are tried, and how often values are chosen again. */
const attemptsMax = 8;

/**
 * @returns the object as stored; in a dry run, as it would be, with the resourceVersion that the client sent, if any
 * @throws StatusError 409 AlreadyExists, 422 Invalid, and what the store raises
 */
export async function createObject(resource: Resource, request: CreateRequest): Promise<CachedObject> {
  const { metadata } = request.object;
  const isNamed = Boolean(metadata.name);
  if (!metadata.generateName && !resource.hooks.claims) return await createOnce(resource, request);
  for (let attempt = 1; ; attempt++) {
    // As in the reference, an object with a name is not copied: a Job then shares its labels with its Pods.
    const object = isNamed && !resource.hooks.claims ? request.object : cloneDecoded(request.object);
    try {
      return await createOnce(resource, { ...request, object });
    } catch (error) {
      const isLast = attempt === attemptsMax;
      if (error instanceof ClaimLost && !isLast) continue;
      if (!metadata.generateName || !isNameTaken(error)) throw error;
      // As in the reference, a prefix that the server did not need makes the same error.
      if (isNamed || isLast) throw nameConflict(resource, object, error);
    }
  }
}

/** Returns the error for a name that is taken, of an object with a prefix for names. */
function nameConflict({ kind }: Resource, { metadata }: ApiObject, { message }: StatusError): StatusError {
  const conflict = generateNameConflict(kind, metadata.name ?? "");
  return message.startsWith(beingDeleted) ? withMessage(conflict, `${beingDeleted}${conflict.message}`) : conflict;
}

const beingDeleted = "object is being deleted: ";

function withMessage({ code, reason, details }: StatusError, message: string, cause?: unknown): StatusError {
  return new StatusError(code, message, {
    ...(cause === undefined ? {} : { cause }),
    ...(reason ? { reason } : {}),
    ...(details ? { details } : {}),
  });
}

/** What is stored for a new object that the server itself makes, and knows to be right. */
export function encodeNew(resource: Resource, object: ApiObject, namespace: string): Buffer {
  prepareForCreate(resource, { object, namespace });
  return resource.encode(resource.schema.storedForm(object));
}

async function createOnce(resource: Resource, request: CreateRequest): Promise<CachedObject> {
  const { object, namespace, served = resource.kind, check, dryRun, warn } = request;
  prepareForCreate(resource, request);
  const { takesClaims = true } = request;
  using claiming = takesClaims ? await claimValues(resource, object, undefined, dryRun) : undefined;
  const canonical = resource.schema.storedForm(object);
  validateForCreate(resource, canonical.object, request.rules);
  resource.warn(canonical.object, undefined, warn);
  await check?.({ object: canonical.object });
  if (!dryRun) refuseVersion(canonical.object);
  const name = object.metadata.name ?? "";
  const key = resource.key(namespace, name);
  const value = encodeStored(resource, canonical);
  try {
    if (dryRun) return await dryCreate(resource, { key, served, name, value }, canonical.object);
    const besides = takesClaims
      ? claimWrites(resource, claiming, canonical.object)
      : await freeClaimWrites(resource, canonical.object);
    return await putValue(resource, { target: served, name, verb: "create" }, { key, value, expected: 0, besides });
  } catch (error) {
    throw await withDeletion(resource, key, error);
  }
}

/** Returns the error. If it says that the name is taken by an object that is being deleted, its message says so, too. */
async function withDeletion(resource: Resource, key: string, error: unknown): Promise<unknown> {
  if (!isNameTaken(error)) return error;
  await resource.cache.current();
  const taken = resource.cache.get(key);
  if (!taken || taken.unreadable || !resource.parse(taken).metadata.deletionTimestamp) return error;
  return withMessage(error, `${beingDeleted}${error.message}`, error);
}

/** System fields, features that are off, then the kind's own preparation. */
function prepareForCreate(
  resource: Resource,
  {
    object,
    namespace,
    user,
    warn,
    takesClaims,
    dryRun = false,
  }: Pick<CreateRequest, "object" | "namespace" | "user" | "warn" | "takesClaims"> & { readonly dryRun?: boolean },
): void {
  const { metadata } = object;
  const { clock, random } = resource.services;
  const { rules, subresources } = resource.kind.declaration;
  ensureNamespace(object, namespace);
  metadata.creationTimestamp = formatTime(clock.nowMs());
  metadata.uid = random.uuid();
  if (!metadata.name && metadata.generateName) {
    metadata.name = rules.randomNameSuffix ? generateName(metadata.generateName, random) : metadata.generateName;
  }
  for (const field of clearedOnCreate) delete metadata[field];
  // As in the reference, only the store drops the link, so a dry run shows it.
  if (!dryRun) delete metadata.selfLink;
  if (rules.generation.length > 0) metadata.generation = 1;
  if (subresources.status?.clearedOnCreate) setValueAt(object, "status", undefined);
  resource.schema.dropDisabled(object, { isEnabled: resource.services.isEnabled });
  resource.hooks.prepareForCreate?.(object, { ...resource.hookContext(user), warn, takesClaims });
}

/** What a client may send but never decides. */
const clearedOnCreate = ["deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/** The kind's checks first; the rules that all kinds share, with any path segment as name, only when these hold. */
function validateForCreate(resource: Resource, object: ApiObject, rules: WriteRules = resource.hooks): void {
  const { kind, metadataRules } = resource;
  const { createChecks = kind.declaration.rules.createChecks, nameFormat = metadataRules.nameFormat } = rules;
  const metadata = new MetadataValidation(object.metadata, { ...metadataRules, nameFormat });
  const checked: CheckedCreate = { resource, object, rules, metadata };
  const own = createChecks.flatMap((check) => checkCreate(check, checked));
  const errors = own.length > 0 ? own : metadata.errorsOf("plainCreate");
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

/** A version belongs to a stored object; what is no version means nothing. The store's own complaint in the reference. */
function refuseVersion({ metadata }: ApiObject): void {
  const { resourceVersion = "" } = metadata;
  if (/^\d+$/.test(resourceVersion) && Number(resourceVersion) > 0) {
    throw new StatusError(500, "resourceVersion should not be set on objects to be created");
  }
}

interface UnwrittenValue {
  readonly key: string;
  readonly served: GroupResource;
  readonly name: string;
  readonly value: Buffer;
}

async function dryCreate(
  resource: Resource,
  { key, served, name, value }: UnwrittenValue,
  { metadata }: ApiObject,
): Promise<CachedObject> {
  await resource.cache.current();
  if (resource.cache.get(key)) throw alreadyExists(served, name);
  return resource.presentUnwritten(key, value, metadata.resourceVersion ?? "");
}

function isNameTaken(error: unknown): error is StatusError {
  return error instanceof StatusError && error.reason === "AlreadyExists";
}
