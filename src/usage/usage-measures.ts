/** The measures of all resources. */
import {
  binding,
  componentStatus,
  configMap,
  event,
  eventsEvent,
  type KindDeclaration,
  persistentVolumeClaim,
  pod,
  replicationController,
  resourceClaim,
  resourceQuota,
  secret,
  service,
} from "../api/index.ts";
import type { IsEnabled } from "../meta/feature-gates.ts";
import { formatGroupResource, type GroupResource } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import { claimUsage } from "./claim-usage.ts";
import { deviceClaimUsage } from "./device-claim-usage.ts";
import { objectCount } from "./object-count.ts";
import { podUsage } from "./pod-usage.ts";
import { reducePod } from "./reduced-pod.ts";
import { serviceUsage } from "./service-usage.ts";
import { countName, type UsageMeasure } from "./usage-measure.ts";

/** Parts of the server or controller that the measures use. */
export interface UsageMeasuresOptions {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  readonly nowMs: () => number;
}

/** A kind whose objects use more than their number. */
export interface MeasuredKind {
  readonly kind: KindDeclaration;
  readonly measure: UsageMeasure;
  /** Returns the object with its metadata and the fields that the measure reads. */
  readonly reduce: (object: ApiObject) => ApiObject;
}

/** Kinds that quotas never count: events, and kinds that are not stored. */
const ignoredKinds: readonly KindDeclaration[] = [binding, componentStatus, event, eventsEvent];

/** Kinds that quotas also count under their plural alone. */
const aliasedKinds: readonly KindDeclaration[] = [configMap, replicationController, resourceQuota, secret];

function withoutManagedFields(object: ApiObject): ApiObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** Finds the measure of each resource. */
export class UsageMeasures {
  /** The kinds whose objects must be read to measure them. Of all other kinds, only the number counts. */
  readonly measuredKinds: readonly MeasuredKind[];
  readonly #ignored: ReadonlySet<string>;
  readonly #aliases: ReadonlySet<string>;
  readonly #measures: ReadonlyMap<string, UsageMeasure>;

  constructor({ vocabulary, isEnabled, nowMs }: UsageMeasuresOptions) {
    const nameOf = ({ group, plural }: KindDeclaration): GroupResource => ({
      group: vocabulary.bind(group),
      resource: plural,
    });
    this.measuredKinds = [
      { kind: pod, measure: podUsage({ isEnabled, nowMs }), reduce: reducePod },
      { kind: service, measure: serviceUsage, reduce: withoutManagedFields },
      { kind: persistentVolumeClaim, measure: claimUsage(vocabulary), reduce: withoutManagedFields },
      ...(isEnabled("DynamicResourceAllocation")
        ? [{ kind: resourceClaim, measure: deviceClaimUsage(vocabulary), reduce: withoutManagedFields }]
        : []),
    ];
    const aliased = aliasedKinds.map((kind) => ({ kind, measure: objectCount(nameOf(kind), kind.plural) }));
    const all = [...this.measuredKinds, ...aliased];
    this.#measures = new Map(all.map(({ kind, measure }) => [formatGroupResource(nameOf(kind)), measure]));
    this.#aliases = new Set(aliasedKinds.map((kind) => formatGroupResource(nameOf(kind))));
    this.#ignored = new Set(ignoredKinds.map((kind) => formatGroupResource(nameOf(kind))));
  }

  /** Returns the measure of a resource. Undefined if quotas never count its objects. */
  of(resource: GroupResource): UsageMeasure | undefined {
    const name = formatGroupResource(resource);
    if (this.#ignored.has(name)) return undefined;
    return this.#measures.get(name) ?? objectCount(resource);
  }

  /** Returns the names under which quotas count the objects of a resource that are only counted. */
  countNames(resource: GroupResource): readonly string[] {
    const name = formatGroupResource(resource);
    if (this.#ignored.has(name)) return [];
    if (this.#aliases.has(name)) return [countName(resource), resource.resource];
    return this.#measures.has(name) ? [] : [countName(resource)];
  }
}
