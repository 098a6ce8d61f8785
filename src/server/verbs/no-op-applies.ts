/**
 * Recognizes server-side applies that change nothing. Clients often apply the same body to the same object again. If
 * the object has not changed since, the server responds without decoding the body.
 */
import { hash } from "node:crypto";
import type { CachedObject } from "../../cache/index.ts";

/** Everything except the body that determines the effect of an apply. */
export interface ApplyIdentity {
  /** API version and subresource in the path of the request. */
  readonly apiVersion: string;
  readonly subresource: string;
  readonly manager: string;
  readonly force: boolean;
  /** Language of the body. */
  readonly language: string;
}

/** Maximum number of applies that are remembered for one version of an object. The oldest one is dropped first. */
const rememberedMax = 8;
const derivedForm = "no-op applies";

/** One apply request. It is compared with the applies that are remembered for versions of its object. */
export class NoOpApply {
  readonly #key: string;

  constructor({ apiVersion, subresource, manager, force, language }: ApplyIdentity, body: Buffer) {
    const digest = hash("sha256", body, "base64");
    this.#key = JSON.stringify([apiVersion, subresource, manager, force, language, digest]);
  }

  /** Whether an equal apply was remembered for this version of the object. */
  changesNothingIn(object: CachedObject): boolean {
    return object.peekDerived<Set<string>>(derivedForm)?.has(this.#key) ?? false;
  }

  /** Records that the apply changes nothing in this version of the object and causes no warnings. */
  remember(object: CachedObject): void {
    const remembered = object.derived(derivedForm, () => new Set<string>());
    remembered.add(this.#key);
    for (const oldest of remembered) if (remembered.size > rememberedMax) remembered.delete(oldest);
  }
}
