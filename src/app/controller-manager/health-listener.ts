/** The listener for health and metrics. */
import { hostname } from "node:os";
import {
  anonymousAuthenticator,
  authenticateBy,
  CertificateVerifier,
  certificateAuthenticator,
  emptyPool,
  parsePool,
} from "../../authn/index.ts";
import { authorizeBy, authorizePrivilegedGroup, authorizePublicPaths } from "../../authz/index.ts";
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import {
  ApiServer,
  addMetaMetrics,
  HealthMetrics,
  installHealth,
  installVersion,
  metricsHandler,
  type OpenRequest,
  PathTable,
  type RequestAuthentication,
  ResourceTable,
  type ServerMetrics,
  versionInfo,
} from "../../server/index.ts";
import { Listener } from "../../server/transport/index.ts";
import type { ControllerManagerConfig } from "../config/controller-manager-config.ts";
import { gateFigures } from "../config/feature-gates.ts";
import type { LoadedMetrics } from "../config/metrics-config.ts";
import { installConfigz, installDiagnosis } from "../diagnosis/index.ts";
import { packageVersion } from "../machine/package-version.ts";
import { platform, processFigures } from "../machine/process-figures.ts";
import { transportLimits } from "../network/transport-limits.ts";
import { getOrCreatePki } from "../pki/make-pki.ts";
import { shownConfiguration } from "./shown-configuration.ts";

/** Limits of the server for health and metrics, which gets few requests. */
const streamsMax = 100;
const inFlightMax = 100;
const requestTimeoutMs = 10_000;

/** Services of the process. */
export interface HealthListenerServices {
  readonly metrics: ServerMetrics;
  /** Which metrics are shown. */
  readonly policy: LoadedMetrics;
  readonly logger: Logger;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/**
 * Returns a listener that serves health to all clients, and metrics, profiles and the configuration to administrators.
 * @param clientCa CA certificates in PEM that identify clients; empty if there are none
 */
export async function createHealthListener(
  config: ControllerManagerConfig,
  clientCa: string,
  { metrics, policy, logger, stopping }: HealthListenerServices,
): Promise<Listener> {
  const { vocabulary, bindAddress, port, features } = config;
  const pki = await getOrCreatePki({ vocabulary, hostName: hostname(), otherNames: [bindAddress], clock: systemClock });
  const paths = new PathTable();
  const checks = [{ name: "ping", check: () => undefined }];
  const healthMetrics = new HealthMetrics(policy);
  addMetaMetrics(metrics.registry, [healthMetrics.registry]);
  installHealth(paths, {
    checks: { healthy: checks, live: checks, ready: checks },
    clock: systemClock,
    logger,
    metrics: healthMetrics,
  });
  paths.add("/metrics", metricsHandler(metrics.registry, processFigures.startedSeconds));
  paths.add("/metrics/slis", metricsHandler(healthMetrics.registry, processFigures.startedSeconds));
  const version = versionInfo({ packageVersion: packageVersion() }, platform);
  metrics.showBuild(version, gateFigures(features.isEnabled, features.emulatedMinor));
  installVersion(paths, version);
  installConfigz(paths, shownConfiguration(config));
  installDiagnosis(paths, {
    ...config.diagnosis,
    component: "controller-manager",
    vocabulary: vocabularies[vocabulary],
    ...features,
    clock: systemClock,
    random: systemRandom,
    openRequests: (): Iterable<OpenRequest> => server.openRequests(),
    stopping,
    setVerbosity: (verbosity) => logger.setVerbosity(verbosity),
  });
  const server = new ApiServer({
    clock: systemClock,
    random: systemRandom,
    logger,
    authorizer: authorizeBy([authorizePrivilegedGroup, authorizePublicPaths]),
    vocabulary: vocabularies[vocabulary],
    seesSelectors: false,
    authentication: certificateAuthentication(clientCa, vocabulary),
    resources: new ResourceTable(),
    paths,
    metrics,
    admission: { readsMax: inFlightMax, writesMax: inFlightMax },
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

/** Returns the authentication of administrators by their certificates. All others are anonymous. */
function certificateAuthentication(clientCa: string, vocabulary: VocabularyName): RequestAuthentication {
  const pool = clientCa === "" ? emptyPool : parsePool(clientCa);
  const verifier = new CertificateVerifier(() => pool, systemClock);
  return {
    identify: authenticateBy({
      methods: [certificateAuthenticator(verifier, vocabularies[vocabulary])],
      anonymous: anonymousAuthenticator({ enabled: true, paths: [] }),
    }),
    ownAudiences: [],
    proxyHeaders: undefined,
  };
}
