/** Opens the backends of the audit log. One process of a server does this. */
import {
  type AuditBackend,
  AuditMetrics,
  type AuditSink,
  auditGroup,
  BufferedBackend,
  FailureReport,
  LogBackend,
  type LogOutput,
  RotatingFile,
  type SinkPart,
  truncatedKeyIn,
  UnionSink,
  WebhookBackend,
} from "../../audit/index.ts";
import { type Clock, sleep } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { EgressClient, repeatWhileTransient, sendToWebhook, WebhookError } from "../../egress/index.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type {
  AuditBackendConfig,
  AuditConfig,
  AuditLogConfig,
  AuditWebhookConfig,
  LoadedAudit,
} from "../config/audit-config.ts";
import { machineSource } from "../connection/machine-source.ts";
import { StartupError } from "../machine/startup-error.ts";
import { checkWebhookFile, webhookRequests } from "../webhook/index.ts";
import { StandardOutput } from "./standard-output.ts";

/** Services of the backends. */
export interface AuditLogServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly vocabulary: VocabularyName;
}

/** The open backends, with their metrics. */
export interface OpenAuditLog extends AsyncDisposable {
  readonly loaded: LoadedAudit;
  readonly sink: AuditSink;
  readonly metrics: AuditMetrics;
}

/** Batches that are sent to the webhook at the same time. The reference has no limit, and grows while a webhook hangs. */
const parallelBatchesMax = 50;

/**
 * Opens the backends.
 * @throws StartupError if the log or the client configuration of the webhook cannot be used
 */
export async function openAuditLog(
  config: AuditConfig,
  loaded: LoadedAudit,
  services: AuditLogServices,
): Promise<OpenAuditLog> {
  const metrics = new AuditMetrics();
  const opener = new BackendOpener(metrics, services);
  const parts: SinkPart[] = [];
  try {
    if (config.log) parts.push(await opener.log(config.log));
    if (config.webhook) parts.push(await opener.webhook(config.webhook));
  } catch (error) {
    await new UnionSink(parts, loaded)[Symbol.asyncDispose]();
    throw error;
  }
  const sink = new UnionSink(parts, loaded);
  return { loaded, sink, metrics, [Symbol.asyncDispose]: () => closeInTime(sink, services) };
}

/** Time that the backends have at the end to store the events that wait. */
const closeMs = 10_000;

async function closeInTime(sink: UnionSink, { clock, logger }: AuditLogServices): Promise<void> {
  const isClosed = await Promise.race([
    sink[Symbol.asyncDispose]().then(() => true),
    sleep(clock, closeMs).then(() => false),
  ]);
  if (!isClosed) logger.error("some audit events were not stored before the end of the server");
}

class BackendOpener {
  readonly #metrics: AuditMetrics;
  readonly #services: AuditLogServices;
  readonly #apiVersion: string;

  constructor(metrics: AuditMetrics, services: AuditLogServices) {
    this.#metrics = metrics;
    this.#services = services;
    this.#apiVersion = `${vocabularies[services.vocabulary].bind(auditGroup)}/v1`;
  }

  async log(config: AuditLogConfig): Promise<SinkPart> {
    const backend = new LogBackend({
      output: await this.#logOutput(config),
      format: config.format,
      clock: this.#services.clock,
      apiVersion: this.#apiVersion,
      failures: this.#failures("log"),
    });
    // Writes to one file cannot run at the same time.
    return this.#part(config, backend, 1);
  }

  async #logOutput(config: AuditLogConfig): Promise<LogOutput> {
    if (config.path === "-") return new StandardOutput();
    const file = new RotatingFile({ ...config, ...this.#services });
    try {
      await file.open();
      return file;
    } catch (error) {
      throw new StartupError(`--audit-log-path: ${config.path} cannot be written: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }

  async webhook(config: AuditWebhookConfig): Promise<SinkPart> {
    const { clock, random, vocabulary } = this.#services;
    const file = { namedBy: "--audit-webhook-config-file", path: config.configFile };
    await startupErrors(async () => await checkWebhookFile(file, { clock, vocabulary }));
    const timeoutMs = 30_000;
    const createRequest = webhookRequests(file, { clock, vocabulary, timeoutMs });
    const egress = new EgressClient({ clock, env: machineSource.env });
    const services = { clock, random, send: egress.request.bind(egress) };
    const attempt = async (body: string, signal: AbortSignal): Promise<void> => {
      try {
        await sendToWebhook(await createRequest(body), services, timeoutMs, signal);
      } catch (error) {
        // As in the reference, every failure is worth another attempt.
        throw new WebhookError(reasonOf(error), { isTransient: true });
      }
    };
    const backend = new WebhookBackend({
      send: async (body) =>
        await repeatWhileTransient((signal) => attempt(body, signal), services, unlimitedMs, config.initialBackoffMs),
      close: async () => await egress[Symbol.asyncDispose](),
      apiVersion: this.#apiVersion,
      failures: this.#failures("webhook"),
    });
    return this.#part(config, backend, parallelBatchesMax);
  }

  #part(config: AuditBackendConfig, backend: AuditBackend, parallel: number): SinkPart {
    const { clock, vocabulary } = this.#services;
    const truncation = config.truncation && {
      ...config.truncation,
      annotation: truncatedKeyIn(vocabularies[vocabulary]),
      failures: this.#failures("truncate"),
    };
    if (config.mode !== "batch") return { mode: config.mode, backend, truncation };
    const failures = this.#failures("buffered");
    const buffer = new BufferedBackend({ ...config.batch, parallelBatchesMax: parallel, backend, clock, failures });
    return { mode: "batch", buffer, truncation };
  }

  #failures(plugin: string): FailureReport {
    const { clock, logger } = this.#services;
    return new FailureReport({ plugin, metrics: this.#metrics, clock, logger });
  }
}

/** Longer than all attempts take together. The number of attempts is limited. */
const unlimitedMs = 2 ** 31 - 1;

async function startupErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(reasonOf(error), { cause: error });
  }
}
