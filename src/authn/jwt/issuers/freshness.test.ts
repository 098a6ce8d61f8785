import { expect, test } from "vitest";
import { freshMs } from "./freshness.ts";

const nowMs = Date.UTC(2030, 0, 1);

test.each([
  [{}, 0],
  [{ "cache-control": "max-age=60" }, 60_000],
  [{ "cache-control": "public, Max-Age = 60" }, 60_000],
  [{ "cache-control": "max-age=60, s-maxage=5" }, 5_000],
  [{ "cache-control": "max-age=-1" }, 0],
  [{ "cache-control": "max-age=99999999999999999999" }, 0],
  [{ "cache-control": "no-store" }, 0],
  [{ expires: "Tue, 01 Jan 2030 00:10:00 GMT" }, 600_000],
  [{ expires: "Tue, 01 Jan 2030 00:10:00 GMT", date: "Tue, 01 Jan 2030 00:09:00 GMT" }, 60_000],
  [{ expires: "Mon, 31 Dec 2029 00:00:00 GMT" }, 0],
  [{ expires: "tomorrow" }, 0],
  [{ expires: "Tue, 01 Jan 2030 00:10:00 GMT", "cache-control": "max-age=1" }, 1_000],
])("a response with the headers %j stays fresh for %d ms", (headers, expected) => {
  expect(freshMs(new Map(Object.entries(headers)), nowMs)).toBe(expected);
});
