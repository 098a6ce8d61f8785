/** The stored objects on which the validity of a token depends. */

/** State of an object that a token names. */
export interface ObjectState {
  readonly uid: string;
  /** Time from which the object counts as deleted, in milliseconds since 1970. Undefined before its deletion. */
  readonly deletedMs: number | undefined;
}

/** State of a service account. */
export interface AccountState extends ObjectState {
  /** Names of the Secrets in the account's list of Secrets. */
  readonly secretNames: readonly string[];
}

/** State of a Secret, with the values that tokens in Secrets depend on. */
export interface SecretState extends ObjectState {
  /** The token in the Secret, as bytes. Empty if it has none. */
  readonly token: Buffer;
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads the objects that tokens name. The results are at least as new as the last write that a client has seen. */
export interface TokenObjects {
  account(namespace: string, name: string): Promise<AccountState | undefined>;
  node(name: string): Promise<ObjectState | undefined>;
  pod(namespace: string, name: string): Promise<ObjectState | undefined>;
  secret(namespace: string, name: string): Promise<SecretState | undefined>;
}
