/** Damaged certificates and requests cause a ParseError or a returned error, and no other exception. */
import { expect, test } from "vitest";
import { newSeed, type Random, seededRandom } from "../../base/random.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { issuedFault, trustFaults } from "./certificate-text.ts";
import { readDer } from "./der.ts";
import { readPem } from "./pem.ts";
import { checkSigningRequest } from "./signing-request.ts";
import { authority, ecRequest, leaf } from "./testing/certificates.ts";

const rounds = 300;

function textOf(label: string, bytes: Buffer): string {
  return `-----BEGIN ${label}-----\n${bytes.toString("base64")}\n-----END ${label}-----\n`;
}

/** Returns the bytes truncated, with some bytes changed, or with random content. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes.subarray(0, random.below(3) === 0 ? random.below(bytes.length) : bytes.length));
  const count = random.below(3) === 0 ? copy.length : 1 + random.below(3);
  for (let remaining = count; remaining > 0 && copy.length > 0; remaining--)
    copy[random.below(copy.length)] = random.below(256);
  return copy;
}

function requestFault(text: string): string | undefined {
  try {
    checkSigningRequest(text);
    return undefined;
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
}

test.each([
  ["CERTIFICATE", leaf],
  ["CERTIFICATE", authority],
  ["CERTIFICATE REQUEST", ecRequest],
])("damaged bytes of a %s are reported: %#", (label, sound) => {
  const seed = newSeed();
  const random = seededRandom(seed);
  const bytes = readPem(sound)[0]?.bytes ?? Buffer.alloc(0);
  expect(bytes.length).toBeGreaterThan(100);
  for (let round = 0; round < rounds; round++) {
    const text = textOf(label, damaged(bytes, random));
    const found = [issuedFault(text), trustFaults(text).join(), requestFault(text)];
    // At least one reader must report an error. A valid request is an invalid certificate, and the reverse.
    expect(found.some(Boolean), `seed ${seed}: ${text}`).toBe(true);
  }
});

test("readPem() finds an intact block after damaged text", () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  for (let round = 0; round < rounds; round++) {
    const before = damaged(Buffer.from(authority), random).toString("latin1");
    const blocks = readPem(`${before}\n${leaf}`);
    expect(blocks.at(-1)?.bytes, `seed ${seed}: ${before}`).toEqual(readPem(leaf)[0]?.bytes);
  }
});

test("readDer() reads 200,000 elements in linear time", () => {
  const elements = 200_000;
  expect(readDer(Buffer.alloc(elements * 2, Buffer.from([5, 0])))).toHaveLength(elements);
});
