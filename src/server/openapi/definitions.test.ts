import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import type { OpenApiSchema } from "../../schema/index.ts";
import { type V2Document, type V3Document, v2Document, v3Documents } from "./testing/served-documents.ts";

interface Reference {
  readonly definitions: Readonly<Record<string, object>>;
}

const referenceText = readFileSync(new URL("fixtures/reference-definitions.json", import.meta.url), "utf8");

/** Returns definitions without their kinds and descriptions. The descriptions differ from those of the reference. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, one]) => !(name === "description" && typeof one === "string") && !name.endsWith("-group-version-kind"),
  );
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutDescriptions(one)]));
}

function schemasOf(
  documents: ReadonlyMap<string, V3Document>,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return Object.assign({}, ...[...documents.values()].map(({ components }) => components.schemas)) as Record<
    string,
    Record<string, unknown>
  >;
}

describe.each(vocabularyNames)("in the vocabulary %s", (name) => {
  let documents: ReadonlyMap<string, V3Document>;
  let v2: V2Document;

  beforeAll(async () => {
    documents = await v3Documents(name);
    v2 = await v2Document(name);
  });

  /** Returns a text of the reference with the names of this vocabulary. */
  const inVocabulary = (text: string): string =>
    name === "orch" ? text.replaceAll("io.k8s.", "io.orch.").replaceAll("x-kubernetes-", "x-orch-") : text;

  const expected = (JSON.parse(inVocabulary(referenceText)) as Reference).definitions;

  test.each(Object.keys(expected))("the definition of %s equals the one that the reference publishes", (definition) => {
    expect(withoutDescriptions(schemasOf(documents)[definition])).toEqual(expected[definition]);
  });

  test("definitions of kinds and lists state their group, version and kind", () => {
    const schemas = schemasOf(documents);
    const kindsOf = (definition: string): unknown =>
      schemas[inVocabulary(definition)]?.[inVocabulary("x-kubernetes-group-version-kind")];
    expect(kindsOf("io.k8s.api.apps.v1.Deployment")).toEqual([{ group: "apps", version: "v1", kind: "Deployment" }]);
    expect(kindsOf("io.k8s.api.core.v1.PodList")).toEqual([{ group: "", version: "v1", kind: "PodList" }]);
    expect(kindsOf("io.k8s.api.autoscaling.v1.Scale")).toEqual([
      { group: "autoscaling", version: "v1", kind: "Scale" },
    ]);
    const coordination = name === "orch" ? "coordination.orch.io" : "coordination.k8s.io";
    expect(kindsOf("io.k8s.api.coordination.v1.Lease")).toEqual([
      { group: coordination, version: "v1", kind: "Lease" },
    ]);
    expect(kindsOf("io.k8s.apimachinery.pkg.apis.meta.v1.Status")).toEqual([
      { group: "", version: "v1", kind: "Status" },
    ]);
    expect(kindsOf("io.k8s.api.core.v1.PodSpec")).toBeUndefined();
    expect(kindsOf("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions")).toEqual(
      expect.arrayContaining([
        { group: "", version: "v1", kind: "DeleteOptions" },
        { group: "apps", version: "v1", kind: "DeleteOptions" },
        { group: coordination, version: "v1", kind: "DeleteOptions" },
      ]),
    );
  });

  test("a document contains every type that it uses, including types of other groups", () => {
    const schemas = documents.get("apis/apps/v1")?.components.schemas ?? {};
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(
        [
          "io.k8s.api.core.v1.PersistentVolumeClaim",
          "io.k8s.api.core.v1.PodTemplateSpec",
          "io.k8s.api.autoscaling.v1.Scale",
          "io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent",
        ].map(inVocabulary),
      ),
    );
    expect(schemas[inVocabulary("io.k8s.api.core.v1.PersistentVolumeClaim")]).toHaveProperty([
      inVocabulary("x-kubernetes-group-version-kind"),
    ]);
    expect(Object.keys(schemas)).not.toContain(inVocabulary("io.k8s.api.core.v1.PodList"));
  });

  // The expected values are copied by hand from the version 2 document of the reference.
  test("version 2 documents contain the same definitions, without defaults", () => {
    const { definitions } = v2;
    expect(withoutDescriptions(definitions[inVocabulary("io.k8s.api.core.v1.ContainerPort")])).toEqual({
      type: "object",
      required: ["containerPort"],
      properties: {
        containerPort: { format: "int32", type: "integer" },
        hostIP: { type: "string" },
        hostPort: { format: "int32", type: "integer" },
        name: { type: "string" },
        protocol: { type: "string", enum: ["SCTP", "TCP", "UDP"] },
      },
    });
    expect(withoutDescriptions(definitions[inVocabulary("io.k8s.api.apps.v1.Deployment")])).toEqual({
      type: "object",
      properties: {
        apiVersion: { type: "string" },
        kind: { type: "string" },
        metadata: { $ref: inVocabulary("#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta") },
        spec: { $ref: inVocabulary("#/definitions/io.k8s.api.apps.v1.DeploymentSpec") },
        status: { $ref: inVocabulary("#/definitions/io.k8s.api.apps.v1.DeploymentStatus") },
      },
    });
    expect(definitions[inVocabulary("io.k8s.api.apps.v1.DeploymentSpec")]).toMatchObject({
      required: ["selector", "template"],
      properties: {
        strategy: {
          $ref: inVocabulary("#/definitions/io.k8s.api.apps.v1.DeploymentStrategy"),
          [inVocabulary("x-kubernetes-patch-strategy")]: "retainKeys",
        },
      },
    });
    expect(withoutDescriptions(definitions[inVocabulary("io.k8s.apimachinery.pkg.api.resource.Quantity")])).toEqual({
      type: "string",
    });
    expect(withoutDescriptions(definitions[inVocabulary("io.k8s.apimachinery.pkg.util.intstr.IntOrString")])).toEqual({
      type: "string",
      format: "int-or-string",
    });
    const keywords = Object.values(definitions).flatMap(keywordsOf);
    expect(keywords).not.toContain("default");
    expect(keywords).not.toContain("allOf");
  });
});

/** Returns the keywords that a schema uses, at any depth. Names of properties are not keywords. */
function keywordsOf(schema: OpenApiSchema): readonly string[] {
  const { properties = {}, items, additionalProperties, allOf = [], oneOf = [] } = schema;
  const subschemas = [...Object.values(properties), ...allOf, ...oneOf];
  for (const one of [items, additionalProperties]) if (typeof one === "object") subschemas.push(one);
  return [...Object.keys(schema), ...subschemas.flatMap(keywordsOf)];
}
