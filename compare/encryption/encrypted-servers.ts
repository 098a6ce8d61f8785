/** The encryption of both servers, the key service that they ask, and the etcd in which `orch` stores its objects like the reference. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KmsPlugin } from "../../src/encryption/kms/testing/kms-plugin.ts";
import { AesGcm } from "../../src/encryption/providers/aes-gcm.ts";
import { connectEtcd } from "../../src/storage/testing/etcd-client.ts";
import { EtcdMember } from "../../src/storage/testing/etcd-process.ts";
import { freePortRange } from "../../test/support/free-port.ts";

/** Resources that both servers encrypt with AES-GCM. A suite damages an object of each without disturbing the others. */
export const gcmResources = [
  "secrets",
  "limitranges",
  "endpoints",
  "serviceaccounts",
  "persistentvolumeclaims",
  "replicationcontrollers",
  "services",
] as const;

const secretOf = (name: string): string => Buffer.alloc(32, name).toString("base64");

/** Names of the keys of AES-GCM. The first one encrypts. */
export const keyNames = ["key1", "key2"] as const;

function keys(...names: readonly string[]): object {
  return { keys: names.map((name) => ({ name, secret: secretOf(name) })) };
}

/** Starts the key service, and writes the configuration. Returns the service, and the flags of both servers. */
export async function startEncryption(
  folder: string,
  isReloaded: boolean,
): Promise<{ readonly plugin: KmsPlugin; readonly flags: readonly string[] }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, "kms.sock");
  const plugin = await KmsPlugin.listen(socket);
  const identity = { identity: {} };
  const kms = { kms: { apiVersion: "v2", name: "vault", endpoint: `unix://${socket}` } };
  const resources = [
    { resources: gcmResources, providers: [{ aesgcm: keys(...keyNames) }, identity] },
    { resources: ["configmaps"], providers: [{ aescbc: keys("key1") }, identity] },
    { resources: ["podtemplates"], providers: [kms, identity] },
    { resources: ["*.example.com"], providers: [{ secretbox: keys("key1") }, identity] },
  ];
  const path = join(folder, "encryption.json");
  const type = { apiVersion: "apiserver.config.k8s.io/v1", kind: "EncryptionConfiguration" };
  writeFileSync(path, JSON.stringify({ ...type, resources }));
  const reload = isReloaded ? ["--encryption-provider-config-automatic-reload=true"] : [];
  return { plugin, flags: [`--encryption-provider-config=${path}`, ...reload] };
}

/** Starts an etcd with the program in a folder. */
export async function startEtcd(folder: string, programs: string): Promise<EtcdMember> {
  const port = await freePortRange(2);
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`];
  const flags = [
    `--data-dir=${folder}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ];
  rmSync(folder, { recursive: true, force: true });
  const etcd = new EtcdMember(url, flags, ["env", `PATH=${programs}:${process.env["PATH"] ?? ""}`]);
  await etcd.start();
  return etcd;
}

/** The values that a server has stored. */
export interface StoredValues extends AsyncDisposable {
  read(key: string): Promise<Buffer | undefined>;
  /** Replaces or creates a value. */
  write(key: string, value: Uint8Array): Promise<void>;
}

/** Connects to the store of a server. */
export async function openStoredValues(url: string): Promise<StoredValues> {
  const engine = await connectEtcd({ servers: [url] });
  return {
    read: async (key) => {
      const entry = await engine.get(key);
      return entry && Buffer.from(entry.value);
    },
    write: async (key, value) => {
      await engine.put(key, value, (await engine.get(key))?.revision ?? 0);
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

const prefixOf = (name: string): string => `k8s:enc:aesgcm:v1:${name}:`;

/** Returns a value that the first key has encrypted as the second one would encrypt it. */
export function withSecondKey(stored: Buffer, key: string): Buffer {
  const [first, second] = keyNames;
  const prefix = prefixOf(first);
  if (stored.toString("latin1", 0, prefix.length) !== prefix) throw new TypeError(`${key} has another prefix`);
  const cipher = (name: string): AesGcm => new AesGcm(Buffer.from(secretOf(name), "base64"));
  const { value } = cipher(first).fromStorage(stored.subarray(prefix.length), key);
  return Buffer.concat([Buffer.from(prefixOf(second)), cipher(second).toStorage(value, key)]);
}
