/** Public keys of an issuer, and the verification of signatures with them. */
import type { CryptoKey, JWK } from "jose";
import { isJsonObject } from "../../../base/json-object.ts";

/** Members of a public key, by its type. Others, such as `use` and `alg`, do not matter, as in the reference. */
const publicMembers: Readonly<Record<string, readonly string[]>> = { RSA: ["n", "e"], EC: ["crv", "x", "y"] };

/** Curve of each algorithm for elliptic curves. */
const curves: Readonly<Record<string, string>> = { ES256: "P-256", ES384: "P-384", ES512: "P-521" };

/** The cryptographic library, which the first token loads. */
let jose: typeof import("jose") | undefined;

/** A public key of an issuer. */
export class SignatureKey {
  /** Undefined if the issuer gives it no name. */
  readonly id: string | undefined;
  readonly #jwk: JWK;
  /** Keys of the cryptographic library, by algorithm. */
  readonly #imported = new Map<string, Promise<CryptoKey | Uint8Array | undefined>>();

  private constructor(id: string | undefined, jwk: JWK) {
    this.id = id;
    this.#jwk = jwk;
  }

  /** Returns the key in a member of a key set. Undefined if it is no public key for signatures. */
  static of(member: unknown): SignatureKey | undefined {
    if (!isJsonObject(member) || member["d"] !== undefined) return undefined;
    const { kty, kid } = member;
    const names = typeof kty === "string" ? publicMembers[kty] : undefined;
    if (!names || !names.every((name) => typeof member[name] === "string")) return undefined;
    const jwk = Object.fromEntries(["kty", ...names].map((name) => [name, member[name]])) as unknown as JWK;
    return new SignatureKey(typeof kid === "string" && kid !== "" ? kid : undefined, jwk);
  }

  /** Whether signatures of this algorithm can be verified with the key. */
  fits(algorithm: string): boolean {
    return this.#jwk.kty === "EC" ? this.#jwk.crv === curves[algorithm] : /^[RP]S/.test(algorithm);
  }

  /** Whether the key has signed a token. @param algorithm the one in the token's header, which the caller has allowed */
  async hasSigned(token: { readonly text: string; readonly payload: Buffer }, algorithm: string): Promise<boolean> {
    jose ??= await import("jose");
    const { compactVerify, errors } = jose;
    const key = await this.#import(algorithm);
    if (!key) return false;
    try {
      const { payload } = await compactVerify(token.text, key, { algorithms: [algorithm] });
      return token.payload.equals(payload);
    } catch (error) {
      if ([errors.JOSEError, TypeError, DOMException].some((type) => error instanceof type)) return false;
      throw error;
    }
  }

  #import(algorithm: string): Promise<CryptoKey | Uint8Array | undefined> {
    let key = this.#imported.get(algorithm);
    if (!key) {
      key = importKey(this.#jwk, algorithm);
      this.#imported.set(algorithm, key);
    }
    return key;
  }
}

/** Returns the key of the cryptographic library. Undefined if the numbers in the key are invalid. */
async function importKey(jwk: JWK, algorithm: string): Promise<CryptoKey | Uint8Array | undefined> {
  jose ??= await import("jose");
  return await jose.importJWK(jwk, algorithm).catch(() => undefined);
}
