/** TokenRequests: the server issues a token of a ServiceAccount. */
import { type ServiceAccount, serviceAccount, type TokenRequest, tokenRequest } from "../../api/index.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import type { GroupKind } from "../../meta/group-version.ts";
import { invalid } from "../../meta/status-error.ts";
import { formatTime } from "../../meta/time.ts";
import { subLabel } from "../../meta/vocabulary.ts";
import type { PostedHook, PostedPreparation, SubresourceRequest } from "../../schema/index.ts";
import { type BoundObjects, boundObjects } from "./bound-object.ts";

const lifetimeSecondsMin = 10 * 60;
const lifetimeSecondsMax = 2 ** 32;
/** Lifetime that the server requests for tokens of Pods, if the Pod does not specify another one. */
const podLifetimeSeconds = 60 * 60 + 7;
/** Lifetime that such tokens get, so that clients which read their token only once work for a year. */
const extendedLifetimeSeconds = 365 * 24 * 60 * 60;

/**
 * Completes the names, the time and the audiences of a request for a token of the ServiceAccount in the path, and removes its status.
 * @throws StatusError 404 if the account does not exist, 422 for invalid requests
 */
export const prepareTokenRequest: PostedPreparation<TokenRequest> = async (posted, request) => {
  const { namespace, name, nowMs, objects, accountTokens } = request;
  const kind = kindOf(request);
  const nameErrors = namingErrors(posted, request);
  if (nameErrors.length > 0) throw invalid(kind, name, nameErrors);
  await objects.get(serviceAccount, { namespace, name });
  const { spec } = posted;
  if (isEmpty(spec.audiences)) spec.audiences = [...accountTokens.audiences];
  // The metadata is not copied, because a copy with other members would have a new hidden class in V8 each time.
  Object.assign(posted.metadata, { name, namespace, creationTimestamp: formatTime(nowMs) });
  Object.assign(posted, { status: { token: "", expirationTimestamp: null } });
  const errors = lifetimeErrors(spec.expirationSeconds ?? 0);
  if (errors.length > 0) throw invalid(kind, "", errors);
};

/**
 * Issues a token of the ServiceAccount in the path.
 * @throws StatusError 404 if the account or the bound object does not exist, 400, 409 or 422 for invalid requests
 */
export const createToken: PostedHook<TokenRequest> = async (posted, request) => {
  const { namespace, name, nowMs, objects } = request;
  const account = await objects.get(serviceAccount, { namespace, name });
  const { metadata, spec } = posted;
  const bound = await boundObjects(spec.boundObjectRef, request);
  spec.expirationSeconds = allowedLifetime(spec.expirationSeconds ?? 0, request);
  return {
    metadata,
    spec,
    status: {
      token: await issue(account, posted, bound, request),
      expirationTimestamp: formatTime(nowMs + spec.expirationSeconds * 1000),
    },
  };
};

/** Whether a list is empty. A client that does not send it gets `null` here. */
function isEmpty(list: readonly string[] | null): boolean {
  return list === null || list.length === 0;
}

function kindOf({ vocabulary }: SubresourceRequest): GroupKind {
  return { group: vocabulary.bind(tokenRequest.group), kind: tokenRequest.kind };
}

function namingErrors({ metadata }: TokenRequest, { name, namespace }: SubresourceRequest): readonly FieldError[] {
  if (metadata.name && metadata.name !== name) {
    return [invalidField("metadata.name", metadata.name, "must match the service account name if specified")];
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    const detail = "must match the service account namespace if specified";
    return [invalidField("metadata.namespace", metadata.namespace, detail)];
  }
  return [];
}

function lifetimeErrors(seconds: number): readonly FieldError[] {
  const error = (detail: string): FieldError => invalidField("spec.expirationSeconds", seconds, detail);
  if (seconds < lifetimeSecondsMin) return [error("may not specify a duration less than 10 minutes")];
  return seconds > lifetimeSecondsMax ? [error("may not specify a duration larger than 2^32 seconds")] : [];
}

function allowedLifetime(requested: number, { accountTokens, warn }: SubresourceRequest): number {
  const allowed = Math.min(requested, accountTokens.lifetimeSecondsMax);
  if (allowed < requested) warn?.(`requested expiration of ${requested} seconds shortened to ${allowed} seconds`);
  return allowed;
}

function issue(
  { metadata }: ServiceAccount,
  { spec }: TokenRequest,
  bound: BoundObjects,
  { accountTokens, namespace, name, nowMs, random, vocabulary, annotate }: SubresourceRequest,
): Promise<string> {
  const { audiences, expirationSeconds } = spec;
  const isExtended =
    accountTokens.extendsLifetime &&
    bound.pod !== undefined &&
    expirationSeconds === podLifetimeSeconds &&
    audiences.every((audience) => accountTokens.audiences.includes(audience));
  const tokenId = random.uuid();
  annotate(vocabulary.bind(subLabel("authentication/issued-credential-id")), `JTI=${tokenId}`);
  return accountTokens.issue({
    account: { namespace, name, uid: metadata.uid ?? "" },
    audiences,
    nowMs,
    lifetimeSeconds: isExtended ? extendedLifetimeSeconds : (expirationSeconds ?? 0),
    ...(isExtended ? { warnAfterSeconds: podLifetimeSeconds } : {}),
    tokenId,
    ...bound,
  });
}
