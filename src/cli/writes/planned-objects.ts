/**
 * Tracks objects that manifests would create. A dry run does not create them, so the server reports them as missing
 * when later manifests depend on them.
 */
import { StatusError } from "../../client/index.ts";
import { formatGroupResource } from "../../meta/group-version.ts";
import { objectTitle } from "../output/objects.ts";
import type { ManifestObject } from "../selection/manifest-objects.ts";

/** The cluster-scoped objects that the manifests so far would create. */
export class PlannedObjects {
  /** Titles by resource and name, with at most one entry per manifest. */
  readonly #titles = new Map<string, string>();
  readonly #missed = new Set<string>();
  readonly #onMissed: (title: string) => void;

  /** @param onMissed called once for each of these objects that the server reports as missing */
  constructor(onMissed: (title: string) => void) {
    this.#onMissed = onMissed;
  }

  add({ type, name }: ManifestObject): void {
    // Other objects can only depend on cluster-scoped ones, such as namespaces.
    if (type.namespaced) return;
    this.#titles.set(keyOf(type.group, type.plural, name), objectTitle(type, name));
  }

  /** Whether an error of the server is due to one of these missing objects. */
  isReportedMissing(rejection: unknown): boolean {
    if (!(rejection instanceof StatusError) || rejection.code !== 404) return false;
    const { group = "", kind = "", name = "" } = rejection.details ?? {};
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
