/** Checks of the Status that the API returns with an error. */
import { expect } from "vitest";

/** Expected fields of a failure Status. */
export interface ExpectedFailure {
  readonly code: number;
  readonly reason: string;
  readonly message: unknown;
  readonly details?: unknown;
}

/** Expects exactly this Status as body, and its code as the HTTP status. */
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

/** Expects a Status 400 BadRequest with this message. */
export function expectBadRequest(answer: { readonly status: number; readonly text: string }, message: unknown): void {
  expectFailure(answer, { code: 400, reason: "BadRequest", message });
}
