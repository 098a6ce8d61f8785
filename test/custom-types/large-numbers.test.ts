/**
 * Numbers in definitions and objects that do not fit a floating point number. Expected values are those of the reference: it keeps integers
 * of 64 bits in defaults and enums, and rounds bounds.
 */
import { expect, test } from "vitest";
import { defineWidgets, definitionsPath, shopGroup, widgetsPath } from "../support/custom-types.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const json = { "content-type": "application/json" };
const definition = `${definitionsPath}/widgets.${shopGroup}`;

/** Defines Widgets whose spec has a property. @param property its schema as text, because it has exact numbers */
async function startWidgets(property: string): Promise<TestServer> {
  const running = await startTestServer();
  const { client } = running;
  await defineWidgets(client);
  const openAPIV3Schema = `{"type":"object","properties":{"spec":{"type":"object","properties":{"a":${property}}}}}`;
  const body = `[{"op":"replace","path":"/spec/versions/0/schema/openAPIV3Schema","value":${openAPIV3Schema}}]`;
  const headers = { "content-type": "application/json-patch+json" };
  const { status, text } = await client.request(definition, { method: "PATCH", headers, body });
  if (status !== 200) throw new Error(text);
  return running;
}

/** Returns the spec of the created object, or the message of the error, as text. */
async function create({ client }: TestServer, spec: string): Promise<string | undefined> {
  const body = `{"apiVersion":"${shopGroup}/v1","kind":"Widget","metadata":{"name":"a"},"spec":${spec}}`;
  const { status, text } = await client.request(`${widgetsPath}?dryRun=All`, { headers: json, body });
  const found = status === 201 ? /"spec":(.*)\}/.exec(text) : /"message":"(.*?)","reason"/.exec(text);
  return found?.[1]?.replaceAll('\\"', "'").replace(`Widget.${shopGroup} 'a' is invalid: `, "");
}

test.each([
  ['{"type":"integer","default":9007199254740993}', "9007199254740993"],
  ['{"type":"integer","default":9223372036854775807}', "9223372036854775807"],
  ['{"type":"number","default":9007199254740993.5}', "9007199254740994"],
  ['{"type":"number","default":12345678901234567890}', "12345678901234567000"],
  ['{"type":"number","default":1e21}', "1e+21"],
  [
    '{"type":"object","x-orch-preserve-unknown-fields":true,"default":{"10":1,"9":9007199254740993,"b":1.0}}',
    '{"10":1,"9":9007199254740993,"b":1}',
  ],
])("the default in %s is %s in the definition, in objects and in OpenAPI", async (property, expected) => {
  await using running = await startWidgets(property);
  const { client } = running;
  expect((await client.request(definition)).text).toContain(`"default":${expected}`);
  expect(await create(running, "{}")).toBe(`{"a":${expected}}`);
  expect((await client.request(`/openapi/v3/apis/${shopGroup}/v1`)).text).toContain(`"default":${expected}`);
});

const exactEnum = '{"type":"integer","enum":[9007199254740993,1]}';
const maximum = '{"type":"integer","maximum":9007199254740993}';
const exclusive = '{"type":"integer","maximum":9007199254740993,"exclusiveMaximum":true}';
const minimum = '{"type":"integer","minimum":9007199254740993}';
const fraction = '{"type":"number","maximum":0.1234567890123456789}';

test.each([
  [exactEnum, "9007199254740993", '{"a":9007199254740993}'],
  [
    exactEnum,
    "9007199254740992",
    "spec.a: Unsupported value: 9007199254740992: supported values: '9007199254740993', '1'",
  ],
  [maximum, "9007199254740992", '{"a":9007199254740992}'],
  [
    maximum,
    "9007199254740993",
    "spec.a: Invalid value: 9007199254740993: spec.a in body should be less than or equal to 9007199254740992",
  ],
  [
    exclusive,
    "9007199254740992",
    "spec.a: Invalid value: 9007199254740992: spec.a in body should be less than 9007199254740992",
  ],
  [minimum, "9007199254740992", '{"a":9007199254740992}'],
  [fraction, "0.1234567890123456789", '{"a":0.12345678901234568}'],
])("%s with the value %s gives %s", async (property, value, expected) => {
  await using running = await startWidgets(property);
  expect(await create(running, `{"a":${value}}`)).toBe(expected);
});
