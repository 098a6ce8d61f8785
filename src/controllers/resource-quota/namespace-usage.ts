/**
 * Measures what the objects of a namespace use. Most types need only the number of objects, which the metadata monitors track.
 */
import type { ResourceQuota } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { fairTurns } from "../../base/fair-turns.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { Quantity } from "../../meta/quantity.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import {
  type Amounts,
  addAmounts,
  isInAllScopes,
  type MeasuredKind,
  type ScopeRequirement,
  scopeRequirements,
  selectAmounts,
  type UsageMeasure,
  type UsageMeasures,
} from "../../usage/index.ts";
import type { ObjectMonitors, TypeCatalog } from "../frame/index.ts";
import type { CountedTypes } from "./counted-types.ts";
import type { MeasuredObjects } from "./measured-objects.ts";

/** Where the objects of a namespace are found. */
export interface NamespaceUsageParts {
  readonly vocabulary: Vocabulary;
  readonly measures: UsageMeasures;
  readonly types: TypeCatalog;
  readonly counted: CountedTypes;
  readonly monitors: Pick<ObjectMonitors, "countIn">;
  readonly objects: MeasuredObjects;
}

/** The use of a namespace. */
export interface NamespaceUsage {
  /** Amounts by the names in the quota. Names of unknown resources are absent. */
  readonly measured: Amounts;
  /** Plurals of types whose objects could not be read yet, so that their amounts are absent. */
  readonly unread: readonly string[];
}

/** Returns what the objects in the scopes of a quota use, as far as the quota limits it. */
export async function measureUsage(
  quota: DeepReadonly<ResourceQuota>,
  parts: NamespaceUsageParts,
): Promise<NamespaceUsage> {
  const names = Object.keys(quota.spec?.hard ?? {});
  const measured = new Map<string, Quantity>();
  const unread: string[] = [];
  for (const kind of parts.measures.measuredKinds) {
    const ofKind = names.filter((name) => kind.measure.hasName(name));
    if (ofKind.length === 0 || !isServed(kind, parts)) continue;
    const usage = await usageOfKind(quota, { kind, names: new Set(ofKind) }, parts);
    if (usage) addAmounts(measured, usage);
    else unread.push(kind.kind.plural);
  }
  for (const name of names) {
    const type = parts.counted.find(name);
    if (!type) continue;
    // Objects that are only counted are in no scope.
    const isScoped = scopeRequirements(quota.spec).length > 0;
    const count = isScoped ? 0 : parts.monitors.countIn(type, quota.metadata.namespace ?? "");
    if (count === undefined) unread.push(type.plural);
    else measured.set(name, Quantity.of(count));
  }
  return { measured, unread };
}

function isServed({ kind }: MeasuredKind, { types, vocabulary }: NamespaceUsageParts): boolean {
  const version = formatGroupVersion({ group: vocabulary.bind(kind.group), version: kind.version });
  return types.ofKind(version, kind.kind) !== undefined;
}

async function usageOfKind(
  { metadata, spec }: DeepReadonly<ResourceQuota>,
  { kind, names }: { readonly kind: MeasuredKind; readonly names: ReadonlySet<string> },
  { objects }: NamespaceUsageParts,
): Promise<Amounts | undefined> {
  const { measure } = kind;
  const requirements = scopeRequirements(spec);
  const sums = new Map([...names].map((name) => [name, Quantity.zero]));
  const found = await objects.list(kind, metadata.namespace ?? "");
  for (const object of found ?? []) {
    if (fairTurns.isOver) await fairTurns.next();
    if (!isCounted(measure, requirements, object)) continue;
    addAmounts(
      sums,
      selectAmounts(measure.usageOf(object), (name) => names.has(name)),
    );
  }
  return found && sums;
}

/** Whether an object is in all scopes. No object is in a scope with invalid values. */
function isCounted(
  measure: UsageMeasure,
  requirements: readonly ScopeRequirement[],
  object: Readonly<ApiObject>,
): boolean {
  try {
    return isInAllScopes(measure, requirements, object);
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
