/**
 * Checks tokens that the TokenRequest API has issued. Such a token becomes invalid when its service account, or the
 * object that it is bound to, is deleted.
 */
import { label, type Vocabulary } from "../../meta/vocabulary.ts";
import { AuthenticationError } from "../token-authenticator.ts";
import type { ObjectReference, VerifiedAccount } from "./account-user.ts";
import { checkTimes, leewayMs, type PublicClaims, secondsOf, textOf } from "./public-claims.ts";
import type { ObjectState, TokenObjects } from "./token-objects.ts";
import { isObject, type JsonObject } from "./token-text.ts";
import type { TokenCounter } from "./token-uses.ts";

/** Name of the claim with the objects that a token is bound to. */
export const objectsClaim = label("");

/** The claims of a token that name objects. */
interface BoundObjects {
  readonly namespace: string;
  readonly account: ObjectReference;
  readonly pod: ObjectReference | undefined;
  readonly secret: ObjectReference | undefined;
  readonly node: ObjectReference | undefined;
  /** Time after which the client should have replaced the token, in seconds since 1970. */
  readonly warnAfterSeconds: number | undefined;
}

/** Services that the check of a token needs. */
export interface TokenCheck {
  readonly vocabulary: Vocabulary;
  readonly objects: TokenObjects;
  readonly nowMs: number;
  count(counter: TokenCounter): void;
}

/**
 * Returns the service account of a bound token whose signature is valid.
 * @throws AuthenticationError if the token has expired, or if one of its objects was deleted
 */
export async function checkBoundToken(
  claims: JsonObject,
  publicClaims: PublicClaims,
  check: TokenCheck,
): Promise<VerifiedAccount> {
  const { objects, nowMs } = check;
  checkTimes(publicClaims, nowMs);
  const bound = readBoundObjects(claims, check.vocabulary);
  const { namespace, account, secret, pod, node } = bound;
  await checkAccount(bound, check);
  if (secret) checkObject("secret", secret, await objects.secret(namespace, secret.name), nowMs);
  if (pod) checkObject("pod", pod, await objects.pod(namespace, pod.name), nowMs);
  // The node of a Pod may be deleted. The token is valid as long as the Pod exists.
  if (node && !pod) checkObject("node", node, await objects.node(node.name), nowMs);
  countLateUse(bound.warnAfterSeconds, check);
  return {
    namespace,
    ...account,
    tokenId: publicClaims.tokenId,
    ...(pod ? { pod } : {}),
    ...(node ? { node } : {}),
  };
}

/** Returns the time after which the client should have replaced the token. Undefined if the token has none. */
export function warnAfterSecondsOf(claims: JsonObject, vocabulary: Vocabulary): number | undefined {
  return readBoundObjects(claims, vocabulary).warnAfterSeconds;
}

function readBoundObjects(claims: JsonObject, vocabulary: Vocabulary): BoundObjects {
  const bound = objectIn(claims, claimName(vocabulary)) ?? {};
  return {
    namespace: textOf("namespace", bound["namespace"]),
    account: referenceIn(bound, "serviceaccount") ?? { name: "", uid: "" },
    pod: referenceIn(bound, "pod"),
    secret: referenceIn(bound, "secret"),
    node: referenceIn(bound, "node"),
    warnAfterSeconds: secondsOf(bound["warnafter"]),
  };
}

/** Returns the name of the claim with the objects that a token is bound to. */
export function claimName(vocabulary: Vocabulary): string {
  return vocabulary.bind(objectsClaim).slice(0, -1);
}
