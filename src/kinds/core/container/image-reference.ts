/**
 * References to container images, `[registry/]name[:tag][@digest]`, read as far as the default pull policy needs it.
 * The grammar is that of container registries; short names belong to the public registry.
 */

/** No reference that is worth reading is longer. */
const referenceLengthMax = 4096;
/** Of the name without the registry. */
const nameLengthMax = 255;

const host =
  /^(?:(?:[A-Za-z\d]|[A-Za-z\d][A-Za-z\d-]*[A-Za-z\d])(?:\.(?:[A-Za-z\d]|[A-Za-z\d][A-Za-z\d-]*[A-Za-z\d]))*|\[[a-fA-F\d:]+\])(?::\d+)?$/;
const pathComponent = /^[a-z\d]+(?:(?:[._]|__|-+)[a-z\d]+)*$/;
const tagPattern = /^\w[\w.-]{0,127}$/;
/** Hex digits of a digest, by algorithm. */
const digestLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };

/**
 * The tag that an image reference asks for.
 * @returns `latest` when the reference has neither tag nor digest, undefined when it has only a digest or does not parse
 */
export function imageTag(reference: string): string | undefined {
  if (reference.length > referenceLengthMax || /^[a-f\d]{64}$/.test(reference)) return undefined;
  const [named = "", ...digests] = reference.split("@");
  const { registry, rest } = splitRegistry(named);
  const colon = rest.indexOf(":");
  const path = colon < 0 ? rest : rest.slice(0, colon);
  const tag = colon < 0 ? undefined : rest.slice(colon + 1);
  const fits = isName(registry, path) && (tag === undefined || tagPattern.test(tag)) && areDigests(digests);
  if (!fits) return undefined;
  return tag ?? (digests.length === 0 ? "latest" : undefined);
}

/** What stands before the first slash is a registry when it looks like a host: with a dot, a port or a capital. */
function splitRegistry(named: string): { readonly registry: string; readonly rest: string } {
  const slash = named.indexOf("/");
  const first = named.slice(0, Math.max(slash, 0));
  const isHost = /[.:]/.test(first) || first === "localhost" || first.toLowerCase() !== first;
  return isHost ? { registry: first, rest: named.slice(slash + 1) } : { registry: "", rest: named };
}

function isName(registry: string, path: string): boolean {
  if (registry !== "" && !host.test(registry)) return false;
  // Names without a slash belong to the public registry's own library.
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

/** A tag that moves is looked up every time. */
export function pullPolicyOf(image: string): "Always" | "IfNotPresent" {
  return imageTag(image) === "latest" ? "Always" : "IfNotPresent";
}
