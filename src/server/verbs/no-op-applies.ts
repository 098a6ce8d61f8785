/**
 * Recognizes server-side applies that change nothing. Clients often apply the same body to the same object again. If
 * the object has not changed since, the server responds without decoding the body.
 */
import { hash } from "node:crypto";
import type { CachedObject } from "../../cache/index.ts";

/** Everything except the body that determines the effect of an apply. */
export interface ApplyTerms {
  /** API version and subresource in the path of the request. */
  readonly apiVersion: string;
  readonly subresource: string;
  readonly manager: string;
  readonly force: boolean;
}

/** Maximum number of applies that are remembered for one version of an object. The oldest one is dropped first. */
const knownMax = 8;
const form = "settled applies";

/** One apply request. It is compared with the applies that are remembered for versions of its object. */
export class NoOpApply {
  readonly #key: string;

  constructor({ apiVersion, subresource, manager, force }: ApplyTerms, body: Buffer) {
    this.#key = JSON.stringify([apiVersion, subresource, manager, force, hash("sha256", body, "base64")]);
  }

  /** Whether an equal apply was remembered for this version of the object. */
  changesNothingIn(state: CachedObject): boolean {
    return state.peekDerived<Set<string>>(form)?.has(this.#key) ?? false;
  }

  /** Records that the apply changes nothing in this version of the object and causes no warnings. */
  remember(state: CachedObject): void {
    const known = state.derived(form, () => new Set<string>());
    known.add(this.#key);
    for (const oldest of known) if (known.size > knownMax) known.delete(oldest);
  }
}
