/** Reads the headers that name the user as whom a request acts, such as `Impersonate-User`. */
import { decodeExtraKey, sentText } from "../../authn/index.ts";
import { accountUserName, parseAccountUserName } from "../../meta/accounts/account-names.ts";
import type { Exchange } from "./exchange.ts";

const userHeader = "impersonate-user";
const groupHeader = "impersonate-group";
const uidHeader = "impersonate-uid";
const extraPrefix = "impersonate-extra-";

/** A property of a user that a request claims. The permission to claim it is checked separately for each value. */
export type ClaimedValue =
  | { readonly type: "user" | "group" | "uid"; readonly value: string }
  | { readonly type: "account"; readonly value: string; readonly namespace: string }
  | { readonly type: "extra"; readonly value: string; readonly key: string };

/**
 * Returns the values that a request claims, in the order in which they are checked. As in the reference, a repeated user or uid
 * has its first value. An empty one counts as absent. An empty group counts.
 */
export function readImpersonation(exchange: Exchange): readonly ClaimedValue[] {
  const names = exchange.headerNames().filter((name) => name.startsWith("impersonate-"));
  if (names.length === 0) return [];
  const valuesOf = (name: string): readonly string[] => exchange.headerValues(name).map(sentText);
  const [userName = ""] = valuesOf(userHeader);
  const [uid = ""] = valuesOf(uidHeader);
  return [
    ...(userName === "" ? [] : [userOrAccount(userName)]),
    ...valuesOf(groupHeader).map((value) => ({ type: "group" as const, value })),
    ...names.filter(isExtra).flatMap((name) => {
      const key = decodeExtraKey(name.slice(extraPrefix.length));
      return valuesOf(name).map((value) => ({ type: "extra" as const, value, key }));
    }),
    ...(uid === "" ? [] : [{ type: "uid" as const, value: uid }]),
  ];
}

function userOrAccount(userName: string): ClaimedValue {
  const account = parseAccountUserName(userName);
  return account
    ? { type: "account", value: account.name, namespace: account.namespace }
    : { type: "user", value: userName };
}

/** Returns the name of the user that a value claims. Undefined if it claims another property. */
export function claimedUserName(claimed: ClaimedValue): string | undefined {
  if (claimed.type === "user") return claimed.value;
  return claimed.type === "account" ? accountUserName({ ...claimed, name: claimed.value }) : undefined;
}

/** Removes the headers, so that nothing later reads them or passes them on. */
export function removeImpersonation(exchange: Exchange): void {
  for (const name of exchange.headerNames()) {
    if (name === userHeader || name === groupHeader || name === uidHeader || isExtra(name)) {
      exchange.replaceHeader(name, undefined);
    }
  }
}

function isExtra(name: string): boolean {
  return name.startsWith(extraPrefix);
}
