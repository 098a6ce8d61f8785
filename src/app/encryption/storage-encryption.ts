/** The running encryption of a process: the transformers of its configuration file, which may be replaced. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import {
  EncryptingEngine,
  EnvelopeMetrics,
  type KmsSettings,
  ResourceTransformers,
  readEncryptionConfiguration,
  TransformationMetrics,
  TransformError,
  type ValueTransformer,
} from "../../encryption/index.ts";
import type { KmsProvider } from "../../encryption/kms/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import type { HealthCheck } from "../../server/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { LoadedEncryption } from "../config/encryption-flags.ts";
import { ConfigurationWatch } from "../machine/configuration-watch.ts";
import { ReloadMetrics } from "../machine/reload-metrics.ts";
import { StartupError } from "../machine/startup-error.ts";
import { keyServicesCheck } from "./key-services-check.ts";
import { type KeySpelling, resourceOfKey } from "./resources-of-keys.ts";

const encryptionFileFlag = "--encryption-provider-config";

/** Everything besides the configuration that encryption needs. */
export interface EncryptionServices extends KeySpelling {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
  /** Whether a feature gate is enabled. */
  readonly isEnabled: (gate: string) => boolean;
}

/** The server whose store is encrypted. */
export interface EncryptedServer {
  readonly metrics: MetricRegistry;
  /** Identity of the API server, which the metrics show as a hash. */
  readonly serverName: () => string;
  /** Makes the caches read the store again, because objects that could not be read may now be readable. */
  readonly readAgain: () => void;
}

/** Whether a stored value can be decrypted. */
export type StoredValueState =
  | { readonly isReadable: true; readonly isStale: boolean }
  | { readonly isReadable: false; readonly reason: string };

/** Encrypts the store of one process. */
export class StorageEncryption implements AsyncDisposable {
  readonly #config: LoadedEncryption;
  readonly #services: EncryptionServices;
  readonly #metrics: EncryptionMetrics;
  readonly #resourceOf: ReturnType<typeof resourceOfKey>;
  readonly #recovery: Recovery;
  #engine: EncryptingEngine | undefined;
  #providers: OpenProviders;
  #watch: ConfigurationWatch | undefined;

  private constructor(
    config: LoadedEncryption,
    services: EncryptionServices,
    parts: { readonly metrics: EncryptionMetrics; readonly recovery: Recovery; readonly providers: OpenProviders },
  ) {
    this.#config = config;
    this.#services = services;
    this.#resourceOf = resourceOfKey(services);
    this.#metrics = parts.metrics;
    this.#recovery = parts.recovery;
    this.#providers = parts.providers;
  }

  /**
   * Makes the transformers.
   * @throws StartupError if the configuration cannot be used
   */
  static async open(config: LoadedEncryption, services: EncryptionServices): Promise<StorageEncryption> {
    const metrics = { transformations: new TransformationMetrics(services.clock), keyServices: new EnvelopeMetrics() };
    const recovery: Recovery = { readAgain: () => undefined };
    try {
      const providers = await openProviders(config.content, { config, services, metrics, recovery });
      return new StorageEncryption(config, services, { metrics, recovery, providers });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new StartupError(`${encryptionFileFlag}: ${error.message}`, { cause: error });
    }
  }

  /** Returns an engine that encrypts what it writes to `engine`, which replaces an earlier one. Disposing it disposes `engine`. */
  encrypt(engine: Engine): EncryptingEngine {
    this.#engine = new EncryptingEngine(engine, (key) => this.#transformerOf(key));
    return this.#engine;
  }

  /** Decrypts a stored value, to check that it is possible. Returns undefined if the key is not that of an object. */
  async inspect(key: string, stored: Uint8Array): Promise<StoredValueState | undefined> {
    const transformer = this.#transformerOf(key);
    if (!transformer) return undefined;
    try {
      const { isStale } = await transformer.fromStorage(stored, key);
      return { isReadable: true, isStale };
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      return { isReadable: false, reason: error.message };
    }
  }

  #transformerOf(key: string): ValueTransformer | undefined {
    const resource = this.#resourceOf(key);
    return resource && this.#providers.transformers.of(resource);
  }

  /** Shows the metrics of a server, and follows the configuration file for it. */
  async serve({ metrics: registry, serverName, readAgain }: EncryptedServer): Promise<void> {
    this.#metrics.transformations.register(registry);
    this.#metrics.keyServices.register(registry, serverName());
    this.#recovery.readAgain = () => {
      if (this.#engine?.takeDamageSeen()) readAgain();
    };
    const { content } = this;
    await this.#watch?.[Symbol.asyncDispose]();
    const { isReloaded, path } = this.#config;
    if (!isReloaded) return;
    const { clock, logger } = this.#services;
    const subject = "encryption";
    this.#watch = new ConfigurationWatch({
      subject,
      path,
      content,
      load: async (text) => {
        await this.#replace(text);
        this.#recovery.readAgain();
        return true;
      },
      metrics: new ReloadMetrics(registry, { subject, serverName: serverName() }),
      clock,
      logger,
    });
    await this.#watch.firstLook;
  }

  /** The content of the configuration file that is in effect. */
  get content(): string {
    return this.#watch?.contentInEffect ?? this.#config.content;
  }

  /** Checks of the key services. */
  get healthChecks(): readonly HealthCheck[] {
    const { keyServices, timeoutMs } = this.#providers;
    if (!this.#config.isReloaded && keyServices.length === 0) return [];
    return [{ name: keyServicesCheck, timeoutMs: healthTimeoutMs + timeoutMs, check: () => checkAll(this.#providers) }];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watch?.[Symbol.asyncDispose]();
    close(this.#providers);
  }

  /** Replaces the providers. The key services of the new ones must work. The earlier ones may have calls in progress. */
  async #replace(content: string): Promise<void> {
    const parts = {
      config: this.#config,
      services: this.#services,
      metrics: this.#metrics,
      recovery: this.#recovery,
    };
    const providers = await openProviders(content, parts);
    try {
      await checkAll(providers);
    } catch (error) {
      close(providers);
      throw new Error(`health check for new transformers failed: ${reasonOf(error)}`, { cause: error });
    }
    const earlier = this.#providers;
    this.#providers = providers;
    if (earlier.keyServices.length === 0) return;
    this.#services.clock.after(2 * earlier.timeoutMs, () => close(earlier));
  }
}

/** Time limit of the health check, besides that of the calls. */
const healthTimeoutMs = 1_000;

interface EncryptionMetrics {
  readonly transformations: TransformationMetrics;
  readonly keyServices: EnvelopeMetrics;
}

/** Reaction to a recovered seed or a new configuration, after which values may be readable that were not. */
interface Recovery {
  /** Makes the caches of the server read the store again if a value was unreadable. */
  readAgain: () => void;
}

/** The transformers of a configuration, and its key services. */
interface OpenProviders {
  readonly transformers: ResourceTransformers;
  readonly keyServices: readonly KmsProvider[];
  /** Sum of the time limits of a call to each key service. */
  readonly timeoutMs: number;
}

function close({ keyServices }: Pick<OpenProviders, "keyServices">): void {
  for (const one of keyServices) one[Symbol.dispose]();
}

/** Checks all key services. @throws Error about those that do not work */
async function checkAll({ keyServices }: OpenProviders): Promise<void> {
  const results = await Promise.allSettled(keyServices.map((one) => one.check()));
  const faults = results.flatMap((result, index) =>
    result.status === "rejected" ? [`kms-provider-${index}: ${reasonOf(result.reason)}`] : [],
  );
  if (faults.length > 0) throw new Error(faults.length === 1 ? faults[0] : `[${faults.join(", ")}]`);
}

interface TransformerParts {
  readonly config: LoadedEncryption;
  readonly services: EncryptionServices;
  readonly metrics: EncryptionMetrics;
  readonly recovery: Recovery;
}

async function openProviders(
  content: string,
  { config: { path, isReloaded }, services, metrics, recovery }: TransformerParts,
): Promise<OpenProviders> {
  const { vocabulary, isEnabled, clock, random, logger } = services;
  const configuration = readEncryptionConfiguration(content, { path, vocabulary, isReloaded, isEnabled });
  const keyServices: KmsProvider[] = [];
  let timeoutMs = 0;
  const openKms = async (settings: KmsSettings): Promise<KmsProvider> => {
    const kms = await import("../../encryption/kms/index.ts");
    const { transformations, keyServices: kmsMetrics } = metrics;
    const provider = await kms.KmsProvider.open({
      ...settings,
      clock,
      random,
      logger,
      metrics: kmsMetrics,
      transformations,
      onSeedRecovered: () => recovery.readAgain(),
    });
    keyServices.push(provider);
    timeoutMs += settings.timeoutMs;
    return provider;
  };
  try {
    const transformers = await ResourceTransformers.make(configuration, { metrics: metrics.transformations, openKms });
    return { transformers, keyServices, timeoutMs };
  } catch (error) {
    close({ keyServices });
    throw error;
  }
}
