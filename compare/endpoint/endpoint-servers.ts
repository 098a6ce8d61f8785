/** The certificates of both servers, and the flags about connections. */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueLeaf } from "../../src/app/pki/issue.ts";
import { newKey } from "../../src/app/pki/key-pair.ts";
import { validityFor } from "../../src/app/pki/validity.ts";
import type { SharedCredentials } from "../../test/authentication/reference/shared-credentials.ts";

/** Validity of the certificates, in days. */
const days = 30;

interface Certificate {
  readonly name: string;
  readonly names: readonly string[];
  readonly isRsa?: boolean;
}

const rsaBits = 2048;

/** Names for which the flags select certificates, besides those in the certificates. */
const explicitNames = ":explicit.test,*.wild.test,UPPER.test";

const certificates = {
  main: { name: "kube-apiserver", names: ["localhost", "127.0.0.1", "10.96.0.1", "main.test"], isRsa: true },
  first: { name: "first", names: ["first.test", "*.first.test", "shared.test"] },
  second: { name: "second", names: ["second.test"], isRsa: true },
  third: { name: "third.test", names: ["shared.test", "10.1.1.1"] },
} as const satisfies Readonly<Record<string, Certificate>>;

/** Writes the certificates into a folder, and returns the flags that both servers get. */
export async function writeEndpoint(folder: string, { userCa }: SharedCredentials): Promise<readonly string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, certificate] of Object.entries<Certificate>(certificates)) {
    const { name, names, isRsa = false } = certificate;
    const key = isRsa ? rsaKey() : (await newKey()).key;
    const subject = { commonName: name, organizations: [], usage: "serverAuth", names } as const;
    const leaf = await issueLeaf(userCa, { subject, key, validity: validityFor(Date.now(), days) });
    writeFileSync(join(folder, `${file}.crt`), leaf + userCa.certificate);
    writeFileSync(join(folder, `${file}.key`), key);
  }
  const pair = (name: string): string => `${join(folder, `${name}.crt`)},${join(folder, `${name}.key`)}`;
  return [
    `--tls-cert-file=${join(folder, "main.crt")}`,
    `--tls-private-key-file=${join(folder, "main.key")}`,
    `--tls-sni-cert-key=${pair("first")}`,
    `--tls-sni-cert-key=${pair("second")}${explicitNames}`,
    `--tls-sni-cert-key=${pair("third")}`,
    String.raw`--cors-allowed-origins=//example\.com(:|$),^https://[a-z]+\.wild\.test$,(?i)//case\.test(:|$)`,
    "--strict-transport-security-directives=max-age=31536000,includeSubDomains,preload",
    "--http2-max-streams-per-connection=37",
  ];
}

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: rsaBits,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return privateKey;
}
