/**
 * Type names in bodies, and bodies that cannot be decoded as their type. Expected values are responses of the
 * reference.
 */
import { describe, expect, test } from "vitest";
import { attackedServers, bystanderPath } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectBadRequest } from "../support/expect-status.ts";
import { envelope, part } from "../support/protobuf-message.ts";

const withAttackedServer = attackedServers();

const unreadable = (found: string, field: string): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go struct field .${field} of type string`;

test.each([
  ["in an unknown field", '{"a":1e400,"metadata":{"name":"new"}}', 201],
  ["in a list in an unknown field", '{"metadata":{"name":"new","a":[{"b":-1e400}]}}', 201],
  ["where a number belongs", '{"metadata":{"name":"new","generation":1e400}}', 400],
])("a number that does not fit into float64, %s, causes no internal error", async (_, body, status) => {
  await withAttackedServer(async ({ client }) => {
    expect((await client.request(`${mapsPath}?dryRun=All`, { body })).status).toBe(status);
  });
});

test("a number that does not fit into float64 is rejected in a field that keeps numbers as sent", async () => {
  await withAttackedServer(async ({ client }) => {
    const body = '{"metadata":{"name":"new"},"revision":1,"data":{"a":1e400}}';
    const answer = await client.request("/apis/apps/v1/namespaces/default/controllerrevisions", { body });
    expect([answer.status, answer.json.message]).toEqual([
      400,
      expect.stringContaining("cannot unmarshal number 1e400 into"),
    ]);
  });
});

describe("kind and apiVersion of a body", () => {
  test.each([
    ["Kind", '{"Kind":"ConfigMap","metadata":{"name":"new"}}'],
    ["APIVERSION", '{"APIVERSION":"v1","metadata":{"name":"new"}}'],
  ])("the type of a body is read from %s, which the decoder then ignores", async (field, body) => {
    await withAttackedServer(async ({ client }) => {
      const answer = await client.request(`${mapsPath}?dryRun=All`, { body });
      expect(answer.status).toBe(201);
      expect(answer.headers["warning"]).toBe(`299 - "unknown field \\"${field}\\""`);
    });
  });

  test("the type of a body may have members in capitals, and a wrong type is rejected", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = '{"metadata":{"name":"new"},"KIND":"Pod"}';
      expectBadRequest(
        await client.request(mapsPath, { body }),
        expect.stringMatching(/^Pod in version "v1" cannot be/),
      );
    });
  });

  test.each([
    ['{"kind":5,"apiVersion":true}', unreadable("number", "kind")],
    ['{"apiVersion":true,"kind":5}', unreadable("bool", "apiVersion")],
    ['{"APIVERSION":[],"kind":"ConfigMap"}', unreadable("array", "apiVersion")],
    ['{"kind":5,"kind":"ConfigMap"}', unreadable("number", "kind")],
    ['{"kind":[],"kind":"Pod","metadata":5}', unreadable("array", "kind")],
  ])("a body is rejected at the first of its type members that is not text: %s", async (body, why) => {
    await withAttackedServer(async ({ client }) => {
      expectBadRequest(
        await client.request(mapsPath, { body }),
        `the object provided is unrecognized (must be of type ConfigMap): ${why} (${body.length > 30 ? `${body.slice(0, 30)} ...` : body})`,
      );
    });
  });

  test("a body whose version is only a slash has the expected type", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = '{"apiVersion":"/","kind":"ConfigMap","metadata":{"name":"new"}}';
      expect((await client.request(`${mapsPath}?dryRun=All`, { body })).status).toBe(201);
    });
  });

  test("a protobuf body with a malformed version has the expected type", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = envelope({ apiVersion: "a/b/c", kind: "ConfigMap" }, part(1, part(1, "new")));
      const headers = { "content-type": "application/vnd.orch.protobuf" };
      expect((await client.request(`${mapsPath}?dryRun=All`, { body, headers })).status).toBe(201);
    });
  });
});

test("a null as a second value of a body's kind does not remove the first one", async () => {
  await withAttackedServer(async ({ client }) => {
    expectBadRequest(
      await client.request(mapsPath, { body: '{"kind":"Pod","kind":null,"metadata":{"name":"new"}}' }),
      'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
    );
  });
});

describe("documents of another type", () => {
  test.each([
    ['{"kind":"DeleteOptions","dryRun":"All"}', "string into Go struct field DeleteOptions.dryRun of type []string"],
    ['{"kind":"ListOptions","limit":"x"}', "string into Go struct field ListOptions.limit of type int64"],
    ['{"kind":"WatchEvent","type":[]}', "array into Go struct field WatchEvent.type of type string"],
    [
      '{"kind":"Status","details":{"causes":5}}',
      "number into Go struct field StatusDetails.details.causes of type []v1.StatusCause",
    ],
    ['{"kind":"List","items":5}', "number into Go struct field List.items of type []runtime.RawExtension"],
    [
      '{"kind":"ConfigMapList","items":[{"data":{"a":5}}]}',
      "number into Go struct field ConfigMap.items.data of type string",
    ],
    ['{"kind":"PodExecOptions","container":5}', "number into Go struct field PodExecOptions.container of type string"],
    [
      '{"apiVersion":"apps/v1","kind":"DeleteOptions","dryRun":5}',
      "number into Go struct field DeleteOptions.dryRun of type []string",
    ],
    [
      '{"apiVersion":"autoscaling/v1","kind":"Scale","spec":5}',
      "number into Go struct field Scale.spec of type v1.ScaleSpec",
    ],
  ])("a document of another type is decoded as its type, and rejected: %s", async (body, why) => {
    await withAttackedServer(async ({ client }) => {
      const answer = await client.request(mapsPath, {
        body: body.replace(/^\{(?!"apiVersion)/, '{"apiVersion":"v1",'),
      });
      expect(answer.json.message).toContain(`cannot be handled as a ConfigMap: json: cannot unmarshal ${why}`);
    });
  });

  test("a protobuf document of another type is decoded as its type, and rejected", async () => {
    await withAttackedServer(async ({ client }) => {
      // A message that ends within a field.
      const body = envelope({ apiVersion: "v1", kind: "Pod" }, part(2, part(1, "h")));
      const headers = { "content-type": "application/vnd.orch.protobuf" };
      expectBadRequest(
        await client.request(mapsPath, { body, headers }),
        'Pod in version "v1" cannot be handled as a ConfigMap: unexpected EOF',
      );
    });
  });

  test("a protobuf document of another type is rejected, whatever content type its envelope names", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = envelope({ apiVersion: "v1", kind: "Pod" }, part(1, part(1, "x")), { contentEncoding: "gzip" });
      const headers = { "content-type": "application/vnd.orch.protobuf" };
      expectBadRequest(
        await client.request(mapsPath, { body, headers }),
        'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
      );
    });
  });
});

describe("documents of a version that is not served", () => {
  test.each([
    ["a kind that another version serves", "policy/v1beta1", "PodDisruptionBudget", "v1beta1.PodDisruptionBudget"],
    ["a list of such a kind", "extensions/v1beta1", "IngressList", "v1beta1.IngressList"],
    ["a type of a subresource", "policy/v1beta1", "Eviction", "v1beta1.Eviction"],
    ["a review of an image", "imagepolicy.orch.io/v1alpha1", "ImageReview", "v1alpha1.ImageReview"],
    ["options", "apps/v1beta1", "CreateOptions", "v1.CreateOptions"],
    ["options of a served version", "autoscaling/v2", "CreateOptions", "v1.CreateOptions"],
    ["a type of apimachinery in an unknown group", "nosuch/v7", "Status", "v1.Status"],
  ])(
    "a document of a known version that is not served is rejected with its type: %s",
    async (_, apiVersion, kind, named) => {
      await withAttackedServer(async ({ client }) => {
        const version = apiVersion.slice(apiVersion.indexOf("/") + 1);
        expectBadRequest(
          await client.request(mapsPath, { body: JSON.stringify({ kind, apiVersion }) }),
          `${kind} in version "${version}" cannot be handled as a ConfigMap: converting (${named}) to (core.ConfigMap): unknown conversion`,
        );
      });
    },
  );

  test.each([
    ["apps/v1beta1", "Deployment", "apps/v1", "deployments"],
    ["extensions/v1beta1", "Deployment", "apps/v1", "deployments"],
    ["policy/v1beta1", "PodDisruptionBudget", "policy/v1", "poddisruptionbudgets"],
    ["batch/v1beta1", "CronJob", "batch/v1", "cronjobs"],
  ])("a document of another version is rejected at the endpoint: %s %s", async (apiVersion, kind, served, plural) => {
    await withAttackedServer(async ({ client }) => {
      expectBadRequest(
        await client.request(`/apis/${served}/namespaces/default/${plural}`, {
          body: JSON.stringify({ kind, apiVersion }),
        }),
        `the API version in the data (${apiVersion}) does not match the expected API version (${served})`,
      );
    });
  });
});

test("the summary of a body shows each byte of a truncated character as an invalid one", async () => {
  await withAttackedServer(async ({ client }) => {
    const body = '{"apiVersion":"v1","kind":"C\u20ac","m- "1"}';
    expectBadRequest(
      await client.request(mapsPath, { body }),
      expect.stringMatching(/ \(\{"apiVersion":"v1","kind":"C\ufffd\ufffd \.\.\.\)$/),
    );
  });
});

describe("duplicate keys", () => {
  test("the entries of duplicate maps are merged", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = '{"metadata":{"name":"new"},"data":{"a":"1"},"data":{"b":"2"}}';
      const answer = await client.request(`${mapsPath}?dryRun=All`, { body });
      expect(answer.json.data).toEqual({ a: "1", b: "2" });
    });
  });

  test("duplicate keys are rejected if the first value has the wrong type", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = '{"metadata":{"name":5,"name":"new"}}';
      const why = "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string";
      expectBadRequest(
        await client.request(mapsPath, { body }),
        `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`,
      );
    });
  });
});

describe.each([bystanderPath, mapsPath])("delete options at %s", (target) => {
  test.each([
    ['{"apiVersion":"a/b/c"}', "unexpected GroupVersion string: a/b/c"],
    ['{"apiVersion":5}', unreadable("number", "apiVersion")],
    ['{"kind":"Pod"}', 'no kind "Pod" is registered for version "v1"'],
    ["[", "couldn't get version/kind; json parse error: unexpected end of JSON input"],
  ])("delete options that are %s are rejected", async (body, message) => {
    await withAttackedServer(async ({ client }) => {
      const headers = { "content-type": "application/json" };
      expectBadRequest(await client.request(target, { method: "DELETE", headers, body }), message);
    });
  });
});
