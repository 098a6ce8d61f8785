/** The PriorityClasses that every cluster has cannot be deleted by name. */
import { expect, test } from "vitest";
import { expectFailure } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, isGone } from "../support/writes.ts";

const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";

test.each(["system-node-critical", "system-cluster-critical"])(
  "a deletion of the system PriorityClass %s is rejected",
  async (name) => {
    await using running = await startTestServer({ vocabulary: "kubernetes" });
    const { client } = running;
    const why = {
      code: 403,
      reason: "Forbidden",
      message: `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`,
      details: { name, group: "scheduling.k8s.io", kind: "priorityclasses" },
    };
    for (const query of ["", "?dryRun=All"]) {
      expectFailure(await client.request(`${classes}/${name}${query}`, { method: "DELETE" }), why);
    }
    const body = { preconditions: { uid: "another" } };
    expectFailure(await client.request(`${classes}/${name}`, { method: "DELETE", body }), why);
    expect((await client.request(`${classes}/${name}?gracePeriodSeconds=x`, { method: "DELETE" })).status).toBe(400);
  },
);

test("a deletion of the collection deletes all PriorityClasses", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes" });
  const { client } = running;
  await createObject(client, classes, { metadata: { name: "mine" }, value: 5 });
  expect((await client.request(classes, { method: "DELETE" })).status).toBe(200);
  for (const name of ["mine", "system-node-critical", "system-cluster-critical"]) {
    expect(await isGone(client, `${classes}/${name}`)).toBe(true);
  }
});
