/** Reads the keys that sign and verify the tokens of service accounts. */
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { readPrivateKey, readPublicKeys } from "../../authn/index.ts";
import type { AccountKeys } from "../config/process-config.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";

/**
 * Returns the keys that the flags name, or the key of the data directory.
 * @param ownKey private key of the data directory, in PEM
 * @throws StartupError with the flag whose file contains no key
 */
export function accountKeys(
  { authentication, listener }: Pick<ServerConfig, "authentication" | "listener">,
  ownKey: string,
): AccountKeys {
  const { keyFiles, signingKeyFile } = authentication.serviceAccounts;
  const signing = signingKeyFile === undefined ? ownKey : readSigningKey(signingKeyFile);
  const named = keyFiles.map((path) => readKeys("--service-account-key-file", path));
  if (named.length > 0 || listener.tlsPrivateKeyFile === undefined) return { signing, verifying: [...named, signing] };
  return { signing, verifying: [signing, readKeys("--tls-private-key-file", listener.tlsPrivateKeyFile)] };
}

/** Returns the keys that the flags of a server without a data directory name. Undefined if they name none. */
export async function namedAccountKeys(
  config: Pick<ServerConfig, "authentication" | "listener">,
): Promise<AccountKeys | undefined> {
  const { keyFiles, signingKeyFile } = config.authentication.serviceAccounts;
  const { tlsPrivateKeyFile } = config.listener;
  const isNamed = keyFiles.length > 0 || signingKeyFile !== undefined || tlsPrivateKeyFile !== undefined;
  return isNamed ? accountKeys(config, (await temporaryAccountKeys()).signing) : undefined;
}

let temporaryKeys: Promise<AccountKeys> | undefined;

/**
 * Returns the keys of a server without a data directory. All such servers of this process have the same key, because a
 * copy of a server accepts the tokens of the original.
 */
export function temporaryAccountKeys(): Promise<AccountKeys> {
  temporaryKeys ??= newAccountKeys();
  return temporaryKeys;
}

const generate = promisify(generateKeyPair);

async function newAccountKeys(): Promise<AccountKeys> {
  const { privateKey } = await generate("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return { signing: privateKey, verifying: [privateKey] };
}

function readSigningKey(path: string): string {
  const flag = "--service-account-signing-key-file";
  const pem = readFlagFile(flag, path);
  if (readPrivateKey(pem)) return pem;
  throw new StartupError(`${flag}: ${path} contains no RSA or ECDSA private key in PEM`);
}

function readKeys(flag: string, path: string): string {
  const pem = readFlagFile(flag, path);
  if (readPublicKeys(pem).length > 0) return pem;
  throw new StartupError(`${flag}: ${path} contains no RSA or ECDSA key in PEM`);
}
