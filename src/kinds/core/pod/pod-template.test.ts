import { expect, test } from "vitest";
import { podTemplate } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";
import { rowOf } from "../../testing/rows.ts";

const writes = new KindWrites(podTemplate);
const containers = [
  { name: "app", image: "app:1" },
  { name: "log", image: "log:2" },
];
const metadata = { name: "web" };

test("rows of PodTemplates show containers, images and labels", () => {
  const template = { metadata: { labels: { tier: "front", app: "web" } }, spec: { containers } };
  expect(rowOf(podTemplate, { metadata, template })).toEqual({
    Name: "web",
    Containers: "app,log",
    Images: "app:1,log:2",
    "Pod Labels": "app=web,tier=front",
  });
  expect(rowOf(podTemplate, { metadata })).toMatchObject({ Containers: "", Images: "", "Pod Labels": "<none>" });
});

test("a change of the template raises the generation of a PodTemplate and returns warnings", () => {
  const created = writes.create({
    template: { spec: { containers, volumes: [{ name: "git", gitRepo: { repository: "r" } }] } },
  });
  expect(created.object.metadata.generation).toBe(1);
  expect(created.warnings).toEqual(["template.spec.volumes[0].gitRepo: deprecated in v1.11"]);
  const labelled = writes.update(created.object, ({ metadata: changedMetadata }) => {
    changedMetadata.labels = { a: "1" };
  });
  expect([labelled.object.metadata.generation, labelled.warnings]).toEqual([1, []]);
  const updated = writes.update(created.object, ({ template }) => {
    if (template?.spec) template.spec.hostname = "web";
  });
  expect([updated.object.metadata.generation, updated.warnings]).toEqual([2, created.warnings]);
});
