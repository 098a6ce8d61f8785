/** The endpoints of a cluster's kinds: verbs with admission for stored kinds, handlers for computed kinds. */
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import type { ResolveService, SendEgressRequest } from "../../egress/index.ts";
import { computedKindHandlers, scaleColumns } from "../../kinds/index.ts";
import type { AccessControl, Authorizer } from "../../meta/access/access-control.ts";
import type { AccountTokenIssuer } from "../../meta/accounts/account-token.ts";
import { component, type Vocabulary } from "../../meta/vocabulary.ts";
import { type OwnedChange } from "../../registry/index.ts";
import type { ComputedKindHandlers, KindDeclaration } from "../../schema/index.ts";
import {
  BinaryContents,
  CompressedObjectCache,
  type EndpointOptions,
  type FieldOwners,
  type RequestAuthentication,
  type ResourceTable,
  type StoredEndpoint,
  serveKinds,
  type VerbServices,
  verbHandlers,
  WatchMetrics,
} from "../../server/index.ts";
import type { ClusterOptions } from "./cluster-options.ts";
import { type ClusterRegistry, hooksOf, schemaCompiler } from "./cluster-registry.ts";
import { composeAdmission } from "./compose-admission.ts";
import { controlPlane } from "./control-plane.ts";
import { storeCheck } from "./health-checks.ts";

/** Largest size of all compressed bodies that are kept for repeated requests. */
const compressedBytesMax = 8 * 1024 * 1024;

/** Largest size of all contents in binary formats that are kept for repeated requests. */
const binaryBytesMax = 64 * 1024 * 1024;

/** Parts of the cluster that all endpoints use. */
export interface ServedApiParts {
  readonly registry: ClusterRegistry;
  readonly owners: FieldOwners;
  readonly vocabulary: Vocabulary;
  readonly random: Random;
  readonly authentication: RequestAuthentication;
  readonly access: AccessControl;
  /** Decides about requests. Its denials may say more than those of `access`. */
  readonly authorizer: Authorizer;
  readonly accountTokens: AccountTokenIssuer;
  readonly metrics: MetricRegistry;
  readonly send: SendEgressRequest;
  readonly resolveService: ResolveService;
}

/** Adds the endpoints of all built-in kinds to the table. @returns the options of the endpoints of custom types */
export function serveApi(table: ResourceTable, options: ClusterOptions, parts: ServedApiParts): EndpointOptions {
  const { servedKinds, resources } = parts.registry;
  const services = verbServices(table, options, parts);
  const handlers = computedHandlersByKind(options, parts);
  const shared = { scaleColumns, isEnabled: options.features.isEnabled };
  serveKinds(table, servedKinds, resources, {
    ...shared,
    handlers: verbHandlers(services),
    services,
    hooksOf,
    computedHandlersOf: (kind) => handlers.get(kind),
  });
  return { ...shared, handlers: verbHandlers(services), services };
}

/** Records the API server as the owner of what a hook changed, if clients see the object. */
export function recordServerAsOwner(
  { resource, subresource, old, object }: OwnedChange,
  table: ResourceTable,
  { owners, vocabulary, nowMs }: { owners: FieldOwners; vocabulary: Vocabulary; nowMs: number },
): void {
  const { group, version, resource: plural } = resource.kind;
  const served = table.version(group, version)?.resources.get(plural);
  const endpoint = subresource === "" ? served?.endpoint : served?.subresources.get(subresource);
  const manager = vocabulary.bind(component("apiserver"));
  if (endpoint) owners.record(endpoint as StoredEndpoint, object, { old, manager, nowMs });
}

function verbServices(
  table: ResourceTable,
  options: ClusterOptions,
  { registry, owners, vocabulary, random, accountTokens, authorizer, metrics, send, resolveService }: ServedApiParts,
): VerbServices {
  const { clock, logger, requests, features, offload } = options;
  return {
    table,
    admission: composeAdmission(options.admission, {
      registry,
      vocabulary,
      isEnabled: features.isEnabled,
      clock,
      authorizer,
      metrics,
      owners,
      table,
      random,
      logger,
      send,
      resolveService,
      extraPlugins: options.extraPlugins,
      isStoreElsewhere: options.access !== undefined,
    }),
    authorizer,
    clock,
    random,
    isEnabled: features.isEnabled,
    vocabulary,
    compiler: schemaCompiler,
    objects: registry.objects,
    accountTokens,
    owners,
    compressed: new CompressedObjectCache(compressedBytesMax),
    contents: new BinaryContents(binaryBytesMax),
    offload,
    minRequestTimeoutMs: requests.watchMinMs,
    watchMetrics: new WatchMetrics(metrics),
  };
}

/** Returns the handlers of the kinds that are not stored. */
function computedHandlersByKind(
  { engine, storage, clock, logger, areControllersRunning = () => false }: ClusterOptions,
  { registry, authentication, access }: ServedApiParts,
): ReadonlyMap<KindDeclaration, ComputedKindHandlers> {
  return computedKindHandlers({
    authorizer: access.authorize,
    listRules: access.listRules,
    identify: authentication.identify,
    ownAudiences: authentication.ownAudiences,
    components: controlPlane(storeCheck(engine, storage.healthCheckMs), { clock, logger, areControllersRunning }),
    objects: registry.objects,
  });
}
