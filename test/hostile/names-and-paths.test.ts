import { describe, expect, test } from "vitest";
import { type AttackedServer, attackedServers, bystanderPath } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import type { WireRequest, WireResponse } from "../support/wire-client.ts";

const withAttackedServer = attackedServers();

const merge = { "content-type": "application/merge-patch+json" };
const unknownResource = {
  code: 404,
  reason: "NotFound",
  message: "the server could not find the requested resource",
  details: {},
};
const notAllowed = {
  code: 405,
  reason: "MethodNotAllowed",
  message: "the server does not allow this method on the requested resource",
  details: {},
};

/** One request for each verb. */
const everyVerb: readonly WireRequest[] = [
  { method: "GET" },
  { method: "PUT", body: { metadata: { name: "bystander" } } },
  { method: "PATCH", headers: merge, body: { data: { colour: "red" } } },
  { method: "DELETE" },
];

/** Sends all requests over HTTP/2, because the HTTP/1.1 client normalizes dots in paths. */
async function sendEveryVerb(
  { connect }: AttackedServer,
  path: string,
  look: (answer: WireResponse, request: WireRequest) => void,
): Promise<void> {
  await using client = connect({ protocol: "h2" });
  for (const request of everyVerb) look(await client.request(path, request), request);
}

describe("names in paths", () => {
  test.each([
    ["..%2fbystander", "../bystander", "may not contain '/'"],
    ["bystander%2f..", "bystander/..", "may not contain '/'"],
    ["%2fbystander", "/bystander", "may not contain '/'"],
    ["bystander%252f", "bystander%2f", "may not contain '%'"],
    ["..", "..", "may not be '..'"],
    ["%2e%2e", "..", "may not be '..'"],
    [".%2E", "..", "may not be '..'"],
    [".", ".", "may not be '.'"],
    ["%2e", ".", "may not be '.'"],
    ["%2f%25", "/%", "may not contain '/';may not contain '%'"],
  ])("a path with the name %s is rejected", async (segment, decoded, why) => {
    await withAttackedServer(async (running) => {
      await sendEveryVerb(running, `${mapsPath}/${segment}`, (answer) => {
        expectBadRequest(answer, `Name parameter invalid: "${decoded}": ${why}`);
      });
    });
  });

  test.each(["%zz", "%", "%2", "%f"])(
    "a path with the malformed escape %s is rejected as malformed HTTP",
    async (segment) => {
      await withAttackedServer(async (running) => {
        await sendEveryVerb(running, `${mapsPath}/${segment}`, ({ status, text, headers }) => {
          expect([status, text, headers["content-type"]]).toEqual([
            400,
            "400 Bad Request",
            "text/plain; charset=utf-8",
          ]);
        });
      });
    },
  );

  test.each(["%c0%af", "%ff", "%ed%a0%80"])(
    "a path with the escape %s, which is not UTF-8, is rejected",
    async (segment) => {
      await withAttackedServer(async (running) => {
        await sendEveryVerb(running, `${mapsPath}/${segment}`, (answer) => {
          expectBadRequest(answer, `invalid URL escape in "${segment}"`);
        });
      });
    },
  );

  test.each(["bystander%00", "%00", "bystander%0a", "%7f"])(
    "a path with the control character in %s is rejected",
    async (segment) => {
      await withAttackedServer(async (running) => {
        await sendEveryVerb(running, `${mapsPath}/${segment}`, (answer) => {
          expectBadRequest(answer, `control character in "${segment}"`);
        });
      });
    },
  );

  test.each([
    ["with capitals", "BYSTANDER", "BYSTANDER"],
    ["with a blank", "bystander%20", "bystander "],
    ["with parameters", "bystander;x=y", "bystander;x=y"],
    ["with a backslash", "a%5cb", "a\\b"],
    ["with a star", "*", "*"],
    ["of a JavaScript property", "__proto__", "__proto__"],
    ["of 5,000 characters", "x".repeat(5000), "x".repeat(5000)],
  ])("a path with an invalid name, %s, gets 404", async (_what, segment, name) => {
    await withAttackedServer(async ({ connect }) => {
      await using client = connect({ protocol: "h2" });
      for (const method of ["GET", "DELETE"]) {
        expectFailure(await client.request(`${mapsPath}/${segment}`, { method }), {
          code: 404,
          reason: "NotFound",
          message: `configmaps ${JSON.stringify(name)} not found`,
          details: { name, kind: "configmaps" },
        });
      }
    });
  });
});

describe("namespaces in paths", () => {
  test.each([
    ["..%2fdefault", "../default", "may not contain '/'"],
    ["%2e%2e", "..", "may not be '..'"],
    ["..", "..", "may not be '..'"],
    ["default%25", "default%", "may not contain '%'"],
  ])("a path with the namespace %s is rejected", async (segment, decoded, why) => {
    await withAttackedServer(async (running) => {
      await sendEveryVerb(running, `/api/v1/namespaces/${segment}/configmaps/bystander`, (answer) => {
        expectBadRequest(answer, `Namespace parameter invalid: "${decoded}": ${why}`);
      });
    });
  });
});

describe("unknown paths in served versions", () => {
  test.each([
    ["with an empty namespace", "/api/v1/namespaces//configmaps"],
    ["with an empty name", `${mapsPath}//x`],
    ["with an empty segment in front", "/api/v1//configmaps"],
    ["of an unknown resource", "/api/v1/namespaces/default/nothings/x"],
    ["of an unknown subresource", `${bystanderPath}/nothing`],
    ["of a JavaScript property", "/api/v1/constructor"],
    ["of a JavaScript property below a name", `${bystanderPath}/__proto__`],
    ["below a subresource", "/api/v1/namespaces/default/status/more"],
    ["of a namespaced resource without its namespace", "/api/v1/configmaps/bystander"],
    ["of a cluster-scoped resource in a namespace", "/api/v1/namespaces/default/nodes/n"],
    ["of a version that is not served", "/apis/apps/v9"],
    ["in a version that is not served", "/apis/apps/v9/namespaces/default/deployments"],
    ["of a version of the core group that is not served", "/api/v2"],
    ["in a version of the core group that is not served", "/api/v2/pods"],
    ["without a version", "/api//v1/pods"],
    ["with hundreds of segments", `${bystanderPath}/${"x/".repeat(200)}x`],
  ])("a path %s gets 404 with every method", async (_what, path) => {
    await withAttackedServer(async (running) => {
      await sendEveryVerb(running, path, (answer) => expectFailure(answer, unknownResource));
      expectFailure(await running.client.request(path, { method: "POST", body: {} }), unknownResource);
    });
  });
});

test.each([
  "/apis/nothing",
  "/apis/nothing/v1",
  "/apis/nothing/v1/things",
  "/apis/nothing/v1/namespaces/default/things/x",
  "/apis//v1",
  "/apis/constructor",
  "/apis/__proto__/v1",
  "//api/v1/pods",
  "/API/v1",
  "/nothing",
  "/livez/nothing",
  "/readyz/ping/x",
])("the unknown path %s gets a plain 404 with every method", async (path) => {
  await withAttackedServer(async ({ connect }) => {
    await using client = connect({ protocol: "h2" });
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await client.request(path, method === "GET" ? {} : { method });
      expect({ method, status: answer.status }).toEqual({ method, status: 404 });
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
      if (method !== "HEAD") expect(answer.text).toBe("404 page not found\n");
    }
  });
});

test("a method that a path does not support gets 405", async () => {
  await withAttackedServer(async ({ connect }) => {
    await using client = connect({ protocol: "h2" });
    const asked: readonly (readonly [string, string])[] = [
      ["POST", bystanderPath],
      ["PUT", mapsPath],
      ["PATCH", mapsPath],
      ["POST", "/api/v1/configmaps"],
      ["DELETE", "/api/v1/configmaps"],
      ["POST", "/api"],
      ["POST", "/api/v1"],
      ["POST", "/apis"],
      ["DELETE", "/apis/apps"],
      ["PUT", "/apis/apps/v1"],
      ["POST", "/livez/ping"],
      ["DELETE", "/metrics"],
      ["OPTIONS", bystanderPath],
      ["TRACE", bystanderPath],
      ["BREW", bystanderPath],
      ["get", bystanderPath],
    ];
    for (const [method, path] of asked) {
      const answer = await client.request(path, { method });
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 405 });
      expectFailure(answer, notAllowed);
    }
  });
});

describe("bodies that do not match their path", () => {
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  test.each([
    [
      "another kind",
      mapsPath,
      { kind: "Secret", apiVersion: "v1", metadata: { name: "a" } },
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      "an unknown kind",
      mapsPath,
      { kind: "Nothing", apiVersion: "nothing/v1", metadata: { name: "a" } },
      'Nothing in version "v1" cannot be handled as a ConfigMap: no kind "Nothing" is registered for version "nothing/v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      "another group",
      mapsPath,
      { kind: "ConfigMap", apiVersion: "apps/v1", metadata: { name: "a" } },
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "apps/v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      "another version",
      deployments,
      { kind: "Deployment", apiVersion: "apps/v2", metadata: { name: "a" } },
      'Deployment in version "v2" cannot be handled as a Deployment: no kind "Deployment" is registered for version "apps/v2" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      "another kind with a value of another type",
      mapsPath,
      { kind: "Secret", apiVersion: "v1", metadata: "a" },
      'Secret in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal string into Go struct field Secret.metadata of type v1.ObjectMeta',
    ],
    [
      "another kind without a collection",
      mapsPath,
      { kind: "Status", apiVersion: "v1" },
      'Status in version "v1" cannot be handled as a ConfigMap: converting (v1.Status) to (core.ConfigMap): unknown conversion',
    ],
    [
      "a malformed version",
      mapsPath,
      { apiVersion: "a/b/c" },
      'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})',
    ],
    [
      "another namespace",
      mapsPath,
      { metadata: { name: "a", namespace: "orch-system" } },
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
  ])("a create with %s is rejected", async (_what, path, body, message) => {
    await withAttackedServer(async ({ client }) => {
      expectBadRequest(await client.request(path, { body }), message);
    });
  });

  test.each([
    ["another name", "other", "the name of the object (other) does not match the name on the URL (bystander)"],
    ["no name", undefined, "the name of the object (bystander based on URL) was undeterminable: name must be provided"],
  ])("an update with %s is rejected", async (_what, name, message) => {
    await withAttackedServer(async ({ client }) => {
      const request = { method: "PUT", body: { metadata: name ? { name } : {}, data: { colour: "red" } } };
      expectBadRequest(await client.request(bystanderPath, request), message);
    });
  });

  test("an update with another namespace is rejected", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = { metadata: { name: "bystander", namespace: "orch-system" } };
      expectBadRequest(
        await client.request(bystanderPath, { method: "PUT", body }),
        "the namespace of the provided object does not match the namespace sent on the request",
      );
    });
  });

  test.each([
    ["a number", '{"kind":5}', "number", "kind"],
    ["an object", '{"apiVersion":{}}', "object", "apiVersion"],
    ["a list", '{"kind":[]}', "array", "kind"],
  ])("a body with %s as its type is rejected", async (_what, body, type, field) => {
    await withAttackedServer(async ({ client }) => {
      expectBadRequest(
        await client.request(mapsPath, { body }),
        `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go struct field .${field} of type string (${body})`,
      );
    });
  });
});
