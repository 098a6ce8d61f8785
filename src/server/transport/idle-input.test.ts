import { expect, test } from "vitest";
import { IdleInput } from "./idle-input.ts";

const floodBytes = 300_000;
const isBusy = true;

test("IdleInput.isFlood() is true for much input without a request", () => {
  const input = new IdleInput();
  expect(input.isFlood(!isBusy, 5000)).toBe(false);
  expect(input.isFlood(!isBusy, 5000 + floodBytes)).toBe(true);
});

test("IdleInput.isFlood() counts the input since the last check", () => {
  const input = new IdleInput();
  for (let check = 1; check <= 10; check++) expect(input.isFlood(!isBusy, check * 200_000)).toBe(false);
});

test("IdleInput.isFlood() is false while a request is open, and at the next check", () => {
  const input = new IdleInput();
  expect(input.isFlood(isBusy, floodBytes)).toBe(false);
  expect(input.isFlood(!isBusy, 2 * floodBytes)).toBe(false);
  expect(input.isFlood(!isBusy, 3 * floodBytes)).toBe(true);
});

test("IdleInput.isFlood() is false if a request began and ended between two checks", () => {
  const input = new IdleInput();
  input.noteRequest();
  expect(input.isFlood(!isBusy, floodBytes)).toBe(false);
  expect(input.isFlood(!isBusy, 2 * floodBytes)).toBe(true);
});
