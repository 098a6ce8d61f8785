import { expect, test } from "vitest";
import { extension, group as groupName, vocabularies } from "../../src/meta/vocabulary.ts";
import { describeWithKubectl } from "../support/kubectl.ts";

const group = "shop.example.com";
const crd = `widgets.${group}`;

describeWithKubectl("custom types", (cluster, vocabulary) => {
  const names = vocabularies[vocabulary];
  const apiVersion = `${names.bind(groupName("apiextensions"))}/v1`;

  const definition = {
    apiVersion,
    kind: "CustomResourceDefinition",
    metadata: { name: crd },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", shortNames: ["wg"], categories: ["toys"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              description: "A thing that the shop sells.",
              properties: {
                spec: {
                  type: "object",
                  properties: {
                    color: { type: "string", description: "Its color." },
                    replicas: { type: "integer", default: 1 },
                    free: { type: "object", [names.bind(extension("preserve-unknown-fields"))]: true },
                  },
                },
                status: { type: "object", properties: { replicas: { type: "integer" } } },
              },
            },
          },
          subresources: {
            status: {},
            scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
          },
          additionalPrinterColumns: [
            { name: "Color", type: "string", jsonPath: ".spec.color" },
            { name: "Free", type: "string", jsonPath: ".spec.free", priority: 1 },
          ],
        },
      ],
    },
  };

  test("kubectl creates, shows, changes, scales and deletes objects of a type that it has defined", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(definition);
    expect(await kubectl.out`wait crd ${crd} --for=condition=Established --timeout=10s`).toMatch(/ condition met\n$/);
    const spec = { color: "red", free: { any: { thing: 1 } } };
    const widget = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "a" }, spec };
    const applying = kubectl.with({ stdin: JSON.stringify(widget) });
    expect(await applying.out`apply -f -`).toBe(`widget.${group}/a created\n`);
    expect((await applying.run`apply -f -`).stdout).toBe(`widget.${group}/a unchanged\n`);
    expect(await kubectl.out`get wg --no-headers -o custom-columns=N:.metadata.name,R:.spec.replicas`).toMatch(
      /^a +1\n$/,
    );
    expect(await kubectl.out`get toys`).toBe("NAME   COLOR\na      red\n");
    expect(await kubectl.out`get widget a -o wide`).toBe('NAME   COLOR   FREE\na      red     {"any":{"thing":1}}\n');
    const editing = kubectl.with({ env: { KUBE_EDITOR: "sed -i s/red/blue/" } });
    expect(await editing.out`edit widget a`).toBe(`widget.${group}/a edited\n`);
    expect(await kubectl.out`scale widget a --replicas=3`).toBe(`widget.${group}/a scaled\n`);
    expect((await cluster().stored(kubectl, `apis/${group}/v1`, "widgets/a")).spec).toEqual({
      ...spec,
      color: "blue",
      replicas: 3,
    });
    expect(await applying.out`apply --server-side --force-conflicts -f -`).toBe(
      `widget.${group}/a serverside-applied\n`,
    );
    expect(await kubectl.failure`patch widget a --type=strategic -p {}`).toContain("is not supported by");
    expect(await cluster().kubectl.out`delete crd ${crd}`).toMatch(/^customresourcedefinition\..* deleted\n$/);
    expect(await cluster().kubectl.failure`get widgets`).toContain("NotFound");
  });
});
