/** Names of users and groups that stand for service accounts. */
import { checkFormat } from "../formats.ts";

/** The group of all service accounts. */
export const accountsGroup = "system:serviceaccounts";

const userPrefix = "system:serviceaccount:";

/** Namespace and name of a service account. */
export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}

/** Returns the user name of a service account. */
export function accountUserName({ namespace, name }: AccountName): string {
  return `${userPrefix}${namespace}:${name}`;
}

/** Returns the groups of a service account in this namespace. */
export function accountGroups(namespace: string): readonly string[] {
  return [accountsGroup, `${accountsGroup}:${namespace}`];
}

/** Parses the user name of a service account. Undefined if no service account can have this user name. */
export function parseAccountUserName(userName: string): AccountName | undefined {
  if (!userName.startsWith(userPrefix)) return undefined;
  const [namespace = "", name = "", ...rest] = userName.slice(userPrefix.length).split(":");
  const faults = [...checkFormat("dns1123Label", namespace), ...checkFormat("dns1123Subdomain", name)];
  return rest.length === 0 && faults.length === 0 ? { namespace, name } : undefined;
}
