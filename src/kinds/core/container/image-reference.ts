/**
 * References to container images, `[registry/]name[:tag][@digest]`. The default pull policy depends on the tag. The
 * grammar is that of container registries. A name without a registry belongs to the public registry.
 */
import { splitOnce } from "../../../base/split-once.ts";

/** Longer references are treated as invalid. */
const referenceLengthMax = 4096;
/** Longest name, without the registry. */
const nameLengthMax = 255;

const host =
  /^(?:(?:[A-Za-z\d]|[A-Za-z\d][A-Za-z\d-]*[A-Za-z\d])(?:\.(?:[A-Za-z\d]|[A-Za-z\d][A-Za-z\d-]*[A-Za-z\d]))*|\[[a-fA-F\d:]+\])(?::\d+)?$/;
const pathComponent = /^[a-z\d]+(?:(?:[._]|__|-+)[a-z\d]+)*$/;
const tagPattern = /^\w[\w.-]{0,127}$/;
/** Number of hex digits of a digest, by algorithm. */
const digestLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };

/**
 * Returns the tag of an image reference. `latest` if it has neither tag nor digest. Undefined if it has only a digest
 * or is invalid.
 */
export function imageTag(reference: string): string | undefined {
  if (reference.length > referenceLengthMax || /^[a-f\d]{64}$/.test(reference)) return undefined;
  const [named = "", ...digests] = reference.split("@");
  const { registry, rest } = splitRegistry(named);
  const [path, tag] = splitOnce(rest, ":");
  const fits = isName(registry, path) && (tag === undefined || tagPattern.test(tag)) && areDigests(digests);
  if (!fits) return undefined;
  return tag ?? (digests.length === 0 ? "latest" : undefined);
}

/**
 * Splits off the registry. The part before the first slash is a registry if it has a dot, a colon or a capital letter,
 * or is `localhost`.
 */
function splitRegistry(named: string): { readonly registry: string; readonly rest: string } {
  const slash = named.indexOf("/");
  const first = named.slice(0, Math.max(slash, 0));
  const isHost = /[.:]/.test(first) || first === "localhost" || first.toLowerCase() !== first;
  return isHost ? { registry: first, rest: named.slice(slash + 1) } : { registry: "", rest: named };
}

function isName(registry: string, path: string): boolean {
  if (registry !== "" && !host.test(registry)) return false;
  // A name without a slash refers to an image below `library/` in the public registry.
  const isShort = registry === "" && !path.includes("/");
  if (path.length + (isShort ? "library/".length : 0) > nameLengthMax) return false;
  return path.split("/").every((component) => pathComponent.test(component));
}

function areDigests(digests: readonly string[]): boolean {
  if (digests.length === 0) return true;
  const [algorithm = "", hex = "", ...more] = (digests[0] ?? "").split(":");
  const length = Object.hasOwn(digestLengths, algorithm) ? digestLengths[algorithm] : undefined;
  return digests.length === 1 && more.length === 0 && hex.length === length && /^[a-f\d]*$/.test(hex);
}

/** Returns the default pull policy. The tag `latest` moves, so its image is always pulled. */
export function pullPolicyOf(image: string): "Always" | "IfNotPresent" {
  return imageTag(image) === "latest" ? "Always" : "IfNotPresent";
}
