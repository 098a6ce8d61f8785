/** Conversion webhooks behind Services. The messages are those of the reference. */
import { expect, test } from "vitest";
import { Things } from "./things.ts";

const failed = "conversion webhook for conv.example.com/v1, Kind=Thing failed: ";

test("a webhook is found through its Service, and its certificate must have the name of the Service", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  const { caBundle, server } = things.webhook;
  await things.redefine({ clientConfig: { service: { name: "hook", namespace: "default", path: "/p" }, caBundle } });
  const post = 'Post "https://hook.default.svc:443/p?timeout=30s": ';
  expect((await things.get("v2", "a")).json.message).toBe(`${failed}${post}service "hook" not found`);
  const services = "/api/v1/namespaces/default/services";
  const service = { apiVersion: "v1", kind: "Service", metadata: { name: "hook" }, spec: { ports: [{ port: 444 }] } };
  expect((await things.running.client.request(services, { body: service })).status).toBe(201);
  expect((await things.get("v2", "a")).json.message).toBe(
    `${failed}${post}no service port 443 found for service "hook"`,
  );
  await things.running.client.request(`${services}/hook`, { method: "DELETE" });
  const named = { ...service, spec: { type: "ExternalName", externalName: "127.0.0.1" } };
  expect((await things.running.client.request(services, { body: named })).status).toBe(201);
  const location = { service: { name: "hook", namespace: "default", path: "/p", port: server.port }, caBundle };
  await things.redefine({ clientConfig: location });
  expect((await things.get("v2", "a")).json.spec).toEqual({ length: 3 });
  const { path, host } = things.webhook.reviews.at(-1);
  expect([path, host]).toEqual(["/p?timeout=30s", `hook.default.svc:${server.port}`]);
});
