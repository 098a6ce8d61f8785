/** The running encryption of a process: the transformers of its configuration file, which may be replaced. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import {
  EncryptingEngine,
  ResourceTransformers,
  readEncryptionConfiguration,
  TransformationMetrics,
} from "../../encryption/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import type { HealthCheck } from "../../server/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { LoadedEncryption } from "../config/encryption-flags.ts";
import { ConfigurationWatch } from "../machine/configuration-watch.ts";
import { ReloadMetrics } from "../machine/reload-metrics.ts";
import { StartupError } from "../machine/startup-error.ts";
import { type KeySpelling, resourceOfKey } from "./resources-of-keys.ts";

const encryptionFileFlag = "--encryption-provider-config";

/** Everything besides the configuration that encryption needs. */
export interface EncryptionServices extends KeySpelling {
  readonly clock: Clock;
  readonly logger: Logger;
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

/** Encrypts the store of one process. */
export class StorageEncryption implements AsyncDisposable {
  readonly #config: LoadedEncryption;
  readonly #services: EncryptionServices;
  readonly #metrics: TransformationMetrics;
  #engine: EncryptingEngine | undefined;
  #transformers: ResourceTransformers;
  #watch: ConfigurationWatch | undefined;

  private constructor(
    config: LoadedEncryption,
    services: EncryptionServices,
    parts: { readonly metrics: TransformationMetrics; readonly transformers: ResourceTransformers },
  ) {
    this.#config = config;
    this.#services = services;
    this.#metrics = parts.metrics;
    this.#transformers = parts.transformers;
  }

  /**
   * Makes the transformers.
   * @throws StartupError if the configuration cannot be used
   */
  static async open(config: LoadedEncryption, services: EncryptionServices): Promise<StorageEncryption> {
    const metrics = new TransformationMetrics(services.clock);
    try {
      const transformers = await makeTransformers(config.content, { config, services, metrics });
      return new StorageEncryption(config, services, { metrics, transformers });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new StartupError(`${encryptionFileFlag}: ${error.message}`, { cause: error });
    }
  }

  /** Returns an engine that encrypts what it writes to `engine`, which replaces an earlier one. Disposing it disposes `engine`. */
  encrypt(engine: Engine): EncryptingEngine {
    const findResource = resourceOfKey(this.#services);
    this.#engine = new EncryptingEngine(engine, (key) => {
      const resource = findResource(key);
      return resource && this.#transformers.of(resource);
    });
    return this.#engine;
  }

  /** Shows the metrics of a server, and follows the configuration file for it. */
  async serve({ metrics: registry, serverName, readAgain }: EncryptedServer): Promise<void> {
    this.#metrics.register(registry);
    await this.#watch?.[Symbol.asyncDispose]();
    const { isReloaded, path, content } = this.#config;
    if (!isReloaded) return;
    const { clock, logger } = this.#services;
    const subject = "encryption";
    this.#watch = new ConfigurationWatch({
      subject,
      path,
      content,
      load: async (text) => {
        await this.#replace(text);
        if (this.#engine?.takeDamageSeen()) readAgain();
        return true;
      },
      metrics: new ReloadMetrics(registry, { subject, serverName: serverName() }),
      clock,
      logger,
    });
  }

  /** Checks of the key services. */
  get healthChecks(): readonly HealthCheck[] {
    return this.#config.isReloaded ? [{ name: "kms-providers", check: () => undefined }] : [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watch?.[Symbol.asyncDispose]();
  }

  async #replace(content: string): Promise<void> {
    this.#transformers = await makeTransformers(content, {
      config: this.#config,
      services: this.#services,
      metrics: this.#metrics,
    });
  }
}

interface TransformerParts {
  readonly config: LoadedEncryption;
  readonly services: EncryptionServices;
  readonly metrics: TransformationMetrics;
}

async function makeTransformers(
  content: string,
  { config: { path, isReloaded }, services: { vocabulary, isEnabled }, metrics }: TransformerParts,
): Promise<ResourceTransformers> {
  const configuration = readEncryptionConfiguration(content, { path, vocabulary, isReloaded, isEnabled });
  return await ResourceTransformers.make(configuration, {
    metrics,
    openKms: ({ name }) =>
      Promise.reject(new ConfigurationError(`KMS provider ${name}: key services are not supported`)),
  });
}
