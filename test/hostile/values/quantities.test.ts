/** Quantities with every suffix, sign and exponent, with their canonical form or error in the response. */
import { afterAll, describe, expect, test } from "vitest";
import { expectBadRequest } from "../../support/expect-status.ts";
import { startTestServer } from "../../support/test-server.ts";
import type { WireResponse } from "../../support/wire-client.ts";

const running = await startTestServer({
  flags: ["--runtime-config=resource.orch.io/v1beta1=true", "--feature-gates=DynamicResourceAllocation=true"],
});
const { client } = running;
afterAll(() => running[Symbol.asyncDispose]());

const slices = "/apis/resource.orch.io/v1beta1/resourceslices";

/**
 * Sends a ResourceSlice whose devices have these capacities, because a capacity can be any quantity. `values` are JSON
 * texts.
 */
function createSlice(values: readonly string[]): Promise<WireResponse> {
  const devices = values.map((value, index) => `{"name":"d${index}","basic":{"capacity":{"c":{"value":${value}}}}}`);
  const pool = `{"name":"p","generation":1,"resourceSliceCount":1}`;
  const spec = `{"driver":"a.example.com","nodeName":"n","pool":${pool},"devices":[${devices.join()}]}`;
  return client.request(`${slices}?dryRun=All`, {
    body: `{"metadata":{"name":"it"},"spec":${spec}}`,
    headers: { "content-type": "application/json" },
  });
}

/** Quantities of the reference's own tests, as sent and as returned. */
const canonicalForms: readonly (readonly [said: string, shown: string])[] = [
  ...["0", "0n", "0u", "0m", "0Ki", "0k", "0Mi", "0M", "0Gi", "0G", "0Ti", "0T", "0Pi", "0P", "0Ei", "0E"].map(
    (zero) => [zero, "0"] as const,
  ),
  ...["1Ki", "8Ki", "7Mi", "6Gi", "5Ti", "4Pi", "3Ei", "10Ti", "100Ti"].map((one) => [one, one] as const),
  ...["5n", "4u", "3m", "9", "8k", "50k", "7M", "6G", "5T", "40T", "300T", "2P", "1E", "12E"].map(
    (one) => [one, one] as const,
  ),
  ...["1e3", "1e9", "1e15", "3e3", "80e-3", "300e6", "1e-3", "1e-9"].map((one) => [one, one] as const),
  // As in the reference, a number with a fraction is returned as sent unless its digits end in three zeros.
  ...["100.035k", "10.035M", "7.123456M", "6.987654321G", "5.444T"].map((one) => [one, one] as const),
  ["1000m", "1"],
  ["5000m", "5"],
  ["1024Mi", "1Gi"],
  ["307200Ki", "300Mi"],
  ["1025024Mi", "1001Gi"],
  ["1024Gi", "1Ti"],
  ["1000M", "1G"],
  ["0.001T", "1G"],
  ["1000u", "1m"],
  ["1.08", "1080m"],
  ["1080000000n", "1080m"],
  [".001e12", "1e9"],
  ["0.001e0", "1e-3"],
  ["1000e-12", "1e-9"],
  ["1e14", "100e12"],
  ["1e13", "10e12"],
  ["0.001", "1m"],
  ["0.0005k", "500m"],
  ["0.5", "500m"],
  ["0.00050k", "500m"],
  ["0.05000", "50m"],
  ["0.5e0", "500e-3"],
  ["0.5e-1", "50e-3"],
  ["1.2e3", "1200"],
  ["1.3E+6", "1300e3"],
  ["1.40e9", "1400e6"],
  ["1.53E12", "1530e9"],
  ["1.7E18", "1700e15"],
  ["9.01", "9010m"],
  ["8.1k", "8100"],
  ["2.5P", "2500T"],
  ["1.01E", "1010P"],
  ["0.5Gi", "512Mi"],
  ["0.5Mi", "512Ki"],
  ["100.035Ki", "102435840m"],
  ["0.05Gi", "53687091200m"],
  ["0.025Ti", "27487790694400m"],
];

describe("canonical forms of quantities", () => {
  async function expectShown(pairs: readonly (readonly [said: string, shown: string])[]): Promise<void> {
    const answer = await createSlice(pairs.map(([said]) => JSON.stringify(said)));
    expect(answer.status, answer.text.slice(0, 500)).toBe(201);
    const values = (answer.json.spec.devices as { basic: { capacity: { c: { value: string } } } }[]).map(
      ({ basic }) => basic.capacity.c.value,
    );
    expect(pairs.map(([said], index) => [said, values[index]])).toEqual(pairs);
  }

  test("quantities with every suffix and exponent are returned in canonical form", async () => {
    await expectShown(canonicalForms);
  });

  test("negative quantities are returned in canonical form", async () => {
    await expectShown(canonicalForms.map(([said, text]) => [`-${said}`, text === "0" ? "0" : `-${text}`]));
  });

  test("quantities with a plus sign lose it when they are converted to canonical form", async () => {
    await expectShown([
      ["+1000m", "1"],
      ["+0.5", "500m"],
      ["+1024Ki", "1Mi"],
    ]);
  });

  test("quantities are rounded up to nano, and binary ones are limited to 64 bits", async () => {
    await expectShown([
      ["3.001n", "4n"],
      ["0.9n", "1n"],
      ["0.0000000001", "1n"],
      ["0.00000012345", "124n"],
      ["0.00000012354", "124n"],
      ["1.1E-9", "2e-9"],
      ["0.000000000001Ki", "2n"],
      ["1e-900", "1e-9"],
      ["9Ei", "9223372036854775807"],
      ["9223372036854775807Ki", "9223372036854775807"],
      ["-9Ei", "-9223372036854775807"],
      ["9223372036854775807", "9223372036854775807"],
      ["9223372036854775808", "9223372036854775808"],
      ["9".repeat(100), "9".repeat(100)],
      [`1${"0".repeat(99)}`, `1${"0".repeat(81)}E`],
    ]);
  });

  test("quantities that are JSON numbers are returned in canonical form", async () => {
    const answer = await createSlice(["0", "1000", "0.5", "1500", "-2", "1.5e3", "100000000000000000000"]);
    expect(answer.status, answer.text.slice(0, 500)).toBe(201);
    expect(
      answer.json.spec.devices.map(
        (one: { basic: { capacity: { c: { value: string } } } }) => one.basic.capacity.c.value,
      ),
    ).toEqual(["0", "1k", "500m", "1500", "-2", "1500", "100E"]);
  });
});

describe("invalid quantities", () => {
  const malformed = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const badSuffix = "unable to parse quantity's suffix";
  const badNumber = "unable to parse numeric part of quantity";

  test.each<[text: string, why: string]>([
    ["", malformed],
    ["1.1.M", malformed],
    ["1+1.0M", malformed],
    ["0.1mi", badSuffix],
    ["0.1am", malformed],
    ["aoeu", malformed],
    [".5i", badSuffix],
    ["1i", badSuffix],
    ["-3.01i", badSuffix],
    ["-3.01e-", badSuffix],
    ["1Mi1", badSuffix],
    ["1KI", malformed],
    ["1K", badSuffix],
    ["1ki", badSuffix],
    ["1mi", badSuffix],
    ["1B", malformed],
    ["0x10", malformed],
    ["1,5", malformed],
    ["1_000", malformed],
    ["٣", malformed],
    ["NaN", malformed],
    ["Infinity", malformed],
    ["--1", badSuffix],
    ["+-1", badSuffix],
    ["1e", badSuffix],
    ["1e1e1", malformed],
    ["1e99999999999999999999", badSuffix],
    ["1e5000", badNumber],
    ["9".repeat(2000), malformed],
  ])("the text %.60j is rejected as a quantity", async (text, why) => {
    const answer = await createSlice([JSON.stringify(text)]);
    expectBadRequest(answer, `ResourceSlice in version "v1beta1" cannot be handled as a ResourceSlice: ${why}`);
  });

  test.each(["true", "{}", "[]", "[1]"])("the JSON value %s is rejected as a quantity", async (value) => {
    expect((await createSlice([value])).status).toBe(400);
  });
});
