import { expect, test } from "vitest";
import { parseTraceparent, traceparentOf } from "./traceparent.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test("parseTraceparent() reads the header of the W3C", () => {
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId });
  expect(parseTraceparent(traceparentOf({ traceId, spanId }))).toEqual({ traceId, spanId });
});

test.each([
  undefined,
  "",
  `00-${traceId}-${spanId}`,
  `ff-${traceId}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-${"x".repeat(100_000)}`,
])("parseTraceparent(%j) finds no span", (header) => {
  expect(parseTraceparent(header)).toBeUndefined();
});
