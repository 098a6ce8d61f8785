/** Valid and invalid RFC 3339 times, with their canonical form or error in the response. */
import { afterAll, describe, expect, test } from "vitest";
import { expectBadRequest } from "../../support/expect-status.ts";
import { startTestServer } from "../../support/test-server.ts";
import type { WireResponse } from "../../support/wire-client.ts";

const running = await startTestServer();
const { client } = running;
afterAll(() => running[Symbol.asyncDispose]());

const events = "/api/v1/namespaces/default/events?dryRun=All";
const leases = "/apis/coordination.orch.io/v1/namespaces/default/leases?dryRun=All";

function createEvent(firstTimestamp: unknown): Promise<WireResponse> {
  const involvedObject = { kind: "Pod", namespace: "default", name: "p" };
  return client.request(events, { body: { metadata: { name: "it" }, involvedObject, firstTimestamp } });
}

function createLease(renewTime: unknown): Promise<WireResponse> {
  return client.request(leases, { body: { metadata: { name: "it" }, spec: { holderIdentity: "me", renewTime } } });
}

describe("times in whole seconds of UTC", () => {
  test.each([
    ["2025-03-04T05:06:07Z", "2025-03-04T05:06:07Z"],
    ["2025-03-04T05:06:07.999999999Z", "2025-03-04T05:06:07Z"],
    ["2025-03-04T05:06:07+02:30", "2025-03-04T02:36:07Z"],
    ["2025-03-04T05:06:07-00:00", "2025-03-04T05:06:07Z"],
    ["2024-12-31T23:30:00-01:00", "2025-01-01T00:30:00Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
    ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"],
    ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
    ["0001-01-01T00:00:01Z", "0001-01-01T00:00:01Z"],
    ["0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"],
    ["0001-01-01T00:00:00Z", null],
    [null, null],
  ])("the time %j is returned as %j", async (said, kept) => {
    const answer = await createEvent(said);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json.firstTimestamp).toBe(kept);
  });
});

describe("invalid times", () => {
  const layout = "2006-01-02T15:04:05Z07:00";
  const mismatch = (text: string, rest: string, element: string): string =>
    `parsing time "${text}" as "${layout}": cannot parse "${rest}" as "${element}"`;
  const outOfRange = (text: string, what: string): string => `parsing time "${text}": ${what} out of range`;

  test.each([
    ["", mismatch("", "", "2006")],
    ["yesterday", mismatch("yesterday", "yesterday", "2006")],
    ["2025-03-04", mismatch("2025-03-04", "", "T")],
    ["10000-01-01T00:00:00Z", mismatch("10000-01-01T00:00:00Z", "0-01-01T00:00:00Z", "-")],
    ["-2025-03-04T05:06:07Z", mismatch("-2025-03-04T05:06:07Z", "-2025-03-04T05:06:07Z", "2006")],
    ["2025-03-04 05:06:07Z", mismatch("2025-03-04 05:06:07Z", " 05:06:07Z", "T")],
    ["2025-03-04t05:06:07Z", mismatch("2025-03-04t05:06:07Z", "t05:06:07Z", "T")],
    ["2025-03-04T05:06:07z", mismatch("2025-03-04T05:06:07z", "z", "Z07:00")],
    ["2025-03-04T05:06:07", mismatch("2025-03-04T05:06:07", "", "Z07:00")],
    ["2025-03-04T05:06:07+0230", mismatch("2025-03-04T05:06:07+0230", "+0230", "Z07:00")],
    ["2025-03-04T05:06Z", mismatch("2025-03-04T05:06Z", "Z", ":")],
    ["2025-02-29T00:00:00Z", outOfRange("2025-02-29T00:00:00Z", "day")],
    ["1900-02-29T00:00:00Z", outOfRange("1900-02-29T00:00:00Z", "day")],
    ["2025-00-10T00:00:00Z", outOfRange("2025-00-10T00:00:00Z", "month")],
    ["2025-01-32T00:00:00Z", outOfRange("2025-01-32T00:00:00Z", "day")],
    ["2016-12-31T23:59:60Z", outOfRange("2016-12-31T23:59:60Z", "second")],
    ["2025-03-04T24:00:00Z", outOfRange("2025-03-04T24:00:00Z", "hour")],
    ["0000-01-01T00:00:00+01:00", outOfRange("0000-01-01T00:00:00+01:00", "year")],
    ["9999-12-31T23:59:59-01:00", outOfRange("9999-12-31T23:59:59-01:00", "year")],
    ["2025-03-04T05:06:07Z ", 'parsing time "2025-03-04T05:06:07Z ": extra text: " "'],
  ])("the text %j is rejected as a time", async (said, why) => {
    expectBadRequest(await createEvent(said), `Event in version "v1" cannot be handled as a Event: ${why}`);
  });

  test.each([5, true, {}, [], 1e300])("the JSON value %j is rejected as a time", async (said) => {
    expect((await createEvent(said)).status).toBe(400);
  });
});

describe("times with microseconds", () => {
  test.each([
    ["2025-03-04T05:06:07.123456Z", "2025-03-04T05:06:07.123456Z"],
    ["2025-03-04T05:06:07.000000+01:00", "2025-03-04T04:06:07.000000Z"],
  ])("the time %j is returned with microseconds as %j", async (said, kept) => {
    const answer = await createLease(said);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json.spec.renewTime).toBe(kept);
  });

  test.each([
    ["2025-03-04T05:06:07Z", "Z", ".000000"],
    ["2025-03-04T05:06:07.123Z", ".123Z", ".000000"],
    ["2025-03-04T05:06:07.1234567Z", "7Z", "Z07:00"],
  ])("the text %j is rejected as a time with microseconds", async (said, rest, element) => {
    const layout = "2006-01-02T15:04:05.000000Z07:00";
    expectBadRequest(
      await createLease(said),
      `Lease in version "v1" cannot be handled as a Lease: parsing time "${said}" as "${layout}": cannot parse "${rest}" as "${element}"`,
    );
  });

  test.each(["0000-01-01T00:00:00.000000+01:00", "9999-12-31T23:59:59.000000-01:00"])(
    "the text %j is rejected, because no text in UTC represents this time",
    async (said) => {
      expectBadRequest(
        await createLease(said),
        `Lease in version "v1" cannot be handled as a Lease: parsing time "${said}": year out of range`,
      );
    },
  );
});
