/** Advice on files of volumes that would stand in each other's way: the same path twice, or a file where a folder is. */
import type { Volume } from "../../../api/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";

/** Each path is compared with so many before it, and so many warnings are given; an answer holds no more. */
const comparedMax = 128;
const warningsMax = 128;

interface VolumePath {
  readonly path: string;
  /** Where the file comes from, where a volume has several sources; empty otherwise. */
  readonly source: string;
}

export function pathWarnings(volumes: readonly Volume[]): string[] {
  const warnings: string[] = [];
  for (const warning of allWarnings(volumes)) {
    if (warnings.length === warningsMax) break;
    warnings.push(warning);
  }
  return warnings;
}

function* allWarnings(volumes: readonly Volume[]): Iterable<string> {
  for (const volume of volumes) {
    const { name, configMap, secret, downwardAPI, projected } = volume;
    const tell = (what: string, paths: Iterable<VolumePath>): Iterable<string> =>
      overlaps(paths, `volume ${goQuote(name)} (${what}): overlapping paths`);
    if (configMap) yield* tell(`ConfigMap ${goQuote(configMap.name ?? "")}`, pathsOf(configMap.items));
    if (secret) yield* tell(`Secret ${goQuote(secret.secretName ?? "")}`, pathsOf(secret.items));
    if (downwardAPI) yield* tell("DownwardAPI", pathsOf(downwardAPI.items));
    if (projected) yield* projectedWarnings(name, projected.sources ?? []);
  }
}

/**
 * Yields the warnings about one projected volume. A source without listed files repeats the files of the source before it, as
 * in the reference, so that they overlap with themselves.
 */
function* projectedWarnings(name: string, sources: readonly Projection[]): Iterable<string> {
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

/** Returns the files that a source lists. Undefined for one that adds all files of an object. */
function projectedPaths(projection: Projection): VolumePath[] | undefined {
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

/** Without the slashes at its end. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function* overlaps(paths: Iterable<VolumePath>, title: string): Iterable<string> {
  const overlapping = overlapFinder(title);
  for (const path of paths) yield* overlapping(path);
}

/** Returns a function that compares a path with all that it was called with before, and yields a warning for each overlap. */
function overlapFinder(title: string): (path: VolumePath) => Iterable<string> {
  const earlier: VolumePath[] = [];
  return function* (one) {
    if (one.path === "") return;
    for (const other of earlier) {
      if (areInTheWay(one.path, other.path)) yield `${title}: ${shown(one)} with ${shown(other)}`;
    }
    if (earlier.length < comparedMax) earlier.push(one);
  };
}

/** Equal, or one of them below the other. */
function areInTheWay(path: string, other: string): boolean {
  const [long, short] = path.length > other.length ? [path, other] : [other, path];
  return long.startsWith(short) && (long.length === short.length || long[short.length] === "/");
}

function shown({ path, source }: VolumePath): string {
  return source === "" ? goQuote(path) : `${goQuote(path)} (${source})`;
}
