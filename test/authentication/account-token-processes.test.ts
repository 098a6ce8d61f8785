/** Tokens of service accounts on servers with their own process: keys, restarts, worker processes, the second thread. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newKey } from "../../src/app/pki/key-pair.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { workersOf } from "../workers/serving-workers.ts";
import { forgeToken, referenceKeyId } from "./token-forge.ts";

/** Time for the build, in milliseconds. */
const buildMs = 180_000;
const namespace = "/api/v1/namespaces/default";
const accounts = `${namespace}/serviceaccounts`;

let folder: TemporaryDirectory;
let server: OrchProcess;
let kubeconfig: string;

beforeAll(buildProgram, buildMs);

beforeEach(() => {
  folder = new TemporaryDirectory();
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const dataDir = (): string => join(folder.path, "data");

async function start(...flags: readonly string[]): Promise<void> {
  server = new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${dataDir()}`, ...flags]);
  await server.waitUntilReady();
  kubeconfig = readFileSync(join(dataDir(), "admin.kubeconfig"), "utf8");
}

async function stop(): Promise<void> {
  server.signal("SIGTERM");
  await server.waitForExit();
}

async function newToken(): Promise<{ readonly token: string; readonly uid: string }> {
  await using client = clientOf(kubeconfig);
  await client.request(accounts, { body: { metadata: { name: "bot" } } });
  const account = (await client.request(`${accounts}/bot`)).json;
  const answer = await client.request(`${accounts}/bot/token`, { body: {} });
  expect(answer.status, answer.text).toBe(201);
  return { token: answer.json.status.token as string, uid: account.metadata.uid as string };
}

/** Returns the status of a request with this token on a new connection: 403 if the server knows the user. */
async function statusWith(token: string): Promise<number> {
  const { url, ca } = addressIn(kubeconfig);
  await using bearer = new WireClient({ url, ca });
  return (await bearer.request(`${namespace}/pods`, { headers: { authorization: `Bearer ${token}` } })).status;
}

describe("keys of a server with a data directory", () => {
  test("[SA-01] tokens are valid after a restart, and after the key was removed they are not", async () => {
    await start();
    const { token } = await newToken();
    expect(await statusWith(token)).toBe(403);
    await stop();
    await start();
    expect(await statusWith(token)).toBe(403);
    await stop();
    for (const name of ["sa.key", "sa.pub"]) rmSync(join(dataDir(), "pki", name));
    await start();
    expect(await statusWith(token)).toBe(401);
    expect(await statusWith((await newToken()).token)).toBe(403);
  });

  test("[SA-02] tokens that any key of --service-account-key-file has signed are valid", async () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const ecdsa = createPrivateKey((await newKey()).key);
    const rsaFile = join(folder.path, "rsa.pub");
    const ecdsaFile = join(folder.path, "ecdsa.key");
    const publicRsa = createPublicKey(rsa.export({ type: "pkcs8", format: "pem" }));
    writeFileSync(rsaFile, publicRsa.export({ type: "spki", format: "pem" }));
    writeFileSync(ecdsaFile, ecdsa.export({ type: "sec1", format: "pem" }));
    await start(`--service-account-key-file=${rsaFile}`, `--service-account-key-file=${ecdsaFile}`);
    const { token, uid } = await newToken();
    expect(await statusWith(token)).toBe(403);
    const claims = claimsFor(uid);
    expect(await statusWith(forgeToken({ alg: "RS256", kid: referenceKeyId(rsa) }, claims, rsa))).toBe(403);
    expect(await statusWith(forgeToken({ alg: "ES256", kid: referenceKeyId(ecdsa) }, claims, ecdsa))).toBe(403);
    const stranger = createPrivateKey((await newKey()).key);
    expect(await statusWith(forgeToken({ alg: "ES256" }, claims, stranger))).toBe(401);
  });

  test("[SA-03] without --service-account-key-file, tokens that the serving key has signed are valid", async () => {
    await start();
    await stop();
    const keyFile = join(dataDir(), "pki", "apiserver.key");
    const certificateFile = join(dataDir(), "pki", "apiserver.crt");
    await start(`--tls-cert-file=${certificateFile}`, `--tls-private-key-file=${keyFile}`);
    const { token, uid } = await newToken();
    expect(await statusWith(token)).toBe(403);
    const servingKey = createPrivateKey(readFileSync(keyFile, "utf8"));
    expect(await statusWith(forgeToken({ alg: "ES256" }, claimsFor(uid), servingKey))).toBe(403);
  });

  test("a key file without a key stops the start, and the message names the flag and the file", async () => {
    const file = join(folder.path, "empty.pem");
    writeFileSync(file, "no key");
    server = new OrchProcess([
      "apiserver",
      "--secure-port=0",
      `--data-dir=${dataDir()}`,
      `--service-account-key-file=${file}`,
    ]);
    expect(await server.waitForExit()).toBe(1);
    expect(server.stderr).toContain(`--service-account-key-file: ${file} contains no RSA or ECDSA key in PEM`);
  });
});

function claimsFor(uid: string): Readonly<Record<string, unknown>> {
  return {
    iss: "https://orch.default.svc",
    aud: ["https://orch.default.svc"],
    sub: "system:serviceaccount:default:bot",
    "orch.io": { namespace: "default", serviceaccount: { name: "bot", uid } },
  };
}

describe("processes and threads of a server", () => {
  test("[SA-01] every worker process accepts a token as soon as another one has issued it", async () => {
    await start("--workers=2");
    await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "the worker serves");
    for (let round = 0; round < 4; round++) {
      const { token } = await newToken();
      const statuses = await Promise.all([1, 2, 3, 4].map(() => statusWith(token)));
      expect(statuses).toEqual([403, 403, 403, 403]);
    }
  });

  test("[SA-01] the thread for large requests issues and reviews tokens", async () => {
    await start();
    const { token } = await newToken();
    await using client = clientOf(kubeconfig);
    const annotations = { large: "x".repeat(40_000) };
    const review = await client.request("/apis/authentication.orch.io/v1/tokenreviews", {
      body: { metadata: { annotations }, spec: { token } },
    });
    expect(review.json.status.user.username).toBe("system:serviceaccount:default:bot");
    const answer = await client.request(`${accounts}/bot/token`, { body: { metadata: { annotations } } });
    expect(answer.status, answer.text).toBe(201);
    expect(await statusWith(answer.json.status.token as string)).toBe(403);
  });
});
