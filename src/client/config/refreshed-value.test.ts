import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { RefreshedValue } from "./refreshed-value.ts";

interface Fixture {
  readonly clock: ManualClock;
  readonly file: RefreshedValue<string>;
  /** Result of the next reads. An Error is thrown. */
  answer: string | Error;
  reads: number;
}

function fixture(): Fixture {
  const clock = new ManualClock();
  const read = async (): Promise<string> => {
    made.reads++;
    if (made.answer instanceof Error) throw made.answer;
    return made.answer;
  };
  const file = new RefreshedValue({ clock, periodMs: 60_000, read, isSame: (one, other) => one === other });
  const made: Fixture = { clock, file, answer: "one", reads: 0 };
  return made;
}

test("concurrent current() calls share one read", async () => {
  const made = fixture();
  expect(await Promise.all([made.file.current(), made.file.current()])).toEqual(["one", "one"]);
  expect(made.reads).toBe(1);
});

test("after a failed read, the previous value remains valid and the next read follows after 10 seconds", async () => {
  const made = fixture();
  await made.file.current();
  made.answer = new Error("being written");
  await made.clock.advance(60_000);
  expect(await made.file.current()).toBe("one");
  made.answer = "two";
  await made.clock.advance(9_999);
  expect(await made.file.current()).toBe("one");
  await made.clock.advance(1);
  expect(await made.file.current()).toBe("two");
  expect(made.reads).toBe(3);
});

test("current() reads again immediately if no read has succeeded yet", async () => {
  const made = fixture();
  made.answer = new Error("not there yet");
  await expect(made.file.current()).rejects.toThrow("not there yet");
  made.answer = "one";
  expect(await made.file.current()).toBe("one");
});

test("jumps of the wall clock do not affect when the file is read again", async () => {
  const made = fixture();
  await made.file.current();
  made.clock.setNowMs(0);
  await made.clock.advance(60_000);
  await made.file.current();
  expect(made.reads).toBe(2);
});
