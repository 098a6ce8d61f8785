import { describe, expect, test } from "vitest";
import { applyObject } from "../support/apply.ts";
import { mapManifest, mapPath } from "../support/map-manifests.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, getObject, type PatchType, patch } from "../support/writes.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const labels = { app: "web" };

describe("writes that change only the time of an entry", () => {
  const template = (cpu: string): object => ({
    metadata: { labels },
    spec: { containers: [{ name: "c", image: "c:1", resources: { requests: { cpu } } }] },
  });
  const wish = (cpu: string, metadata: object = {}): object => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d", ...metadata },
    spec: { selector: { matchLabels: labels }, template: template(cpu) },
  });
  const target = `${deployments}/d`;

  test("a write that spells stored values in another way writes nothing, however often it is repeated", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const made = await applyObject(client, target, "one", wish("1000m"));
    expect(made.spec.template.spec.containers[0].resources.requests.cpu).toBe("1");
    for (let round = 0; round < 3; round++) {
      await clock.advance(60_000);
      expect(await applyObject(client, target, "one", wish("1000m"))).toEqual(made);
      expect(await getObject(client, target)).toEqual(made);
    }
    const changed = await applyObject(client, target, "one", wish("1000m", { labels: { l: "1" } }));
    expect(changed.metadata.generation).toBe(1);
    expect(changed.metadata.managedFields[0].time).toBe("2025-01-01T00:03:00Z");
  });

  test("a patch of the time of a managedFields entry writes nothing", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await applyObject(client, mapPath, "one", mapManifest({ x: "1" }));
    const managedFields = [{ ...made.metadata.managedFields[0], time: "2020-01-01T00:00:00Z" }];
    expect((await patch(client, mapPath, "merge", { metadata: { managedFields } })).json).toEqual(made);
  });

  test.each<PatchType>(["json", "merge", "strategic"])(
    "a %s patch that spells a stored value in another way writes nothing",
    async (type) => {
      await using running = await startTestServer();
      const { client, clock } = running;
      await createObject(client, `${deployments}?fieldManager=one`, wish("1"));
      const made = await getObject(client, target);
      await clock.advance(60_000);
      const at = "/spec/template/spec/containers/0/resources/requests/cpu";
      const again =
        type === "json" ? [{ op: "replace", path: at, value: "1000m" }] : { spec: { template: template("1000m") } };
      expect((await patch(client, `${target}?fieldManager=one`, type, again)).json).toEqual(made);
    },
  );

  test("a write that spells a stored value in another way writes nothing after a write by another manager", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    await createObject(client, `${deployments}?fieldManager=one`, wish("1"));
    await clock.advance(60_000);
    const status = { status: { replicas: 1 } };
    expect((await patch(client, `${target}/status?fieldManager=two`, "merge", status)).status).toBe(200);
    const before = await getObject(client, target);
    await clock.advance(60_000);
    const again = { spec: { template: template("1000m") } };
    expect((await patch(client, `${target}?fieldManager=one`, "merge", again)).json).toEqual(before);
  });
});
