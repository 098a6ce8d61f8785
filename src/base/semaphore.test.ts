import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

test("take() grants permits up to the limit, then to waiters in order", async () => {
  const places = new Semaphore(2);
  const began: string[] = [];
  const held = new Map<string, Disposable>();
  const come = async (name: string): Promise<void> => {
    const place = await places.take(never);
    began.push(name);
    if (place) held.set(name, place);
  };
  for (const name of ["a", "b", "c", "d"]) void come(name);
  await turn();
  expect(began).toEqual(["a", "b"]);
  held.get("b")?.[Symbol.dispose]();
  await turn();
  expect(began).toEqual(["a", "b", "c"]);
  held.get("a")?.[Symbol.dispose]();
  held.get("c")?.[Symbol.dispose]();
  await turn();
  expect(began).toEqual(["a", "b", "c", "d"]);
  void come("e");
  await turn();
  expect(began).toEqual(["a", "b", "c", "d", "e"]);
});

test("take() skips a waiter whose signal was aborted", async () => {
  const places = new Semaphore(1);
  const first = await places.take(never);
  const impatient = new AbortController();
  const given = places.take(impatient.signal);
  const second = places.take(never);
  impatient.abort();
  expect(await given).toBeUndefined();
  first?.[Symbol.dispose]();
  (await second)?.[Symbol.dispose]();
  expect(await places.take(never)).toBeDefined();
});

test("take() returns undefined for an aborted signal, even if a permit is free", async () => {
  const places = new Semaphore(1);
  expect(await places.take(AbortSignal.abort())).toBeUndefined();
  expect(await places.take(never)).toBeDefined();
});
