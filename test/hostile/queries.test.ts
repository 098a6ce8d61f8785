import { describe, expect, test } from "vitest";
import { attackedServers, bystanderPath } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectBadRequest } from "../support/expect-status.ts";

const withAttackedServer = attackedServers();

describe("malformed selectors", () => {
  test.each([
    ["a in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ["a==b==c", "found '==', expected: ',' or 'end of string'"],
    ["=a", "found '=', expected: !, identifier, or 'end of string'"],
    ["a,,b", expect.stringMatching(/^found ',', expected: identifier after ','/)],
    ["(a)", "found '(', expected: !, identifier, or 'end of string'"],
    ["a in b", expect.stringMatching(/^unable to parse requirement: /)],
    ["a>b", expect.stringMatching(/^unable to parse requirement: /)],
    ["!", expect.stringMatching(/^unable to parse requirement: /)],
    ["__proto__=a", expect.stringMatching(/^unable to parse requirement: .*Invalid value: "__proto__"/)],
    [`${"a".repeat(64)}=b`, expect.stringMatching(/^unable to parse requirement: .*must be no more than 63 /)],
    ["(".repeat(10_000), "found '(', expected: !, identifier, or 'end of string'"],
  ])("a request with the malformed label selector %j is rejected", async (selector, message) => {
    await withAttackedServer(async ({ client }) => {
      const query = `labelSelector=${encodeURIComponent(selector)}`;
      for (const suffix of ["", "&watch=1", "&limit=1"]) {
        expectBadRequest(await client.request(`${mapsPath}?${query}${suffix}`), message);
      }
      expectBadRequest(await client.request(`${mapsPath}?${query}`, { method: "DELETE" }), message);
    });
  });

  test.each([
    ["a", expect.stringContaining("invalid selector: 'a'; can't understand 'a'")],
    ["data.colour=blue", expect.stringContaining('"data.colour" is not a known field selector')],
    ["constructor=x", expect.stringContaining('"constructor" is not a known field selector')],
    ["metadata.name", expect.stringContaining("can't understand 'metadata.name'")],
    ["metadata.name=a\\", expect.stringContaining("invalid")],
  ])("a request with the malformed field selector %s is rejected", async (selector, message) => {
    await withAttackedServer(async ({ client }) => {
      const query = `fieldSelector=${encodeURIComponent(selector)}`;
      expectBadRequest(await client.request(`${mapsPath}?${query}`), message);
      expectBadRequest(await client.request(`${mapsPath}?${query}&watch=1`), message);
      expectBadRequest(await client.request(`${mapsPath}?${query}`, { method: "DELETE" }), message);
    });
  });
});

test.each([
  ["limit=x", 'strconv.ParseInt: parsing "x": invalid syntax'],
  ["limit=1.5", 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ["limit=0x10", 'strconv.ParseInt: parsing "0x10": invalid syntax'],
  ["limit=99999999999999999999", 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
  ["timeoutSeconds=soon", 'strconv.ParseInt: parsing "soon": invalid syntax'],
  ["timeout=soon", 'invalid timeout specified in the request URL - time: invalid duration "soon"'],
  ["continue=zzz", expect.stringMatching(/^(invalid continue token: )?continue key is not valid: /)],
  ["continue=eyJ2IjoieCJ9", expect.stringMatching(/server does not recognize this encoded version x/)],
])("a request with the query %s is rejected with the reason", async (query, message) => {
  await withAttackedServer(async ({ client }) => {
    expectBadRequest(await client.request(`${mapsPath}?${query}`), message);
  });
});

test.each([
  "resourceVersion=abc",
  "resourceVersion=-1",
  "resourceVersion=1e3",
  "resourceVersion=99999999999999999999",
  "resourceVersionMatch=Nearly&resourceVersion=1",
  "resourceVersionMatch=Exact",
])("a request with the query %s is rejected with 400", async (query) => {
  await withAttackedServer(async ({ client }) => {
    const { status, json } = await client.request(`${mapsPath}?${query}`);
    expect({ status, kind: json.kind, code: json.code }).toEqual({ status: 400, kind: "Status", code: 400 });
    expect(json.message).not.toBe("");
  });
});

test.each([
  "dryRun=Some",
  "dryRun=All&dryRun=Some",
  "fieldValidation=Never",
  `fieldManager=${"a".repeat(129)}`,
  "fieldManager=a%00b",
])("a write with the option %s is rejected", async (query) => {
  await withAttackedServer(async ({ client }) => {
    const body = { metadata: { name: "a" } };
    const merge = { "content-type": "application/merge-patch+json" };
    const answers = [
      await client.request(`${mapsPath}?${query}`, { body }),
      await client.request(`${bystanderPath}?${query}`, { method: "PUT", body: { metadata: { name: "bystander" } } }),
      await client.request(`${bystanderPath}?${query}`, {
        method: "PATCH",
        headers: merge,
        body: { data: { a: "b" } },
      }),
    ];
    for (const { status, json } of answers) {
      expect(status).toBe(422);
      expect(json).toMatchObject({ kind: "Status", status: "Failure", reason: "Invalid", code: 422 });
    }
  });
});

test.each([
  ["a lone %", "%"],
  ["malformed escapes", "%zz=%zz"],
  ["bytes that are not UTF-8", "pretty=%ff"],
  ["semicolons", "a;b"],
  ["only separators", "=&=&&"],
  ["names of JavaScript properties", "__proto__=1&constructor=2"],
  ["an unknown parameter", "nothing=at%20all"],
  ["parameters without values", "labelSelector=&fieldSelector=&continue=&resourceVersion="],
  ["a negative limit", "limit=-1"],
  ["20,000 characters", `x=${"y".repeat(20_000)}`],
  ["20,000 parameters", "&".repeat(20_000)],
])("a query of %s has no effect", async (_what, query) => {
  await withAttackedServer(async ({ connect }) => {
    await using client = connect({ protocol: "h2" });
    const { status, json } = await client.request(`${bystanderPath}?${query}`);
    expect({ status, data: json.data }).toEqual({ status: 200, data: { colour: "blue" } });
    expect((await client.request(`${mapsPath}?${query}`)).json.items).toHaveLength(1);
  });
});
