import { describe, expect, test } from "vitest";
import { vocabularies } from "../meta/vocabulary.ts";
import { allMetadata, clientMetadata, type KindDeclaration, type MessageKind } from "../schema/index.ts";
import { builtinKinds } from "./builtin.ts";
import {
  type FactLifecycle,
  type FactResource,
  type FactSubresource,
  type FactSubresourceWrite,
  isOfReference,
  readFacts,
} from "./testing/facts.ts";

const { resources } = readFacts("resources");
const { kinds: lifecycles } = readFacts("writes");

/** Subresources whose fields are written by hooks and not by a recorded list of fields. */
const ruledByHooks: readonly string[] = ["Pod/ephemeralcontainers", "Pod/resize"];

/** Metadata that writes to the status keep in the reference v1.32.13. The records of these kinds differ from it. */
const keptMetadata: Readonly<Record<string, readonly string[]>> = {
  APIService: ["metadata.annotations", "metadata.finalizers", "metadata.labels", "metadata.ownerReferences"],
  CustomResourceDefinition: [],
  FlowSchema: allMetadata,
  PriorityLevelConfiguration: allMetadata,
};

function groupOf({ group }: KindDeclaration): string {
  return vocabularies.kubernetes.bind(group);
}

/** Returns a title such as `apps/v1 Deployment`. */
function titleOf(kind: KindDeclaration): string {
  return title(groupOf(kind), kind.version, kind.kind);
}

function title(group: string, version: string, kind: string): string {
  return `${group ? `${group}/` : ""}${version} ${kind}`;
}

const recorded = new Map(resources.map((one) => [title(one.group, one.version, one.kind), one]));
const titled = builtinKinds.filter(isOfReference).map((kind) => [titleOf(kind), kind] as const);

/** Returns the recorded behavior of a kind, which exists once, for the group in which it is stored. */
function lifecycleOf({ storedAs, ...kind }: KindDeclaration): FactLifecycle | undefined {
  const stored = storedAs ?? kind;
  return lifecycles.find((one) => one.kind === stored.kind && one.group === vocabularies.kubernetes.bind(stored.group));
}

describe("recorded resources", () => {
  test("kinds are declared in the order of discovery", () => {
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
    expect(declaredSubresources(kind)).toEqual(recordedSubresources(resource));
  });

  test.each(titled)("%s is stored as recorded", (one, kind) => {
    const resource = recorded.get(one);
    expect(kind.isStored).toBe(resource?.storageVersion !== undefined);
    expect(vocabularies.kubernetes.bind(kind.storage.prefix)).toBe(resource?.etcdPrefix ?? kind.plural);
    expect(kind.storedAs && titleOf(kind.storedAs)).toBe(storedTitle(resource));
  });

  // Only one stable version is deprecated, and it has no release of removal.
  const unstable = titled.filter(([, { version }]) => /alpha|beta/.test(version));

  test.each(unstable)(
    "%s is deprecated and removed as recorded, or else three and six releases after its introduction",
    (one, kind) => {
      const { introduced, deprecated, removed, replacement } = recorded.get(one) ?? {};
      const minorOf = (release: string | undefined): number | undefined =>
        release === undefined ? undefined : Number(release.split(".")[1]);
      const introducedIn = minorOf(introduced);
      const deprecatedIn = minorOf(deprecated) ?? (introducedIn ?? Number.NaN) + 3;
      const { group, version, kind: name } = kind.lifecycle?.replacement ?? {};
      expect(group && [vocabularies.kubernetes.bind(group), version, name].join(",")).toBe(replacement);
      if (introducedIn === undefined) expect(kind.lifecycle).toBeUndefined();
      else
        expect(kind.lifecycle).toMatchObject({
          introduced: introducedIn,
          deprecated: deprecatedIn,
          removed: minorOf(removed) ?? deprecatedIn + 3,
        });
    },
  );

  test("the only deprecated stable version is that of ComponentStatus", () => {
    const ending = titled.filter(([one, { lifecycle }]) => lifecycle && !unstable.some(([other]) => other === one));
    expect(ending.map(([one, { lifecycle }]) => [one, lifecycle])).toEqual([
      ["v1 ComponentStatus", { deprecated: 19 }],
    ]);
  });

  const stored = titled.filter(([, { isStored }]) => isStored);

  test.each(stored)("%s is created, updated and deleted as recorded", (_, kind) => {
    const lifecycle = lifecycleOf(kind);
    expect(kind.rules).toMatchObject({
      createOnUpdate: lifecycle?.update.createOnUpdate,
      unconditionalUpdate: lifecycle?.update.unconditional,
      deleteReturnsObject: lifecycle?.deleteReturnsObject,
    });
    expect(kind.rules.generation.length > 0 ? 1 : 0, "generation after a create").toBe(lifecycle?.create.generation);
    const { status, others = {} } = kind.subresources;
    // A hook clears the status of a Pod, except for `qosClass`.
    const clearsStatus = status?.clearedOnCreate ?? false;
    if (kind.kind !== "Pod") expect(clearsStatus, "a create clears the status").toBe(lifecycle?.create.statusCleared);
    for (const [name, { keeps }] of Object.entries({ ...(status ? { status } : {}), ...others })) {
      if (ruledByHooks.includes(`${kind.kind}/${name}`)) continue;
      const kept = keptBy(lifecycle?.subresources?.[name]);
      const metadata = name === "status" ? keptMetadata[kind.kind] : undefined;
      expect([...keeps].sort(), name).toEqual(metadata ? ["spec", ...metadata].sort() : kept);
    }
  });

  // The selectable fields are recorded only in the group in which objects are stored.
  test.each(stored.filter(([one]) => recorded.get(one)?.storageGroup === undefined))(
    "%s has the recorded selectable fields",
    (_, kind) => {
      const always = kind.scope === "Cluster" ? ["metadata.name"] : ["metadata.name", "metadata.namespace"];
      expect([...always, ...kind.selectableFields]).toEqual(lifecycleOf(kind)?.fieldSelectors);
    },
  );
});

type SubresourceFacts = Readonly<Record<string, Omit<FactSubresource, "name">>>;

function recordedSubresources(resource: FactResource | undefined): SubresourceFacts {
  const offered = resource?.subresources ?? [];
  return Object.fromEntries(offered.map(({ name, ...facts }) => [name, facts]));
}

const verbsOfForms = {
  text: ["get"],
  streams: ["create", "get"],
  requests: ["create", "delete", "get", "patch", "update"],
} as const;

function declaredSubresources(kind: KindDeclaration): SubresourceFacts {
  const { status, scale, others = {}, posted = {}, connected = {} } = kind.subresources;
  const written = Object.entries({ ...(status ? { status } : {}), ...others }).map(([name, { verbs, featureGate }]) => [
    name,
    { ...factsOf(kind, verbs), ...(featureGate === undefined ? {} : { featureGate }) },
  ]);
  const scaled = scale ? [["scale", { ...autoscalingScale, verbs: ["get", "patch", "update"] }]] : [];
  const messages = Object.entries(posted).map(([name, { document }]) => [name, factsOf(document, ["create"])]);
  const connections = Object.entries(connected).map(([name, { form, options }]) => [
    name,
    factsOf(form === "text" ? kind : options, verbsOfForms[form]),
  ]);
  return Object.fromEntries([...written, ...scaled, ...messages, ...connections]) as SubresourceFacts;
}

const autoscalingScale = { kind: "Scale", group: "autoscaling", version: "v1" };

function factsOf({ kind, group, version }: MessageKind, verbs: readonly string[]): Omit<FactSubresource, "name"> {
  return { kind, group: vocabularies.kubernetes.bind(group), version, verbs };
}

/** Returns the title of the stored version. Undefined if that is the resource's version or is not served. */
function storedTitle(resource: FactResource | undefined): string | undefined {
  if (resource?.storageVersion === undefined) return undefined;
  const { group, version, kind, storageGroup = group, storageVersion } = resource;
  const found = title(storageGroup, storageVersion, kind);
  return found === title(group, version, kind) || !recorded.has(found) ? undefined : found;
}

/** Fields that are recorded as reset although a write to the subresource changes parts of them. */
const partlyKept: readonly string[] = ["status.conditions"];

/** Returns the fields that a write to a subresource keeps. `metadata` means all metadata that clients write. */
function keptBy(write: FactSubresourceWrite | undefined): readonly string[] {
  const { resetFields = [], resetsMetadata = false } = write ?? {};
  const fields = resetFields.filter((field) => field !== "metadata" && !partlyKept.includes(field));
  const keepsMetadata = resetsMetadata || resetFields.includes("metadata");
  return [...fields, ...(keepsMetadata ? clientMetadata : [])].sort();
}
