/** Service account tokens for load on a server, signed outside the server with its key. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadTarget } from "../load/job.ts";
import { jsonHeaders, sendRequest } from "../objects.ts";

/** The account of a controller, because servers allow it to read ConfigMaps. */
const account = { namespace: "kube-system", name: "namespace-controller" };

/** Path of the account. */
export const accountPath = `/api/v1/namespaces/${account.namespace}/serviceaccounts/${account.name}`;

/** An algorithm of the measured tokens. */
export type TokenAlgorithm = "RS256" | "ES256";

/** Writes a new private key into the folder. @returns path of the file */
export function writeKey(directory: string, algorithm: TokenAlgorithm): string {
  const { privateKey } =
    algorithm === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const path = join(directory, `${algorithm}.key`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return path;
}

/** Signs tokens for the account of a server. */
export class TokenMaker {
  readonly #algorithm: TokenAlgorithm;
  readonly #key: KeyObject;
  readonly #uid: string;

  private constructor(algorithm: TokenAlgorithm, key: KeyObject, uid: string) {
    this.#algorithm = algorithm;
    this.#key = key;
    this.#uid = uid;
  }

  /** Creates the account. @param keyPath file with the key that signs the server's tokens */
  static async create(target: LoadTarget, algorithm: TokenAlgorithm, keyPath: string): Promise<TokenMaker> {
    const path = accountPath.slice(0, accountPath.lastIndexOf("/"));
    const body = JSON.stringify({ metadata: { name: account.name } });
    const created = await sendRequest(target, { method: "POST", path, headers: jsonHeaders, body });
    if (created.status !== 201) throw new Error(`the account was not created: ${created.body.toString("utf8")}`);
    const { metadata } = JSON.parse(created.body.toString("utf8")) as { metadata: { uid: string } };
    return new TokenMaker(algorithm, createPrivateKey(readFileSync(keyPath)), metadata.uid);
  }

  /** Returns tokens, all of which differ. */
  tokens(count: number): readonly string[] {
    return Array.from({ length: count }, () => this.#token());
  }

  #token(): string {
    const issuer = "https://kubernetes.default.svc";
    const nowSeconds = Math.floor(Date.now() / 1000);
    const claims = {
      aud: [issuer],
      exp: nowSeconds + 3600,
      iat: nowSeconds,
      iss: issuer,
      jti: randomUUID(),
      "kubernetes.io": { namespace: account.namespace, serviceaccount: { name: account.name, uid: this.#uid } },
      nbf: nowSeconds,
      sub: `system:serviceaccount:${account.namespace}:${account.name}`,
    };
    const encoded = [{ alg: this.#algorithm }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const signed = encoded.join(".");
    const signature = sign("sha256", Buffer.from(signed), { key: this.#key, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }
}
