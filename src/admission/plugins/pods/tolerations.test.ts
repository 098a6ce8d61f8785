import { describe, expect, test } from "vitest";
import type { Toleration } from "../../../api/index.ts";
import { includes, mergeTolerations } from "./tolerations.ts";

describe("includes()", () => {
  test.each<[wide: Toleration, narrow: Toleration, isIncluded: boolean]>([
    [{ key: "a" }, { key: "a" }, true],
    [{ key: "a", operator: "Exists" }, { key: "a", operator: "Equal", value: "v" }, true],
    [{ key: "a", operator: "Exists" }, { key: "b", operator: "Exists" }, false],
    [{ operator: "Exists" }, { key: "a", operator: "Equal", value: "v", effect: "NoExecute" }, true],
    [{ operator: "Exists", effect: "NoSchedule" }, { key: "a", operator: "Exists", effect: "NoExecute" }, false],
    [{ key: "a", value: "v" }, { key: "a", operator: "Equal", value: "v", effect: "NoSchedule" }, true],
    [{ key: "a", operator: "Equal", value: "v" }, { key: "a", operator: "Equal", value: "w" }, false],
    // The reference compares values only with an operator that is spelled out.
    [{ key: "a", operator: "Equal", value: "v" }, { key: "a", value: "v" }, false],
    [{ key: "a", operator: "Equal", value: "v" }, { key: "a", operator: "Exists", value: "v" }, false],
  ])("%j includes %j: %s", (wide, narrow, isIncluded) => {
    expect(includes(wide, narrow)).toBe(isIncluded);
  });

  test("a toleration with a time includes only shorter ones", () => {
    const of = (tolerationSeconds?: number): Toleration => ({
      key: "a",
      operator: "Exists",
      effect: "NoExecute",
      ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
    });
    expect(includes(of(10), of(5))).toBe(true);
    expect(includes(of(5), of(10))).toBe(false);
    expect(includes(of(), of(5))).toBe(true);
    expect(includes(of(5), of())).toBe(false);
  });
});

describe("mergeTolerations()", () => {
  const exists = (key: string, more: Toleration = {}): Toleration => ({ key, operator: "Exists", ...more });

  test("keeps the order, and the first of equal tolerations", async () => {
    expect(await mergeTolerations([exists("a"), exists("b")], [exists("c"), exists("a")])).toEqual([
      exists("a"),
      exists("b"),
      exists("c"),
    ]);
  });

  test("leaves out tolerations that another one includes, before or after them", async () => {
    const narrow = exists("a", { effect: "NoSchedule" });
    expect(await mergeTolerations([narrow], [exists("a")])).toEqual([exists("a")]);
    expect(await mergeTolerations([exists("a")], [narrow])).toEqual([exists("a")]);
    expect(await mergeTolerations([narrow, exists("b")], [{ operator: "Exists" }])).toEqual([{ operator: "Exists" }]);
  });

  test("does not change its arguments", async () => {
    const shared = Object.freeze(exists("a"));
    const [merged] = await mergeTolerations([], [shared]);
    expect(merged).toEqual(shared);
    expect(merged).not.toBe(shared);
  });
});
