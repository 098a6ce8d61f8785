/** Reads the keys in PEM files. As in the reference, blocks that contain no usable key are skipped. */
import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { algorithmsOf } from "./signature-algorithms.ts";

const pemBlock = /-----BEGIN ((?:EC |RSA )?PRIVATE KEY|PUBLIC KEY|CERTIFICATE)-----[^-]*-----END [A-Z ]+-----/g;

/** Largest number of keys that are read from one file. */
const keysMax = 1000;

/** Returns the public keys in a PEM text: its public keys, and those of its private keys and certificates. */
export function readPublicKeys(pem: string): readonly KeyObject[] {
  return usableKeys(pem, createPublicKey);
}

/** Returns the first private key in a PEM text. Undefined if there is none. */
export function readPrivateKey(pem: string): KeyObject | undefined {
  return usableKeys(pem, createPrivateKey)[0];
}

function usableKeys(pem: string, read: (block: string) => KeyObject): readonly KeyObject[] {
  const blocks = (pem.match(pemBlock) ?? []).slice(0, keysMax);
  return blocks.map((block) => keyIn(block, read)).filter((key) => key !== undefined);
}

function keyIn(block: string, read: (block: string) => KeyObject): KeyObject | undefined {
  try {
    const key = read(block);
    return algorithmsOf(key) ? key : undefined;
  } catch {
    // The block is damaged, encrypted or of another type. The caller reports files without any usable key.
    return undefined;
  }
}
