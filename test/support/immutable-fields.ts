/**
 * Tests of fields that never change once they are set: each is changed by itself, by a PUT of the whole object and by a
 * merge patch, and afterwards the object stands as it was. What is refused, and why, is written by hand.
 */
import { afterAll, describe, expect, test } from "vitest";
import { type Cause, expectCauses, type Manifest } from "./refusals.ts";
import { startTestServer } from "./test-server.ts";
import type { WireClient, WireResponse } from "./wire-client.ts";
import { created, patch, put, remove, stored, withoutOwners } from "./writes.ts";

export interface KindWithImmutables {
  readonly kind: string;
  readonly collection: string;
  /** Without a name it is given one. */
  readonly manifest: object;
  readonly fields: readonly ImmutableField[];
}

export interface ImmutableField {
  /** As it is told apart from the others of its kind. */
  readonly field: string;
  /** The change, as a merge patch. */
  readonly change: object;
  /** What the object has besides when it is made, as a merge patch. */
  readonly made?: object;
  /** Writes to its subresources before, as merge patches. */
  readonly first?: Readonly<Record<string, object>>;
  /** Whether it is being deleted, which a finalizer holds up. */
  readonly isDeleted?: boolean;
  /** What is written. Default: the object itself. */
  readonly subresource?: string;
  /** Causes of the refusal; absent: the server lets the write pass and keeps what was there. */
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

let names = 0;

/** Registers the tests, on one server. */
export async function testImmutables(kinds: readonly KindWithImmutables[]): Promise<void> {
  const running = await startTestServer({ vocabulary: "kubernetes", flags });
  afterAll(() => running[Symbol.asyncDispose]());
  for (const kind of kinds) {
    describe(`a ${kind.kind} keeps`, () => {
      test.each(kind.fields.map((field) => [field.field, field] as const))("%s", (_, field) =>
        expectKept(running.client, kind, field),
      );
    });
  }
}

async function expectKept(client: WireClient, kind: KindWithImmutables, field: ImmutableField): Promise<void> {
  const path = await make(client, kind, field);
  const target = field.subresource === undefined ? path : `${path}/${field.subresource}`;
  const before = await stored(client, path);
  const changed = merged(before, field.change);
  expect(changed, "the change is one").not.toEqual(before);
  await expectOutcome(await put(client, target, changed), field);
  await expectUnchanged(client, path, before, field);
  await expectOutcome(await patch(client, target, "merge", field.change), field);
  await expectUnchanged(client, path, before, field);
}

/** @returns the path of the object */
async function make(
  client: WireClient,
  kind: KindWithImmutables,
  { made = {}, first = {}, isDeleted }: ImmutableField,
): Promise<string> {
  names += 1;
  const manifest = merged({ metadata: { name: `it-${names}` } }, merged(kind.manifest, made)) as Manifest;
  const { metadata } = await created(client, kind.collection, manifest as object);
  const path = `${kind.collection}/${metadata.name}`;
  for (const [subresource, change] of Object.entries(first)) {
    const answer = await put(client, `${path}/${subresource}`, merged(await stored(client, path), change));
    expect(answer.status, answer.text).toBe(200);
  }
  if (isDeleted) expect((await remove(client, path)).status).toBe(200);
  return path;
}

async function expectOutcome(answer: WireResponse, { causes }: ImmutableField): Promise<void> {
  if (causes) expectCauses(answer, causes);
  else expect(answer.status, answer.text).toBe(200);
}

/** Whoever is not refused owns what was asked for, though it was not written: owners are recorded before. */
async function expectUnchanged(
  client: WireClient,
  path: string,
  before: Manifest,
  { causes }: ImmutableField,
): Promise<void> {
  const after = await stored(client, path);
  if (causes) expect(after).toEqual(before);
  else expect(withoutVersion(after)).toEqual(withoutVersion(before));
}

function withoutVersion(object: Manifest): unknown {
  const { metadata, ...rest } = withoutOwners(object);
  return { ...rest, metadata: { ...metadata, resourceVersion: "" } };
}

/** RFC 7396. */
export function merged(target: unknown, change: unknown): unknown {
  if (!isObject(change)) return structuredClone(change);
  const result: Record<string, unknown> = isObject(target) ? structuredClone(target) : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
