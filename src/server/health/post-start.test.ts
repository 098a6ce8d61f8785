import { describe, expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { recordingLogger } from "../testing/log-lines.ts";
import { PostStartHooks } from "./post-start.ts";

/** Returns whether each check passes, by its name. */
async function states(hooks: PostStartHooks, graceMs: number): Promise<Record<string, boolean>> {
  const entries = hooks.checks(graceMs).map(async ({ name, check }) => {
    const passes = await Promise.resolve()
      .then(check)
      .then(
        () => true,
        () => false,
      );
    return [name, passes] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe("PostStartHooks with two hooks", () => {
  test("post-start hooks run at the same time, and the check of each passes when it is done", async () => {
    const gates = { a: deferred(), b: deferred() };
    const clock = new ManualClock();
    const hooks = new PostStartHooks(
      [
        { name: "a", run: () => gates.a.promise },
        { name: "b", run: () => gates.b.promise },
      ],
      clock,
      recordingLogger().logger,
    );
    const running = hooks.run();
    expect(await states(hooks, 0)).toEqual({ "poststarthook/a": false, "poststarthook/b": false });
    gates.b.resolve();
    await clock.advance(0);
    expect(await states(hooks, 0)).toEqual({ "poststarthook/a": false, "poststarthook/b": true });
    gates.a.resolve();
    await running;
    expect(await states(hooks, 0)).toEqual({ "poststarthook/a": true, "poststarthook/b": true });
  });

  test("PostStartHooks.run() waits for all post-start hooks before it throws the error of one", async () => {
    const gate = deferred();
    const failure = new Error("broken");
    const { logger, lines } = recordingLogger();
    const hooks = new PostStartHooks(
      [
        { name: "a", run: () => Promise.reject(failure) },
        { name: "b", run: () => gate.promise },
      ],
      new ManualClock(),
      logger,
    );
    let hasFailed = false;
    const outcome = hooks.run().catch((error: unknown) => {
      hasFailed = true;
      return error;
    });
    expect(hasFailed).toBe(false);
    gate.resolve();
    expect(await outcome).toBe(failure);
    expect(await states(hooks, 0)).toEqual({ "poststarthook/a": false, "poststarthook/b": true });
    expect(lines).toEqual([
      { level: "error", message: "a post-start hook failed", fields: { hook: "a" }, cause: failure },
    ]);
  });
});

test("the check of an unfinished hook passes during the grace period", async () => {
  const clock = new ManualClock();
  await clock.advance(5000);
  const hooks = new PostStartHooks([{ name: "a", run: async () => undefined }], clock, recordingLogger().logger);
  await clock.advance(9999);
  expect(await states(hooks, 10_000)).toEqual({ "poststarthook/a": true });
  expect(await states(hooks, 0)).toEqual({ "poststarthook/a": false });
  await clock.advance(1);
  expect(await states(hooks, 10_000)).toEqual({ "poststarthook/a": false });
});
