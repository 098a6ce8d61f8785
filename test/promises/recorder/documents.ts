/** Converts between objects of the API and the states of a history. */
import type { Content, Sighting } from "../history/history.ts";

/** A ConfigMap, reduced to the fields that a history contains. */
export interface StoredDocument {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
}

/** Returns the state that a document shows. */
export function sightingOf({ metadata, data }: StoredDocument): Sighting {
  return {
    key: metadata.name,
    uid: metadata.uid,
    revision: Number(metadata.resourceVersion),
    value: data?.["value"] ?? "",
    tier: metadata.labels?.["tier"],
  };
}

/** Returns the whole object, for POST and PUT. */
export function documentOf({ key, value, tier }: Content, expected?: number): object {
  const labels = tier === undefined ? {} : { labels: { tier } };
  return { metadata: { name: key, ...versionOf(expected), ...labels }, data: { value } };
}

/** Returns a merge patch that has the same result as a PUT of the whole object. */
export function patchOf({ value, tier }: Content, expected?: number): object {
  return { metadata: { ...versionOf(expected), labels: { tier: tier ?? null } }, data: { value } };
}

function versionOf(expected: number | undefined): object {
  return expected === undefined ? {} : { resourceVersion: String(expected) };
}
