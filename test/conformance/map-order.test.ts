/** Order of the keys of maps. Expected values are responses of the reference v1.32.13. */
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { createObject, patch } from "../support/writes.ts";

const maps = "/api/v1/namespaces/default/configmaps";

test("map keys are in byte order in every response, including numeric keys", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const data = { "10": "a", "9": "b", ".x": "c", "-1": "e" };
  await createObject(client, maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "it" }, data });
  const first = '"data":{"-1":"e",".x":"c","10":"a","9":"b"}';
  expect((await client.request(`${maps}/it`)).text).toContain(first);
  expect((await client.request(maps)).text).toContain(first);
  const patched = await patch(client, `${maps}/it`, "merge", { data: { "1": "f", "9": null } });
  expect(patched.text).toContain('"data":{"-1":"e",".x":"c","1":"f","10":"a"}');
  const labelled = await patch(client, `${maps}/it`, "merge", {
    metadata: { labels: { b: "1", "20": "2", "3": "4" } },
  });
  expect(labelled.text).toContain('"labels":{"20":"2","3":"4","b":"1"}');
  const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  expect((await client.request(`${maps}/it`, { headers: { accept } })).text).toContain(
    '"labels":{"20":"2","3":"4","b":"1"}',
  );
});
