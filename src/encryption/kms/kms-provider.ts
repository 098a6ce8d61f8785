/**
 * Encrypts with a seed of this process, which a key service encrypts. The service's status is checked each minute. If its key has
 * changed, the process generates a new seed. If the service fails, values are encrypted for three more minutes with the
 * present seed. Values whose seed is known are decrypted without the service.
 */
import type { Timer } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { fillWithSecureBytes, type Random } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { type EnvelopeMetrics, shownHash } from "../envelope-metrics.ts";
import { AesGcm } from "../providers/aes-gcm.ts";
import type { TransformationMetrics } from "../transformation-metrics.ts";
import { type OpenedValue, TransformError, type ValueTransformer } from "../value-transformer.ts";
import { DerivedKeys, seedBytes } from "./derived-keys.ts";
import {
  decodeObject,
  type EncryptedObject,
  encodeObject,
  keyIdFault,
  seedFault,
  seedType,
} from "./encrypted-object.ts";
import { type EncryptedSeed, KmsClient, type KmsClientOptions, type KmsStatus } from "./kms-client.ts";

const healthyIntervalMs = 60_000;
const failureIntervalMs = 10_000;
/** How long the result of a check is used again. */
const healthyResultMs = 20_000;
const failureResultMs = 3_000;
/** How long a seed is used for encryption after the last successful check. */
const seedUseMs = 3 * 60_000;
/** How long decrypted seeds are kept. */
const seedKeepMs = 24 * 60 * 60_000;
/** Maximum number of decrypted seeds. */
const seedsMax = 1_000;
/** Maximum number of seeds that the service could not decrypt, and that are requested again. */
const failedSeedsMax = 100;
const versions = ["v2", "v2beta1"];

/** Key service, and the services of the process. */
export interface KmsProviderOptions extends Omit<KmsClientOptions, "metrics"> {
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: EnvelopeMetrics;
  readonly transformations: TransformationMetrics;
  /** Called when the service decrypts a seed that it could not decrypt before, so that values which were unreadable can be read. */
  readonly onSeedRecovered: () => void;
}

/** An encrypted seed, and how keys follow from it. */
type StoredSeed = EncryptedSeed & Pick<EncryptedObject, "type">;

/** The seed with which values are encrypted. */
interface WriteSeed {
  readonly keys: DerivedKeys;
  readonly encrypted: EncryptedSeed;
  readonly keyIdHash: string;
  /** Monotonic time after which it must not encrypt. */
  untilMs: number;
}

interface CheckResult {
  readonly error: Error | undefined;
  readonly untilMs: number;
}

/** Encrypts and decrypts with the keys of a key service. */
export class KmsProvider implements ValueTransformer, Disposable {
  readonly mayWait = true;
  readonly #options: KmsProviderOptions;
  readonly #client: KmsClient;
  readonly #seeds = new Map<string, { readonly transformer: ValueTransformer; readonly untilMs: number }>();
  readonly #pendingSeeds = new Map<string, Promise<ValueTransformer>>();
  /**
   * Seeds that the service could not decrypt, the oldest first. Many services report an outage with a status that also means a lost key, so
   * they are asked again while they are healthy.
   */
  readonly #failedSeeds = new Map<string, StoredSeed>();
  #write: WriteSeed | undefined;
  #version = "";
  #lastCheck: CheckResult | undefined;
  #checking: Promise<void> | undefined;
  #timer: Timer | undefined;
  #isClosed = false;

  private constructor(options: KmsProviderOptions) {
    this.#options = options;
    this.#client = new KmsClient(options);
  }

  /** Opens a provider, and checks the service once. If it is not available, it is checked again in the background. */
  static async open(options: KmsProviderOptions): Promise<KmsProvider> {
    const provider = new KmsProvider(options);
    await provider.#checkRepeatedly();
    return provider;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#client.close();
  }

  /**
   * Checks the service, unless the last check is recent. Generates a seed if the key of the service has changed.
   * @throws Error with the reference's message
   */
  async check(): Promise<void> {
    const last = this.#lastCheck;
    if (last && this.#nowMs() < last.untilMs) {
      if (last.error) throw last.error;
      return;
    }
    this.#checking ??= this.#checkNow().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  toStorage(value: Uint8Array, key: string): Buffer {
    const seed = this.#write;
    if (!seed) throw notPrimed();
    if (this.#nowMs() > seed.untilMs) {
      throw new TransformError(`encryptedDEKSource with keyID hash "${seed.keyIdHash}" expired`);
    }
    const { name, clock, metrics } = this.#options;
    metrics.keyUsed("to_storage", name, seed.keyIdHash, clock.nowMs());
    const data = seed.keys.toStorage(value, key);
    return encodeObject({ ...seed.encrypted, data, type: seedType.derived });
  }

  fromStorage(stored: Uint8Array, key: string): OpenedValue | Promise<OpenedValue> {
    const object = decodeObject(stored);
    const id = seedId(object);
    if (!this.#write) {
      this.#noteFailure(id, object);
      throw notPrimed();
    }
    const known = this.#seeds.get(id);
    if (known && this.#nowMs() < known.untilMs) return this.#open(object, known.transformer, key);
    return this.#fetchSeed(id, object).then((transformer) => this.#open(object, transformer, key));
  }

  #open(object: EncryptedObject, transformer: ValueTransformer, key: string): OpenedValue {
    const { name, clock, metrics } = this.#options;
    metrics.keyUsed("from_storage", name, shownHash(object.keyId), clock.nowMs());
    const { value } = transformer.fromStorage(object.data, key) as OpenedValue;
    return { value, isStale: object.keyId !== this.#write?.encrypted.keyId || object.type !== seedType.derived };
  }

  /** Asks the service for a seed. Concurrent requests for one seed share a call. */
  #fetchSeed(id: string, object: StoredSeed): Promise<ValueTransformer> {
    let pending = this.#pendingSeeds.get(id);
    if (!pending) {
      pending = this.#decryptSeed(id, object).finally(() => this.#pendingSeeds.delete(id));
      this.#pendingSeeds.set(id, pending);
    }
    return pending;
  }

  async #decryptSeed(id: string, { ciphertext, keyId, annotations, type }: StoredSeed): Promise<ValueTransformer> {
    const { random, transformations, onSeedRecovered } = this.#options;
    transformations.keyRequested();
    let transformer: ValueTransformer;
    try {
      const seed = await withReason("failed to decrypt DEK, error: ", () =>
        this.#client.decrypt(random.uuid(), { ciphertext, keyId, annotations }),
      );
      transformer = transformerOf(seed, type);
    } catch (error) {
      this.#noteFailure(id, { ciphertext, keyId, annotations, type });
      throw error;
    }
    this.#keep(id, transformer);
    if (this.#failedSeeds.delete(id)) onSeedRecovered();
    return transformer;
  }

  #noteFailure(id: string, { ciphertext, keyId, annotations, type }: StoredSeed): void {
    this.#failedSeeds.set(id, { ciphertext, keyId, annotations, type });
    for (const oldest of this.#failedSeeds.keys())
      if (this.#failedSeeds.size > failedSeedsMax) this.#failedSeeds.delete(oldest);
  }

  /** Asks again for the seeds that the service could not decrypt. Stops if the service is not available. */
  async #retryFailedSeeds(): Promise<void> {
    for (const [id, seed] of this.#failedSeeds) {
      if (this.#isClosed) return;
      try {
        await this.#fetchSeed(id, seed);
      } catch (error) {
        if (isTemporary(error)) return;
      }
    }
  }

  #keep(id: string, transformer: ValueTransformer): void {
    this.#seeds.delete(id);
    this.#seeds.set(id, { transformer, untilMs: this.#nowMs() + seedKeepMs });
    for (const oldest of this.#seeds.keys()) if (this.#seeds.size > seedsMax) this.#seeds.delete(oldest);
  }

  async #checkRepeatedly(): Promise<void> {
    const { name, clock, logger } = this.#options;
    let intervalMs = healthyIntervalMs;
    try {
      await this.check();
      await this.#retryFailedSeeds();
      if (this.#failedSeeds.size > 0) intervalMs = failureIntervalMs;
    } catch (error) {
      intervalMs = failureIntervalMs;
      logger.error("a key service failed its check", undefined, { name, reason: reasonOf(error) });
    }
    if (!this.#isClosed) this.#timer = clock.after(intervalMs, () => void this.#checkRepeatedly());
  }

  async #checkNow(): Promise<void> {
    try {
      await this.#checkStatus();
      this.#lastCheck = { error: undefined, untilMs: this.#nowMs() + healthyResultMs };
    } catch (error) {
      const failure = error as Error;
      // As in the reference, the first words about a failed call are missing when the result is used again.
      const repeated = failure.cause instanceof TransformError ? failure.cause : failure;
      this.#lastCheck = { error: repeated, untilMs: this.#nowMs() + failureResultMs };
      throw error;
    }
  }

  async #checkStatus(): Promise<void> {
    const { name } = this.#options;
    const prefix = `failed to perform status section of the healthz check for KMS Provider ${name}, error: `;
    const status = await withReason(prefix, () => this.#client.status());
    const faults = this.#statusFaults(status);
    const idFault = keyIdFault(status.keyId);
    if (idFault) {
      this.#options.metrics.invalidKeyReported(name, idFault.label);
      faults.push(`got invalid KMSv2 KeyID hash "${shownHash(status.keyId)}": ${idFault.message}`);
    } else {
      this.#options.metrics.keyReported(name, status.keyId, this.#options.clock.nowMs());
      const rotationFault = await this.#rotate(status.keyId);
      if (rotationFault !== undefined) faults.push(rotationFault);
    }
    if (faults.length === 0) return;
    const text = faults.length === 1 ? faults[0] : `[${faults.join(", ")}]`;
    throw new Error(`kmsv2 Provider ${name} is not healthy, error: ${text}`);
  }

  #statusFaults({ healthz, version }: KmsStatus): string[] {
    const faults = healthz === "ok" ? [] : [`got unexpected healthz status: ${healthz}`];
    if (!versions.includes(version)) return [...faults, `expected KMSv2 API version v2, got ${version}`];
    if (this.#version === "") this.#version = version;
    if (this.#version === version) return faults;
    const rule = "KMSv2 API version should not change after the initial status response version";
    return [...faults, `${rule} ${this.#version}, got ${version}`];
  }

  /** Generates a seed, unless the present one has this key. Returns why that failed. */
  async #rotate(keyId: string): Promise<string | undefined> {
    // The time begins before the call, because it is an upper limit.
    const untilMs = this.#nowMs() + seedUseMs;
    if (this.#write?.encrypted.keyId === keyId) {
      this.#write.untilMs = untilMs;
      return undefined;
    }
    const { random, transformations } = this.#options;
    const startMs = this.#nowMs();
    const seed = new Uint8Array(seedBytes);
    fillWithSecureBytes(seed);
    transformations.keyGenerated((this.#nowMs() - startMs) / 1000);
    let encrypted: EncryptedSeed;
    try {
      encrypted = await this.#client.encrypt(random.uuid(), seed);
    } catch (error) {
      return `failed to rotate DEK, error: failed to encrypt DEK, error: ${reasonOf(error)}`;
    }
    const fault = seedFault(encrypted);
    if (fault !== undefined) return `failed to rotate DEK, error: ${fault}`;
    if (encrypted.keyId !== keyId) {
      const ids = `statusKeyIDHash="${shownHash(keyId)}", encryptKeyIDHash="${shownHash(encrypted.keyId)}"`;
      return `failed to rotate DEK, ${ids}`;
    }
    const keys = new DerivedKeys(seed);
    this.#write = { keys, encrypted, keyIdHash: shownHash(keyId), untilMs };
    this.#keep(seedId({ ...encrypted, type: seedType.derived }), keys);
    return undefined;
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }
}

function notPrimed(): TransformError {
  return new TransformError("got unexpected nil transformer", { isTemporary: true });
}

/** Whether the same call may succeed later. */
function isTemporary(error: unknown): boolean {
  return error instanceof TransformError && error.isTemporary;
}

/** Returns the identity of a seed among the decrypted ones. */
function seedId({ type, ciphertext, keyId, annotations }: StoredSeed): string {
  const texts = [...annotations].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([
    type,
    ciphertext.toString("latin1"),
    keyId,
    texts.map(([name, value]) => [name, value.toString("latin1")]),
  ]);
}

const keyLengths = [16, 24, 32];

function transformerOf(seed: Buffer, type: number): ValueTransformer {
  if (type === seedType.derived) {
    if (seed.length < seedBytes) throw new TransformError(`invalid seed length ${seed.length} used for key generation`);
    return new DerivedKeys(seed);
  }
  if (!keyLengths.includes(seed.length)) throw new TransformError(`crypto/aes: invalid key size ${seed.length}`);
  return new AesGcm(seed);
}

/** Runs a call, and adds a text before the message of its error. */
async function withReason<T>(text: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TransformError)) throw error;
    const { message, grpcStatus, isTemporary } = error;
    throw new TransformError(`${text}${message}`, { grpcStatus, isTemporary, cause: error });
  }
}
