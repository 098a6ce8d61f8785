import { expect, test } from "vitest";
import { serviceAccount } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const writes = new KindWrites(serviceAccount);

test("references to Secrets keep only the name", () => {
  const secrets = [{ name: "a", namespace: "other", uid: "1" }, { kind: "Secret" }];
  expect(writes.stored({ secrets }).secrets).toEqual([{ name: "a" }, {}]);
});

test("the annotation enforce-mountable-secrets draws a warning when it is added", () => {
  const annotations = { "kubernetes.io/enforce-mountable-secrets": "true" };
  const { object, warnings } = writes.create({ metadata: { name: "it", annotations } });
  expect(warnings).toEqual([
    "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces " +
      "to isolate access to mounted secrets",
  ]);
  expect(writes.update(object, () => {}).warnings).toEqual([]);
});
