import { describe, expect, test } from "vitest";
import { componentStatus, configMap } from "../../api/index.ts";
import { deviceClass } from "../../api/resource/v1alpha3/from-v1beta1.ts";
import { volumeAttributesClass } from "../../api/storage/v1alpha1/volume-attributes-class.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { deprecationOf } from "./deprecation.ts";

const { kubernetes, orch } = vocabularies;

describe("deprecationOf() of a deprecated version", () => {
  test("[DEPR-25] deprecationOf() returns a warning and annotations from the release that deprecates the version", () => {
    expect(deprecationOf(volumeAttributesClass, kubernetes, 31)).toEqual({});
    for (const minor of [32, 33]) {
      expect(deprecationOf(volumeAttributesClass, kubernetes, minor).deprecation).toEqual({
        warning: "storage.k8s.io/v1alpha1 VolumeAttributesClass is deprecated in v1.32+, unavailable in v1.35+",
        removedRelease: "1.35",
        annotations: [
          ["k8s.io/deprecated", "true"],
          ["k8s.io/removed-release", "1.35"],
        ],
      });
    }
  });

  test("deprecationOf() uses the served release by default", () => {
    expect(deprecationOf(volumeAttributesClass, orch).deprecation?.warning).toBe(
      "storage.orch.io/v1alpha1 VolumeAttributesClass is deprecated in v1.32+, unavailable in v1.35+",
    );
    expect(deprecationOf(deviceClass, orch)).toEqual({});
  });

  test("deprecationOf() names the replacement of a version", () => {
    expect(deprecationOf(deviceClass, orch, 34).deprecation?.warning).toBe(
      "resource.orch.io/v1alpha3 DeviceClass is deprecated in v1.34+, unavailable in v1.37+; use resource.orch.io/v1beta1 DeviceClass",
    );
  });

  test("deprecationOf() has no removal release if none is decided", () => {
    expect(deprecationOf(componentStatus, orch).deprecation).toEqual({
      warning: "v1 ComponentStatus is deprecated in v1.19+",
      removedRelease: "",
      annotations: [["orch.io/deprecated", "true"]],
    });
  });
});

test("deprecationOf() returns nothing for a version that is not deprecated", () => {
  expect(deprecationOf(configMap, orch, 99)).toEqual({});
});
