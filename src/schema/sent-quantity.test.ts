import { expect, test } from "vitest";
import { sentQuantityForm } from "./sent-quantity.ts";

/** Expected: whether the reference v1.32.13 takes over an applied list with the amount in a map. */
test.each([
  ["1Gi", "1Gi", false],
  ["1000", "1k", true],
  ["1.5Gi", "1536Mi", true],
  ["1536Mi", "1536Mi", false],
  ["8192Mi", "8Gi", false],
  ["+8Gi", "8Gi", false],
  ["2048Mi", "2Gi", true],
  ["64000", "64k", true],
  ["0", "0", false],
  ["00", "0", true],
  [0, "0", false],
  [null, "0", true],
  [undefined, "0", true],
])(
  "sentQuantityForm() of a quantity in a map, sent as %s and stored as %s, is defined: %s",
  (sent, stored, differs) => {
    const form = sentQuantityForm(sent, stored, true);
    expect(form !== undefined && form !== stored).toBe(differs);
  },
);

test("sentQuantityForm() returns the sent text of an amount that resource lists round up", () => {
  expect(sentQuantityForm("100u", "100u", true)).toBe("100u");
  expect(sentQuantityForm("1.0001", "1.0001", true)).toBe("1.0001");
});

/** Expected: whether the reference v1.32.13 takes over the metrics of an applied HorizontalPodAutoscaler. */
test.each([
  ["3Gi", "3Gi", false],
  ["8Gi", "8Gi", true],
  ["8192Mi", "8Gi", true],
  ["1536Mi", "1536Mi", true],
  ["1k", "1k", false],
  ["12345678901234567890", "12345678901234567890", true],
  ["0", "0", false],
  [undefined, "0", true],
])(
  "sentQuantityForm() of a quantity outside of maps, sent as %s and stored as %s, is defined: %s",
  (sent, stored, differs) => {
    const form = sentQuantityForm(sent, stored, false);
    expect(form !== undefined && form !== stored).toBe(differs);
  },
);

test("sentQuantityForm() is undefined for a quantity that is neither sent nor stored", () => {
  expect(sentQuantityForm(undefined, undefined, false)).toBeUndefined();
});
