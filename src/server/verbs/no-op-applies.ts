/**
 * Applies that have been found to change nothing. Who applies does so again and again, mostly what there is already: the
 * same body on the same state is answered without being read a second time.
 */
import { hash } from "node:crypto";
import type { CachedObject } from "../../cache/index.ts";

/** What makes an apply another one, besides its body. */
export interface ApplyTerms {
  /** The version and the subresource in which it speaks. */
  readonly apiVersion: string;
  readonly subresource: string;
  readonly manager: string;
  readonly force: boolean;
}

/** How many of one state are known: of more who apply, the latest are. */
const knownMax = 8;
const form = "settled applies";

/** One apply, in whatever state of the object it is made. */
export class NoOpApply {
  readonly #key: string;

  constructor({ apiVersion, subresource, manager, force }: ApplyTerms, body: Buffer) {
    this.#key = JSON.stringify([apiVersion, subresource, manager, force, hash("sha256", body, "base64")]);
  }

  changesNothingIn(state: CachedObject): boolean {
    return state.peekDerived<Set<string>>(form)?.has(this.#key) ?? false;
  }

  /** It changes nothing in this state of the object, and nobody is told anything about it. */
  remember(state: CachedObject): void {
    const known = state.derived(form, () => new Set<string>());
    known.add(this.#key);
    for (const oldest of known) if (known.size > knownMax) known.delete(oldest);
  }
}
