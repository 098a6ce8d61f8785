import { expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);

/** Returns the errors of a variable with this `valueFrom`. Paths start below `valueFrom`. */
function errorsOf(valueFrom: object): readonly string[] {
  const containers = [{ name: "app", image: "app", env: [{ name: "A", valueFrom }] }];
  const { errors } = writes.create({ metadata: { name: "web", namespace: "shop" }, spec: { containers } });
  return errors.map((error) => error.replace("spec.containers[0].env[0].valueFrom.", ""));
}

test.each<[string, string[]]>([
  ["metadata.name", []],
  ["spec.nodeName", []],
  ["status.podIPs", []],
  ["metadata.labels['app']", []],
  ["metadata.annotations['Example.com/A']", []],
  [
    "metadata.labels",
    [
      'fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", ' +
        '"metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", ' +
        '"status.podIPs"',
    ],
  ],
  [
    "metadata.labels['a b']",
    [
      "fieldRef: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must " +
        "start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
        "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  [
    "spec.nodeSelector['a']",
    [
      "fieldRef.fieldPath: Invalid value: \"spec.nodeSelector['a']\": error converting fieldPath: field label does not " +
        "support subscript: spec.nodeSelector['a']",
    ],
  ],
  ["", ["fieldRef.fieldPath: Required value"]],
])("a variable from the field %j gets the errors %j", (fieldPath, errors) => {
  expect(errorsOf({ fieldRef: { fieldPath } })).toEqual(errors);
});

test("a variable from a field of another API version is rejected", () => {
  expect(errorsOf({ fieldRef: { apiVersion: "v2", fieldPath: "metadata.name" } })).toEqual([
    'fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2',
  ]);
});

test.each<[object, string[]]>([
  [{ resource: "limits.cpu" }, []],
  [{ resource: "limits.cpu", divisor: "1m" }, []],
  [{ resource: "requests.hugepages-2Mi", divisor: "1Mi" }, []],
  [
    { resource: "limits.cpu", divisor: "10m" },
    [
      'resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource',
    ],
  ],
  [
    { resource: "limits.memory", divisor: "10" },
    [
      'resourceFieldRef.divisor: Invalid value: "limits.memory": only divisor\'s values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, ' +
        "1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the memory resource",
    ],
  ],
  [
    { resource: "limits.disks" },
    [
      'resourceFieldRef.resource: Unsupported value: "limits.disks": supported values: "limits.cpu", ' +
        '"limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ],
  ],
])("a variable from the resource field %j gets the errors %j", (resourceFieldRef, errors) => {
  expect(errorsOf({ resourceFieldRef })).toEqual(errors);
});
