/** The user of a request with the token of a service account. */

import { type AccountName, accountGroups, accountUserName } from "../../meta/accounts/account-names.ts";
import type { ObjectInToken } from "../../meta/accounts/account-token.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import type { User } from "../user.ts";

/** A service account whose token was checked. */
export interface VerifiedAccount extends AccountName {
  readonly uid: string;
  /** Identifier of the token, from the claim `jti`. Empty if it has none. */
  readonly tokenId: string;
  /** The Pod that the token is bound to. */
  readonly pod?: ObjectInToken;
  /** The node that the token is bound to, or the node of its Pod. */
  readonly node?: ObjectInToken;
}

const credentialIdKey = subLabel("authentication/credential-id");
const nodeNameKey = subLabel("authentication/node-name");
const nodeUidKey = subLabel("authentication/node-uid");
const podNameKey = subLabel("authentication/pod-name");
const podUidKey = subLabel("authentication/pod-uid");

/** Returns the user for a service account. `extra` identifies the token, its Pod and its node. */
export function accountUser(account: VerifiedAccount, vocabulary: Vocabulary): User {
  const { namespace, uid, tokenId, pod, node } = account;
  const extra: Record<string, readonly string[]> = {};
  if (tokenId !== "") extra[vocabulary.bind(credentialIdKey)] = [credentialId(tokenId)];
  if (node && node.name !== "") {
    extra[vocabulary.bind(nodeNameKey)] = [node.name];
    if (node.uid !== "") extra[vocabulary.bind(nodeUidKey)] = [node.uid];
  }
  if (pod && pod.name !== "" && pod.uid !== "") {
    extra[vocabulary.bind(podNameKey)] = [pod.name];
    extra[vocabulary.bind(podUidKey)] = [pod.uid];
  }
  const user: User = { name: accountUserName(account), uid, groups: accountGroups(namespace) };
  return Object.keys(extra).length === 0 ? user : { ...user, extra };
}

/** Returns the identifier of a credential, as it appears in the user's `extra`. */
export function credentialId(tokenId: string): string {
  return `JTI=${tokenId}`;
}
