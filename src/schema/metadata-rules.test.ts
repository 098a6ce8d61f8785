import { describe, expect, test } from "vitest";
import { formatFieldError } from "../meta/field-error.ts";
import type { ObjectMeta, OwnerReference } from "../meta/object-meta.ts";
import type { MetadataCheck } from "./kind.ts";
import { type MetadataRules, MetadataValidation, validateMetadata } from "./metadata-rules.ts";

const rules: MetadataRules = {
  namespaced: true,
  nameFormat: "dns1123Label",
  standardFinalizers: ["orch", "orphan", "foregroundDeletion"],
};
const sound: ObjectMeta = { name: "web", namespace: "shop" };

/** Returns `path: message` for each error of the valid metadata `sound` with these fields replaced. */
function errorsOf(fields: Partial<ObjectMeta>, changed: Partial<MetadataRules> = {}): string[] {
  return validateMetadata({ ...sound, ...fields }, { ...rules, ...changed }).map(formatFieldError);
}

function updateErrors(fields: Partial<ObjectMeta>, old: Partial<ObjectMeta> = {}): string[] {
  const [metadata, before] = [
    { ...sound, ...old, ...fields },
    { ...sound, ...old },
  ];
  const checks: readonly MetadataCheck[] = ["plainCreate", "plainChange"];
  const validation = new MetadataValidation(metadata, rules, before);
  return checks.flatMap((check) => validation.errorsOf(check)).map(formatFieldError);
}

test("validateMetadata() accepts valid metadata", () => {
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf({ generateName: "web-", labels: { a: "b" }, annotations: { c: "d" }, finalizers: ["orch"] })).toEqual(
    [],
  );
});

describe("names", () => {
  const label =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

  test("validateMetadata() requires a name in the kind's format", () => {
    expect(errorsOf({ name: "" })).toEqual(["metadata.name: Required value: name or generateName is required"]);
    expect(errorsOf({ name: "Web" })).toEqual([`metadata.name: Invalid value: "Web": ${label}`]);
    expect(errorsOf({ name: "Web" }, { nameFormat: "pathSegmentName" })).toEqual([]);
    expect(errorsOf({ name: ".." }, { nameFormat: "pathSegmentName" })).toEqual([
      "metadata.name: Invalid value: \"..\": may not be '..'",
    ]);
  });

  test("validateMetadata() accepts a generateName that ends with a dash", () => {
    expect(errorsOf({ generateName: "web-" })).toEqual([]);
    expect(errorsOf({ generateName: "Web-" })).toEqual([`metadata.generateName: Invalid value: "Web-": ${label}`]);
  });
});

test("validateMetadata() requires a namespace for namespaced kinds and rejects it for others", () => {
  expect(errorsOf({ namespace: "" })).toEqual(["metadata.namespace: Required value"]);
  expect(errorsOf({ namespace: "a.b" })).toHaveLength(1);
  expect(errorsOf({ namespace: "shop" }, { namespaced: false })).toEqual([
    "metadata.namespace: Forbidden: not allowed on this type",
  ]);
  expect(errorsOf({ namespace: "" }, { namespaced: false })).toEqual([]);
});

describe("owner references", () => {
  const owner: OwnerReference = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "1" };

  test("validateMetadata() requires all parts of an owner reference", () => {
    expect(errorsOf({ ownerReferences: [owner] })).toEqual([]);
    expect(errorsOf({ ownerReferences: [{ apiVersion: "", kind: "", name: "", uid: "" }] })).toEqual([
      'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
    ]);
  });

  test("validateMetadata() accepts only one owner with controller: true", () => {
    const controller = { ...owner, controller: true };
    expect(errorsOf({ ownerReferences: [controller, owner, { ...owner, controller: false }] })).toEqual([]);
    const others = [controller, { ...controller, name: "other" }, { ...controller, name: "third" }];
    expect(errorsOf({ ownerReferences: others })).toEqual([
      expect.stringMatching(
        /: Invalid value: \[\]v1\.OwnerReference\{v1\.OwnerReference\{APIVersion:.* references for ReplicaSet\/web and ReplicaSet\/other$/,
      ),
      expect.stringContaining("references for ReplicaSet/web and ReplicaSet/third"),
    ]);
  });

  test("validateMetadata() prints the owners once, although each further controller is an error", () => {
    const owners = Array.from({ length: 5000 }, () => ({ ...owner, controller: true }));
    const errors = validateMetadata({ ...sound, ownerReferences: owners }, rules);
    expect(errors).toHaveLength(4999);
    expect(new Set(errors.map(({ value }) => value)).size).toBe(1);
  });

  test("validateMetadata() rejects an Event as an owner", () => {
    const event = { apiVersion: "v1", kind: "Event", name: "a", uid: "1", blockOwnerDeletion: false };
    expect(errorsOf({ ownerReferences: [event] })).toEqual([
      'metadata.ownerReferences: Invalid value: v1.OwnerReference{APIVersion:"v1", Kind:"Event", Name:"a", UID:"1", ' +
        "Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(0xc000000000)}: /v1, Kind=Event is disallowed from being an owner",
    ]);
  });
});

describe("finalizers", () => {
  const notStandard = "name is neither a standard finalizer name nor is it fully qualified";

  test("validateMetadata() rejects finalizers without a domain that are not standard", () => {
    expect(errorsOf({ finalizers: ["example.com/a", "orch", "orphan"] })).toEqual([]);
    expect(errorsOf({ finalizers: ["orch", "other"] })).toEqual([
      `metadata.finalizers[1]: Invalid value: "other": ${notStandard}`,
    ]);
    const { standardFinalizers: _, ...free } = rules;
    expect(validateMetadata({ ...sound, finalizers: ["other"] }, free)).toEqual([]);
  });

  test("validateMetadata() rejects an object with both propagation finalizers", () => {
    expect(errorsOf({ finalizers: ["orphan", "foregroundDeletion"] })).toEqual([
      'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
    ]);
  });

  test("validateMetadata() rejects finalizers that are not qualified names", () => {
    expect(errorsOf({ finalizers: ["example.com/-"] })).toEqual([
      expect.stringMatching(/^metadata\.finalizers: Invalid value: "example\.com\/-": name part must consist of/),
    ]);
  });
});

test("validateMetadata() reports all errors in the order of the fields", () => {
  const errors = errorsOf({
    name: "Web",
    namespace: "",
    generation: -1,
    labels: { "-": "" },
    annotations: { "-": "" },
    ownerReferences: [{ apiVersion: "v1", kind: "", name: "x", uid: "1" }],
    finalizers: ["other"],
  });
  expect(errors.map((error) => error.slice(0, error.indexOf(":")))).toEqual([
    "metadata.name",
    "metadata.namespace",
    "metadata.generation",
    "metadata.labels",
    "metadata.annotations",
    "metadata.ownerReferences.kind",
    "metadata.finalizers[0]",
  ]);
});

describe("metadata of an update", () => {
  test.each<[string, unknown, unknown, string]>([
    ["name", "web", "other", '"other"'],
    ["namespace", "shop", "other", '"other"'],
    ["uid", "1", "2", '"2"'],
    ["creationTimestamp", "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z", '"2026-01-01T00:00:00Z"'],
    ["deletionGracePeriodSeconds", 30, 60, "60"],
  ])("an update cannot change %s", (field, before, after, shown) => {
    expect(updateErrors({ [field]: after }, { [field]: before })).toContain(
      `metadata.${field}: Invalid value: ${shown}: field is immutable`,
    );
    expect(updateErrors({}, { [field]: before })).toEqual([]);
  });

  test("an update cannot set the deletion time", () => {
    expect(updateErrors({ deletionTimestamp: "2025-01-01T00:00:00Z" })).toEqual([
      expect.stringMatching(/^metadata\.deletionTimestamp: Invalid value: .*: field is immutable$/),
    ]);
  });

  test("an update cannot decrease the generation", () => {
    expect(updateErrors({ generation: 2 }, { generation: 3 })).toEqual([
      "metadata.generation: Invalid value: 2: must not be decremented",
    ]);
    expect(updateErrors({ generation: 4 }, { generation: 3 })).toEqual([]);
  });

  test("an update of an object that is being deleted can remove finalizers but not add any", () => {
    const old = { deletionTimestamp: "2025-01-01T00:00:00Z", finalizers: ["example.com/a", "example.com/b"] };
    expect(updateErrors({ finalizers: ["example.com/b"] }, old)).toEqual([]);
    expect(updateErrors({ finalizers: ["example.com/b", "example.com/a"] }, old)).toEqual([]);
    expect(
      updateErrors({ finalizers: ["example.com/z", "example.com/a", "example.com/c", "example.com/z"] }, old),
    ).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/c", "example.com/z"}',
    ]);
    expect(updateErrors({ finalizers: ["example.com/c"] }, { finalizers: [] })).toEqual([]);
  });

  test("an update reports the errors of a create, then those of changed fields, then those of labels again", () => {
    expect(updateErrors({ uid: "2", labels: { "-": "" }, finalizers: ["x/y/z"] }, { uid: "1" })).toEqual([
      expect.stringMatching(/^metadata\.labels: /),
      expect.stringMatching(/^metadata\.finalizers: /),
      'metadata.uid: Invalid value: "2": field is immutable',
      expect.stringMatching(/^metadata\.labels: /),
    ]);
  });

  test("MetadataValidation reports the names of finalizers only in `create` and `change`", () => {
    const fieldsOf = (check: MetadataCheck): string[] => {
      const metadata = { ...sound, uid: "2", finalizers: ["own"] };
      const validation = new MetadataValidation(metadata, rules, { ...sound, uid: "1" });
      return validation.errorsOf(check).map(({ path }) => path);
    };
    expect(fieldsOf("plainCreate")).toEqual([]);
    expect(fieldsOf("create")).toEqual(["metadata.finalizers[0]"]);
    expect(fieldsOf("plainChange")).toEqual(["metadata.uid"]);
    expect(fieldsOf("change")).toEqual(["metadata.uid", "metadata.finalizers[0]"]);
  });
});

test("validateMetadata() reports invalid field managers after finalizers", () => {
  const entry = (fields: object): object => ({
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    ...fields,
  });
  const managedFields = [
    entry({ manager: "m".repeat(128), subresource: "s".repeat(256) }),
    entry({ manager: "\u00e9".repeat(65) }),
    entry({ manager: "a\tb", subresource: "s".repeat(257) }),
  ];
  expect(errorsOf({ finalizers: ["_/_/_"], managedFields })).toEqual([
    expect.stringMatching(/^metadata\.finalizers: /),
    "metadata.managedFields[1].manager: Too long: may not be more than 128 bytes",
    'metadata.managedFields[2].manager: Invalid value: "a\\tb": invalid character U+0009 (at position 1)',
    "metadata.managedFields[2].subresource: Too long: may not be more than 256 bytes",
  ]);
});

describe("hundreds of thousands of errors", () => {
  const unnamed: OwnerReference = { apiVersion: "apps/v1", kind: "", name: "web", uid: "1" };
  const invalidKeys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`_${index}`, ""]));

  test.each<[string, Partial<ObjectMeta>, number]>([
    // Each finalizer has two errors: its format is invalid, and it has no domain.
    ["finalizers", { finalizers: Array.from({ length: 300_000 }, () => "_") }, 20_002],
    ["owners", { ownerReferences: Array.from({ length: 100_000 }, () => unnamed) }, 10_001],
    ["labels", { labels: invalidKeys }, 10_001],
    ["annotations", { annotations: invalidKeys }, 10_001],
  ])("validateMetadata() stops after about 10,000 errors of %s", (_, metadata, count) => {
    expect(errorsOf(metadata)).toHaveLength(count);
  });
});
