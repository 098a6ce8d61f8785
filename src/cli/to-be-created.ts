/**
 * Objects that manifests would create, for what a dry run cannot be told of: it creates nothing, so that the server misses
 * what later objects would lie in.
 */
import { StatusError } from "../client/index.ts";
import { formatGroupResource } from "../meta/group-version.ts";
import type { ManifestObject } from "./manifest-objects.ts";
import { objectTitle } from "./objects.ts";

export class ToBeCreated {
  /** Titles, by type and name as an answer of the server has them; no more than there are manifests. */
  readonly #titles = new Map<string, string>();
  readonly #missed = new Set<string>();
  readonly #onMissed: (title: string) => void;

  /** @param onMissed is told of each of them that the server has missed, once */
  constructor(onMissed: (title: string) => void) {
    this.#onMissed = onMissed;
  }

  add({ type, name }: ManifestObject): void {
    // What others lie in belongs to the whole cluster.
    if (type.namespaced) return;
    this.#titles.set(keyOf(type.group, type.plural, name), objectTitle(type, name));
  }

  /** Whether the server refuses because one of these objects is not there yet. */
  areMissed(refusal: unknown): boolean {
    if (!(refusal instanceof StatusError) || refusal.code !== 404) return false;
    const { group = "", kind = "", name = "" } = refusal.details ?? {};
    const title = this.#titles.get(keyOf(group, kind, name));
    if (title === undefined) return false;
    if (!this.#missed.has(title)) this.#onMissed(title);
    this.#missed.add(title);
    return true;
  }
}

function keyOf(group: string, resource: string, name: string): string {
  return `${formatGroupResource({ group, resource })}/${name}`;
}
