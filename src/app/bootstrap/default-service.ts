/** The Service through which Pods reach this API. It has the first address of the cluster's range. */
import type { Service } from "../../api/core/v1/service.ts";
import type { Logger } from "../../base/logger.ts";
import { StatusError } from "../../meta/status-error.ts";
import { product, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ServerEndpoints } from "./server-endpoints.ts";
import type { SystemResource } from "./system-objects.ts";
import type { UpkeepTask } from "./upkeep.ts";

/** Options of `defaultServiceUpkeep`. */
export interface DefaultServiceOptions {
  readonly services: SystemResource<Service>;
  readonly vocabulary: Vocabulary;
  readonly clusterIp: string;
  /** Resolves when the range can allocate addresses. */
  readonly rangeReady: () => Promise<void>;
  /** Returns the port on which the server listens. */
  readonly targetPort: () => number;
  /** The endpoints of the Service. Undefined if they are not maintained. */
  readonly endpoints: ServerEndpoints | undefined;
  readonly logger: Logger;
}

const namespace = "default";

/** Interval between checks, as in the reference. */
const intervalMs = 10_000;

/** Returns the task that creates the Service if it is missing. Its first run also corrects the target port. */
export function defaultServiceUpkeep(options: DefaultServiceOptions): UpkeepTask {
  const { services, vocabulary, logger } = options;
  const name = vocabulary.bind(product());
  let isFirst = true;
  return {
    name: "bootstrap-controller",
    intervalMs,
    ensure: async () => {
      await options.rangeReady();
      const setsPort = isFirst;
      isFirst = false;
      try {
        const stored = await services.get({ namespace, name });
        if (!stored) await createService(options, name);
        else if (setsPort && !hasPort(stored, options.targetPort())) await updatePort(options, name);
      } catch (error) {
        // Another Service may hold the address. The server works without its own Service.
        if (!(error instanceof StatusError)) throw error;
        logger.error("the Service of the API server cannot be maintained", error, { namespace, name });
      }
      try {
        await options.endpoints?.publish();
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        logger.error("the endpoints of the API server cannot be maintained", error, { namespace, name });
      }
    },
  };
}

function portsFor(targetPort: number): NonNullable<NonNullable<Service["spec"]>["ports"]> {
  return [{ name: "https", protocol: "TCP", port: 443, targetPort }];
}

function hasPort({ spec }: Service, targetPort: number): boolean {
  const [port, ...others] = spec?.ports ?? [];
  return others.length === 0 && port?.name === "https" && port.port === 443 && port.targetPort === targetPort;
}

async function createService({ services, clusterIp, targetPort }: DefaultServiceOptions, name: string): Promise<void> {
  try {
    await services.create({
      metadata: { namespace, name, labels: { component: "apiserver", provider: name } },
      spec: {
        clusterIP: clusterIp,
        ports: portsFor(targetPort()),
        sessionAffinity: "None",
        type: "ClusterIP",
        ipFamilyPolicy: "SingleStack",
      },
    });
  } catch (error) {
    // Another API server may have created it at the same time. Then the address is taken before the name is checked.
    if (!(error instanceof StatusError) || !(await services.get({ namespace, name }))) throw error;
  }
}

async function updatePort({ services, targetPort }: DefaultServiceOptions, name: string): Promise<void> {
  await services.update({ namespace, name }, (old) => ({
    ...old,
    spec: { ...old.spec, ports: portsFor(targetPort()) },
  }));
}
