/** Decides what a token Secret lacks, and which reference to a deleted one is obsolete. Pure functions. */
import type { Secret } from "../../api/core/v1/secret.ts";
import type { ServiceAccount } from "../../api/core/v1/service-account.ts";

/** A token Secret with its account. */
export interface ObservedTokenSecret {
  readonly secret: Readonly<Secret>;
  /** Undefined if the account does not exist. */
  readonly account: Readonly<ServiceAccount> | undefined;
  /** CA certificates of the API server in PEM. Empty if Secrets get none. */
  readonly rootCa: string;
}

/** The request that a token Secret needs, or none. */
export type TokenSecretAction =
  | { readonly type: "none" }
  | { readonly type: "delete" }
  | {
      readonly type: "complete";
      readonly account: Readonly<ServiceAccount>;
      /** Missing and wrong values, except for the token, as base64. */
      readonly data: Readonly<Record<string, string>>;
      readonly needsToken: boolean;
    };

/**
 * Returns what to do about a token Secret. Like the reference, it corrects the certificates, but never replaces a token
 * or a namespace.
 */
export function decide({ secret, account, rootCa }: ObservedTokenSecret): TokenSecretAction {
  if (!account) return { type: "delete" };
  const { data = {}, metadata } = secret;
  const certificates = encode(rootCa);
  const missing = {
    ...(certificates === "" || data["ca.crt"] === certificates ? {} : { "ca.crt": certificates }),
    ...(data["namespace"] ? {} : { namespace: encode(metadata.namespace ?? "") }),
  };
  const needsToken = !data["token"];
  if (!needsToken && Object.keys(missing).length === 0) return { type: "none" };
  return { type: "complete", account, data: missing, needsToken };
}

/** Returns the account without its reference to a Secret. Undefined if it has none. */
export function withoutReference(
  account: Readonly<ServiceAccount>,
  secretName: string,
): Readonly<ServiceAccount> | undefined {
  const { secrets = [] } = account;
  const others = secrets.filter(({ name }) => name !== secretName);
  return others.length === secrets.length ? undefined : { ...account, secrets: others };
}

/** Encodes a text as a value of a Secret. */
export function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}
