import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { attackedServers } from "../support/attacked-server.ts";
import { mapsPath, namesOf } from "../support/config-maps.ts";
import { expectBadRequest, expectFailure } from "../support/expect-status.ts";
import { RawConnection } from "../support/raw-connection.ts";

const withAttackedServer = attackedServers();

const mebibyte = 1024 * 1024;
const bodyBytesMax = 3 * mebibyte;
const yaml = { "content-type": "application/yaml" };
const tooLarge = {
  code: 413,
  reason: "RequestEntityTooLarge",
  message: "Request entity too large: limit is 3145728",
};

/** Returns the error for an unreadable body. `why` is the reason and `beginning` the start of the body. */
const unrecognized = (why: string, beginning: string): string =>
  `the object provided is unrecognized (must be of type ConfigMap): ${why} (${beginning})`;
const unreadableJson = (why: string, beginning: string): string =>
  unrecognized(`couldn't get version/kind; json parse error: ${why}`, beginning);
const typeMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

describe.each(["h1", "h2"] as const)("over %s", (protocol) => {
  test.each([
    ["truncated in an object", '{"metadata":', "unexpected end of JSON input", '{"metadata":'],
    ["truncated in a string", '{"metadata":{"name":"a', "unexpected end of JSON input", '{"metadata":{"name":"a'],
    ["not JSON", "{name: a}", "invalid character 'n' looking for beginning of object key string", "{name: a}"],
    ["two values", "{} {}", "invalid character '{' after top-level value", "{} {}"],
    ["only a string", '"a"', `json: cannot unmarshal string into Go value of type ${typeMeta}`, "226122"],
    ["a NUL", "\0", "invalid character '\\x00' looking for beginning of value", "00"],
  ])("a body that is %s is rejected", async (_what, body, why, beginning) => {
    await withAttackedServer(async ({ connect }) => {
      await using client = connect({ protocol });
      expectBadRequest(await client.request(mapsPath, { body }), unreadableJson(why, beginning));
    });
  });

  test("a body one byte over the limit is rejected, and one at the limit is read", async () => {
    await withAttackedServer(async ({ connect, client: other }) => {
      await using client = connect({ protocol });
      const body = Buffer.alloc(bodyBytesMax + 1, " ");
      expectFailure(await client.request(mapsPath, { body }), tooLarge);
      expectFailure(await client.request(`${mapsPath}/bystander`, { method: "PUT", body }), tooLarge);
      const options = { method: "DELETE", body, headers: { "content-type": "application/json" } };
      expectFailure(await client.request(`${mapsPath}/bystander`, options), tooLarge);
      const justFits = body.subarray(1);
      expectBadRequest(
        await client.request(mapsPath, { body: justFits }),
        unreadableJson("unexpected end of JSON input", `${"20".repeat(30)} ...`),
      );
      expect(namesOf(await other.request(mapsPath))).toEqual(["bystander"]);
    });
  });
});

test("a body far over the limit is rejected before the client has sent it all, and the client gets the response", async () => {
  await withAttackedServer(async (running) => {
    await using connection = await RawConnection.open(running);
    connection.send(`POST ${mapsPath} HTTP/1.1\r\nhost: a\r\ncontent-length: ${64 * mebibyte}\r\n\r\n`);
    const sent = connection.sendAll(Buffer.alloc(64 * mebibyte, " "));
    const answer = await connection.nextResponse();
    expectFailure(answer, tooLarge);
    expect(answer.headers.get("connection")).toBe("close");
    await connection.closed();
    await sent;
  });
});

test("a chunked body is rejected once it exceeds the limit", async () => {
  await withAttackedServer(async (running) => {
    await using connection = await RawConnection.open(running);
    connection.send(`POST ${mapsPath} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n`);
    const chunk = Buffer.concat([Buffer.from("80000\r\n"), Buffer.alloc(0x80000, " "), Buffer.from("\r\n")]);
    for (let sent = 0; sent < 6; sent++) await connection.sendAll(chunk);
    expect(connection.received.length).toBe(0);
    connection.send("1\r\n \r\n");
    const answer = await connection.nextResponse();
    expectFailure(answer, tooLarge);
    expect(answer.headers.get("connection")).toBe("close");
    await connection.closed();
  });
});

test("a compressed body is not decompressed", async () => {
  await withAttackedServer(async ({ client }) => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('{"metadata":{"name":"a"}}'), Buffer.alloc(64 * mebibyte, " ")]));
    expect(bomb.length).toBeLessThan(bodyBytesMax);
    const answer = await client.request(mapsPath, { body: bomb, headers: { "content-encoding": "gzip" } });
    expectBadRequest(answer, expect.stringMatching(/json parse error: invalid UTF-8 in JSON input \(1f8b08/));
  });
});

describe("bodies with 10,000 levels", () => {
  const levels = 10_000;
  const objects = `{"metadata":{"name":"a"},"data":${'{"a":'.repeat(levels)}1${"}".repeat(levels)}}`;

  test.each([
    ["objects", objects, '{"metadata":{"name":"a"},"data ...'],
    ["arrays", `${"[".repeat(levels)}${"]".repeat(levels)}`, `${"5b".repeat(30)} ...`],
    ["arrays that are never closed", "[".repeat(levels), `${"5b".repeat(30)} ...`],
  ])("10,000 levels of JSON %s are rejected", async (_what, body, beginning) => {
    await withAttackedServer(async ({ client }) => {
      expectBadRequest(await client.request(mapsPath, { body }), unreadableJson("exceeded max depth", beginning));
    });
  });

  test.each([
    ["flow sequences", "[".repeat(levels)],
    ["flow mappings", "{a: ".repeat(levels)],
    ["block sequences", "- ".repeat(levels)],
  ])("10,000 levels of YAML %s are rejected", async (_what, body) => {
    await withAttackedServer(async ({ client }) => {
      const answer = await client.request(mapsPath, { body, headers: yaml });
      expectBadRequest(answer, expect.stringMatching(/^the object provided .*: yaml: .*exceeded max depth of 1000 \(/));
    });
  });
});

test("the last of two duplicate keys counts, and strict validation rejects them", async () => {
  const body = '{"metadata":{"name":"first","name":"last"},"data":{"k":"1","k":"2"},"data":{"k":"3"}}';
  await withAttackedServer(async ({ client }) => {
    expectBadRequest(
      await client.request(`${mapsPath}?fieldValidation=Strict`, { body }),
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "metadata.name", duplicate field "data.k", duplicate field "data"',
    );
  });
  await withAttackedServer(
    async ({ client }) => {
      const made = await client.request(`${mapsPath}?fieldValidation=Ignore`, { body });
      expect(made.json).toMatchObject({ metadata: { name: "last" }, data: { k: "3" } });
      expect(namesOf(await client.request(mapsPath))).toEqual(["bystander", "last"]);
    },
    { mayStore: true },
  );
});

test("a body with 500,001 keys is rejected", async () => {
  await withAttackedServer(async ({ client }) => {
    const body = `{"metadata":{"name":"a"},"data":{${'"":0,'.repeat(500_000)}"a":0}}`;
    const answer = await client.request(mapsPath, { body });
    expectBadRequest(answer, expect.stringContaining("exceeded max number of keys of 500000"));
  });
});

test.each([
  ["in layers", ["a: &a [x,x,x,x,x,x,x,x,x]", ...multiplyingAliases("abcdefgh")].join("\n")],
  ["in a mapping", ["a: &a {x: x, y: x, z: x}", ...multiplyingAliases("abcdefghij")].join("\n")],
])("YAML aliases that multiply %s are rejected", async (_how, body) => {
  await withAttackedServer(async ({ client }) => {
    const answer = await client.request(mapsPath, { body, headers: yaml });
    expectBadRequest(answer, expect.stringContaining("yaml: document contains excessive aliasing"));
  });
});

/** Returns YAML lines in which each anchor refers to the previous one nine times. */
function multiplyingAliases(names: string): string[] {
  return names
    .split("")
    .slice(1)
    .map((name, index) => `${name}: &${name} [${`*${names[index]},`.repeat(9)}]`);
}

test("a YAML alias that refers to a value around it is rejected", async () => {
  await withAttackedServer(async ({ client }) => {
    const answer = await client.request(mapsPath, { body: "data: &a {x: *a}", headers: yaml });
    expectBadRequest(answer, expect.stringContaining("anchor 'a' value contains itself"));
  });
});

test.each([
  ["a byte that no text has", "\xff"],
  ["a character in more bytes than it needs", "\xc0\xaf"],
  ["a surrogate", "\xed\xa0\x80"],
  ["the beginning of a character", "\xe2\x82"],
])("%s is rejected in JSON and YAML", async (_what, bytes) => {
  await withAttackedServer(async ({ client }) => {
    const body = Buffer.from(`{"metadata":{"name":"a"},"data":{"k":"${bytes}"}}`, "latin1");
    expectBadRequest(
      await client.request(mapsPath, { body }),
      unreadableJson("invalid UTF-8 in JSON input", '{"metadata":{"name":"a"},"data ...'),
    );
    const answer = await client.request(mapsPath, { body, headers: yaml });
    expectBadRequest(answer, expect.stringMatching(/: yaml: .*(invalid|incomplete) UTF-8/));
  });
});

describe("keys with a meaning in JavaScript", () => {
  const keys = '{"__proto__":"1","constructor":"2","hasOwnProperty":"3","toString":"4"}';

  test.each([
    ["application/json", `{"metadata":{"name":"odd"},"data":${keys}}`],
    [
      "application/yaml",
      `metadata: {name: odd}\ndata:\n  __proto__: "1"\n  constructor: "2"\n  hasOwnProperty: "3"\n  toString: "4"`,
    ],
  ])("keys with a meaning in JavaScript are data in a body of %s", async (contentType, body) => {
    await withAttackedServer(
      async ({ client }) => {
        const made = await client.request(mapsPath, { body, headers: { "content-type": contentType } });
        expect(made.status, made.text).toBe(201);
        const read = await client.request(`${mapsPath}/odd`);
        expect(read.text).toContain(`"data":${keys}`);
        expect((await client.request(mapsPath)).text).toContain(`"data":${keys}`);
        const replaced = await client.request(`${mapsPath}/odd`, { method: "PUT", body: read.bytes });
        expect(replaced.json.metadata.resourceVersion).toBe(made.json.metadata.resourceVersion);
        expect({}).not.toHaveProperty("1");
      },
      { mayStore: true },
    );
  });

  test("valid labels with a meaning in JavaScript are stored and can be selected", async () => {
    await withAttackedServer(
      async ({ client }) => {
        const labels = '{"constructor":"a","hasOwnProperty":"b","valueOf":""}';
        const body = `{"metadata":{"name":"odd","labels":${labels}}}`;
        expect((await client.request(mapsPath, { body })).status).toBe(201);
        expect((await client.request(`${mapsPath}/odd`)).text).toContain(`"labels":${labels}`);
        const selected = async (selector: string): Promise<string[]> =>
          namesOf(await client.request(`${mapsPath}?labelSelector=${encodeURIComponent(selector)}`));
        expect(await selected("constructor=a")).toEqual(["odd"]);
        expect(await selected("constructor")).toEqual(["odd"]);
        expect(await selected("toString")).toEqual([]);
        expect(await selected("!constructor")).toEqual(["bystander"]);
      },
      { mayStore: true },
    );
  });

  test("invalid labels with a meaning in JavaScript are rejected", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = '{"metadata":{"name":"odd","labels":{"__proto__":"x"}}}';
      const refused = await client.request(mapsPath, { body });
      expect(refused.status).toBe(422);
      expect(refused.json.details.causes).toEqual([
        {
          reason: "FieldValueInvalid",
          field: "metadata.labels",
          message: expect.stringMatching(/^Invalid value: "__proto__": name part must consist of alphanumeric/),
        },
      ]);
    });
  });

  test("fields with a meaning in JavaScript count as unknown fields", async () => {
    await withAttackedServer(async ({ client }) => {
      const body = '{"__proto__":{"data":{"a":"b"}},"constructor":1,"metadata":{"name":"odd","__proto__":{}}}';
      const refused = await client.request(`${mapsPath}?fieldValidation=Strict`, { body });
      expectBadRequest(
        refused,
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "__proto__", unknown field "constructor", unknown field "metadata.__proto__"',
      );
    });
  });
});

describe("integers beyond the precision of a double", () => {
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const deployment = (replicas: string, graceSeconds: string): string =>
    `{"metadata":{"name":"d"},"spec":{"replicas":${replicas},"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"terminationGracePeriodSeconds":${graceSeconds},"containers":[{"name":"c","image":"i"}]}}}}`;

  test.each(["9007199254740993", "9223372036854775807"])(
    "the integer %s is stored exactly in a field that can hold it",
    async (integer) => {
      await withAttackedServer(
        async ({ client }) => {
          const made = await client.request(deployments, { body: deployment("0", integer) });
          expect(made.status, made.text).toBe(201);
          const member = `"terminationGracePeriodSeconds":${integer},`;
          const read = await client.request(`${deployments}/d`);
          expect(read.text).toContain(member);
          expect((await client.request(deployments)).text).toContain(member);
          const asYaml = await client.request(`${deployments}/d`, { headers: { accept: "application/yaml" } });
          expect(asYaml.text).toContain(`terminationGracePeriodSeconds: ${integer}\n`);
          const replaced = await client.request(`${deployments}/d`, {
            method: "PUT",
            body: asYaml.bytes,
            headers: yaml,
          });
          expect(replaced.text).toContain(member);
          for (const [type, body] of [
            ["merge-patch", '{"spec":{"replicas":1}}'],
            ["strategic-merge-patch", '{"spec":{"replicas":2}}'],
            ["json-patch", '[{"op":"replace","path":"/spec/replicas","value":3}]'],
          ]) {
            const headers = { "content-type": `application/${type}+json` };
            const patched = await client.request(`${deployments}/d`, { method: "PATCH", headers, body });
            expect(patched.status, patched.text).toBe(200);
            expect(patched.text).toContain(member);
          }
        },
        { mayStore: true },
      );
    },
  );

  test.each([
    ["9007199254740993", "0", "DeploymentSpec.spec.replicas of type int32", "9007199254740993"],
    ["2147483648", "0", "DeploymentSpec.spec.replicas of type int32", "2147483648"],
    [
      "0",
      "9223372036854775808",
      "PodSpec.spec.template.spec.terminationGracePeriodSeconds of type int64",
      "9223372036854775808",
    ],
  ])(
    "replicas %s and the grace period %s are rejected because they do not fit",
    async (replicas, grace, field, shown) => {
      await withAttackedServer(async ({ client }) => {
        expectBadRequest(
          await client.request(deployments, { body: deployment(replicas, grace) }),
          `Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number ${shown} into Go struct field ${field}`,
        );
      });
    },
  );

  test("a number beyond the range of a double is rejected", async () => {
    await withAttackedServer(async ({ client }) => {
      const answer = await client.request(deployments, { body: deployment("0", "1e400") });
      expectBadRequest(
        answer,
        'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number 1e400 into Go struct field PodSpec.spec.template.spec.terminationGracePeriodSeconds of type int64',
      );
    });
  });
});
