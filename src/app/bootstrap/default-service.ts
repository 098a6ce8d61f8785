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
  /** Node port of the Service. 0: it has none. */
  readonly nodePort: number;
  /** The endpoints of the Service. Undefined if they are not maintained. */
  readonly endpoints: ServerEndpoints | undefined;
  readonly logger: Logger;
}

const namespace = "default";

/** Interval between checks, as in the reference. */
const intervalMs = 10_000;

/** Returns the task that creates the Service if it is missing. Its first run also corrects its type and its ports. */
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
        else if (setsPort && !hasPort(stored, publishedPort(options))) await updatePort(options, name);
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

type ServiceSpec = NonNullable<Service["spec"]>;

/** Fields of the Service that decide how clients reach the server. */
interface PublishedPort {
  readonly type: "ClusterIP" | "NodePort";
  readonly ports: NonNullable<ServiceSpec["ports"]>;
}

function publishedPort({ targetPort, nodePort }: DefaultServiceOptions): PublishedPort {
  const port = { name: "https", protocol: "TCP", port: 443, targetPort: targetPort() } as const;
  return nodePort === 0 ? { type: "ClusterIP", ports: [port] } : { type: "NodePort", ports: [{ ...port, nodePort }] };
}

function hasPort({ spec }: Service, { type, ports: [expected] }: PublishedPort): boolean {
  const [port, ...others] = spec?.ports ?? [];
  return (
    spec?.type === type &&
    others.length === 0 &&
    port?.name === expected?.name &&
    port?.port === expected?.port &&
    port?.targetPort === expected?.targetPort &&
    port?.nodePort === expected?.nodePort
  );
}

async function createService(options: DefaultServiceOptions, name: string): Promise<void> {
  const { services, clusterIp } = options;
  try {
    await services.create({
      metadata: { namespace, name, labels: { component: "apiserver", provider: name } },
      spec: {
        clusterIP: clusterIp,
        sessionAffinity: "None",
        ...publishedPort(options),
        ipFamilyPolicy: "SingleStack",
      },
    });
  } catch (error) {
    // Another API server may have created it at the same time. Then the address is taken before the name is checked.
    if (!(error instanceof StatusError) || !(await services.get({ namespace, name }))) throw error;
  }
}

async function updatePort(options: DefaultServiceOptions, name: string): Promise<void> {
  await options.services.update({ namespace, name }, (old) => ({
    ...old,
    spec: { ...old.spec, ...publishedPort(options) },
  }));
}
