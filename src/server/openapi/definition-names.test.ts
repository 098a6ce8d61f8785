import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { definitionName } from "./definition-names.ts";

test.each([
  ["apps/v1.Deployment", "io.k8s.api.apps.v1.Deployment"],
  ["flowcontrol/v1beta3.FlowSchema", "io.k8s.api.flowcontrol.v1beta3.FlowSchema"],
  ["meta/v1.Time", "io.k8s.apimachinery.pkg.apis.meta.v1.Time"],
  ["runtime.RawExtension", "io.k8s.apimachinery.pkg.runtime.RawExtension"],
  ["apiextensions/v1.JSON", "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON"],
  ["apiregistration/v1.APIService", "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService"],
])("definitionName() returns the name of %s as %s", (typeName, name) => {
  expect(definitionName(typeName, vocabularies.kubernetes)).toBe(name);
});
