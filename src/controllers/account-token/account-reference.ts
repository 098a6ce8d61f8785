/** The ServiceAccount that a token Secret names. */
import type { Secret } from "../../api/core/v1/secret.ts";
import { type ServiceAccount, serviceAccount } from "../../api/core/v1/service-account.ts";
import type { Client } from "../../client/index.ts";
import { accountNameAnnotation, accountUidAnnotation } from "../../meta/tokens/account-token-secret.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { ignoreNotFound } from "../frame/index.ts";

/** Name and uid of a ServiceAccount. */
export interface AccountReference {
  readonly namespace: string;
  readonly name: string;
  /** Empty: any. */
  readonly uid: string;
}

/** Returns the account that the annotations of a token Secret name. */
export function accountReference({ metadata }: Readonly<Secret>, vocabulary: Vocabulary): AccountReference {
  const { namespace = "", annotations = {} } = metadata;
  return {
    namespace,
    name: annotations[vocabulary.bind(accountNameAnnotation)] ?? "",
    uid: annotations[vocabulary.bind(accountUidAnnotation)] ?? "",
  };
}

/** Whether an account with the name of the reference is the one that the reference means. */
export function isReferenced({ metadata }: Readonly<ServiceAccount>, { uid }: AccountReference): boolean {
  return uid === "" || uid === metadata.uid;
}

/** Reads the account from the server. Undefined if it does not exist. */
export async function readAccount(
  client: Client,
  reference: AccountReference,
  signal: AbortSignal,
): Promise<ServiceAccount | undefined> {
  const { namespace, name } = reference;
  if (name === "") return undefined;
  const account = await ignoreNotFound(client.api(serviceAccount, namespace).get(name, { signal }));
  return account && isReferenced(account, reference) ? account : undefined;
}
