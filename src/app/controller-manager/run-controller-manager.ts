/** Runs `orch controller-manager`: the controllers in their own process, in the foreground, until a signal stops it. */

import { hostname } from "node:os";
import { event, type Lease, lease } from "../../api/index.ts";
import { readPrivateKey, tokenSigner } from "../../authn/index.ts";
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import {
  type Client,
  coreEventSink,
  EventRecorder,
  LeaderElector,
  LeadershipLostError,
  type Occurrence,
  WorkQueueMetrics,
} from "../../client/index.ts";
import {
  builtinControllers,
  ControllerManager,
  type ControllerSpec,
  controllerNames,
  orderedNamespaceDeletion,
  type SignToken,
  selectControllers,
} from "../../controllers/index.ts";
import { component, vocabularies } from "../../meta/vocabulary.ts";
import { ServerMetrics } from "../../server/index.ts";
import type { ControllerManagerConfig } from "../config/controller-manager-config.ts";
import { findConfiguration } from "../connection/client-context.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { processFigures } from "../machine/process-figures.ts";
import { processLogger } from "../machine/process-logger.ts";
import { StartupError } from "../machine/startup-error.ts";
import { stopSignal } from "../machine/stop-signal.ts";
import { loadMetrics, logDeprecatedMetrics } from "../metrics/index.ts";
import { listenOn } from "../network/listen-on.ts";
import { ControllerClients } from "./controller-clients.ts";
import { createHealthListener } from "./health-listener.ts";

/** The configuration that `orch apiserver` writes for this command if it is started in this folder without flags. */
const localFile = "./.orch/controller-manager.kubeconfig";

/**
 * Runs until a signal stops it.
 * @throws StartupError if it cannot start; ConfigError or CommandError if the client configuration is invalid or
 * missing
 */
export async function runControllerManager(options: ControllerManagerConfig): Promise<void> {
  const stopRequested = stopSignal();
  const { logging, vocabulary, kubeconfig: path, context } = options;
  const logger = processLogger(logging);
  for (const warning of options.warnings) logger.warning(warning);
  const runner = new NodeProcessRunner();
  const { config } = await findConfiguration({ path, context, vocabulary, localFile }, runner);
  const ca = config.ca ?? "";
  const rootCa = readOr(ca, "--root-ca-file", options.rootCaFile);
  const { controllers, unavailableNames } = selectedControllers(options, rootCa);
  const policy = await loadMetrics(options.metrics);
  const metrics = new ServerMetrics(processFigures, { ...policy, onDeprecated: logDeprecatedMetrics(logger) });
  const clientCa = readOr(ca, "--client-ca-file", options.clientCaFile);
  const stop = new AbortController();
  const listener = await createHealthListener(options, clientCa, { metrics, policy, logger, stopping: stop.signal });
  const usesAccounts = options.usesServiceAccountCredentials;
  await using clients = new ControllerClients({ config, vocabulary, clock: systemClock, usesAccounts });
  try {
    const address = await listenOn(listener, options);
    process.stdout.write(`orch controller-manager is ready at https://${address}\n`);
    for (const name of unavailableNames) {
      logger.info(`the controller is not started, because it needs ${requiredFlags[name]}`, { controller: name });
    }
    const parts = { controllers, clients, registry: metrics.registry, logger };
    const finished = runControllers(options, parts, stop.signal);
    await Promise.race([stopRequested, finished]);
    logger.info("stopping");
    stop.abort(new Error("the controller manager is stopped"));
    await finished;
  } finally {
    listener.drain();
    await listener.close();
  }
}

const privateKeyFlag = "--service-account-private-key-file";

/** Flags without which controllers cannot run, by the name of the controller. */
const requiredFlags: Readonly<Record<string, string>> = {
  [controllerNames.rootCa.name]: "--root-ca-file",
  [controllerNames.serviceAccountToken.name]: privateKeyFlag,
};

/** The controllers that the flags select. */
interface Selection {
  readonly controllers: readonly ControllerSpec[];
  /** Names of those that cannot run. */
  readonly unavailableNames: readonly string[];
}

/**
 * Returns the controllers that the flags select.
 * @throws StartupError if the file with the private key has none
 */
function selectedControllers(
  { controllers, serviceAccountKeyFile, features }: ControllerManagerConfig,
  rootCa: string,
): Selection {
  const { selected, legacyTokenCleanUpMs, quotaResyncMs } = controllers;
  const signToken = serviceAccountKeyFile === undefined ? undefined : tokenSignerOf(serviceAccountKeyFile);
  const podsFirst = features.isEnabled(orderedNamespaceDeletion);
  const available = builtinControllers({ rootCa, podsFirst, signToken, legacyTokenCleanUpMs, quotaResyncMs });
  const known = Object.values(controllerNames);
  const names = selectControllers(selected, known).map(({ name }) => name);
  return {
    controllers: selectControllers(selected, available, known),
    unavailableNames: names.filter((name) => !available.some((spec) => spec.name === name)),
  };
}

interface Parts {
  readonly controllers: readonly ControllerSpec[];
  readonly clients: ControllerClients;
  readonly registry: MetricRegistry;
  readonly logger: Logger;
}

/** Runs the controllers while this process is the leader, until `signal` is aborted. */
async function runControllers(
  options: ControllerManagerConfig,
  { controllers, clients, registry, logger }: Parts,
  signal: AbortSignal,
): Promise<void> {
  const { vocabulary, election } = options;
  const metrics = new WorkQueueMetrics(registry);
  const runManager = async (until: AbortSignal): Promise<void> => {
    const manager = new ControllerManager({
      controllers,
      clientOf: (controller) => (controller ? clients.ofController(controller) : clients.ofManager("shared-informers")),
      vocabulary,
      clock: systemClock,
      random: systemRandom,
      logger,
      metrics,
      workers: options.controllers.workers,
    });
    await manager.run(until);
  };
  if (!election) return await runManager(signal);
  const client = clients.ofManager("leader-election");
  const identity = `${hostname()}_${systemRandom.uuid()}`;
  await using recorder = electionRecorder(client, options, logger);
  const elector = new LeaderElector({
    ...election,
    leases: client.api(lease, election.namespace),
    identity,
    clock: systemClock,
    random: systemRandom,
    onError: (error) => logger.warning("the Lease could not be acquired or renewed", { error: reasonOf(error) }),
  });
  await elector.run(signal, async (until) => {
    logger.info("leading", { lease: `${election.namespace}/${election.name}` });
    if (elector.lease) recorder.record(startOfLeading(elector.lease, identity));
    await runManager(until);
    if (until.reason instanceof LeadershipLostError) logger.warning("lost the Lease; waiting to acquire it again");
  });
}

function electionRecorder(client: Client, { vocabulary }: ControllerManagerConfig, logger: Logger): EventRecorder {
  return new EventRecorder({
    sink: coreEventSink(client.api(event)),
    clock: systemClock,
    random: systemRandom,
    reportingController: vocabularies[vocabulary].bind(component("controller-manager")),
    reportingInstance: "",
    onError: (error) => logger.warning("an event could not be written", { error: reasonOf(error) }),
  });
}

function startOfLeading(regarding: Lease, identity: string): Occurrence {
  return { regarding, reason: "LeaderElection", action: "Acquire", note: `${identity} became leader` };
}

function tokenSignerOf(path: string): SignToken {
  const key = readPrivateKey(readFlagFile(privateKeyFlag, path));
  if (!key) throw new StartupError(`${privateKeyFlag}: ${path} contains no RSA or ECDSA private key in PEM`);
  return tokenSigner(key);
}

/**
 * Reads the CA certificates of a flag, or returns the default if the flag is not set.
 * @throws StartupError if the file does not exist or holds no certificate
 */
function readOr(otherwise: string, flag: string, path: string | undefined): string {
  if (path === undefined) return otherwise;
  const pem = readFlagFile(flag, path);
  if (!pem.includes("-----BEGIN CERTIFICATE-----")) {
    throw new StartupError(`${flag}: ${path} contains no certificate in PEM`);
  }
  return pem;
}
