/** The admission plugins that the configuration enables, connected with the objects of the cluster. */
import { Admission, AdmissionMetrics, type PluginDefinition } from "../../admission/index.ts";
import { type PluginServices, pluginDefinitions } from "../../admission/plugins/index.ts";
import type { KindDeclaration } from "../../api/index.ts";
import { type Clock, sleep, systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import type { ResolveService, SendEgressRequest } from "../../egress/index.ts";
import { requestedCommonName, requestedGroups } from "../../kinds/index.ts";
import type { Authorizer } from "../../meta/access/access-control.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ObjectLister, ObjectScanner } from "../../meta/object-reader.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { generateName, parsingReaderOf, type Resource, readerOf, scannerOf } from "../../registry/index.ts";
import type { FieldOwners, ResourceTable } from "../../server/index.ts";
import { imageWebhook } from "../admission/image-webhook.ts";
import { SystemObjects } from "../bootstrap/system-objects.ts";
import type { LoadedAdmission } from "../config/admission-config.ts";
import { webhookCredentials } from "../webhook/index.ts";
import type { ExtraPlugins } from "./cluster-options.ts";
import type { ClusterRegistry } from "./cluster-registry.ts";
import { followKinds } from "./follow-kinds.ts";
import { servedKinds } from "./served-kinds.ts";

/** Everything that admission plugins use. */
export interface AdmissionParts {
  readonly registry: Pick<ClusterRegistry, "resources">;
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly authorizer: Authorizer;
  readonly metrics: MetricRegistry;
  readonly owners: FieldOwners;
  readonly table: ResourceTable;
  readonly random: Random;
  readonly send: SendEgressRequest;
  readonly resolveService: ResolveService;
  /** Plugins after those of the configuration, except for ResourceQuota. */
  readonly extraPlugins?: ExtraPlugins | undefined;
  /** Whether another thread has the store, so that changes cannot be followed. */
  readonly isStoreElsewhere: boolean;
}

/** Returns the admission of a cluster. */
export function composeAdmission(
  { plugins, settings, configurations }: LoadedAdmission,
  parts: AdmissionParts,
): Admission {
  const { registry, vocabulary, isEnabled, clock, logger, authorizer, metrics, owners, table, random } = parts;
  const systemObjects = new SystemObjects({ table, owners, vocabulary, clock });
  const readWith = <R>(kind: KindDeclaration, readerOfResource: (resource: Resource) => R): R | typeof noObjects => {
    const resource = registry.resources.get(kind);
    return resource ? readerOfResource(resource) : noObjects;
  };
  const services: PluginServices = {
    vocabulary,
    isEnabled,
    clock,
    metrics,
    authorize: authorizer,
    objects: <T extends ApiObject>(kind: KindDeclaration<T>) => readWith(kind, parsingReaderOf<T>),
    fewObjects: <T extends ApiObject>(kind: KindDeclaration<T>) => readWith(kind, readerOf<T>),
    allObjects: <T extends ApiObject>(kind: KindDeclaration<T>) => readWith(kind, scannerOf<T>),
    requestedCommonName,
    requestedGroups,
    createObject: async (kind, object) => {
      await systemObjects.ofKind(kind)?.create(object);
    },
    updateStatus: async (kind, object, status) => {
      await systemObjects.ofKind(kind)?.updateStatus(object, status);
    },
    servedKind: (version, kind) => table.servedKind(version, kind),
    generateName: (prefix) => generateName(prefix, random),
    pause: (delayMs) => sleep(systemClock, delayMs),
    follow: (kinds) => followKinds(kinds, parts),
    findKind: servedKinds(table),
    webhooks: {
      send: parts.send,
      resolveService: parts.resolveService,
      newUid: () => random.uuid(),
      credentialsIn: (found) => webhookCredentials(found, { clock, vocabulary: vocabulary.name }),
    },
    logger,
    callImageWebhook: imageWebhook(configurations.ImagePolicyWebhook, { clock, random, vocabulary, send: parts.send }),
    settings,
    configurations,
  };
  const definitions = pluginDefinitions(plugins, services);
  const ordered = inOrder(definitions, parts.extraPlugins?.(services) ?? []);
  return new Admission(ordered, { clock, metrics: new AdmissionMetrics(metrics, clock) });
}

/** Inserts more plugins before the one that must be the last. */
function inOrder(
  definitions: readonly PluginDefinition[],
  more: readonly PluginDefinition[],
): readonly PluginDefinition[] {
  const last = definitions.filter(({ name }) => name === lastPlugin);
  return [...definitions.filter((one) => !last.includes(one)), ...more, ...last];
}

const lastPlugin = "ResourceQuota";

/** Reads objects of a kind that is not served. */
const noObjects: ObjectLister<never> & ObjectScanner<never> = {
  get: async () => undefined,
  list: async () => [],
  scan: async () => [],
};
