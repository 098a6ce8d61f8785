import { describe, expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { notLabelValue, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { expectCauses, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import { createObject, deleteObject, getObject, patch, put } from "../support/writes.ts";

const server = ruleServer();

const objects = new Refusals(server, mapsPath, {});

/** @param causes with paths relative to the metadata */
function refuse(title: string, change: (metadata: Manifest) => unknown, causes: readonly (string | RegExp)[]): void {
  objects.create(
    title,
    ({ metadata }) => void change(metadata),
    causes.map((cause) => (typeof cause === "string" ? `metadata.${cause}` : cause)),
  );
}

describe("an object", () => {
  refuse(
    "[ObjectMeta#1] a generateName that is no DNS subdomain is rejected",
    (metadata) => Object.assign(metadata, { generateName: "It_" }),
    [`generateName: Invalid value: "It_": ${notSubdomain}`],
  );

  refuse("[ObjectMeta#2] an object without a name is rejected", (metadata) => delete metadata.name, [
    "name: Required value: name or generateName is required",
  ]);

  refuse(
    "[ObjectMeta#3] a name that is no DNS subdomain is rejected",
    (metadata) => Object.assign(metadata, { name: "It" }),
    [`name: Invalid value: "It": ${notSubdomain}`],
  );

  refuse(
    "[ObjectMeta#7] a negative generation is rejected",
    (metadata) => Object.assign(metadata, { generation: -1 }),
    ["generation: Invalid value: -1: must be greater than or equal to 0"],
  );
});

describe("a finalizer", () => {
  const refuseFinalizers = (title: string, finalizers: string[], cause: string): void =>
    refuse(title, (metadata) => Object.assign(metadata, { finalizers }), [cause]);

  refuseFinalizers(
    "[ObjectMeta#8] a finalizer that is no qualified name is rejected",
    ["example.com/a b"],
    `finalizers: Invalid value: "example.com/a b": ${notQualifiedName}`,
  );

  refuseFinalizers(
    "[ObjectMeta#9] the finalizers orphan and foregroundDeletion together are rejected",
    ["orphan", "foregroundDeletion"],
    'finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
  );

  refuseFinalizers(
    "[ObjectMeta#10] an unknown finalizer without a domain is rejected",
    ["example.com/a", "mine"],
    'finalizers[1]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified',
  );

  test("[ObjectMeta#11] a new finalizer of an object that is being deleted is rejected", async () => {
    const { client } = server();
    const metadata = { name: "goes", finalizers: ["example.com/a"] };
    await createObject(client, mapsPath, { metadata });
    await deleteObject(client, `${mapsPath}/goes`);
    const going = await getObject(client, `${mapsPath}/goes`);
    going.metadata.finalizers.push("example.com/c", "example.com/b");
    expectCauses(await put(client, `${mapsPath}/goes`, going), [
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b", "example.com/c"}',
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b", "example.com/c"}',
    ]);
  });
});

describe("an update", () => {
  new Refusals(server, "/apis/coordination.orch.io/v1/namespaces/default/leases", { spec: {} }).update(
    "[ObjectMeta#12] an update of a Lease without a resourceVersion is rejected",
    {
      change: ({ metadata }) => {
        delete metadata.resourceVersion;
      },
      causes: ["metadata.resourceVersion: Invalid value: 0x0: must be specified for an update"],
    },
  );

  test("[ObjectMeta#16] an update that changes the uid is rejected", async () => {
    const { client } = server();
    await createObject(client, mapsPath, { metadata: { name: "one" } });
    expectCauses(await patch(client, `${mapsPath}/one`, "merge", { metadata: { uid: "other" } }), [
      'metadata.uid: Invalid value: "other": field is immutable',
      'metadata.uid: Invalid value: "other": field is immutable',
    ]);
  });

  objects.update("[ObjectMeta#18] an update that sets the deletionTimestamp is rejected", {
    change: ({ metadata }) => {
      metadata.deletionTimestamp = "2025-06-01T12:00:00Z";
    },
    causes: [
      "metadata.deletionTimestamp: Invalid value: 2025-06-01 12:00:00 +0000 UTC: field is immutable",
      "metadata.deletionTimestamp: Invalid value: 2025-06-01 12:00:00 +0000 UTC: field is immutable",
    ],
  });

  objects.update("[ObjectMeta#19] an update that sets deletionGracePeriodSeconds is rejected", {
    change: ({ metadata }) => {
      metadata.deletionGracePeriodSeconds = 5;
    },
    causes: [
      "metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable",
      "metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable",
    ],
  });
});

describe("labels", () => {
  refuse(
    "[Labels#1] a label whose key is no qualified name is rejected",
    (metadata) => Object.assign(metadata, { labels: { "a b": "" } }),
    [`labels: Invalid value: "a b": ${notQualifiedName}`],
  );

  refuse(
    "[Labels#2] a label with an invalid value is rejected",
    (metadata) => Object.assign(metadata, { labels: { a: "b c" } }),
    [`labels: Invalid value: "b c": ${notLabelValue}`],
  );
});

describe("annotations", () => {
  const bytesMax = 262_144;

  refuse(
    "[Annotations#1] an annotation whose key is no qualified name is rejected",
    (metadata) => Object.assign(metadata, { annotations: { "A/b c": "" } }),
    [`annotations: Invalid value: "A/b c": ${notQualifiedName}`],
  );

  refuse(
    "[Annotations#2] annotations of more than 256 KiB are rejected",
    (metadata) => Object.assign(metadata, { annotations: { a: "b".repeat(bytesMax) } }),
    ["annotations: Too long: may not be more than 262144 bytes"],
  );

  objects.accepts("annotations of 256 KiB are accepted", ({ metadata }) => {
    metadata.annotations = { a: "b".repeat(bytesMax - 1) };
  });
});

describe("an owner", () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "1", controller: true };
  const refuseOwner = (title: string, part: object, cause: string | RegExp): void =>
    refuse(title, (metadata) => Object.assign(metadata, { ownerReferences: [{ ...owner, ...part }] }), [cause]);

  refuseOwner(
    "[OwnerReferences#1] an owner reference without an apiVersion is rejected",
    { apiVersion: "" },
    'ownerReferences.apiVersion: Invalid value: "": version must not be empty',
  );

  refuseOwner(
    "[OwnerReferences#2] an owner reference without a kind is rejected",
    { kind: "" },
    'ownerReferences.kind: Invalid value: "": kind must not be empty',
  );

  refuseOwner(
    "[OwnerReferences#3] an owner reference without a name is rejected",
    { name: "" },
    'ownerReferences.name: Invalid value: "": name must not be empty',
  );

  refuseOwner(
    "[OwnerReferences#4] an owner reference without a uid is rejected",
    { uid: "" },
    'ownerReferences.uid: Invalid value: "": uid must not be empty',
  );

  refuseOwner(
    "[OwnerReferences#5] an Event as owner is rejected",
    { kind: "Event" },
    /^metadata\.ownerReferences: Invalid value: .*"owner".*: \/v1, Kind=Event is disallowed from being an owner$/,
  );

  refuse(
    "[OwnerReferences#6] two owner references with controller true are rejected",
    (metadata) => {
      metadata.ownerReferences = [owner, { ...owner, name: "other", uid: "2" }];
    },
    [
      /^metadata\.ownerReferences: Invalid value: .*: Only one reference can have Controller set to true\. Found "true" in references for ConfigMap\/owner and ConfigMap\/other$/,
    ],
  );
});

describe("a managed fields entry", () => {
  const entry = {
    manager: "m",
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": {} },
  };
  const refuseEntry = (title: string, change: object, cause: string): void =>
    refuse(title, (metadata) => Object.assign(metadata, { managedFields: [{ ...entry, ...change }] }), [cause]);

  refuseEntry(
    "[ManagedFields#3] a managed fields entry with a manager of 129 bytes is rejected",
    { manager: "m".repeat(129) },
    "managedFields[0].manager: Too long: may not be more than 128 bytes",
  );

  refuseEntry(
    "[ManagedFields#4] a managed fields entry with a tab in its manager is rejected",
    { manager: "a\tb" },
    'managedFields[0].manager: Invalid value: "a\\tb": invalid character U+0009 (at position 1)',
  );

  refuseEntry(
    "[ManagedFields#5] a managed fields entry with a subresource of 257 bytes is rejected",
    { subresource: "s".repeat(257) },
    "managedFields[0].subresource: Too long: may not be more than 256 bytes",
  );

  test.each<[what: string, name: string, change: object]>([
    ["an unknown operation", "unknown-operation", { operation: "Other" }],
    ["an unknown fieldsType", "unknown-format", { fieldsType: "FieldsV2" }],
  ])("a create drops the managed fields if an entry has %s", async (_, name, change) => {
    const metadata = { name, managedFields: [{ ...entry, ...change }] };
    const created = await createObject(server().client, mapsPath, { metadata });
    expect(created.metadata).not.toHaveProperty("managedFields");
  });
});
