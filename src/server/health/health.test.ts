import { describe, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { PathTable, router } from "../route.ts";
import { ResourceTable } from "../served/resource-table.ts";
import { recordingLogger } from "../testing/log-lines.ts";
import { testCall } from "../testing/test-call.ts";
import { type HealthCheck, installHealth } from "./health.ts";

const passing: HealthCheck = { name: "good", check: () => undefined };
const failing: HealthCheck = { name: "bad", check: () => Promise.reject(new Error("a secret")) };
const stuck: HealthCheck = { name: "stuck", check: () => new Promise(() => undefined) };

function serveHealth(checks: readonly HealthCheck[]) {
  const clock = new ManualClock();
  const paths = new PathTable();
  const { logger, lines } = recordingLogger();
  installHealth(paths, { checks: { healthy: checks, live: [passing], ready: checks }, clock, logger });
  const route = router(new ResourceTable(), paths);
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const { call, readResponse } = testCall(path);
    await route(call);
    const { status, text } = await readResponse();
    return { status, text };
  };
  return { clock, lines, get };
}

test("each health path runs its own checks", async () => {
  const { get } = serveHealth([passing, failing]);
  expect(await get("/livez")).toEqual({ status: 200, text: "ok" });
  expect((await get("/readyz")).status).toBe(500);
  expect((await get("/healthz")).status).toBe(500);
});

test("a failed check is shown without its reason, which is logged", async () => {
  const { get, lines } = serveHealth([passing, failing]);
  expect((await get("/readyz")).text).toBe("[+]good ok\n[-]bad failed: reason withheld\nreadyz check failed\n");
  expect(lines).toEqual([
    { level: "warning", message: "a health check failed", fields: { check: "bad", reason: "a secret" } },
  ]);
});

describe("the path of one check", () => {
  test("the path of one check runs only this check, and shows why it failed, as in the reference", async () => {
    const { get } = serveHealth([passing, failing]);
    expect(await get("/readyz/good")).toEqual({ status: 200, text: "ok" });
    expect(await get("/readyz/bad")).toEqual({
      status: 500,
      text: "internal server error: a secret\n",
    });
  });

  test.each(["/readyz/nothing", "/livez/bad", "/readyz/good/more", "/readyz/constructor", "/readyz//"])(
    "the path %s of an unknown check gets 404",
    async (path) => {
      const { get } = serveHealth([passing, failing]);
      await expect(get(path)).rejects.toMatchObject({ code: 404 });
    },
  );
});

test("checks run at the same time, and fail after two seconds", async () => {
  const { get, clock } = serveHealth([stuck, { ...stuck, name: "also stuck" }, passing]);
  const answer = get("/readyz");
  await clock.advance(1999);
  expect(clock.pendingCount).toBe(2);
  await clock.advance(1);
  expect((await answer).text).toBe(
    "[-]stuck failed: reason withheld\n[-]also stuck failed: reason withheld\n[+]good ok\nreadyz check failed\n",
  );
  expect(clock.pendingCount).toBe(0);
});

test("a check with its own time limit fails after that time", async () => {
  const { get, clock, lines } = serveHealth([{ ...stuck, timeoutMs: 300 }]);
  const answer = get("/readyz");
  await clock.advance(299);
  expect(lines).toEqual([]);
  await clock.advance(1);
  expect((await answer).status).toBe(500);
  expect(lines.map(({ fields }) => fields)).toEqual([
    { check: "stuck", reason: "the check stuck did not end within 300 ms" },
  ]);
});

test("an excluded check does not run", async () => {
  let runs = 0;
  const countingCheck: HealthCheck = {
    name: "counted",
    check: () => {
      runs++;
    },
  };
  const { get } = serveHealth([countingCheck, passing]);
  expect(await get("/readyz?verbose&exclude=counted")).toEqual({
    status: 200,
    text: "[+]counted excluded: ok\n[+]good ok\nreadyz check passed\n",
  });
  expect(runs).toBe(0);
});

test("no timer remains when all checks have passed", async () => {
  const { get, clock } = serveHealth([passing]);
  await get("/readyz");
  expect(clock.pendingCount).toBe(0);
});
