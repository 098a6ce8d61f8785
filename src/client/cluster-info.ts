/** Verifies the public ConfigMap about a cluster with a bootstrap token. */
import type { ConfigMap } from "../api/core/v1/config-map.ts";
import { clusterInfoKey, clusterInfoSignaturePrefix } from "../meta/tokens/cluster-info.ts";

/**
 * The ConfigMap about the cluster cannot be trusted.
 * @example
 * ```ts
 * const map = await client.api(configMap, "orch-public").get("cluster-info");
 * try {
 *   await verifyClusterInfo(map, "07401b.f395accd246ae52d");
 * } catch (error) {
 *   if (error instanceof ClusterInfoError) console.error(`do not join: ${error.message}`);
 *   else throw error;
 * }
 * ```
 */
export class ClusterInfoError extends Error {
  override readonly name = "ClusterInfoError";
}

const tokenForm = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;

/** A signature of HMAC-SHA256 as base64url. */
const signatureForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the client configuration in the ConfigMap `cluster-info`, if the signature of the token confirms it. A client
 * that knows only a token can then trust the server's address and CA certificates.
 * @param map the ConfigMap, from any server
 * @param token `<id>.<secret>`
 * @throws ClusterInfoError if the token is malformed, or the ConfigMap has no valid signature of it with HS256
 * @example
 * ```ts
 * const map = await client.api(configMap, "orch-public").get("cluster-info");
 * const kubeconfig = await verifyClusterInfo(map, "07401b.f395accd246ae52d");
 * ```
 */
export async function verifyClusterInfo(map: ConfigMap, token: string): Promise<string> {
  const [, id, secret] = tokenForm.exec(token) ?? [];
  if (id === undefined || secret === undefined) {
    throw new ClusterInfoError("a bootstrap token has six characters, a dot and sixteen characters of a-z and 0-9");
  }
  const text = map.data?.[clusterInfoKey];
  if (text === undefined) throw new ClusterInfoError(`the ConfigMap has no key ${clusterInfoKey}`);
  const jws = map.data?.[`${clusterInfoSignaturePrefix}${id}`];
  if (jws === undefined) throw new ClusterInfoError(`the ConfigMap has no signature of the token ${id}`);
  if (!(await isSignedBy({ id, secret }, text, jws))) {
    throw new ClusterInfoError(`the signature of the token ${id} does not confirm the ConfigMap`);
  }
  return text;
}

/**
 * Whether the detached JWS is a signature of the text with HS256. Only the header that the reference writes is accepted,
 * because a client must not verify any other algorithm, and extensions would change what is signed.
 */
async function isSignedBy(
  { id, secret }: { readonly id: string; readonly secret: string },
  text: string,
  jws: string,
): Promise<boolean> {
  const header = encode(encodeText(JSON.stringify({ alg: "HS256", kid: id })));
  const signature = jws.startsWith(`${header}..`) ? decode(jws.slice(`${header}..`.length)) : undefined;
  if (!signature) return false;
  const key = await crypto.subtle.importKey("raw", encodeText(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  return await crypto.subtle.verify("HMAC", key, signature, encodeText(`${header}.${encode(encodeText(text))}`));
}

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Encodes bytes as base64url without padding. */
function encode(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a signature. Undefined if the text has another form. */
function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!signatureForm.test(text)) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
