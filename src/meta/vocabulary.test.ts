import { describe, expect, test } from "vitest";
import {
  aggregatorDefinition,
  allSpellings,
  apiDefinition,
  clientVariable,
  extension,
  extensionsDefinition,
  group,
  groupName,
  homeFile,
  label,
  machineryDefinition,
  machineryLabel,
  type NameToken,
  product,
  subLabel,
  systemNamespace,
  Vocabulary,
  variable,
  vendorMediaType,
  vocabularies,
  vocabularyNames,
} from "./vocabulary.ts";

const { orch, kubernetes } = vocabularies;

describe("bind() spells each form of identifier in both vocabularies", () => {
  const spellings: readonly (readonly [NameToken, string, string])[] = [
    [group("coordination"), "coordination.orch.io", "coordination.k8s.io"],
    [group("rbac.authorization"), "rbac.authorization.orch.io", "rbac.authorization.k8s.io"],
    [
      groupName("rbac.authorization/aggregate-to-admin"),
      "rbac.authorization.orch.io/aggregate-to-admin",
      "rbac.authorization.k8s.io/aggregate-to-admin",
    ],
    [label("metadata.name"), "orch.io/metadata.name", "kubernetes.io/metadata.name"],
    [subLabel("node/unreachable"), "node.orch.io/unreachable", "node.kubernetes.io/unreachable"],
    [machineryLabel("initial-events-end"), "orch.io/initial-events-end", "k8s.io/initial-events-end"],
    [systemNamespace("system"), "orch-system", "kube-system"],
    [apiDefinition("apps.v1.Deployment"), "io.orch.api.apps.v1.Deployment", "io.k8s.api.apps.v1.Deployment"],
    [
      machineryDefinition("meta.v1.ObjectMeta"),
      "io.orch.apimachinery.pkg.apis.meta.v1.ObjectMeta",
      "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
    ],
    [
      extensionsDefinition("apiextensions.v1.JSON"),
      "io.orch.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
      "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
    ],
    [
      aggregatorDefinition("apiregistration.v1.APIService"),
      "io.orch.aggregator.pkg.apis.apiregistration.v1.APIService",
      "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService",
    ],
    [extension("list-type"), "x-orch-list-type", "x-kubernetes-list-type"],
    [vendorMediaType("protobuf"), "application/vnd.orch.protobuf", "application/vnd.kubernetes.protobuf"],
    [product(), "orch", "kubernetes"],
    [variable("SERVICE_HOST"), "ORCH_SERVICE_HOST", "KUBERNETES_SERVICE_HOST"],
    [clientVariable("CONFIG"), "ORCHCONFIG", "KUBECONFIG"],
    [homeFile("config"), ".orch/config", ".kube/config"],
    [product(".default.svc"), "orch.default.svc", "kubernetes.default.svc"],
  ];

  test.each(spellings)("bind() spells %j", (token, inOrch, inKubernetes) => {
    expect([orch.bind(token), kubernetes.bind(token)]).toEqual([inOrch, inKubernetes]);
    expect(allSpellings(token)).toEqual([inOrch, inKubernetes]);
  });
});

test("bind() returns a string unchanged in both vocabularies", () => {
  for (const text of ["apps", "", "kube-root-ca.crt", "orch.io/x", "{}"]) {
    expect([orch.bind(text), kubernetes.bind(text)]).toEqual([text, text]);
    expect(allSpellings(text)).toEqual([text, text]);
  }
});

test("equal tokens are the same frozen object", () => {
  expect(label("hostname")).toBe(label("hostname"));
  expect(label("hostname")).not.toBe(machineryLabel("hostname"));
  expect(label("hostname")).not.toBe(label("hostnames"));
  expect(Object.isFrozen(label("hostname"))).toBe(true);
});

test("bind() splits a stem at its first slash, and the second part may be empty", () => {
  expect(orch.bind(subLabel("node"))).toBe("node.orch.io/");
  expect(orch.bind(subLabel("node/a/b"))).toBe("node.orch.io/a/b");
});

test("bind() returns the same spelling every time", () => {
  const vocabulary = new Vocabulary("kubernetes");
  const token = systemNamespace("public");
  expect([vocabulary.bind(token), vocabulary.bind(token)]).toEqual(["kube-public", "kube-public"]);
});

test("there are two vocabularies, each with its name", () => {
  expect(vocabularyNames).toEqual(["orch", "kubernetes"]);
  expect(vocabularyNames.map((name) => vocabularies[name].name)).toEqual(["orch", "kubernetes"]);
});
