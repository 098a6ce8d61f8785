/**
 * Keys, certificates and tokens that servers trust, so that the reference and orch can be asked about the same credentials.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueLeaf } from "../../../src/app/pki/issue.ts";
import { type KeyPair, newKey } from "../../../src/app/pki/key-pair.ts";
import { createCa } from "../../../src/app/pki/make-pki.ts";
import { validityFor } from "../../../src/app/pki/validity.ts";

/** Issuers of both servers. The first one issues new tokens. */
export const issuers = ["https://kubernetes.default.svc", "https://second.example"] as const;

/** Common name that the certificate of an authenticating proxy must have. */
export const proxyName = "front-proxy-client";

/** Lines of the file with static tokens. */
const staticTokens = [
  "static-alice,alice,uid-1",
  'static-bob,bob,uid-2,"painters,system:masters"',
  "static-empty-uid,carol,",
  'static-many,dave,4,"a,b,a,,system:masters"',
  "static-anonymous,system:anonymous,5",
  "static-\u00fc,j\u00fcrgen,6",
];

/** Everything that both servers trust, and one authority that they do not. */
export interface SharedCredentials {
  /** Signs the certificates of users. */
  readonly userCa: KeyPair;
  /** Another authority in the same bundle. */
  readonly secondUserCa: KeyPair;
  readonly proxyCa: KeyPair;
  /** No server trusts this authority. */
  readonly strangerCa: KeyPair;
  /** Signs the tokens of service accounts. */
  readonly rsaKey: KeyObject;
  /** A second key whose tokens are accepted. */
  readonly ecKey: KeyObject;
  readonly directory: string;
}

const files = {
  userCas: "user-cas.crt",
  proxyCa: "proxy-ca.crt",
  rsaKey: "sa.key",
  ecKey: "sa-second.pub",
  tokens: "tokens.csv",
};

/** Creates the credentials, and writes the files for the flags into a folder. */
export async function createCredentials(directory: string): Promise<SharedCredentials> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const authority = async (commonName: string): Promise<KeyPair> =>
    await createCa({ commonName, organizations: [], usage: "ca", names: [] }, Date.now());
  const [userCa, secondUserCa, proxyCa, strangerCa] = await Promise.all(
    ["users", "second-users", "proxies", "strangers"].map(authority),
  );
  if (!userCa || !secondUserCa || !proxyCa || !strangerCa) throw new Error("an authority is missing");
  const rsaKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const ecKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
  write(files.userCas, userCa.certificate + secondUserCa.certificate);
  write(files.proxyCa, proxyCa.certificate);
  write(files.rsaKey, pemOf(rsaKey));
  write(files.ecKey, publicPemOf(ecKey));
  write(files.tokens, `${staticTokens.join("\n")}\n`);
  return { userCa, secondUserCa, proxyCa, strangerCa, rsaKey, ecKey, directory };
}

function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function publicPemOf(key: KeyObject): string {
  return createPublicKey(pemOf(key)).export({ type: "spki", format: "pem" }).toString();
}

/** Flags that both servers get. */
export function sharedFlags({ directory }: SharedCredentials): readonly string[] {
  return [
    `--client-ca-file=${join(directory, files.userCas)}`,
    `--requestheader-client-ca-file=${join(directory, files.proxyCa)}`,
    `--token-auth-file=${join(directory, files.tokens)}`,
    `--service-account-signing-key-file=${join(directory, files.rsaKey)}`,
    "--enable-bootstrap-token-auth=true",
  ];
}

/** Flags of the reference. Its lists already have the first issuer, the first key and the proxy's headers. */
export function referenceFlags(credentials: SharedCredentials): readonly string[] {
  return [
    ...sharedFlags(credentials),
    `--service-account-issuer=${issuers[1]}`,
    `--service-account-key-file=${join(credentials.directory, files.ecKey)}`,
  ];
}

/** Flags of orch. */
export function orchFlags(credentials: SharedCredentials): readonly string[] {
  const keys = [files.rsaKey, files.ecKey].map((name) => join(credentials.directory, name));
  return [
    ...sharedFlags(credentials),
    `--service-account-issuer=${issuers.join(",")}`,
    `--service-account-key-file=${keys.join(",")}`,
    `--requestheader-allowed-names=${proxyName}`,
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
  ];
}

/** Validity of the certificates of a reference, in days. */
const referenceDays = 30;

/** Writes the keys and certificates of a reference, so that its script uses them instead of creating others. */
export async function writeReferencePki(directory: string, { userCa, rsaKey }: SharedCredentials): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const write = (name: string, { certificate, key }: KeyPair): void => {
    writeFileSync(join(directory, `${name}.crt`), certificate);
    writeFileSync(join(directory, `${name}.key`), key);
  };
  const issue = async (commonName: string, usage: "serverAuth" | "clientAuth", group?: string): Promise<KeyPair> => {
    const { key } = await newKey();
    const names = usage === "serverAuth" ? ["localhost", "127.0.0.1", "10.96.0.1"] : [];
    const subject = { commonName, organizations: group === undefined ? [] : [group], usage, names };
    return {
      key,
      certificate: await issueLeaf(userCa, { subject, key, validity: validityFor(Date.now(), referenceDays) }),
    };
  };
  write("ca", userCa);
  write("server", await issue("kube-apiserver", "serverAuth"));
  write("admin", await issue("admin", "clientAuth", "system:masters"));
  write("front", await issue(proxyName, "clientAuth"));
  writeFileSync(join(directory, "sa.key"), pemOf(rsaKey));
}
