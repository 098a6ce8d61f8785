/** Feature gates that change how the server treats requests, rather than fields of objects. */
import { once } from "node:events";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { define } from "./custom-types/definitions.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";
import { createObject } from "./support/writes.ts";

const gates = ["StorageVersionHash", "ServiceAccountTokenNodeBinding", "UnauthenticatedHTTP2DOSMitigation"];
const thingDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "things.e.com" },
  spec: {
    group: "e.com",
    scope: "Namespaced",
    names: { plural: "things", singular: "thing", kind: "Thing" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
const accounts = "/api/v1/namespaces/default/serviceaccounts";

describe.each([true, false])("with the gates set to %s", (value) => {
  let server: TestServer;

  beforeAll(async () => {
    const flags = [`--feature-gates=${gates.map((gate) => `${gate}=${value}`).join(",")}`];
    server = await startTestServer({ vocabulary: "kubernetes", flags });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  test("StorageVersionHash decides whether discovery shows the hash of the stored version", async () => {
    const { json } = await server.client.request("/api/v1");
    const [pods] = (json.resources as { name: string; storageVersionHash?: string }[]).filter(
      ({ name }) => name === "pods",
    );
    // The hashes are recorded from the reference, which always shows those of custom types.
    expect(pods?.storageVersionHash).toBe(value ? "xPOwRZ+Yhw8=" : undefined);
    await define(server.client, thingDefinition, "kubernetes");
    const things = await server.client.request("/apis/e.com/v1");
    expect(things.json.resources[0].storageVersionHash).toBe("347XtYqbf5k=");
  });

  test("ServiceAccountTokenNodeBinding decides whether tokens can be bound to nodes", async () => {
    await createObject(server.client, accounts, { metadata: { name: "bound" } });
    await createObject(server.client, "/api/v1/nodes", { metadata: { name: "n1" } });
    const boundObjectRef = { kind: "Node", apiVersion: "v1", name: "n1" };
    const body = { spec: { audiences: ["a"], boundObjectRef } };
    const { status, json } = await server.client.request(`${accounts}/bound/token`, { body });
    expect([status, json.message]).toEqual(
      value
        ? [201, undefined]
        : [400, 'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled'],
    );
  });

  test.each([
    ["an anonymous client", {}, 200],
    ["an unknown token", { authorization: "Bearer unknown" }, 401],
  ])(
    "UnauthenticatedHTTP2DOSMitigation decides whether requests of %s end HTTP/2 connections",
    async (_, headers, status) => {
      const session = connect(server.server.url, { ca: server.credentials.ca });
      try {
        const responses: unknown[] = [];
        for (let requests = 0; requests < 2 && !session.closed; requests++) {
          const stream = session.request({ ":path": "/livez", ...headers });
          const [response] = (await once(stream, "response")) as [{ ":status"?: number }];
          responses.push(response[":status"]);
          await once(stream.resume(), "close");
          if (value && requests === 0) await once(session, "close");
        }
        expect(responses).toEqual(value ? [status] : [status, status]);
      } finally {
        session.destroy();
      }
    },
  );
});
