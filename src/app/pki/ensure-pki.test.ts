import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { StartupError } from "../machine/startup-error.ts";
import { type EnsurePkiOptions, ensurePki } from "./ensure-pki.ts";
import { isIssuedBy, namesInCertificate, validityOf } from "./inspect.ts";
import type { Pki } from "./key-pair.ts";

const dayMs = 86_400_000;
const startMs = Date.UTC(2030, 0, 1);

let parent: string;
let fresh: string;
let path: string;
let options: EnsurePkiOptions;
let clock: ManualClock;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "orch-pki-"));
  fresh = join(parent, "fresh");
  await ensurePki(fresh, optionsAt(new ManualClock(startMs)));
});

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
});

beforeEach(async () => {
  path = join(parent, "data", "pki");
  await cp(fresh, path, { recursive: true });
  clock = new ManualClock(startMs);
  options = optionsAt(clock);
});

afterEach(async () => {
  await rm(join(parent, "data"), { recursive: true, force: true });
});

function optionsAt(at: ManualClock): EnsurePkiOptions {
  return { clock: at, vocabulary: "orch", hostName: "workstation", logger: silentLogger };
}

function ensure(changes: Partial<EnsurePkiOptions> = {}): Promise<Pki> {
  return ensurePki(path, { ...options, ...changes });
}

function file(name: string): string {
  return join(path, name);
}

async function content(): Promise<Record<string, string>> {
  const names = (await readdir(path)).sort();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(file(name), "utf8")])));
}

async function remove(...names: readonly string[]): Promise<void> {
  for (const name of names) await rm(file(name));
}

/** Returns the names of the files that differ. */
function differingFiles(before: Record<string, string>, after: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .sort();
}

test("a new folder contains every file, and keys are private to their owner", async () => {
  await rm(path, { recursive: true });
  const pki = await ensure();
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  const modes = await Promise.all(
    (await readdir(path)).map(async (name) => [name, (await stat(file(name))).mode & 0o777]),
  );
  expect(Object.fromEntries(modes)).toEqual({
    "admin.crt": 0o644,
    "admin.key": 0o600,
    "apiserver.crt": 0o644,
    "apiserver.key": 0o600,
    "ca.crt": 0o644,
    "ca.key": 0o600,
    "controller-manager.crt": 0o644,
    "controller-manager.key": 0o600,
    "front-proxy-ca.crt": 0o644,
    "front-proxy-ca.key": 0o600,
    "sa.key": 0o600,
    "sa.pub": 0o644,
  });
  expect(await content()).toEqual({
    "admin.crt": pki.admin.certificate,
    "admin.key": pki.admin.key,
    "apiserver.crt": pki.serving.certificate,
    "apiserver.key": pki.serving.key,
    "ca.crt": pki.ca.certificate,
    "ca.key": pki.ca.key,
    "controller-manager.crt": pki.controllerManager.certificate,
    "controller-manager.key": pki.controllerManager.key,
    "front-proxy-ca.crt": pki.frontProxyCa.certificate,
    "front-proxy-ca.key": pki.frontProxyCa.key,
    "sa.key": pki.serviceAccount.key,
    "sa.pub": pki.serviceAccount.publicKey,
  });
  expect(await readdir(join(parent, "data"))).toEqual(["pki"]);
});

test("valid files are used as they are, and nothing is written", async () => {
  const before = await content();
  const times = await stat(path);
  const pki = await ensure();
  expect(pki.serving.certificate).toBe(before["apiserver.crt"]);
  expect(pki.serviceAccount.publicKey).toBe(before["sa.pub"]);
  expect((await stat(path)).mtimeMs).toBe(times.mtimeMs);
});

test("existing files are used without loading the certificate library", async () => {
  vi.resetModules();
  let loads = 0;
  const x509 = new Proxy(
    {},
    {
      get: () => {
        throw new Error("used");
      },
    },
  );
  vi.doMock("./x509.ts", () => {
    loads++;
    return { x509 };
  });
  try {
    const { ensurePki: ensureAnew } = await import("./ensure-pki.ts");
    await ensureAnew(path, options);
    expect(loads).toBe(0);
    await remove("admin.crt");
    await expect(ensureAnew(path, options)).rejects.toThrow("used");
    expect(loads).toBe(1);
  } finally {
    vi.doUnmock("./x509.ts");
  }
});

test("processes that start at the same time use the keys of one of them", async () => {
  await rm(path, { recursive: true });
  const results = await Promise.all(Array.from({ length: 4 }, () => ensure()));
  const certificate = await readFile(file("ca.crt"), "utf8");
  const admin = await readFile(file("admin.key"), "utf8");
  for (const pki of results) expect([pki.ca.certificate, pki.admin.key]).toEqual([certificate, admin]);
  expect(await readdir(join(parent, "data"))).toEqual(["pki"]);
});

test("keys have the form of SEC 1, which every client library reads", async () => {
  for (const name of ["ca.key", "apiserver.key", "admin.key", "sa.key"]) {
    expect(await readFile(file(name), "utf8")).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
  }
});

test("temporary files of a killed start do not prevent the next start", async () => {
  await rm(path, { recursive: true });
  await mkdir(join(parent, "data/.tmp-pki"), { recursive: true });
  await writeFile(join(parent, "data/.tmp-pki/ca.key"), "half");
  await ensure();
  expect(await readdir(join(parent, "data"))).toEqual(["pki"]);
});

test("a folder with other files in it is completed", async () => {
  await rm(path, { recursive: true });
  await mkdir(path);
  await writeFile(file("README"), "mine");
  await ensure();
  expect(await readdir(path)).toEqual(["README", ...Object.keys(await freshContent())].sort());
});

async function freshContent(): Promise<Record<string, string>> {
  return Object.fromEntries((await readdir(fresh)).map((name) => [name, ""]));
}

test("a serving certificate is renewed when the server has a new name, with the same key", async () => {
  const before = await content();
  const pki = await ensure({ hostName: "laptop", otherNames: ["192.0.2.7"] });
  expect(differingFiles(before, await content())).toEqual(["apiserver.crt"]);
  const certificate = new X509Certificate(pki.serving.certificate);
  expect(namesInCertificate(certificate)).toEqual(expect.arrayContaining(["laptop", "192.0.2.7", "localhost"]));
  expect(isIssuedBy(certificate, new X509Certificate(pki.ca.certificate))).toBe(true);
  expect(pki.serving.key).toBe(before["apiserver.key"]);
});

test("certificates are renewed when they have less than thirty days left, not before", async () => {
  const before = await content();
  await clock.advance(335 * dayMs);
  await ensure();
  expect(differingFiles(before, await content())).toEqual([]);
  await clock.advance(1);
  const pki = await ensure();
  expect(differingFiles(before, await content())).toEqual(["admin.crt", "apiserver.crt", "controller-manager.crt"]);
  expect(validityOf(new X509Certificate(pki.admin.certificate)).toMs).toBe(startMs + (335 + 365) * dayMs);
});

test("a certificate does not outlive its CA", async () => {
  await clock.advance(3_500 * dayMs);
  const pki = await ensure();
  expect(validityOf(new X509Certificate(pki.serving.certificate)).toMs).toBe(startMs + 3_650 * dayMs);
});

test.each([
  [["apiserver.crt", "apiserver.key"]],
  [["admin.crt", "admin.key"]],
  [["front-proxy-ca.crt", "front-proxy-ca.key"]],
  [["sa.key", "sa.pub"]],
])("%j are created again if both are missing", async (names) => {
  const before = await content();
  await remove(...names);
  await ensure();
  expect(differingFiles(before, await content())).toEqual(names);
});

test.each(["apiserver.crt", "admin.crt", "sa.pub"])("%s is created for the existing key", async (name) => {
  const before = await content();
  await remove(name);
  await ensure();
  const after = await content();
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(differingFiles(before, after)).toEqual(name === "sa.pub" ? [] : [name]);
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Returns the verdict of OpenSSL on a certificate. */
function verdictOfOpenssl(name: string): string {
  const purpose = name === "admin.crt" ? "sslclient" : "sslserver";
  // Without this option OpenSSL uses the machine's clock.
  const moment = ["-attime", String(clock.nowMs() / 1_000)];
  const args = ["verify", "-x509_strict", "-purpose", purpose, ...moment, "-CAfile", file("ca.crt"), file(name)];
  return execFileSync("openssl", args, { encoding: "utf8" });
}

test.skipIf(!hasOpenssl).each(["apiserver.crt", "admin.crt"])("the openssl command accepts %s", (name) => {
  expect(verdictOfOpenssl(name)).toBe(`${file(name)}: OK\n`);
});

const caExtensions = `[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
`;

async function bringOwnCa(privateKey: KeyObject): Promise<void> {
  await rm(path, { recursive: true });
  await mkdir(path);
  const config = join(parent, "data/openssl.cnf");
  await writeFile(config, caExtensions);
  await writeFile(file("ca.key"), privateKey.export({ type: "pkcs8", format: "pem" }));
  const subject = ["-subj", "/O=Example/CN=Own CA", "-days", "3650", "-config", config, "-extensions", "ca"];
  execFileSync("openssl", ["req", "-x509", "-new", "-key", file("ca.key"), "-out", file("ca.crt"), ...subject]);
}

test.skipIf(!hasOpenssl).each([
  ["P-384", () => generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey],
  ["RSA", () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey],
])("a CA of the openssl command with a %s key signs the other certificates", async (_kind, newCaKey) => {
  await bringOwnCa(newCaKey());
  const before = await content();
  clock = new ManualClock(Date.parse(new X509Certificate(before["ca.crt"] ?? "").validFrom));
  const pki = await ensure({ clock });
  expect(pki.ca).toEqual({ certificate: before["ca.crt"], key: before["ca.key"] });
  expect(verdictOfOpenssl("apiserver.crt")).toBe(`${file("apiserver.crt")}: OK\n`);
  expect(verdictOfOpenssl("admin.crt")).toBe(`${file("admin.crt")}: OK\n`);
});

test.skipIf(!hasOpenssl)("a CA of the openssl command with a key that cannot sign here is reported", async () => {
  await bringOwnCa(generateKeyPairSync("ed25519").privateKey);
  clock = new ManualClock(Date.parse(new X509Certificate((await content())["ca.crt"] ?? "").validFrom));
  await expect(ensure({ clock })).rejects.toThrow("the CA's key is of the kind ed25519; use an ECDSA or RSA key");
});

const damages: readonly [what: string, damage: () => Promise<void>, message: RegExp][] = [
  [
    "a certificate cut off",
    async () => await writeFile(file("apiserver.crt"), (await content())["apiserver.crt"]?.slice(0, 200) ?? ""),
    /apiserver\.crt is damaged: it cannot be read as a certificate in PEM \(.+\); restore it from a backup$/,
  ],
  [
    "an empty key",
    () => writeFile(file("ca.key"), ""),
    /ca\.key is damaged: it cannot be read as a private key in PEM \(.+\); restore it from a backup$/,
  ],
  [
    "a damaged public key",
    () => writeFile(file("sa.pub"), "public"),
    /sa\.pub is damaged: it cannot be read as a public key in PEM \(.+\); restore it from a backup$/,
  ],
  [
    "another's key",
    () => cp(file("admin.key"), file("apiserver.key")),
    /apiserver\.crt does not belong to \S+apiserver\.key; restore the two that belong together, or remove apiserver\.crt and apiserver\.key, so that the missing files are created again$/,
  ],
  [
    "another's public key",
    async () => {
      const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
      await writeFile(file("sa.pub"), key.export({ type: "spki", format: "pem" }));
    },
    /sa\.pub does not belong to \S+sa\.key; restore the two that belong together, or remove sa\.pub and sa\.key, so/,
  ],
  [
    "a certificate without its key",
    () => remove("admin.key"),
    /admin\.crt exists, but admin\.key is missing; restore it, or remove admin\.crt, so that the missing files are created again$/,
  ],
  [
    "a public key without the private one",
    () => remove("sa.key"),
    /sa\.pub exists, but sa\.key is missing; restore it, or remove sa\.pub, so/,
  ],
  [
    "a CA without its key",
    () => remove("ca.key"),
    /ca\.crt exists, but ca\.key is missing; restore it, or remove \S+pki, so that everything is created again, and give the new admin\.kubeconfig to every client$/,
  ],
  [
    "a CA's key without its certificate",
    () => remove("ca.crt"),
    /ca\.key exists, but ca\.crt is missing; restore it, or remove \S+pki, so that everything is created again/,
  ],
  [
    "no CA",
    () => remove("ca.crt", "ca.key"),
    /apiserver\.crt exists, but ca\.crt and ca\.key are missing; restore them, or remove \S+pki, so that everything is created again/,
  ],
  [
    "another CA",
    async () => {
      const other = join(parent, "data/other");
      await ensurePki(other, options);
      for (const name of ["ca.crt", "ca.key"]) await cp(join(other, name), file(name));
    },
    /apiserver\.crt was not signed by \S+ca\.crt; restore the files that belong together, or remove apiserver\.crt, so that it is created again$/,
  ],
  [
    "a CA that is none",
    async () => {
      await cp(file("admin.crt"), file("ca.crt"));
      await cp(file("admin.key"), file("ca.key"));
    },
    /ca\.crt is not the certificate of a CA; put one there, or remove \S+pki$/,
  ],
  [
    "an expired CA",
    async () => await clock.advance(3_651 * dayMs),
    /ca\.crt expired on Dec 30 00:00:00 2039 GMT; remove \S+pki, so that a new CA is created, and give its admin\.kubeconfig to every client$/,
  ],
  [
    "a clock that went back",
    async () => {
      clock = new ManualClock(startMs - dayMs);
    },
    /ca\.crt is valid only from Dec 31 23:55:00 2029 GMT; set the clock of this machine right$/,
  ],
  [
    "a file in the place of the folder",
    async () => {
      await rm(path, { recursive: true });
      await writeFile(path, "");
    },
    /pki cannot be written \(something else is in its place\); make room for it$/,
  ],
];

test.each(damages)("%s is reported, and no file is replaced", async (_what, damage, message) => {
  await damage();
  const before = await stat(path);
  const error: unknown = await ensure({ clock }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as StartupError).message).toMatch(message);
  expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);
});

test("created and renewed files are logged by name, without their content", async () => {
  const lines: string[] = [];
  const logger = {
    ...silentLogger,
    info: (message: string, fields = {}) => lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  await remove("admin.crt");
  await ensure({ logger });
  expect(lines).toEqual([`wrote a key or certificate of the cluster {"file":${JSON.stringify(file("admin.crt"))}}`]);
});
