import { expect, test } from "vitest";
import { IdleInput } from "./idle-input.ts";

const much = 300_000;
const isBusy = true;

test("much input is a flood while nothing is asked", () => {
  const input = new IdleInput();
  expect(input.isFlood(!isBusy, 5000)).toBe(false);
  expect(input.isFlood(!isBusy, 5000 + much)).toBe(true);
});

test("input is counted from look to look", () => {
  const input = new IdleInput();
  for (let look = 1; look <= 10; look++) expect(input.isFlood(!isBusy, look * 200_000)).toBe(false);
});

test("input is no flood while a request is under way, and at the look after it", () => {
  const input = new IdleInput();
  expect(input.isFlood(isBusy, much)).toBe(false);
  expect(input.isFlood(!isBusy, 2 * much)).toBe(false);
  expect(input.isFlood(!isBusy, 3 * much)).toBe(true);
});

test("input is no flood if a request has begun and ended between two looks", () => {
  const input = new IdleInput();
  input.noteRequest();
  expect(input.isFlood(!isBusy, much)).toBe(false);
  expect(input.isFlood(!isBusy, 2 * much)).toBe(true);
});
