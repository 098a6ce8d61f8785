import { describe, expect, test } from "vitest";
import { attackedServers, bystanderPath } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import type { WireRequest } from "../support/wire-client.ts";

const withAttackedServer = attackedServers();

type PatchType = "json" | "merge" | "strategic-merge";

const mebibyte = 1024 * 1024;
const unprocessable = {
  code: 422,
  reason: "Invalid",
  message: "the server rejected our request due to an error in our request",
  details: {},
};

function patchOf(type: PatchType, body: unknown): WireRequest {
  return { method: "PATCH", headers: { "content-type": `application/${type}-patch+json` }, body };
}

describe("malformed patches", () => {
  test.each([
    ["json", "[", "error decoding patch: unexpected end of JSON input"],
    ["merge", "{", "error decoding patch: unexpected end of JSON input"],
    ["strategic-merge", "{", "unexpected end of JSON input"],
    ["json", "{}", expect.stringContaining("cannot unmarshal object into")],
    ["json", "[5]", expect.stringContaining("cannot unmarshal number into")],
    ["merge", "[]", "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ["merge", "null", "Invalid JSON Patch"],
    ["strategic-merge", "[]", "json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ["strategic-merge", '"x"', "json: cannot unmarshal string into Go value of type map[string]interface {}"],
    ["merge", Buffer.from('{"data":{"a":"\xff"}}', "latin1"), "error decoding patch: invalid UTF-8 in JSON input"],
    ["json", "[".repeat(10_000), "error decoding patch: exceeded max depth"],
    ["merge", '{"a":'.repeat(10_000), "error decoding patch: exceeded max depth"],
    ["strategic-merge", '{"a":'.repeat(10_000), "exceeded max depth"],
  ] as const)("a malformed %s patch is rejected with 400", async (type, body, message) => {
    await withAttackedServer(async ({ client }) => {
      expectBadRequest(await client.request(bystanderPath, patchOf(type, body)), message);
    });
  });

  test("[ERR-13] a patch over 3 MiB or a JSON patch with more than 10,000 operations gets 413", async () => {
    await withAttackedServer(async ({ client }) => {
      const tooLarge = { code: 413, reason: "RequestEntityTooLarge" };
      const large = Buffer.alloc(3 * mebibyte + 1, " ");
      for (const type of ["json", "merge", "strategic-merge"] as const) {
        const message = "Request entity too large: limit is 3145728";
        expectFailure(await client.request(bystanderPath, patchOf(type, large)), { ...tooLarge, message });
      }
      expectFailure(await client.request(mapsPath, { method: "POST", body: large }), {
        ...tooLarge,
        message: "Request entity too large: limit is 3145728",
      });
      const operations = Array.from({ length: 10_001 }, () => ({ op: "add", path: "/data/a", value: "b" }));
      expectFailure(await client.request(bystanderPath, patchOf("json", operations)), {
        ...tooLarge,
        message: "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
      });
      // A patch with one operation less is within the limit. The dry run stores nothing.
      const carried = await client.request(`${bystanderPath}?dryRun=All`, patchOf("json", operations.slice(1)));
      expect(carried.json.data).toEqual({ colour: "blue", a: "b" });
    });
  });

  test("a patch of an unknown media type gets 415", async () => {
    await withAttackedServer(async ({ client }) => {
      for (const contentType of [
        "application/json",
        "text/plain",
        "application/json-patch",
        "__proto__",
        ";;;",
        "\t",
      ]) {
        const request = { method: "PATCH", headers: { "content-type": contentType }, body: "{}" };
        const answer = await client.request(bystanderPath, request);
        expect({ contentType, status: answer.status }).toEqual({ contentType, status: 415 });
        expect(answer.json.message).toBe("415: Unsupported Media Type");
      }
    });
  });
});

describe("patches that cannot be applied", () => {
  const set = { op: "replace", path: "/data/colour", value: "red" };

  test.each([
    ["adding below a missing member", [set, { op: "add", path: "/nothing/a", value: "b" }]],
    ["replacing below a missing member", [set, { op: "replace", path: "/nothing/size", value: "b" }]],
    ["removing a missing member", [set, { op: "remove", path: "/data/size" }]],
    ["testing for another value", [set, { op: "test", path: "/data/colour", value: "blue" }]],
    ["moving a missing member", [set, { op: "move", from: "/data/size", path: "/data/a" }]],
    ["moving something into itself", [set, { op: "move", from: "/data", path: "/data/a" }]],
    ["copying from below a missing member", [set, { op: "copy", from: "/nothing/size", path: "/data/a" }]],
    ["an unknown operation", [set, { op: "paint", path: "/data/colour" }]],
    ["a missing operation", [set, {}]],
    ["a malformed pointer", [set, { op: "add", path: "data/a", value: "b" }]],
    ["adding below a string", [set, { op: "add", path: "/data/colour/a", value: "b" }]],
    ["adding below an inherited property of JavaScript", [set, { op: "add", path: "/__proto__/polluted", value: "b" }]],
    [
      "adding below an inherited property through the constructor",
      [set, { op: "add", path: "/constructor/prototype/a", value: "b" }],
    ],
    [
      "copying from below an inherited property of JavaScript",
      [set, { op: "copy", from: "/data/toString/name", path: "/data/a" }],
    ],
  ])("a JSON patch is rejected and changes nothing: %s", async (_what, operations) => {
    await withAttackedServer(async ({ client }) => {
      expectFailure(await client.request(bystanderPath, patchOf("json", operations)), unprocessable);
      expect({}).not.toHaveProperty("polluted");
    });
  });

  test.each(["/data/size", "/data/toString", "/data/__proto__"])(
    "a JSON patch that copies %s, which does not exist, copies null",
    async (from) => {
      await withAttackedServer(async ({ client }) => {
        const copied = await client.request(
          `${bystanderPath}?dryRun=All`,
          patchOf("json", [{ op: "copy", from, path: "/data/a" }]),
        );
        expect(copied.json).toMatchObject({ kind: "ConfigMap", data: { a: "" } });
      });
    },
  );

  test("a JSON patch that doubles the document repeatedly is rejected", async () => {
    await withAttackedServer(async ({ client }) => {
      const copies = Array.from({ length: 60 }, (_, index) => ({
        op: "copy",
        from: "/data",
        path: index % 2 === 0 ? "/data/a" : "/data/b",
      }));
      expectFailure(await client.request(bystanderPath, patchOf("json", copies)), unprocessable);
    });
  });

  test.each([
    ["an unknown directive", { $patch: "destroy" }],
    ["an element order for a map", { "$setElementOrder/data": ["a"], data: { a: "b" } }],
    ["a list for a map", { metadata: { labels: ["a"] } }],
  ])("a strategic merge patch with %s is rejected and changes nothing", async (_what, body) => {
    await withAttackedServer(async ({ client }) => {
      const { status, json } = await client.request(bystanderPath, patchOf("strategic-merge", body));
      expect([400, 422]).toContain(status);
      expect(json).toMatchObject({ kind: "Status", status: "Failure", code: status });
    });
  });
});

describe("patches whose result is not a valid object", () => {
  const decoding = "json: cannot unmarshal";

  test.each([
    ["json", [{ op: "replace", path: "", value: 5 }]],
    ["json", [{ op: "replace", path: "/data", value: 5 }]],
    ["json", [{ op: "remove", path: "/metadata" }]],
    ["merge", { data: 5 }],
    ["merge", { data: { colour: { a: "b" } } }],
    ["merge", { metadata: null }],
    ["strategic-merge", { data: 5 }],
    ["merge", { kind: "Secret" }],
    ["merge", { apiVersion: "v2" }],
    ["merge", { data: { "not/a/key": "x" } }],
  ] as const)("a patch with an invalid result is rejected and changes nothing: %s %j", async (type, body) => {
    await withAttackedServer(async ({ client }) => {
      const { status, json } = await client.request(bystanderPath, patchOf(type, body));
      expect(json).toMatchObject({ kind: "Status", status: "Failure" });
      expect([400, 422]).toContain(status);
      expect(json.code).toBe(status);
    });
  });

  test("the error of a patch with an invalid result names the wrong field", async () => {
    await withAttackedServer(async ({ client }) => {
      const { status, json } = await client.request(bystanderPath, patchOf("merge", { data: 5 }));
      expect(status).toBe(422);
      expect(json.message).toMatch(/^ "" is invalid: patch: Invalid value: "/);
      expect(json.message).toContain(
        `${decoding} number into Go struct field ConfigMap.data of type map[string]string`,
      );
    });
  });

  test.each([
    [
      "the name",
      { metadata: { name: "other" } },
      "the name of the object (other) does not match the name on the URL (bystander)",
    ],
    [
      "the namespace",
      { metadata: { namespace: "orch-system" } },
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
  ])("a patch cannot change %s", async (_what, body, message) => {
    await withAttackedServer(async ({ client }) => {
      for (const type of ["merge", "strategic-merge"] as const) {
        expectBadRequest(await client.request(bystanderPath, patchOf(type, body)), message);
      }
    });
  });
});

test.each([
  ["merge", '{"data":{"__proto__":"1","constructor":"2","hasOwnProperty":"3"}}'],
  ["strategic-merge", '{"data":{"__proto__":"1","constructor":"2","hasOwnProperty":"3"}}'],
  [
    "json",
    '[{"op":"add","path":"/data/__proto__","value":"1"},{"op":"add","path":"/data/constructor","value":"2"},{"op":"add","path":"/data/hasOwnProperty","value":"3"}]',
  ],
] as const)("keys with a meaning in JavaScript are data in a %s patch", async (type, body) => {
  await withAttackedServer(
    async ({ client }) => {
      const expected = '"data":{"__proto__":"1","constructor":"2","hasOwnProperty":"3","size":"9"}';
      expect(
        (await client.request(mapsPath, { body: { metadata: { name: "odd" }, data: { size: "9" } } })).status,
      ).toBe(201);
      const patched = await client.request(`${mapsPath}/odd`, patchOf(type, body));
      expect(patched.status, patched.text).toBe(200);
      expect((await client.request(`${mapsPath}/odd`)).text).toContain(expected);

      const remove = type === "json" ? '[{"op":"remove","path":"/data/__proto__"}]' : '{"data":{"__proto__":null}}';
      expect((await client.request(`${mapsPath}/odd`, patchOf(type, remove))).status).toBe(200);
      expect((await client.request(`${mapsPath}/odd`)).text).toContain(expected.replace('"__proto__":"1",', ""));

      const unchanged = await client.request(`${mapsPath}/odd`, patchOf("merge", '{"__proto__":{"data":{"x":"y"}}}'));
      expect(unchanged.text).not.toContain('"x":"y"');
      expect({}).not.toHaveProperty("1");
    },
    { mayStore: true },
  );
});

test("integers beyond 2^53 in a patch are stored exactly or rejected", async () => {
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const labels = { a: "b" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
  const body = { metadata: { name: "d" }, spec: { selector: { matchLabels: labels }, template } };
  const path = "/spec/template/spec/terminationGracePeriodSeconds";
  const patches = (integer: string): readonly (readonly [PatchType, string])[] => [
    ["merge", `{"spec":{"template":{"spec":{"terminationGracePeriodSeconds":${integer}}}}}`],
    ["strategic-merge", `{"spec":{"template":{"spec":{"terminationGracePeriodSeconds":${integer}}}}}`],
    ["json", `[{"op":"replace","path":"${path}","value":${integer}}]`],
  ];
  await withAttackedServer(
    async ({ client }) => {
      expect((await client.request(deployments, { body })).status).toBe(201);
      for (const integer of ["9007199254740993", "9223372036854775806"]) {
        for (const [type, patch] of patches(integer)) {
          const answer = await client.request(`${deployments}/d`, patchOf(type, patch));
          expect(answer.status, answer.text).toBe(200);
          expect((await client.request(`${deployments}/d`)).text).toContain(
            `"terminationGracePeriodSeconds":${integer}`,
          );
        }
      }
      for (const [type, patch] of patches("9223372036854775808")) {
        const refused = await client.request(`${deployments}/d`, patchOf(type, patch));
        expect(refused.status, refused.text).toBe(422);
        expect(refused.json.message).toContain("cannot unmarshal number 9223372036854775808 into Go struct field");
      }
      const read = await client.request(`${deployments}/d`);
      expect(read.text).toContain('"terminationGracePeriodSeconds":9223372036854775806');
      const tested = [
        `{"op":"test","path":"${path}","value":9223372036854775807}`,
        '{"op":"remove","path":"/spec/replicas"}',
      ];
      expectFailure(await client.request(`${deployments}/d`, patchOf("json", `[${tested.join(",")}]`)), unprocessable);
    },
    { mayStore: true },
  );
});
