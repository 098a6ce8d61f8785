import { expect, test } from "vitest";
import { StatusError } from "../client/index.ts";
import { describeRejection } from "./failures.ts";

const cause = (field: string, message: string): { field: string; message: string } => ({ field, message });

test("describeRejection() lists several causes on separate lines", () => {
  const causes = [cause("spec.a", "Required value"), cause("spec.b", "Required value")];
  const message = 'Thing "one" is invalid: [spec.a: Required value, spec.b: Required value]';
  expect(describeRejection(new StatusError(422, message, { details: { causes } }))).toBe(
    'Thing "one" is invalid:\n  spec.a: Required value\n  spec.b: Required value',
  );
});

test("describeRejection() returns a message that contains equal causes once", () => {
  const causes = Array.from({ length: 2 }, () => cause("metadata.labels", 'Invalid value: "a b"'));
  const message = 'ConfigMap "one" is invalid: metadata.labels: Invalid value: "a b"';
  expect(describeRejection(new StatusError(422, message, { details: { causes } }))).toBe(message);
});

test("describeRejection() returns the message of a webhook that lists several causes", () => {
  const causes = [cause("spec.a", "too small"), cause("spec.b", "too large")];
  const message = 'admission webhook "sizes.example.com" denied the request: use other sizes';
  expect(describeRejection(new StatusError(422, message, { details: { causes } }))).toBe(message);
});
