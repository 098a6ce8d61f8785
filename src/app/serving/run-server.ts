/** Runs `orch up` and `orch apiserver`, from the configuration to the end of the process. */
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { systemClock } from "../../base/clock.ts";
import { DisposalStack } from "../../base/disposal-stack.ts";
import type { Logger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import { clusterIpRange } from "../../kinds/index.ts";
import { type Engine, type OwningEngine, openMemoryEngine } from "../../storage/index.ts";
import { accountKeys } from "../authentication/account-keys.ts";
import { type AuthenticationTrust, authenticationTrust, type TrustedCas } from "../bootstrap/authentication-trust.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { loadConfiguration } from "../in-process/load-configuration.ts";
import { compileEarly } from "../machine/compile-early.ts";
import { type DataDir, openDataDir, recordStore } from "../machine/data-directory.ts";
import { readIfPresent, secretMode, writeAtomically } from "../machine/files.ts";
import { processLogger } from "../machine/process-logger.ts";
import { stopSignal } from "../machine/stop-signal.ts";
import { externalHost } from "../network/external-address.ts";
import { reservePort } from "../network/listen-on.ts";
import { type CertificateFiles, certificateInDirectory } from "../pki/certificate-directory.ts";
import { ensurePki } from "../pki/ensure-pki.ts";
import type { Pki } from "../pki/key-pair.ts";
import { containsKubeconfig, type KubeconfigOptions, kubeconfig, withReadableKey } from "../pki/kubeconfig.ts";
import { type ServingCredentials, servingCredentials } from "../pki/serving-credentials.ts";
import { type Subjects, servingSubject } from "../pki/subjects.ts";
import { openEtcdStore } from "../server-process/open-etcd-store.ts";
import { ForegroundServer } from "./foreground-server.ts";

/**
 * Runs until a signal stops the server.
 * @throws StartupError if it cannot start
 */
export async function runServer(config: ServerConfig): Promise<void> {
  const signal = stopSignal();
  const logger = processLogger(config.logging);
  for (const warning of config.warnings) logger.warning(warning);
  await using port = await reservePort(config.listener);
  const dataDir = await openDataDir(config.dataDir, { vocabulary: config.vocabulary, random: systemRandom });
  const { store, pki } = await openStoreAndKeys(config, dataDir, logger);
  const made = await makeServer({ config, dataDir, logger, store, pki });
  await using server = made.server;
  const url = await server.start(port);
  await writeKubeconfigs(dataDir, { config, pki, url, ca: made.credentials.ca });
  const stop = new AbortController();
  void signal.then(() => stop.abort());
  if (!(await server.waitUntilReady(stop.signal))) return;
  process.stdout.write(`orch is ready at ${url}\n`);
  compileEarly();
  server.startControllers();
  await signal;
  logger.info("stopping");
  await server.drain();
}

/** The store of a server. */
interface ServerStore {
  readonly engine: Engine;
  /** The same store, if other processes can follow it. */
  readonly ownedStore: OwningEngine | undefined;
}

interface ServerParts {
  readonly config: ServerConfig;
  readonly dataDir: DataDir;
  readonly logger: Logger;
  readonly store: ServerStore;
  readonly pki: Pki;
}

/** Makes the server, which owns the store. If that fails, nothing stays open, because open connections keep a process running. */
async function makeServer(
  parts: ServerParts,
): Promise<{ readonly server: ForegroundServer; readonly credentials: ServingCredentials }> {
  const { config, dataDir, logger, store, pki } = parts;
  await using opened = new DisposalStack();
  opened.use(store.engine);
  const { frontProxy } = config.authentication;
  const inDirectory = await openCertificateDirectory(config, pki, logger);
  const credentials = servingCredentials(config.listener, frontProxy, { pki, inDirectory });
  const keys = accountKeys(config, pki.serviceAccount.key);
  const loaded = await loadConfiguration(config, { clock: systemClock, random: systemRandom, logger });
  opened.use(loaded.auditLog);
  opened.use(loaded.encryption);
  const server = new ForegroundServer({
    config,
    ...loaded,
    ...store,
    storeDir: dataDir.storeDir,
    credentials,
    accountKeys: keys,
    trust: (cas: TrustedCas): AuthenticationTrust => authenticationTrust(cas, frontProxy, pki),
    logger,
  });
  opened.move();
  return { server, credentials };
}

/**
 * Opens both at the same time, so that the start is faster. A cluster without keys gets new ones only when its store could be opened: an
 * interrupted restore that is repeated would keep them instead of those in the backup.
 */
async function openStoreAndKeys(
  config: ServerConfig,
  dataDir: DataDir,
  logger: Logger,
): Promise<{ store: ServerStore; pki: Pki }> {
  const opening = openStore(config, dataDir, logger);
  const waitsForStore = dataDir.cluster.hasStore && !existsSync(dataDir.pkiDir);
  const [store, pki] = await Promise.allSettled([
    opening,
    waitsForStore ? opening.then(() => openPki(config, dataDir, logger)) : openPki(config, dataDir, logger),
  ]);
  if (store.status === "rejected") throw store.reason;
  if (pki.status === "fulfilled") return { store: store.value, pki: pki.value };
  await store.value.engine[Symbol.asyncDispose]();
  throw pki.reason;
}

async function openStore(config: ServerConfig, dataDir: DataDir, logger: Logger): Promise<ServerStore> {
  const { vocabulary, storage } = config;
  const { historyBytesMax } = storage;
  if (storage.etcd) {
    if (dataDir.cluster.hasStore) logger.warning("the store in the data directory is not used; the cluster is in etcd");
    return { engine: await openEtcdStore(config, storage.etcd, logger), ownedStore: undefined };
  }
  if (storage.engine === "memory") return { engine: openMemoryEngine({ historyBytesMax }), ownedStore: undefined };
  const { openLmdbEngine } = await import("../../storage/lmdb/index.ts");
  const engine = await openLmdbEngine({
    path: dataDir.storeDir,
    identity: { vocabulary },
    cluster: dataDir.cluster.uid,
    mustExist: dataDir.cluster.hasStore,
    historyBytesMax,
  });
  await recordStore(dataDir);
  return { engine, ownedStore: engine };
}

async function openPki(config: ServerConfig, dataDir: DataDir, logger: Logger): Promise<Pki> {
  return await ensurePki(dataDir.pkiDir, { ...subjectsOf(config), clock: systemClock, logger });
}

/** Returns the files of `--cert-dir`. Undefined if other flags determine the serving certificate. */
async function openCertificateDirectory(
  config: ServerConfig,
  { ca }: Pki,
  logger: Logger,
): Promise<CertificateFiles | undefined> {
  const { certDir, tlsCertFile } = config.listener;
  if (certDir === undefined || tlsCertFile !== undefined) return undefined;
  const subject = servingSubject(subjectsOf(config));
  return await certificateInDirectory(certDir, { subject, ca, clock: systemClock, logger });
}

/** Returns the facts from which the names in the serving certificate are derived. */
function subjectsOf({ vocabulary, listener, services, addresses }: ServerConfig): Subjects {
  const { externalHostname } = addresses;
  return {
    vocabulary,
    hostName: hostname(),
    otherNames: [
      listener.bindAddress,
      ...services.clusterIpRanges.map((range) => clusterIpRange(range).valueAt(0)),
      ...[addresses.advertised, externalHostname && externalHost(externalHostname)].filter(
        (name) => name !== undefined,
      ),
    ],
  };
}

interface KubeconfigSource {
  readonly config: ServerConfig;
  readonly pki: Pki;
  readonly url: string;
  /** CA certificates of the server in PEM. */
  readonly ca: string;
}

/** Writes the client configurations of the administrator and of the controller manager. */
async function writeKubeconfigs(dataDir: DataDir, { config, pki, url, ca }: KubeconfigSource): Promise<void> {
  const server = { server: url, clusterName: config.vocabulary, ca };
  const { admin, controllerManager } = pki;
  await writeKubeconfig(dataDir.kubeconfigPath, { ...server, userName: "admin", ...admin });
  const userName = "system:kube-controller-manager";
  await writeKubeconfig(dataDir.controllerManagerKubeconfigPath, { ...server, userName, ...controllerManager });
}

async function writeKubeconfig(path: string, options: KubeconfigOptions): Promise<void> {
  const presentText = readIfPresent(path) ?? "";
  // Users may have added settings to the file, such as a default namespace.
  const isCurrent = containsKubeconfig(presentText, options);
  const text = isCurrent ? withReadableKey(presentText, options.key) : kubeconfig(options);
  if (text === presentText) return;
  await writeAtomically(path, text, { mode: secretMode });
}
