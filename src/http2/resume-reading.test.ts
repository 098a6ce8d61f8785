import type { Http2Session } from "node:http2";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { ReadingCheck, readingIntervalMs } from "./resume-reading.ts";

/** Counts the calls that make Node read. */
function fakeSession(): { readonly session: Http2Session; reads: number; destroyed: boolean; connecting: boolean } {
  const fake = { session: undefined as unknown as Http2Session, reads: 0, destroyed: false, connecting: false };
  const socket = { _handle: { readStart: () => fake.reads++ } };
  fake.session = {
    socket,
    get destroyed() {
      return fake.destroyed;
    },
    get connecting() {
      return fake.connecting;
    },
  } as unknown as Http2Session;
  return fake;
}

describe("ReadingCheck", () => {
  test("Node reads in every interval while requests are open, and no longer after the last one", async () => {
    const clock = new ManualClock();
    const fake = fakeSession();
    let open = 2;
    const check = new ReadingCheck(fake.session, clock, () => open > 0);
    check.noteRequest();
    check.noteRequest();
    for (let interval = 1; interval <= 3; interval++) {
      await clock.advance(readingIntervalMs);
      expect(fake.reads).toBe(interval);
    }
    open = 0;
    await clock.advance(10 * readingIntervalMs);
    expect([fake.reads, clock.pendingCount]).toEqual([3, 0]);
    open = 1;
    check.noteRequest();
    await clock.advance(readingIntervalMs);
    expect(fake.reads).toBe(4);
  });

  test("a destroyed session is not read", async () => {
    const clock = new ManualClock();
    const fake = fakeSession();
    const check = new ReadingCheck(fake.session, clock, () => true);
    check.noteRequest();
    fake.destroyed = true;
    await clock.advance(2 * readingIntervalMs);
    expect(fake.reads).toBe(0);
  });

  test("a session is read only once its connection is open", async () => {
    const clock = new ManualClock();
    const fake = fakeSession();
    const check = new ReadingCheck(fake.session, clock, () => true);
    fake.connecting = true;
    check.noteRequest();
    await clock.advance(2 * readingIntervalMs);
    expect(fake.reads).toBe(0);
    fake.connecting = false;
    await clock.advance(readingIntervalMs);
    expect(fake.reads).toBe(1);
  });
});
