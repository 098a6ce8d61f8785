/** `orch up` and `orch apiserver`: a server in the foreground, from its configuration to its end. */

import { statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../base/clock.ts";
import { createLogger, type Logger } from "../base/logger.ts";
import { systemRandom } from "../base/random.ts";
import { Listener } from "../server/transport/index.ts";
import { type Engine, openMemoryEngine } from "../storage/index.ts";
import { type AuthenticationTrust, authenticationTrust } from "./bootstrap/authentication-trust.ts";
import { Cluster } from "./cluster.ts";
import { ClusterControllers } from "./cluster-controllers.ts";
import type { ListenerConfig, ServerConfig } from "./config.ts";
import { type DataDir, openDataDir, recordStore } from "./data-dir.ts";
import { readIfPresent, secretMode, writeAtomically } from "./files.ts";
import { requestInProcess } from "./in-process-client.ts";
import { kubeconfig, saysTheSame, withReadableKey } from "./kubeconfig.ts";
import { listenOn, reservePort } from "./listen-on.ts";
import { ensurePki } from "./pki/ensure-pki.ts";
import type { Pki } from "./pki/key-pair.ts";
import { toWorkerConfig } from "./request-worker/messages.ts";
import { RequestWorker } from "./request-worker/request-worker.ts";
import { type ServingCredentials, servingCredentials } from "./serving-credentials.ts";
import { StartupError } from "./startup-error.ts";
import { stopSignal } from "./stop-signal.ts";
import { transportLimits } from "./transport-limits.ts";
import { holdYoungGeneration } from "./young-generation.ts";

/** Log lines that the terminal has not taken; more than this and the log counts as broken. */
const unwrittenLogBytesMax = 1024 * 1024;

/** Runs until a signal stops it. @throws StartupError when it cannot start */
export async function runServer(config: ServerConfig): Promise<void> {
  const signal = stopSignal();
  const logger = createLogger({
    format: config.logging.format,
    clock: systemClock,
    write: (line) => process.stderr.write(line),
  });
  for (const warning of config.features.warnings) logger.warning(warning);
  await using port = await reservePort(config.listener);
  const dataDir = await openDataDir(config.dataDir, { vocabulary: config.vocabulary, random: systemRandom });
  const { engine, pki } = await openStoreAndKeys(config, dataDir, logger);
  const services = { clock: systemClock, random: systemRandom, logger, checkLog, runLoad: holdYoungGeneration };
  let largeRequests: RequestWorker | undefined;
  const offload = (reached: Cluster): RequestWorker => {
    largeRequests = new RequestWorker({
      config: toWorkerConfig(config),
      engine,
      reach: (revision) => reached.reach(revision),
      program: fileURLToPath(import.meta.url),
      clock: systemClock,
      logger,
    });
    return largeRequests;
  };
  const credentials = servingCredentials(config.listener, pki);
  const trust = (): AuthenticationTrust => authenticationTrust(credentials, pki);
  const identity = { hostName: hostname(), processId: systemRandom.uuid() };
  const storeBytes = (): number | undefined => fileBytes(join(dataDir.storeDir, "data.mdb"));
  const cluster = new Cluster({ ...config, ...services, engine, bootstrap: { trust, identity }, offload, storeBytes });
  const controllers = new ClusterControllers({
    config: config.controllers,
    ask: (target, request) => requestInProcess(cluster, target, request),
    vocabulary: config.vocabulary,
    clock: systemClock,
    random: systemRandom,
    logger,
    metricRegistry: () => cluster.metricRegistry,
    rootCa: credentials.ca,
    isEnabled: config.features.isEnabled,
  });
  cluster.controllersRun = () => controllers.areRunning;
  let listener: Listener | undefined;
  try {
    listener = createListener(config.listener, credentials, cluster, logger);
    cluster.serverAddress = await listenOn(listener, config.listener, port);
    const url = `https://${cluster.serverAddress}`;
    await cluster.start();
    await writeKubeconfig(dataDir, { config, pki, url, ca: credentials.ca });
    await awaitReady(cluster);
    process.stdout.write(`orch is ready at ${url}\n`);
    controllers.start();
    await signal;
    logger.info("stopping");
    await cluster.announceStop();
    listener.drain();
  } finally {
    await controllers.stop();
    await cluster[Symbol.asyncDispose]();
    await largeRequests?.[Symbol.asyncDispose]();
    await listener?.close();
    await engine[Symbol.asyncDispose]();
  }
}

function fileBytes(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

/** Both at a time, for a quick start. */
async function openStoreAndKeys(
  config: ServerConfig,
  dataDir: DataDir,
  logger: Logger,
): Promise<{ engine: Engine; pki: Pki }> {
  const [engine, pki] = await Promise.allSettled([openEngine(config, dataDir), openPki(config, dataDir, logger)]);
  if (engine.status === "rejected") throw engine.reason;
  if (pki.status === "fulfilled") return { engine: engine.value, pki: pki.value };
  await engine.value[Symbol.asyncDispose]();
  throw pki.reason;
}

async function openEngine({ vocabulary, storage }: ServerConfig, dataDir: DataDir): Promise<Engine> {
  if (storage.engine === "memory") return openMemoryEngine();
  const { openLmdbEngine } = await import("../storage/lmdb/index.ts");
  const engine = await openLmdbEngine({
    path: dataDir.storeDir,
    identity: { vocabulary },
    cluster: dataDir.cluster.uid,
    mustExist: dataDir.cluster.hasStore,
  });
  await recordStore(dataDir);
  return engine;
}

async function openPki({ vocabulary, listener }: ServerConfig, dataDir: DataDir, logger: Logger): Promise<Pki> {
  return await ensurePki(dataDir.pkiDir, {
    vocabulary,
    hostName: hostname(),
    otherNames: [listener.bindAddress],
    clock: systemClock,
    logger,
  });
}

function createListener(
  config: ListenerConfig,
  { certificate, key, clientCa }: ServingCredentials,
  cluster: Cluster,
  logger: Logger,
): Listener {
  return new Listener({
    host: config.bindAddress,
    port: config.port,
    cert: certificate,
    key,
    clientCa,
    minVersion: config.tlsMinVersion,
    limits: transportLimits(config.http2StreamsMax),
    logger,
    handle: (exchange) => cluster.handle(exchange),
  });
}

interface KubeconfigSource {
  readonly config: ServerConfig;
  readonly pki: Pki;
  readonly url: string;
  /** PEM of what vouches for the serving certificate. */
  readonly ca: string;
}

async function writeKubeconfig(dataDir: DataDir, { config, pki, url, ca }: KubeconfigSource): Promise<void> {
  const { certificate, key } = pki.admin;
  const options = { server: url, clusterName: config.vocabulary, userName: "admin", ca, certificate, key };
  const present = readIfPresent(dataDir.kubeconfigPath) ?? "";
  // People keep their default namespace in it, and more.
  const text = saysTheSame(present, options) ? withReadableKey(present, key) : kubeconfig(options);
  if (text === present) return;
  await writeAtomically(dataDir.kubeconfigPath, text, { mode: secretMode });
}

/** @throws StartupError with the checks that fail */
async function awaitReady(cluster: Cluster): Promise<void> {
  const answer = await requestInProcess(cluster, "/readyz?verbose");
  if (answer.status !== 200) throw new StartupError(`the server does not become ready:\n${await answer.text()}`);
}

function checkLog(): void {
  if (process.stderr.writableLength > unwrittenLogBytesMax) throw new Error("log lines are not being written");
}
