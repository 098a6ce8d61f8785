/** Runs `orch controller-manager`: the controllers in their own process, in the foreground, until a signal stops it. */

import { hostname } from "node:os";
import { event, type Lease, lease } from "../../api/index.ts";
import { certificateAuthenticator } from "../../authn/index.ts";
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import {
  Client,
  coreEventSink,
  EventRecorder,
  LeaderElector,
  type Occurrence,
  type Transport,
  WorkQueueMetrics,
} from "../../client/index.ts";
import { builtinControllers, ControllerManager, selectControllers } from "../../controllers/index.ts";
import { component, vocabularies } from "../../meta/vocabulary.ts";
import {
  installHealth,
  installVersion,
  metricsHandler,
  PathTable,
  ResourceTable,
  ServerMetrics,
  versionInfo,
} from "../../server/index.ts";
import { Listener } from "../../server/transport/index.ts";
import { createApiServer } from "../cluster/create-api-server.ts";
import type { ControllerManagerConfig } from "../config/controller-manager-config.ts";
import { findConfiguration } from "../connection/client-context.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";
import { transportOf } from "../connection/transport-of.ts";
import { readIfPresent } from "../machine/files.ts";
import { packageVersion } from "../machine/package-version.ts";
import { platform, processFigures } from "../machine/process-figures.ts";
import { processLogger } from "../machine/process-logger.ts";
import { StartupError } from "../machine/startup-error.ts";
import { stopSignal } from "../machine/stop-signal.ts";
import { listenOn } from "../network/listen-on.ts";
import { transportLimits } from "../network/transport-limits.ts";
import { getOrCreatePki } from "../pki/make-pki.ts";

/** Limits of the server for health and metrics, which gets few requests. */
const streamsMax = 100;
const inFlightMax = 100;
const requestTimeoutMs = 10_000;

/**
 * Runs until a signal stops it.
 * @throws StartupError if it cannot start; ConfigError or CommandError if the client configuration is invalid or
 * missing
 */
export async function runControllerManager(options: ControllerManagerConfig): Promise<void> {
  const stopRequested = stopSignal();
  const { logFormat: format, vocabulary, kubeconfig: path, context } = options;
  const logger = processLogger(format);
  const runner = new NodeProcessRunner();
  const { config } = await findConfiguration({ path, context, vocabulary }, runner);
  const ca = config.ca ?? "";
  const rootCa = readOr(ca, "--root-ca-file", options.rootCaFile);
  const metrics = new ServerMetrics(processFigures);
  const clientCa = readOr(ca, "--client-ca-file", options.clientCaFile);
  const listener = await createListener(options, clientCa, metrics, logger);
  const transport = transportOf(config, systemClock);
  try {
    const address = await listenOn(listener, options);
    process.stdout.write(`orch controller-manager is ready at https://${address}\n`);
    const stop = new AbortController();
    const finished = runControllers(options, { transport, rootCa, registry: metrics.registry, logger }, stop.signal);
    await Promise.race([stopRequested, finished]);
    logger.info("stopping");
    stop.abort(new Error("the controller manager is stopped"));
    await finished;
  } finally {
    listener.drain();
    await transport.close();
    await listener.close();
  }
}

interface Parts {
  readonly transport: Transport;
  /** CA certificates in PEM that each namespace gets; empty if there are none. */
  readonly rootCa: string;
  readonly registry: MetricRegistry;
  readonly logger: Logger;
}

/** Runs the controllers while this process is the leader, until `signal` is aborted. */
async function runControllers(
  options: ControllerManagerConfig,
  { transport, rootCa, registry, logger }: Parts,
  signal: AbortSignal,
): Promise<void> {
  const { vocabulary, election, controllers } = options;
  const clientOf = (controller?: string): Client => clientAs(controller, transport, options);
  const metrics = new WorkQueueMetrics(registry);
  const runManager = async (until: AbortSignal): Promise<void> => {
    const manager = new ControllerManager({
      controllers: selectControllers(controllers.selected, builtinControllers({ rootCa, podsFirst: false })),
      clientOf,
      vocabulary,
      clock: systemClock,
      random: systemRandom,
      logger,
      metrics,
      workers: controllers.workers,
    });
    await manager.run(until);
  };
  if (!election) return await runManager(signal);
  const client = clientOf("leader-election");
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
    if (!signal.aborted) logger.warning("lost the Lease; waiting to acquire it again");
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

/** Returns a client for one controller. All clients share one connection, and differ in their user agent. */
function clientAs(
  controller: string | undefined,
  transport: Transport,
  { vocabulary }: ControllerManagerConfig,
): Client {
  const name = vocabularies[vocabulary].bind(component("controller-manager"));
  const agent = `${name}/${packageVersion()} ${controller ?? "shared-informers"}`;
  const shared: Transport = {
    send: (request) => transport.send({ ...request, headers: { ...request.headers, "user-agent": agent } }),
    close: async () => undefined,
  };
  return new Client({ transport: shared, vocabulary, retry: { clock: systemClock } });
}

/** Serves health to all clients, and metrics to administrators. */
async function createListener(
  { vocabulary, bindAddress, port }: ControllerManagerConfig,
  clientCa: string,
  metrics: ServerMetrics,
  logger: Logger,
): Promise<Listener> {
  const pki = await getOrCreatePki({ vocabulary, hostName: hostname(), otherNames: [bindAddress], clock: systemClock });
  const paths = new PathTable();
  const checks = [{ name: "ping", check: () => undefined }];
  installHealth(paths, { checks: { healthy: checks, live: checks, ready: checks }, clock: systemClock, logger });
  paths.add("/metrics", metricsHandler(metrics.registry, processFigures.startedSeconds));
  installVersion(paths, versionInfo({ packageVersion: packageVersion() }, platform));
  const server = createApiServer({
    clock: systemClock,
    random: systemRandom,
    logger,
    authenticators: [certificateAuthenticator(systemClock, vocabularies[vocabulary])],
    resources: new ResourceTable(),
    paths,
    metrics,
    inFlight: { readsMax: inFlightMax, writesMax: inFlightMax },
    requestTimeoutMs,
    compression: { enabled: true, bytesMin: 0 },
  });
  return new Listener({
    host: bindAddress,
    port,
    cert: pki.serving.certificate,
    key: pki.serving.key,
    clientCa: clientCa === "" ? [] : [clientCa],
    minVersion: "TLSv1.2",
    limits: transportLimits(streamsMax),
    logger,
    handle: (exchange) => server.handle(exchange),
  });
}

/**
 * Reads the CA certificates of a flag, or returns the default if the flag is not set.
 * @throws StartupError if the file does not exist or holds no certificate
 */
function readOr(otherwise: string, flag: string, path: string | undefined): string {
  if (path === undefined) return otherwise;
  const pem = readIfPresent(path);
  if (pem === undefined) throw new StartupError(`${flag}: file ${path} does not exist`);
  if (!pem.includes("-----BEGIN CERTIFICATE-----")) {
    throw new StartupError(`${flag}: ${path} contains no certificate in PEM`);
  }
  return pem;
}
