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
    setup.reads++;
    if (setup.answer instanceof Error) throw setup.answer;
    return setup.answer;
  };
  const file = new RefreshedValue({ clock, periodMs: 60_000, read, isSame: (one, other) => one === other });
  const setup: Fixture = { clock, file, answer: "one", reads: 0 };
  return setup;
}

test("concurrent current() calls share one read", async () => {
  const setup = fixture();
  expect(await Promise.all([setup.file.current(), setup.file.current()])).toEqual(["one", "one"]);
  expect(setup.reads).toBe(1);
});

test("after a failed read, the previous value remains valid and the next read follows after 10 seconds", async () => {
  const setup = fixture();
  await setup.file.current();
  setup.answer = new Error("being written");
  await setup.clock.advance(60_000);
  expect(await setup.file.current()).toBe("one");
  setup.answer = "two";
  await setup.clock.advance(9_999);
  expect(await setup.file.current()).toBe("one");
  await setup.clock.advance(1);
  expect(await setup.file.current()).toBe("two");
  expect(setup.reads).toBe(3);
});

test("current() reads again immediately if no read has succeeded yet", async () => {
  const setup = fixture();
  setup.answer = new Error("not there yet");
  await expect(setup.file.current()).rejects.toThrow("not there yet");
  setup.answer = "one";
  expect(await setup.file.current()).toBe("one");
});

test("jumps of the wall clock do not affect when the file is read again", async () => {
  const setup = fixture();
  await setup.file.current();
  setup.clock.setNowMs(0);
  await setup.clock.advance(60_000);
  await setup.file.current();
  expect(setup.reads).toBe(2);
});
