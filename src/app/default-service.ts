/** The Service under which Pods reach this API: at the first address of the cluster's range. */
import { service } from "../api/core/v1/service.ts";
import { assert } from "../base/assert.ts";
import type { Logger } from "../base/logger.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { StatusError } from "../meta/status-error.ts";
import { product, type Vocabulary } from "../meta/vocabulary.ts";
import { createObject, type Resource, updateObject } from "../registry/index.ts";
import type { PostStartHook } from "../server/index.ts";

export interface DefaultServiceOptions {
  readonly services: Resource;
  readonly vocabulary: Vocabulary;
  readonly clusterIp: string;
  /** Resolves when addresses can be taken of the range. */
  readonly rangeReady: () => Promise<void>;
  /** Where the server listens. */
  readonly targetPort: () => number;
  readonly logger: Logger;
}

const namespace = "default";

export function defaultServiceHook(options: DefaultServiceOptions): PostStartHook {
  const { services, vocabulary, logger } = options;
  const name = vocabulary.bind(product());
  return {
    name: "bootstrap-controller",
    run: async () => {
      await options.rangeReady();
      try {
        await services.cache.current();
        const stored = services.cache.get(services.key(namespace, name));
        if (!stored) await createService(options, name);
        else if (!hasPort(services.parse(stored), options.targetPort())) await updatePort(options, name);
      } catch (error) {
        // The address may be somebody else's by now; the server is of use without the Service.
        if (!(error instanceof StatusError)) throw error;
        logger.error("the Service of the API server cannot be kept", error, { namespace, name });
      }
    },
  };
}

function portsFor(targetPort: number): object[] {
  return [{ name: "https", protocol: "TCP", port: 443, targetPort }];
}

function hasPort(object: ApiObject, targetPort: number): boolean {
  const { spec = {} } = object as { spec?: { ports?: { name?: string; port?: number; targetPort?: unknown }[] } };
  const [port, ...others] = spec.ports ?? [];
  return others.length === 0 && port?.name === "https" && port.port === 443 && port.targetPort === targetPort;
}

async function createService({ services, clusterIp, targetPort }: DefaultServiceOptions, name: string): Promise<void> {
  const { object } = services.schema.decode({
    kind: service.kind,
    apiVersion: service.version,
    metadata: { name, labels: { component: "apiserver", provider: name } },
    spec: { clusterIP: clusterIp, ports: portsFor(targetPort()), sessionAffinity: "None", type: "ClusterIP" },
  });
  try {
    await createObject(services, { object, namespace, dryRun: false });
  } catch (error) {
    // Another server of the same cluster was faster.
    if (!(error instanceof StatusError && error.reason === "AlreadyExists")) throw error;
  }
}

async function updatePort({ services, targetPort }: DefaultServiceOptions, name: string): Promise<void> {
  await updateObject(services, {
    namespace,
    name,
    subresource: "",
    dryRun: false,
    verb: "update",
    createIfMissing: false,
    change: (old) => {
      assert(old, "an object that is missing is not created");
      const { spec, ...others } = old.copy() as ApiObject & { spec?: object };
      return { ...others, spec: { ...spec, ports: portsFor(targetPort()) } } as ApiObject;
    },
  });
}
