/** The shape in which the API answers a failure. */
import { expect } from "vitest";

export interface ExpectedFailure {
  readonly code: number;
  readonly reason: string;
  readonly message: unknown;
  readonly details?: unknown;
}

/** Expects the whole Status, and that the answer says its code twice. */
export function expectFailure(
  answer: { readonly status: number; readonly text: string },
  { code, ...expected }: ExpectedFailure,
): void {
  expect(answer.status, answer.text).toBe(code);
  expect(JSON.parse(answer.text)).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    code,
    ...expected,
  });
}

/** A 400 with `message`. */
export function expectBadRequest(answer: { readonly status: number; readonly text: string }, message: unknown): void {
  expectFailure(answer, { code: 400, reason: "BadRequest", message });
}
