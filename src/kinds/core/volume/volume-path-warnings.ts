/**
 * Warnings about files of a volume whose paths overlap: equal paths, or a file where another path needs a directory.
 */
import type { Volume } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { goQuote } from "../../../meta/go-quote.ts";

/** Largest number of earlier paths that a path is compared with, and of warnings in a response. */
const comparedMax = 128;
const warningsMax = 128;

interface VolumePath {
  readonly path: string;
  /** Source of the file in a projected volume. Empty in other volumes. */
  readonly source: string;
}

/** Returns the warnings about overlapping paths in the Pod's volumes. */
export function pathWarnings(volumes: readonly DeepReadonly<Volume>[]): string[] {
  const warnings: string[] = [];
  for (const warning of allWarnings(volumes)) {
    if (warnings.length === warningsMax) break;
    warnings.push(warning);
  }
  return warnings;
}

function* allWarnings(volumes: readonly DeepReadonly<Volume>[]): Iterable<string> {
  for (const volume of volumes) {
    const { name, configMap, secret, downwardAPI, projected } = volume;
    const warningsOf = (what: string, paths: Iterable<VolumePath>): Iterable<string> =>
      overlaps(paths, `volume ${goQuote(name)} (${what}): overlapping paths`);
    if (configMap) yield* warningsOf(`ConfigMap ${goQuote(configMap.name ?? "")}`, pathsOf(configMap.items));
    if (secret) yield* warningsOf(`Secret ${goQuote(secret.secretName ?? "")}`, pathsOf(secret.items));
    if (downwardAPI) yield* warningsOf("DownwardAPI", pathsOf(downwardAPI.items));
    if (projected) yield* projectedWarnings(name, projected.sources ?? []);
  }
}

/**
 * Yields the warnings about one projected volume. As in the reference, a source without listed files repeats the files
 * of the previous source, so that these files overlap with themselves.
 */
function* projectedWarnings(name: string, sources: readonly DeepReadonly<Projection>[]): Iterable<string> {
  const volume = `volume ${goQuote(name)} (Projected)`;
  const overlapping = overlapFinder(`${volume}: overlapping paths`);
  let paths: readonly VolumePath[] = [];
  for (const source of sources) {
    if (Object.keys(source).length === 0) {
      yield `${volume} has no sources provided`;
      continue;
    }
    paths = projectedPaths(source) ?? paths;
    for (const path of paths) yield* overlapping(path);
  }
}

type Projection = NonNullable<NonNullable<Volume["projected"]>["sources"]>[number];

/** Returns the files that a source lists. Undefined if it adds all files of an object. */
function projectedPaths(projection: DeepReadonly<Projection>): VolumePath[] | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle } = projection;
  if (configMap?.items) return pathsOf(configMap.items, `ConfigMap ${goQuote(configMap.name ?? "")}`);
  if (secret?.items) return pathsOf(secret.items, `Secret ${goQuote(secret.name ?? "")}`);
  if (downwardAPI?.items) return pathsOf(downwardAPI.items, "DownwardAPI");
  if (token) return pathsOf([token], "ServiceAccountToken");
  const bundleName = bundle?.name ?? bundle?.signerName ?? "";
  return bundle ? pathsOf([bundle], `ClusterTrustBundle ${goQuote(bundleName)}`) : undefined;
}

function pathsOf(files: readonly { readonly path: string }[] = [], source = ""): VolumePath[] {
  return files.map(({ path }) => ({ path: withoutEnd(path), source }));
}

/** Returns the path without the slashes at its end. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function* overlaps(paths: Iterable<VolumePath>, title: string): Iterable<string> {
  const overlapping = overlapFinder(title);
  for (const path of paths) yield* overlapping(path);
}

/**
 * Returns a function that compares a path with the paths of all earlier calls. It yields a warning for each overlap.
 */
function overlapFinder(title: string): (path: VolumePath) => Iterable<string> {
  const earlier: VolumePath[] = [];
  return function* (one) {
    if (one.path === "") return;
    for (const other of earlier) {
      if (doPathsOverlap(one.path, other.path)) yield `${title}: ${shown(one)} with ${shown(other)}`;
    }
    if (earlier.length < comparedMax) earlier.push(one);
  };
}

/** Whether the paths are equal or one is below the other. */
function doPathsOverlap(path: string, other: string): boolean {
  const [long, short] = path.length > other.length ? [path, other] : [other, path];
  return long.startsWith(short) && (long.length === short.length || long[short.length] === "/");
}

function shown({ path, source }: VolumePath): string {
  return source === "" ? goQuote(path) : `${goQuote(path)} (${source})`;
}
