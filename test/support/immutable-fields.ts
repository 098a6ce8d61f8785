/**
 * Tests of immutable fields. Each test changes one field, with a PUT of the whole object and with a merge patch, and
 * expects that the stored object keeps its value. The expected causes are written by hand.
 */
import { afterAll, describe, expect, test } from "vitest";
import { type Cause, expectCauses, type Manifest } from "./refusals.ts";
import { startTestServer } from "./test-server.ts";
import type { WireClient, WireResponse } from "./wire-client.ts";
import { createObject, deleteObject, getObject, patch, put, withoutManagedFields } from "./writes.ts";

/** A kind and its immutable fields. */
export interface KindWithImmutableFields {
  readonly kind: string;
  readonly collection: string;
  /** A valid object. If it has no name, each test adds one. */
  readonly manifest: object;
  readonly fields: readonly ImmutableField[];
}

/** One change of an immutable field, and its expected outcome. */
export interface ImmutableField {
  /** Title of the test, unique within the kind. */
  readonly title: string;
  /** The change as a merge patch. */
  readonly change: object;
  /** Additions to the manifest of the kind, as a merge patch. */
  readonly creationPatch?: object;
  /** Writes to subresources before the change, as merge patches by subresource. */
  readonly earlierWrites?: Readonly<Record<string, object>>;
  /** Whether the object is being deleted during the change. Its manifest must have a finalizer. */
  readonly isDeleted?: boolean;
  /** Subresource that receives the change. Default: the object itself. */
  readonly subresource?: string;
  /** Causes of the rejection. If absent, the server accepts the write but keeps the old value. */
  readonly causes?: readonly Cause[];
}

const flags = [
  "--runtime-config=api/all=true",
  "--service-cluster-ip-range=10.96.0.0/16,fd00:10::/112",
  `--feature-gates=${[
    "ClusterTrustBundle",
    "CoordinatedLeaderElection",
    "DynamicResourceAllocation",
    "InPlacePodVerticalScaling",
    "PodLevelResources",
    "StorageVersionMigrator",
    "UserNamespacesSupport",
    "VolumeAttributesClass",
  ]
    .map((gate) => `${gate}=true`)
    .join()}`,
];

let objectCount = 0;

/** Registers the tests of all kinds. They share one server. */
export async function testImmutableFields(kinds: readonly KindWithImmutableFields[]): Promise<void> {
  const running = await startTestServer({ vocabulary: "kubernetes", flags });
  afterAll(() => running[Symbol.asyncDispose]());
  for (const kind of kinds) {
    describe(`immutable fields of a ${kind.kind}`, () => {
      test.each(kind.fields.map((field) => [field.title, field] as const))(
        `a write does not change an immutable field of a ${kind.kind}: %s`,
        (_, field) => expectKept(running.client, kind, field),
      );
    });
  }
}

async function expectKept(client: WireClient, kind: KindWithImmutableFields, field: ImmutableField): Promise<void> {
  const path = await createTarget(client, kind, field);
  const target = field.subresource === undefined ? path : `${path}/${field.subresource}`;
  const before = await getObject(client, path);
  const changed = applyMergePatch(before, field.change);
  expect(changed, "the change is one").not.toEqual(before);
  await expectOutcome(await put(client, target, changed), field);
  await expectUnchanged(client, path, before, field);
  await expectOutcome(await patch(client, target, "merge", field.change), field);
  await expectUnchanged(client, path, before, field);
}

/** Creates the object of one test and returns its path. */
async function createTarget(
  client: WireClient,
  kind: KindWithImmutableFields,
  { creationPatch = {}, earlierWrites = {}, isDeleted }: ImmutableField,
): Promise<string> {
  objectCount += 1;
  const manifest = applyMergePatch(
    { metadata: { name: `it-${objectCount}` } },
    applyMergePatch(kind.manifest, creationPatch),
  ) as Manifest;
  const { metadata } = await createObject(client, kind.collection, manifest as object);
  const path = `${kind.collection}/${metadata.name}`;
  for (const [subresource, change] of Object.entries(earlierWrites)) {
    const answer = await put(client, `${path}/${subresource}`, applyMergePatch(await getObject(client, path), change));
    expect(answer.status, answer.text).toBe(200);
  }
  if (isDeleted) expect((await deleteObject(client, path)).status).toBe(200);
  return path;
}

async function expectOutcome(answer: WireResponse, { causes }: ImmutableField): Promise<void> {
  if (causes) expectCauses(answer, causes);
  else expect(answer.status, answer.text).toBe(200);
}

/**
 * Compares the stored object with that before the write. After an accepted write, the managed fields and
 * resourceVersion may differ: the server records the field manager before it restores the old value.
 */
async function expectUnchanged(
  client: WireClient,
  path: string,
  before: Manifest,
  { causes }: ImmutableField,
): Promise<void> {
  const after = await getObject(client, path);
  if (causes) expect(after).toEqual(before);
  else expect(withoutVersion(after)).toEqual(withoutVersion(before));
}

function withoutVersion(object: Manifest): unknown {
  const { metadata, ...rest } = withoutManagedFields(object);
  return { ...rest, metadata: { ...metadata, resourceVersion: "" } };
}

/** Returns `target` with a merge patch applied to it (RFC 7396). Neither argument is changed. */
export function applyMergePatch(target: unknown, change: unknown): unknown {
  if (!isObject(change)) return structuredClone(change);
  const result: Record<string, unknown> = isObject(target) ? structuredClone(target) : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name];
    else result[name] = applyMergePatch(result[name], value);
  }
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
