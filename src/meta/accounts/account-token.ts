/** Tokens of service accounts: what a request for one specifies, and who issues it. */

/** Name and uid of an object that a token names. */
export interface ObjectInToken {
  readonly name: string;
  readonly uid: string;
}

/** A token to issue. */
export interface AccountTokenRequest {
  readonly account: ObjectInToken & { readonly namespace: string };
  readonly audiences: readonly string[];
  readonly nowMs: number;
  readonly lifetimeSeconds: number;
  /** Value of the claim `jti`. */
  readonly tokenId: string;
  /** Time after which clients should replace the token, although it is valid for longer. Default: no such time. */
  readonly warnAfterSeconds?: number | undefined;
  /** Objects that the token is bound to: a Secret, a node, or a Pod with its node. The uid of a Pod's node may be empty. */
  readonly pod?: ObjectInToken | undefined;
  readonly secret?: ObjectInToken | undefined;
  readonly node?: ObjectInToken | undefined;
}

/** Issues tokens of service accounts. */
export interface AccountTokenIssuer {
  /** Audiences of this server. Tokens get them if the request names none. */
  readonly audiences: readonly string[];
  /** `Infinity`: no limit. */
  readonly lifetimeSecondsMax: number;
  /** Whether tokens of Pods live longer than requested. */
  readonly extendsLifetime: boolean;
  issue(request: AccountTokenRequest): Promise<string>;
}
