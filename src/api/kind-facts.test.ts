import { describe, expect, test } from "vitest";
import { vocabularies } from "../meta/vocabulary.ts";
import { clientMetadata, type KindDeclaration } from "../schema/index.ts";
import { builtinKinds } from "./builtin.ts";
import { type FactLifecycle, type FactResource, type FactSubresourceWrite, readFacts } from "./testing/facts.ts";

const resources = readFacts("resources")?.resources ?? [];
const lifecycles = readFacts("immutability")?.kinds ?? [];
const isRecorded = resources.length > 0 && lifecycles.length > 0;

/** Written by rules of their own, which no recorded list of fields tells. */
const ruledByHooks: readonly string[] = ["Pod/ephemeralcontainers", "Pod/resize"];

function groupOf({ group }: KindDeclaration): string {
  return vocabularies.kubernetes.bind(group);
}

/** `apps/v1 Deployment`. */
function titleOf(kind: KindDeclaration): string {
  return title(groupOf(kind), kind.version, kind.kind);
}

function title(group: string, version: string, kind: string): string {
  return `${group ? `${group}/` : ""}${version} ${kind}`;
}

const recorded = new Map(resources.map((one) => [title(one.group, one.version, one.kind), one]));
const titled = builtinKinds.map((kind) => [titleOf(kind), kind] as const);

/** How objects of a kind are treated is recorded once, for the group in which they are stored. */
function lifecycleOf({ storedAs, ...kind }: KindDeclaration): FactLifecycle | undefined {
  const stored = storedAs ?? kind;
  return lifecycles.find((one) => one.kind === stored.kind && one.group === vocabularies.kubernetes.bind(stored.group));
}

describe.skipIf(!isRecorded)("kinds against the recorded resources (skipped without ../shared/facts)", () => {
  test("are in the order of discovery", () => {
    const declared = titled.map(([one]) => one);
    expect(declared).toEqual([...recorded.keys()].filter((one) => declared.includes(one)));
  });

  test.each(titled)("%s is served as recorded", (one, kind) => {
    const resource = recorded.get(one);
    expect(kind).toMatchObject({
      plural: resource?.plural,
      singular: resource?.singular,
      scope: resource?.namespaced ? "Namespaced" : "Cluster",
      verbs: resource?.verbs,
      shortNames: resource?.shortNames ?? [],
      categories: resource?.categories ?? [],
      servedByDefault: resource?.servedByDefault,
    });
    expect(kind.featureGate).toBe(resource?.featureGate);
    const { others = {}, ...named } = kind.subresources;
    expect([...Object.keys(named), ...Object.keys(others)].sort()).toEqual(declarable(resource));
  });

  test.each(titled)("%s is stored as recorded", (one, kind) => {
    const resource = recorded.get(one);
    expect(kind.isStored).toBe(resource?.storageVersion !== undefined);
    expect(vocabularies.kubernetes.bind(kind.storage.prefix)).toBe(resource?.etcdPrefix ?? kind.plural);
    expect(kind.storedAs && titleOf(kind.storedAs)).toBe(storedTitle(resource));
  });

  const stored = titled.filter(([, { isStored }]) => isStored);

  test.each(stored)("%s lives as recorded", (_, kind) => {
    const lifecycle = lifecycleOf(kind);
    expect(kind.rules).toMatchObject({
      createOnUpdate: lifecycle?.update.createOnUpdate,
      unconditionalUpdate: lifecycle?.update.unconditional,
      deleteReturnsObject: lifecycle?.deleteReturnsObject,
    });
    expect(kind.rules.generation.length > 0 ? 1 : 0).toBe(lifecycle?.create.generation);
    const { status, others = {} } = kind.subresources;
    expect(status?.clearedOnCreate ?? false).toBe(lifecycle?.create.statusCleared);
    for (const [name, { keeps }] of Object.entries({ ...(status ? { status } : {}), ...others })) {
      if (ruledByHooks.includes(`${kind.kind}/${name}`)) continue;
      expect([...keeps].sort(), name).toEqual(keptBy(lifecycle?.subresources?.[name]));
    }
  });

  // Which fields a version of another group than the stored one selects by is not recorded.
  test.each(stored.filter(([one]) => recorded.get(one)?.storageGroup === undefined))(
    "%s is selected by the recorded fields",
    (_, kind) => {
      const always = kind.scope === "Cluster" ? ["metadata.name"] : ["metadata.name", "metadata.namespace"];
      expect([...always, ...kind.selectableFields]).toEqual(lifecycleOf(kind)?.fieldSelectors);
    },
  );
});

/** The subresources that declarations speak of: `scale`, and those that clients write as the whole object. */
function declarable(resource: FactResource | undefined): readonly string[] {
  const offered = resource?.subresources ?? [];
  const isObject = (one: { kind: string; verbs: readonly string[] }): boolean =>
    one.kind === resource?.kind && one.verbs.includes("update");
  const found = offered.filter((one) => one.name === "scale" || isObject(one));
  return found.map(({ name }) => name).filter((name) => name !== "resize");
}

/** Undefined for a resource whose own version is stored, or is as good as the one that is, because none other is served. */
function storedTitle(resource: FactResource | undefined): string | undefined {
  if (resource?.storageVersion === undefined) return undefined;
  const { group, version, kind, storageGroup = group, storageVersion } = resource;
  const found = title(storageGroup, storageVersion, kind);
  return found === title(group, version, kind) || !recorded.has(found) ? undefined : found;
}

/** Recorded as never owned by who applies to the subresource, though one may write some of it. */
const partlyKept: readonly string[] = ["status.conditions"];

/** What a write to a subresource leaves as it is stored; `metadata` stands for what clients write of it. */
function keptBy(write: FactSubresourceWrite | undefined): readonly string[] {
  const { resetFields = [], resetsMetadata = false } = write ?? {};
  const fields = resetFields.filter((field) => field !== "metadata" && !partlyKept.includes(field));
  const keepsMetadata = resetsMetadata || resetFields.includes("metadata");
  return [...fields, ...(keepsMetadata ? clientMetadata : [])].sort();
}
