import { expect, test } from "vitest";
import { defectsOf } from "./defects.ts";

const answer = (status: number, text: string): { status: number; headers: Record<string, string>; text: string } => ({
  status,
  headers: {},
  text,
});

test.each([
  [500, "a fault", "internal error"],
  [0, "the connection broke", "broken connection"],
  [400, "Unexpected token } in JSON", "Unexpected token"],
  [400, "Cannot read properties of undefined", "Cannot read "],
  [422, 'Invalid value: "[object Object]"', "[object Object]"],
  [422, "must be less than NaN", "NaN"],
])("a response of orch with status %s and text %s is a defect", (status, text, kind) => {
  expect(defectsOf(answer(400, "other"), answer(status, text), "")[0]?.where).toBe(`defect: ${kind}`);
});

test("an echo of the request, which the reference sends as well, is no defect", () => {
  const echo = answer(400, 'unknown field "undefined"');
  expect(defectsOf(echo, echo, "")).toEqual([]);
});

test("an echo of the request is no defect even if the reference responds with another text", () => {
  expect(defectsOf(answer(400, "other"), answer(400, 'unknown field "undefined"'), '{"undefined":1}')).toEqual([]);
});
