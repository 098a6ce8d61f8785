/** Certificate requests: PKCS#10 in PEM, with a signature that proves the possession of the private key. */
import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import { ParseError } from "../../meta/parse-error.ts";
import { type DerElement, derTags, oidOf, readDer, readSequence } from "./der.ts";
import { readPem } from "./pem.ts";

const label = "CERTIFICATE REQUEST";

/**
 * Checks the format of a PKCS#10 request and the signature with its own key.
 * @throws ParseError if it is malformed or its signature is invalid
 */
export function checkSigningRequest(text: string): void {
  const { info, algorithm, signature } = readSigningRequest(text);
  const [, , key] = readSequence(info);
  checkSignature({
    algorithm: readSequence(algorithm),
    key: readKey(key),
    signed: info?.bytes ?? Buffer.alloc(0),
    signature,
  });
}

/** Object identifier of a common name, in hexadecimal digits. */
const commonNameId = "550403";
const organizationId = "55040a";

/**
 * Returns the common name in the subject of a PKCS#10 request, the last one if there are several. Empty if there is none. Does
 * not check the signature.
 * @throws ParseError if the request is malformed
 */
export function requestedCommonName(text: string): string {
  return requestedNames(text, commonNameId).at(-1) ?? "";
}

/** Returns the organizations of the requested subject, which are the groups of a user. @throws ParseError */
export function requestedGroups(text: string): readonly string[] {
  return requestedNames(text, organizationId);
}

function requestedNames(text: string, attribute: string): readonly string[] {
  const [, subject, key] = readSequence(readSigningRequest(text).info);
  readKey(key);
  const attributes = readSequence(subject).flatMap((set) => readDer(set.content).map(readSequence));
  return attributes.filter(([id]) => oidOf(id) === attribute).map(([, name]) => name?.content.toString("utf8") ?? "");
}

interface SigningRequest {
  readonly info: DerElement | undefined;
  readonly algorithm: DerElement | undefined;
  readonly signature: Buffer;
}

function readSigningRequest(text: string): SigningRequest {
  const [block] = readPem(text);
  if (block?.label !== label) throw new ParseError(`PEM block type must be ${label}`);
  const [request, ...trailing] = readDer(block.bytes);
  const [info, algorithm, signature] = readSequence(request);
  if (trailing.length > 0) throw new ParseError("asn1: syntax error: trailing data");
  if (signature?.tag !== derTags.bitString) throw new ParseError("asn1: structure error: tags don't match");
  const [leftOverBits] = signature.content;
  if (leftOverBits !== 0) throw new ParseError("asn1: syntax error: invalid padding bits in BIT STRING");
  return { info, algorithm, signature: signature.content.subarray(1) };
}

function readKey(element: DerElement | undefined): KeyObject {
  readSequence(element);
  try {
    return createPublicKey({ key: element?.bytes ?? Buffer.alloc(0), format: "der", type: "spki" });
  } catch (cause) {
    throw new ParseError("x509: malformed public key", { cause });
  }
}

/** Names of digests by object identifier, in hexadecimal digits. */
const digests: Readonly<Record<string, string>> = {
  "608648016503040201": "sha256",
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
};

interface Algorithm {
  readonly keyType: string;
  /** Null if the algorithm has a fixed digest. Undefined if the parameters name the digest. */
  readonly digest?: string | null;
  readonly fault: string;
}

const rsaFault = "crypto/rsa: verification error";
const ecdsaFault = "x509: ECDSA verification failure";

/** Signature algorithms by object identifier, in hexadecimal digits. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  "2a864886f70d010105": { keyType: "rsa", digest: "sha1", fault: rsaFault },
  "2a864886f70d01010b": { keyType: "rsa", digest: "sha256", fault: rsaFault },
  "2a864886f70d01010c": { keyType: "rsa", digest: "sha384", fault: rsaFault },
  "2a864886f70d01010d": { keyType: "rsa", digest: "sha512", fault: rsaFault },
  "2a864886f70d01010a": { keyType: "rsa", fault: rsaFault },
  "2a8648ce3d0401": { keyType: "ec", digest: "sha1", fault: ecdsaFault },
  "2a8648ce3d040302": { keyType: "ec", digest: "sha256", fault: ecdsaFault },
  "2a8648ce3d040303": { keyType: "ec", digest: "sha384", fault: ecdsaFault },
  "2a8648ce3d040304": { keyType: "ec", digest: "sha512", fault: ecdsaFault },
  "2b6570": { keyType: "ed25519", digest: null, fault: "x509: Ed25519 verification failure" },
};

const unknownAlgorithm = "x509: cannot verify signature: algorithm unimplemented";

interface Signed {
  readonly algorithm: readonly DerElement[];
  readonly key: KeyObject;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

function checkSignature({ algorithm: [id, parameters], key, signed, signature }: Signed): void {
  const algorithm = algorithms[oidOf(id)];
  const digest = algorithm?.digest === undefined ? parameterDigest(parameters) : algorithm.digest;
  if (!algorithm || digest === undefined) throw new ParseError(unknownAlgorithm);
  const isOfKey = key.asymmetricKeyType === algorithm.keyType;
  const padding = algorithm.digest === undefined ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  if (!isOfKey || !verify(digest, signed, { key, ...padding }, signature)) throw new ParseError(algorithm.fault);
}

/** Returns the digest that the parameters of a signature begin with. */
function parameterDigest(parameters: DerElement | undefined): string | undefined {
  const [first] = readSequence(parameters);
  const [algorithm] = readDer(first?.content ?? Buffer.alloc(0));
  const [id] = algorithm ? readSequence(algorithm) : [];
  return digests[oidOf(id)];
}
