import { expect, test } from "vitest";
import { bootstrapSecret } from "../bootstrap-token/testing/bootstrap-secret.ts";
import { decide } from "./decide.ts";

const nowMs = Date.UTC(2025, 0, 1);

test.each([
  ["2025-01-01T00:00:00Z", { type: "delete" }],
  ["2024-12-31T23:59:59.999Z", { type: "delete" }],
  ["2025-01-01T00:30:00+01:00", { type: "delete" }],
  // The reference deletes tokens whose expiration it cannot read.
  ["2030-01-01", { type: "delete" }],
  ["2030-01-01t00:00:00z", { type: "delete" }],
  ["2025-01-01T00:00:00.250Z", { type: "keep", lookAgainAfterMs: 250 }],
  ["2024-12-31T23:01:00-01:00", { type: "keep", lookAgainAfterMs: 60_000 }],
  ["2030-01-01T00:00:00Z", { type: "keep", lookAgainAfterMs: 600_000 }],
  [undefined, { type: "keep", lookAgainAfterMs: undefined }],
  ["", { type: "keep", lookAgainAfterMs: undefined }],
])("decide() returns for the expiration %j the action %j", (expiration, action) => {
  expect(decide(bootstrapSecret({ expiration }), nowMs)).toEqual(action);
});
