import { expect, test } from "vitest";
import type { Measurement } from "../figure.ts";
import type { StudyLimit } from "../study.ts";
import { renderStudy } from "./study.ts";

const measured = (name: string, raw: readonly number[], study?: StudyLimit): Measurement => ({
  name,
  unit: "requests/s",
  better: "more",
  values: [1],
  raw: { name: "bare", values: raw, ...(study && { study }) },
});

const oneCore = { because: "the server has one core here", share: 0.6 };

test("renderStudy() shows the measured limit, the study's limit, and the reason if they differ by more than a fifth", () => {
  const table = renderStudy([
    measured("get", [900, 1000, 1100], { value: 1200, taken: "wrk" }),
    measured("put", [500], { value: 1000, taken: "h2load", differs: oneCore }),
    measured("patch", [300], { value: 1000, taken: "h2load", differs: oneCore }),
    measured("watch", [1300], { value: 1000, taken: "by hand" }),
    measured("gzip", [7]),
  ]);
  expect(table).toBe(
    [
      "raw limit of   here  unit        study  share           method of the study",
      "get           1,000  requests/s  1,200   0.83  agrees   wrk",
      "put             500  requests/s  1,000   0.50  differs  h2load",
      "patch           300  requests/s  1,000   0.30  differs  h2load",
      "watch         1,300  requests/s  1,000   1.30  differs  by hand",
      "",
      "reasons for the differences:",
      "  put: the server has one core here",
      "  patch: the server has one core here; this explains a share of 0.60, but not the whole difference",
      "  watch: unknown",
    ].join("\n"),
  );
});

test("renderStudy() shows a limit once when several figures share it", () => {
  const values = [1000];
  const study = { value: 1000, taken: "wrk" };
  expect(renderStudy([measured("get", values, study), measured("again", values, study)])?.split("\n")).toHaveLength(2);
});

test("renderStudy() returns undefined when the study has none of the limits", () => {
  expect(renderStudy([measured("gzip", [7])])).toBeUndefined();
});
