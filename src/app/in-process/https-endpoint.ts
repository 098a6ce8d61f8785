/** The port of a server inside a test or an application. */
import { hostname } from "node:os";
import { type Clock, systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Exchange } from "../../server/index.ts";
import type { Listener } from "../../server/transport/index.ts";
import { type AuthenticationTrust, authenticationTrust } from "../bootstrap/authentication-trust.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { kubeconfig } from "../pki/kubeconfig.ts";
import type { ReloadingTrust } from "../pki/reloading-trust.ts";

/** An open port with its certificates. */
export interface HttpsEndpoint {
  /** `host:port` at which clients reach the server. */
  readonly address: string;
  readonly url: string;
  readonly kubeconfig: string;
  /** CA certificates of the server in PEM. */
  readonly ca: string;
  readonly cas: ReloadingTrust;
  /** Adds the metrics of the port and of its certificates. */
  readonly registerMetrics: (registry: MetricRegistry) => void;
  readonly trust: () => AuthenticationTrust;
  drain(): void;
  close(): Promise<void>;
}

/** Opens a port. The modules that only a server with a port needs are loaded here. */
export async function openEndpoint(
  handle: (exchange: Exchange) => Promise<void>,
  port: number,
  { config, logger, clock }: { config: ServerConfig; logger: Logger; clock: Clock },
): Promise<HttpsEndpoint> {
  const {
    vocabulary,
    listener: settings,
    authentication: { frontProxy },
  } = config;
  const [
    { Listener },
    { getOrCreatePki },
    { servingCredentials },
    { ReloadingTrust },
    { ReloadingCertificates },
    { transportLimits },
  ] = await Promise.all([
    import("../../server/transport/index.ts"),
    import("../pki/make-pki.ts"),
    import("../pki/serving-credentials.ts"),
    import("../pki/reloading-trust.ts"),
    import("../pki/reloading-certificates.ts"),
    import("../network/transport-limits.ts"),
  ]);
  const pki = await getOrCreatePki({
    vocabulary,
    hostName: hostname(),
    clock: systemClock,
    isTimeless: clock !== systemClock,
  });
  const credentials = servingCredentials(settings, frontProxy, { pki, inDirectory: undefined });
  const { ca } = credentials;
  // Files change in real time, also if a test controls the clock of the server.
  const cas = new ReloadingTrust(credentials.clientCas, {
    clock: systemClock,
    logger,
    onChange: (clientCa) => listener.renew({ clientCa }),
  });
  const certificates = new ReloadingCertificates(credentials, {
    clock: systemClock,
    logger,
    onChange: (served) => listener.renew(served),
  });
  const listener = new Listener({
    host: "127.0.0.1",
    port,
    ...certificates.current,
    clientCa: cas.pems,
    minVersion: settings.tlsMinVersion,
    ciphers: settings.tlsCiphers,
    servesHttp2: settings.servesHttp2,
    limits: transportLimits(settings.http2StreamsMax),
    logger,
    handle,
  });
  const registerMetrics = (registry: MetricRegistry): void => {
    certificates.registerMetrics(registry);
    listener.registerMetrics(registry);
  };
  const close = async (): Promise<void> => {
    await cas[Symbol.asyncDispose]();
    await certificates[Symbol.asyncDispose]();
    await listener.close();
  };
  const address = `127.0.0.1:${await listenOrClose(listener, close)}`;
  const url = `https://${address}`;
  const { admin } = pki;
  const text = kubeconfig({ server: url, clusterName: vocabulary, userName: "admin", ca, ...admin });
  const trust = (): AuthenticationTrust => authenticationTrust(cas, frontProxy, pki);
  return { address, url, ca, cas, registerMetrics, trust, kubeconfig: text, drain: () => listener.drain(), close };
}

async function listenOrClose(listener: Listener, close: () => Promise<void>): Promise<number> {
  try {
    return await listener.listen();
  } catch (error) {
    await close();
    throw error;
  }
}
