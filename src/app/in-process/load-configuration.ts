/** Loads the files that the flags of a server name, and opens what they describe. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import { loadAdmission } from "../admission/load-admission.ts";
import { type OpenAuditLog, openConfiguredAuditLog } from "../audit/index.ts";
import { loadAuthentication } from "../authentication/load-authentication.ts";
import { loadAuthorization } from "../authorization/load-authorization.ts";
import type { LoadedAdmission } from "../config/admission-config.ts";
import type { LoadedAuthentication } from "../config/authentication-config.ts";
import type { LoadedAuthorization } from "../config/authorization-config.ts";
import type { LoadedEncryption } from "../config/encryption-flags.ts";
import type { LoadedMetrics } from "../config/metrics-config.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LoadedTracing } from "../config/tracing-flags.ts";
import { loadEncryption, openEncryption } from "../encryption/load-encryption.ts";
import type { StorageEncryption } from "../encryption/storage-encryption.ts";
import { loadMetrics } from "../metrics/index.ts";
import { loadTracing } from "../tracing/index.ts";

/** The contents of the files. The caller disposes the encryption and the audit log. */
export interface LoadedConfiguration {
  readonly authentication: LoadedAuthentication;
  readonly authorization: LoadedAuthorization;
  readonly admission: LoadedAdmission;
  readonly metrics: LoadedMetrics;
  /** How requests are traced. Undefined if they are not. */
  readonly tracing: LoadedTracing | undefined;
  /** The configuration of encryption, and the encryption of this process. Undefined without encryption. */
  readonly loadedEncryption: LoadedEncryption | undefined;
  readonly encryption: StorageEncryption | undefined;
  /** Undefined if no request is recorded. */
  readonly auditLog: OpenAuditLog | undefined;
}

/**
 * Loads the configuration of a server. If that fails, nothing stays open.
 * @throws StartupError if a file cannot be used
 */
export async function loadConfiguration(
  config: ServerConfig,
  services: { readonly clock: Clock; readonly random: Random; readonly logger: Logger },
): Promise<LoadedConfiguration> {
  const { vocabulary } = config;
  const { clock, logger } = services;
  const authentication = await loadAuthentication(config.authentication, { clock, vocabulary });
  const loadedEncryption = loadEncryption(config.encryption);
  const tracing = await loadTracing(config.tracingFile, vocabulary);
  const { isEnabled } = config.features;
  const encryption = await openEncryption(loadedEncryption, { config, isEnabled, ...services });
  try {
    return {
      authentication,
      authorization: await loadAuthorization(config.authorization, { clock, vocabulary, logger }),
      admission: await loadAdmission(config.admission, vocabulary),
      metrics: await loadMetrics(config.metrics),
      tracing,
      loadedEncryption,
      encryption,
      // Opened last, so that no later failure has to close it.
      auditLog: await openConfiguredAuditLog(config.audit, { ...services, vocabulary }),
    };
  } catch (error) {
    await encryption?.[Symbol.asyncDispose]();
    throw error;
  }
}
