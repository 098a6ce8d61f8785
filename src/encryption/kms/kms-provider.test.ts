import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { seededRandom } from "../../base/random.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { EnvelopeMetrics } from "../envelope-metrics.ts";
import { TransformationMetrics } from "../transformation-metrics.ts";
import { KmsProvider } from "./kms-provider.ts";
import { KmsPlugin } from "./testing/kms-plugin.ts";

const key = "/registry/secrets/default/a";
const value = Buffer.from("a secret value");
const directory = new TemporaryDirectory();
const systemTime = { timeoutMs: 1_000 };

let socketPath: string;
let plugin: KmsPlugin;
let clock: ManualClock;
let metrics: MetricRegistry;
let providers: KmsProvider[];
let recoveries: number;
let count = 0;

beforeEach(async () => {
  socketPath = join(directory.path, `kms-${count++}.sock`);
  plugin = await KmsPlugin.listen(socketPath);
  clock = new ManualClock();
  metrics = new MetricRegistry();
  providers = [];
  recoveries = 0;
});

afterEach(async () => {
  for (const one of providers) one[Symbol.dispose]();
  await plugin[Symbol.asyncDispose]();
});

async function open(): Promise<KmsProvider> {
  const envelope = new EnvelopeMetrics();
  envelope.register(metrics, "server");
  const provider = await KmsProvider.open({
    name: "kms",
    socketPath,
    ...systemTime,
    clock,
    random: seededRandom(1),
    logger: silentLogger,
    metrics: envelope,
    transformations: new TransformationMetrics(clock),
    onSeedRecovered: () => {
      recoveries++;
    },
  });
  providers.push(provider);
  return provider;
}

async function read(provider: KmsProvider, stored: Uint8Array): Promise<string> {
  return Buffer.from((await provider.fromStorage(stored, key)).value).toString();
}

test("a value that this process has encrypted is decrypted without a call", async () => {
  const provider = await open();
  const stored = provider.toStorage(value, key);
  expect(stored.includes(value)).toBe(false);
  expect(await read(provider, stored)).toBe("a secret value");
  expect(plugin.calls).toEqual(["Status", "Encrypt"]);
});

test("another process asks the service once for the seed of several values", async () => {
  const writer = await open();
  const stored = [writer.toStorage(value, key), writer.toStorage(value, key)];
  const reader = await open();
  plugin.calls.length = 0;
  expect(await Promise.all(stored.map((one) => read(reader, one)))).toEqual(["a secret value", "a secret value"]);
  expect(await read(reader, writer.toStorage(value, key))).toBe("a secret value");
  expect(plugin.calls).toEqual(["Decrypt"]);
});

test("a value cannot be read under another key of the store", async () => {
  const provider = await open();
  const stored = provider.toStorage(value, key);
  await expect(async () => await provider.fromStorage(stored, "/registry/secrets/default/b")).rejects.toThrow(
    "cipher: message authentication failed",
  );
});

test("when the service changes its key, new values are encrypted with another seed, and earlier ones are outdated", async () => {
  const provider = await open();
  const before = provider.toStorage(value, key);
  plugin.keyId = "key-2";
  await clock.advance(20_001);
  await provider.check();
  const after = provider.toStorage(value, key);
  expect(after.includes("key-2")).toBe(true);
  expect((await provider.fromStorage(before, key)).isStale).toBe(true);
  expect((await provider.fromStorage(after, key)).isStale).toBe(false);
});

test("without the service, values are encrypted for three more minutes, and known seeds decrypt for longer", async () => {
  const provider = await open();
  const stored = provider.toStorage(value, key);
  await plugin[Symbol.asyncDispose]();
  await clock.advance(20_001);
  await expect(provider.check()).rejects.toThrow(
    /^failed to perform status section of the healthz check for KMS Provider kms/,
  );
  // A repeated result lacks the first words, as in the reference.
  await expect(provider.check()).rejects.toThrow(/^rpc error: code = Unavailable/);
  expect(provider.toStorage(value, key)).toBeInstanceOf(Buffer);
  await clock.advance(180_000);
  expect(() => provider.toStorage(value, key)).toThrow(
    /^encryptedDEKSource with keyID hash "sha256:[0-9a-f]{64}" expired/,
  );
  expect(await read(provider, stored)).toBe("a secret value");
  plugin = await KmsPlugin.listen(socketPath);
  await clock.advance(3_001);
  await provider.check();
  expect(await read(provider, provider.toStorage(value, key))).toBe("a secret value");
});

test("a service that is missing at the start can be used when it has started", async () => {
  await plugin[Symbol.asyncDispose]();
  const provider = await open();
  expect(() => provider.toStorage(value, key)).toThrow("got unexpected nil transformer");
  plugin = await KmsPlugin.listen(socketPath);
  await clock.advance(3_001);
  await provider.check();
  expect(await read(provider, provider.toStorage(value, key))).toBe("a secret value");
});

test("a seed is requested again when a service that was missing at the start works", async () => {
  const stored = (await open()).toStorage(value, key);
  await plugin[Symbol.asyncDispose]();
  const reader = await open();
  await expect(async () => await read(reader, stored)).rejects.toThrow("got unexpected nil transformer");
  plugin = await KmsPlugin.listen(socketPath);
  await expect
    .poll(async () => {
      await clock.advance(10_000);
      return recoveries;
    })
    .toBe(1);
});

test("a seed that the service rejected is requested again every ten seconds until the service decrypts it", async () => {
  const stored = (await open()).toStorage(value, key);
  const reader = await open();
  plugin.behaviour = "rejects-seeds";
  await expect(async () => await read(reader, stored)).rejects.toThrow(
    "failed to decrypt DEK, error: rpc error: code = Unknown",
  );
  const decryptions = (): number => plugin.calls.filter((call) => call === "Decrypt").length;
  await clock.advance(60_000);
  await expect.poll(decryptions).toBe(2);
  expect(recoveries).toBe(0);
  plugin.behaviour = "works";
  await expect
    .poll(async () => {
      await clock.advance(10_000);
      return recoveries;
    })
    .toBe(1);
  plugin.calls.length = 0;
  expect(await read(reader, stored)).toBe("a secret value");
  expect(decryptions()).toBe(0);
});

test.each([
  ["garbage", "rpc error: code = Internal"],
  ["huge", "rpc error: code = ResourceExhausted"],
] as const)("an answer that is %s fails the check", async (behaviour, message) => {
  const provider = await open();
  plugin.behaviour = behaviour;
  await clock.advance(20_001);
  await expect(provider.check()).rejects.toThrow(message);
});

test("a service that hangs fails the check after the time limit, and the provider continues", async () => {
  const provider = await open();
  plugin.behaviour = "hangs";
  plugin.calls.length = 0;
  await clock.advance(20_001);
  const check = provider.check();
  const failure = expect(check).rejects.toThrow("rpc error: code = DeadlineExceeded");
  await expect.poll(() => plugin.calls).toEqual(["Status"]);
  await clock.advance(1_000);
  await failure;
  expect(provider.toStorage(value, key)).toBeInstanceOf(Buffer);
});

test.each([
  [{ healthz: "tired" }, "kmsv2 Provider kms is not healthy, error: got unexpected healthz status: tired"],
  [{ version: "v1" }, "kmsv2 Provider kms is not healthy, error: expected KMSv2 API version v2, got v1"],
  [{ keyId: "" }, 'kmsv2 Provider kms is not healthy, error: got invalid KMSv2 KeyID hash "": keyID is empty'],
])("the status %j is not healthy", async (status, message) => {
  const provider = await open();
  Object.assign(plugin, status);
  await clock.advance(20_001);
  await expect(provider.check()).rejects.toThrow(message);
});

test.each(["", "\xff\xff", "garbage of some length"])("the stored bytes %j are an error", async (text) => {
  const provider = await open();
  await expect(async () => await provider.fromStorage(Buffer.from(text, "latin1"), key)).rejects.toThrow();
});

test("metrics show calls and keys with the reference's names", async () => {
  const provider = await open();
  provider.toStorage(value, key);
  const text = metrics.render();
  const hash = /key_id_hash="(sha256:[0-9a-f]{64})"/.exec(text)?.[1];
  expect(text).toContain(
    `apiserver_envelope_encryption_key_id_hash_total{transformation_type="to_storage",provider_name="kms",key_id_hash="${hash}"`,
  );
  expect(text).toContain(
    'apiserver_envelope_encryption_kms_operations_latency_seconds_count{provider_name="kms",method_name="/v2.KeyManagementService/Status",grpc_status_code="OK"} 1',
  );
});
