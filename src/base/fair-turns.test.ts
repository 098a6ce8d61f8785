import { expect, test } from "vitest";
import { FairTurns, runAtOnce, runInTurns, type Steps } from "./fair-turns.ts";

const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function turnsAt(start: number) {
  const time = { nowMs: start };
  return { time, turns: new FairTurns(() => time.nowMs) };
}

test("a turn is over after ten milliseconds", () => {
  const { time, turns } = turnsAt(1000);
  expect(turns.isOver).toBe(false);
  time.nowMs += 9;
  expect(turns.isOver).toBe(false);
  time.nowMs += 1;
  expect(turns.isOver).toBe(true);
});

test("all work in one round of the event loop shares a turn, and the next round has a new one", async () => {
  const { time, turns } = turnsAt(0);
  expect(turns.isOver).toBe(false);
  time.nowMs = 10;
  expect(turns.isOver).toBe(true);
  await nextRound();
  expect(turns.isOver).toBe(false);
});

test("each round resumes one waiting task, in order", async () => {
  const { turns } = turnsAt(0);
  const seen: string[] = [];
  const wait = async (name: string): Promise<void> => {
    await turns.next();
    seen.push(name);
  };
  const all = [wait("first"), wait("second"), wait("third")];
  const rounds: string[][] = [];
  while (seen.length < all.length) {
    await nextRound();
    rounds.push([...seen]);
  }
  expect(rounds).toEqual([["first"], ["first", "second"], ["first", "second", "third"]]);
});

test("idle time does not count towards a turn", async () => {
  const { time, turns } = turnsAt(0);
  await turns.next();
  time.nowMs = 1_000_000;
  expect(turns.isOver).toBe(false);
});

test("a turn keeps the process alive only while something waits for it", async () => {
  const { turns } = turnsAt(0);
  const immediates = (): number => process.getActiveResourcesInfo().filter((name) => name === "Immediate").length;
  const before = immediates();
  expect(turns.isOver).toBe(false);
  expect(immediates()).toBe(before);
  const waiting = turns.next();
  expect(immediates()).toBe(before + 1);
  await waiting;
  // An immediate that the test runner had set before may have run in between.
  expect(immediates()).toBeLessThanOrEqual(before);
});

test("other work runs between the turns of work in steps", async () => {
  const { time, turns } = turnsAt(0);
  let done = 0;
  function* work(): Steps<string> {
    for (; done < 10; done++) {
      time.nowMs += 5;
      yield;
    }
    return "result";
  }
  const seen: number[] = [];
  const watch = (): void => {
    seen.push(done);
    if (done < 10) setImmediate(watch);
  };
  setImmediate(watch);
  expect(await runInTurns(work(), turns)).toBe("result");
  expect(seen.length).toBeGreaterThanOrEqual(3);
  done = 0;
  expect(runAtOnce(work())).toBe("result");
});
