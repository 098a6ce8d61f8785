/**
 * Checks tokens that the TokenRequest API has issued. Such a token becomes invalid when its service account, or the
 * object that it is bound to, is deleted.
 */
import { isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import type { ObjectInToken } from "../../meta/accounts/account-token.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { checkPathSegmentName } from "../../meta/path-formats.ts";
import { domain, groupName, type Vocabulary } from "../../meta/vocabulary.ts";
import { AuthenticationError } from "../token-authenticator.ts";
import type { VerifiedAccount } from "./account-user.ts";
import { checkTimes, leewayMs, type PublicClaims, secondsOf, textOf, wrongType } from "./public-claims.ts";
import type { ObjectState, TokenObjects } from "./token-objects.ts";
import type { TokenCounter } from "./token-uses.ts";

/** The claims of a token that name objects. */
export interface ClaimedObjects {
  readonly namespace: string;
  readonly account: ObjectInToken;
  readonly pod: ObjectInToken | undefined;
  readonly secret: ObjectInToken | undefined;
  readonly node: ObjectInToken | undefined;
  /** Time after which the client should have replaced the token, in seconds since 1970. */
  readonly warnAfterSeconds: number | undefined;
}

/** Services that the check of a token needs. */
export interface BoundTokenCheck {
  readonly vocabulary: Vocabulary;
  readonly objects: TokenObjects;
  readonly nowMs: number;
  readonly count: (counter: TokenCounter) => void;
}

/**
 * Returns the service account of a bound token whose signature is valid.
 * @throws AuthenticationError if the token has expired, or if one of its objects was deleted
 */
export async function checkBoundToken(
  bound: ClaimedObjects,
  publicClaims: PublicClaims,
  check: BoundTokenCheck,
): Promise<VerifiedAccount> {
  const { objects, nowMs } = check;
  checkTimes(publicClaims, nowMs);
  const { namespace, account, secret, pod, node } = bound;
  await checkAccount(bound, check);
  if (secret) checkObject("secret", secret, await objects.secret(namespace, secret.name), nowMs);
  if (pod) checkObject("pod", pod, await objects.pod(namespace, pod.name), nowMs);
  // The node of a Pod may be deleted. The token is valid as long as the Pod exists.
  if (node && !pod) checkObject("node", node, await objects.node(node.name), nowMs);
  countReplaceable(bound.warnAfterSeconds, check);
  return {
    namespace,
    ...account,
    tokenId: publicClaims.tokenId,
    ...(pod ? { pod } : {}),
    ...(node ? { node } : {}),
  };
}

/** Returns the objects that the claims name. @throws AuthenticationError if a claim has another type */
export function readBoundObjects(claims: ReadonlyJsonObject, vocabulary: Vocabulary): ClaimedObjects {
  const bound = objectIn(claims, vocabulary.bind(domain), "serviceaccount.kubernetes") ?? {};
  return {
    namespace: textOf(bound["namespace"]),
    account: referenceIn(bound, "serviceaccount") ?? { name: "", uid: "" },
    pod: referenceIn(bound, "pod"),
    secret: referenceIn(bound, "secret"),
    node: referenceIn(bound, "node"),
    warnAfterSeconds: secondsOf(bound["warnafter"]),
  };
}

function referenceIn(bound: ReadonlyJsonObject, name: string): ObjectInToken | undefined {
  const reference = objectIn(bound, name, "serviceaccount.ref");
  return reference && { name: textOf(reference["name"]), uid: textOf(reference["uid"]) };
}

function objectIn(parent: ReadonlyJsonObject, name: string, goType: string): ReadonlyJsonObject | undefined {
  const value = parent[name];
  if (value === undefined || value === null) return undefined;
  if (!isJsonObject(value)) throw wrongType(value, goType);
  return value;
}

async function checkAccount(
  { namespace, account }: ClaimedObjects,
  { objects, nowMs }: BoundTokenCheck,
): Promise<void> {
  const state = await objects.account(namespace, account.name);
  if (!state) throw new AuthenticationError(missingAccount(namespace, account.name));
  if (state.uid !== account.uid) {
    throw new AuthenticationError(`service account UID (${state.uid}) does not match claim (${account.uid})`);
  }
  if (isDeleted(state, nowMs)) {
    throw new AuthenticationError(`service account ${namespace}/${account.name} has been deleted`);
  }
}

/**
 * Returns the error of a token whose service account does not exist. The reference looks for the account with a request,
 * and its client sends none with names that cannot be part of a path.
 */
export function missingAccount(namespace: string, name: string): string {
  const namespaceFaults = checkPathSegmentName(namespace);
  if (namespaceFaults.length > 0) return `invalid namespace ${goQuote(namespace)}: [${namespaceFaults.join(" ")}]`;
  if (name === "") return "resource name may not be empty";
  const nameFaults = checkPathSegmentName(name);
  if (nameFaults.length > 0) return `invalid resource name ${goQuote(name)}: [${nameFaults.join(" ")}]`;
  return namespace === "" ? missingPath : `serviceaccounts ${goQuote(name)} not found`;
}

/** The reference's error of a request without a namespace. */
const missingPath = "the server could not find the requested resource";

/** Rejects a token if the object that it is bound to was deleted, or if another object has its name now. */
function checkObject(
  kind: "node" | "pod" | "secret",
  { uid }: ObjectInToken,
  state: ObjectState | undefined,
  nowMs: number,
): void {
  if (!state) throw new AuthenticationError(invalidated);
  if (state.uid !== uid) {
    throw new AuthenticationError(
      `${kind} UID (${state.uid}) does not match service account ${kind} ref claim (${uid})`,
    );
  }
  if (isDeleted(state, nowMs)) throw new AuthenticationError(invalidated);
}

const invalidated = "service account token has been invalidated";

/** Whether an object was deleted longer ago than clocks may differ. Finalizers can delay its removal. */
function isDeleted({ deletedMs }: ObjectState, nowMs: number): boolean {
  return deletedMs !== undefined && deletedMs < nowMs - leewayMs;
}

/**
 * Returns the annotation for audit events about a token that clients should have replaced. Undefined for other tokens.
 * @param nowMs milliseconds since 1970
 */
export function staleAnnotation(
  { warnAfterSeconds }: Pick<ClaimedObjects, "warnAfterSeconds">,
  { subject }: PublicClaims,
  { nowMs, vocabulary }: Pick<BoundTokenCheck, "nowMs" | "vocabulary">,
): readonly [name: string, value: string] | undefined {
  if (!warnAfterSeconds || nowMs <= warnAfterSeconds * 1000) return undefined;
  const seconds = Math.floor(nowMs / 1000) - warnAfterSeconds;
  const name = vocabulary.bind(groupName("authentication/stale-token"));
  return [name, `subject: ${subject}, seconds after warning threshold: ${seconds}`];
}

/** Counts the use of a token that clients should replace after some time, although it is valid for longer. */
function countReplaceable(warnAfterSeconds: number | undefined, { nowMs, count }: BoundTokenCheck): void {
  if (!warnAfterSeconds) return;
  count(nowMs > warnAfterSeconds * 1000 ? "stale_tokens_total" : "valid_tokens_total");
}
