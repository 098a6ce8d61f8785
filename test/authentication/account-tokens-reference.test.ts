/**
 * Compares the results of TokenReviews with those of the reference, which were recorded with the same tokens. The recorded
 * results have `ACCOUNT`, `POD`, `SECRET` and `NODE` in place of uids.
 */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";
import { accountTokenCases, issuers } from "./account-token-cases.ts";
import recordedResults from "./account-token-results.json" with { type: "json" };

/** Result of a TokenReview: the error, or the audiences and the properties of the user. */
type Result = string | { readonly audiences: readonly string[]; readonly extra: Readonly<Record<string, string>> };

const results = new Map<string, Result>(Object.entries(recordedResults as Record<string, Result>));
const folder = new TemporaryDirectory();
const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
const maps = "/api/v1/namespaces/default/configmaps";

let running: TestServer;
let bearer: WireClient;
let uids: Readonly<Record<"ACCOUNT" | "POD" | "SECRET" | "NODE", string>>;
let tokens: ReadonlyMap<string, string>;

beforeAll(async () => {
  const rsaFile = join(folder.path, "rsa.key");
  const ecFile = join(folder.path, "ec.key");
  const pem = { type: "pkcs8", format: "pem" } as const;
  const rsaPem = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export(pem).toString();
  const ecPem = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export(pem).toString();
  writeFileSync(rsaFile, rsaPem);
  writeFileSync(ecFile, ecPem);
  running = await startTestServer({
    vocabulary: "kubernetes",
    flags: [
      `--service-account-issuer=${issuers.join(",")}`,
      `--service-account-key-file=${rsaFile},${ecFile}`,
      `--service-account-signing-key-file=${rsaFile}`,
    ],
  });
  const { url, caCertificate: ca } = running.server;
  bearer = new WireClient({ url, ca });
  const namespace = "/api/v1/namespaces/default";
  uids = {
    ACCOUNT: await create(`${namespace}/serviceaccounts`, { metadata: { name: "bot" } }),
    POD: await create(`${namespace}/pods`, {
      metadata: { name: "web" },
      spec: { serviceAccountName: "bot", containers: [{ name: "a", image: "b" }] },
    }),
    SECRET: await create(`${namespace}/secrets`, { metadata: { name: "note" } }),
    NODE: await create("/api/v1/nodes", { metadata: { name: "n1" } }),
  };
  tokens = accountTokenCases({
    rsaKey: createPrivateKey(rsaPem),
    ecKey: createPrivateKey(ecPem),
    domain: "kubernetes.io",
    legacyIssuer: "kubernetes/serviceaccount",
    nowSeconds: Math.floor(running.clock.nowMs() / 1000),
    accountUid: uids.ACCOUNT,
    podUid: uids.POD,
    secretUid: uids.SECRET,
    nodeUid: uids.NODE,
  });
});

afterAll(async () => {
  await bearer[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function create(path: string, body: object): Promise<string> {
  const answer = await running.client.request(path, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.metadata.uid as string;
}

/** Returns the recorded result with the uids of this server. */
function expectedResult(name: string): Result {
  const text = JSON.stringify(results.get(name));
  return JSON.parse(text.replace(/ACCOUNT|POD|SECRET|NODE/g, (word) => uids[word as keyof typeof uids])) as Result;
}

test("each token has a recorded result", () => {
  expect([...tokens.keys()]).toEqual([...results.keys()]);
});

test.each([...results.keys()])("[SA-01][SA-05] a TokenReview of the token %j has the recorded result", async (name) => {
  const answer = await running.client.request(reviews, { body: { spec: { token: tokens.get(name) } } });
  const expected = expectedResult(name);
  if (typeof expected === "string") {
    expect(answer.json.status).toEqual({ user: {}, error: expected });
    return;
  }
  const extra = Object.entries(expected.extra).map(([key, value]) => [`authentication.kubernetes.io/${key}`, [value]]);
  expect(answer.json.status).toEqual({
    authenticated: true,
    user: {
      username: "system:serviceaccount:default:bot",
      uid: uids.ACCOUNT,
      groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
      ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) as object }),
    },
    audiences: expected.audiences,
  });
});

/** Tokens that cannot be sent in a header. */
const unsendable = ["line break at the end", "line break in the claims"];

test.each([...results.keys()].filter((name) => !unsendable.includes(name)))(
  "[SA-01][SA-07] a request with the token %j is accepted or rejected as recorded",
  async (name) => {
    const answer = await bearer.request(maps, { headers: { authorization: `Bearer ${tokens.get(name)}` } });
    if (typeof results.get(name) === "string") {
      expect(answer.json).toMatchObject({ code: 401, reason: "Unauthorized", message: "Unauthorized" });
    } else {
      // Nothing has been granted to the account.
      expect(answer.status).toBe(403);
      expect(answer.json.message).toContain('User "system:serviceaccount:default:bot" cannot list resource');
    }
  },
);
