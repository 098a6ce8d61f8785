/** Validation of PEM certificates: issued certificates and trust anchors. */
import { X509Certificate } from "node:crypto";
import { goQuote } from "../../meta/go-quote.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { derTags, oidOf, readBoolean, readDer, readSequence } from "./der.ts";
import { type PemBlock, readPem } from "./pem.ts";

const label = "CERTIFICATE";

/** Returns the problem with an issued certificate. Undefined if it is valid. */
export function issuedFault(text: string): string | undefined {
  const blocks = readPem(text);
  for (const block of blocks) {
    const fault = blockFault(block);
    if (fault !== undefined) return fault;
  }
  return blocks.length === 0 ? "must contain at least one CERTIFICATE PEM block" : undefined;
}

function blockFault({ label: found, hasHeaders, bytes }: PemBlock): string | undefined {
  if (found !== label) return `only CERTIFICATE PEM blocks are allowed, found ${goQuote(found)}`;
  if (hasHeaders) return "no PEM block headers are permitted";
  if (bytes.length === 0) return "found CERTIFICATE PEM block containing 0 certificates";
  const certificates = readable(() => readDer(bytes));
  return certificates?.every((one) => isCertificate(one.bytes)) ? undefined : "x509: malformed certificate";
}

/** Returns why none of the certificates in a text can be a root. Undefined if one can. */
export function rootsFault(text: string): string | undefined {
  const certificates = readPem(text).filter(({ label: found, hasHeaders }) => found === label && !hasHeaders);
  if (certificates.some(({ bytes }) => isCertificate(bytes))) return undefined;
  const why =
    certificates.length > 0
      ? "failed to parse certificate: x509: malformed certificate"
      : endsWithBlock(text)
        ? "no valid certificate authority data seen"
        : "unable to parse bytes as PEM block";
  return `unable to load root certificates: ${why}`;
}

function endsWithBlock(text: string): boolean {
  const lines = text.split("\n");
  const last = (lines.at(-1) === "" ? lines.at(-2) : lines.at(-1)) ?? "";
  return last.startsWith("-----END ") && last.trimEnd().endsWith("-----");
}

/**
 * Returns one problem for each invalid entry of a list of trust anchors. If all are valid, returns the problems with
 * the list.
 */
export function trustFaults(text: string): string[] {
  const blocks = readPem(text);
  const faults = blocks.flatMap((block, index) => {
    const fault = entryFault(block);
    return fault === undefined ? [] : [`entry ${index} ${fault}`];
  });
  if (faults.length > 0) return faults;
  return blocks.length === 0 ? ["at least one trust anchor must be provided"] : repeatFaults(blocks);
}

function entryFault({ label: found, hasHeaders, bytes }: PemBlock): string | undefined {
  if (found !== label) return `has bad block type: ${found}`;
  if (hasHeaders) return "has PEM block headers";
  const mayIssue = isCertificate(bytes) ? readable(() => isAuthority(bytes)) : undefined;
  if (mayIssue === undefined) return "does not parse as X.509";
  return mayIssue ? undefined : "does not have the CA bit set";
}

function repeatFaults(blocks: readonly PemBlock[]): string[] {
  const indexes = new Map<string, number[]>();
  blocks.forEach(({ bytes }, index) => {
    const key = bytes.toString("base64");
    indexes.set(key, [...(indexes.get(key) ?? []), index]);
  });
  const repeats = [...indexes.values()].filter(({ length }) => length > 1);
  return repeats.map((list) => `duplicate trust anchor (indices [${list.join(" ")}])`);
}

function isCertificate(bytes: Buffer): boolean {
  try {
    return new X509Certificate(bytes).raw.length > 0;
  } catch {
    // The error does not matter: the bytes are not a certificate.
    return false;
  }
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

const extensionsTag = 0xa3;
const basicConstraints = "551d13";

/**
 * Whether the basic constraints mark the certificate as an authority. Ignores the key usage.
 * @throws ParseError if it is malformed
 */
function isAuthority(bytes: Buffer): boolean {
  const [certificate, ...trailing] = readDer(bytes);
  if (trailing.length > 0) throw new ParseError("asn1: syntax error: trailing data");
  const [signed] = readSequence(certificate);
  const held = readSequence(signed).find(({ tag }) => tag === extensionsTag);
  const [list] = held ? readDer(held.content) : [];
  for (const extension of list ? readSequence(list) : []) {
    const members = readSequence(extension);
    if (oidOf(members[0]) !== basicConstraints) continue;
    const [constraints] = readDer(members.at(-1)?.content ?? Buffer.alloc(0));
    const [first] = readSequence(constraints);
    return first?.tag === derTags.boolean && readBoolean(first);
  }
  return false;
}
