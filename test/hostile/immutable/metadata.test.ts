/**
 * Immutable metadata of every stored kind in every version, changed by a PUT and by a merge patch. Some changes are
 * rejected. For others the server restores the old value. The same applies to the status in writes of the object, and
 * to the spec in writes of the status.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filledObject } from "../../all-kinds/filled-objects.ts";
import { createSample, type StoredSample } from "../../all-kinds/stored-sample.ts";
import { applyMergePatch } from "../../support/immutable-fields.ts";
import { expectCauses, type Manifest } from "../../support/refusals.ts";
import { type ServedResource, servedResources } from "../../support/served-resources.ts";
import { startTestServer } from "../../support/test-server.ts";
import type { WireResponse } from "../../support/wire-client.ts";

const running = await startTestServer({
  vocabulary: "kubernetes",
  flags: ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"],
});
const { client } = running;
afterAll(() => running[Symbol.asyncDispose]());

const storedResources = (await servedResources(client))
  .filter(({ verbs }) => verbs.includes("create") && verbs.includes("list"))
  .map((resource) => [`${resource.groupVersion} ${resource.kind}`, resource] as const);

test("the tests cover all stored kinds", () => {
  expect(storedResources.length).toBeGreaterThan(65);
});

/**
 * Kinds and versions whose updates report a violation of immutable metadata once, as in the reference. For all others
 * the reference reports it twice, because the kind's own validation checks the metadata again.
 */
const kindsWithSingleCause = new Set([
  "admissionregistration.k8s.io/v1 MutatingWebhookConfiguration",
  "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy",
  "admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding",
  "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
  "admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy",
  "admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBinding",
  "admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy",
  "admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding",
  "discovery.k8s.io/v1 EndpointSlice",
  "flowcontrol.apiserver.k8s.io/v1 FlowSchema",
  "flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration",
  "internal.apiserver.k8s.io/v1alpha1 StorageVersion",
  "policy/v1 PodDisruptionBudget",
  "storage.k8s.io/v1 CSINode",
  "storage.k8s.io/v1 VolumeAttachment",
  "v1 Event",
  "v1 LimitRange",
  "v1 PersistentVolume",
]);

test("the tests cover every kind whose causes are reported once", () => {
  const titles = storedResources.map(([title]) => title);
  for (const title of kindsWithSingleCause) expect(titles).toContain(title);
});

/** Expects that the update is rejected with only this cause, repeated as in the reference. */
function expectRepeatedCause(answer: WireResponse, { groupVersion, kind }: ServedResource, cause: string): void {
  expectCauses(answer, kindsWithSingleCause.has(`${groupVersion} ${kind}`) ? [cause] : [cause, cause]);
}

interface ImmutableMetadataCase {
  readonly title: string;
  readonly metadata: object;
  /** Checks the rejection. If absent, the write is accepted and changes nothing. */
  readonly expectRejection?: (answer: WireResponse, at: RejectedWrite) => void;
}

interface RejectedWrite {
  readonly made: Manifest;
  readonly resource: ServedResource;
  readonly method: string;
}

function expectFailure(answer: WireResponse, code: number, message: unknown): void {
  expect({ status: answer.status, message: answer.json.message }).toEqual({ status: code, message });
}

const later = "2031-01-01T00:00:00Z";

const cases: readonly ImmutableMetadataCase[] = [
  {
    title: "name",
    metadata: { name: "other" },
    expectRejection: (answer, { made }) =>
      expectFailure(
        answer,
        400,
        `the name of the object (other) does not match the name on the URL (${made.metadata.name})`,
      ),
  },
  {
    title: "namespace",
    metadata: { namespace: "other" },
    expectRejection: (answer, { resource: { namespaced } }) => {
      if (!namespaced) return expect(answer.status, answer.text).toBe(200);
      expectFailure(
        answer,
        400,
        "the namespace of the provided object does not match the namespace sent on the request",
      );
    },
  },
  {
    title: "uid",
    metadata: { uid: "other" },
    // A PUT with another uid means another object, so it conflicts. A patch applies to the existing object, so it
    // violates a rule.
    expectRejection: (answer, { made, method }) => {
      if (method === "PATCH") {
        // A Job's labels contain its uid, so more causes follow.
        const [first] = answer.json.details.causes;
        return expect([answer.status, first]).toEqual([
          422,
          {
            reason: "FieldValueInvalid",
            field: "metadata.uid",
            message: 'Invalid value: "other": field is immutable',
          },
        ]);
      }
      const why = `Precondition failed: UID in precondition: other, UID in object meta: ${made.metadata.uid}`;
      expectFailure(answer, 409, expect.stringContaining(why));
    },
  },
  {
    title: "resourceVersion",
    metadata: { resourceVersion: "1" },
    expectRejection: (answer) =>
      expectFailure(answer, 409, expect.stringMatching(/the object has been modified; please apply your changes/)),
  },
  {
    title: "deletionTimestamp",
    metadata: { deletionTimestamp: later },
    expectRejection: (answer, { resource }) =>
      expectRepeatedCause(
        answer,
        resource,
        "metadata.deletionTimestamp: Invalid value: 2031-01-01 00:00:00 +0000 UTC: field is immutable",
      ),
  },
  {
    title: "deletionGracePeriodSeconds",
    metadata: { deletionGracePeriodSeconds: 5 },
    expectRejection: (answer, { resource }) =>
      expectRepeatedCause(
        answer,
        resource,
        "metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable",
      ),
  },
  { title: "creationTimestamp", metadata: { creationTimestamp: later } },
  { title: "creationTimestamp, where it is left out", metadata: { creationTimestamp: null } },
  { title: "uid, where it is left out", metadata: { uid: null } },
  { title: "generation", metadata: { generation: 77 } },
  { title: "lack of a selfLink", metadata: { selfLink: "/elsewhere" } },
];

describe.each(storedResources)("%s", (_, resource) => {
  let made: StoredSample;
  beforeAll(async () => {
    made = await createSample(client, resource);
  });
  afterAll(() => made[Symbol.asyncDispose]());

  /** Returns the responses to a PUT and to a merge patch with the same change. */
  async function write(change: object, below = ""): Promise<Readonly<Record<string, WireResponse>>> {
    const object = (await made.read()).json;
    return {
      PUT: await made.write("PUT", applyMergePatch(object, change), { below }),
      PATCH: await made.write("PATCH", change, { type: "application/merge-patch+json", below }),
    };
  }

  async function expectKept(
    change: object,
    {
      below,
      expectRejection,
    }: { readonly below?: string; readonly expectRejection?: ImmutableMetadataCase["expectRejection"] } = {},
  ): Promise<void> {
    const before = (await made.read()).json;
    for (const [method, answer] of Object.entries(await write(change, below))) {
      if (expectRejection) expectRejection(answer, { made: before, resource, method });
      else expect(answer.status, answer.text).toBe(200);
    }
    expect((await made.read()).json).toEqual(before);
  }

  test.each(cases.map((one) => [one.title, one] as const))(
    "an object keeps its %s",
    async (_title, { metadata, expectRejection }) => {
      await expectKept({ metadata }, expectRejection ? { expectRejection } : {});
    },
  );

  if (!resource.subresources.some(({ name }) => name === "status")) return;
  test("an object keeps its status in a write of the object", async () => {
    await expectKept({ status: filledObject(resource).status ?? { conditions: [] } });
  });

  test("an object keeps its spec in a write of its status", async () => {
    const { spec } = (await made.read()).json;
    for (const answer of Object.values(await write({ spec: null }, "/status"))) {
      expect(answer.status, answer.text).toBe(200);
    }
    expect((await made.read()).json.spec).toEqual(spec);
  });
});
