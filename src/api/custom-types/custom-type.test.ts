import { describe, expect, expectTypeOf, test } from "vitest";
import {
  anyObject,
  boolean,
  bytes,
  customType,
  enumOf,
  integer,
  intOrString,
  listOf,
  mapOf,
  number,
  type ObjectMeta,
  type ObjectOfType,
  objectOf,
  optional,
  quantity,
  required,
  text,
  time,
} from "../index.ts";

const widget = customType({
  group: "shop.example.com",
  version: "v1",
  kind: "Widget",
  shortNames: ["wd"],
  doc: "A thing to sell.",
  spec: objectOf(
    {
      size: required(integer({ minimum: 1 }), { doc: "Length in meters." }),
      color: optional(enumOf("red", "blue"), { default: "red" }),
      weight: number({ minimum: 0, exclusiveMinimum: true }),
      parts: listOf(objectOf({ name: required(text({ maxLength: 9 })), count: integer() }), {
        keys: ["name"],
        maxItems: 8,
      }),
      tags: listOf(text({ pattern: "^[a-z]+$" }), { isSet: true }),
      prices: mapOf(quantity(), { isAtomic: true, maxProperties: 5 }),
      port: intOrString(),
    },
    { rules: [{ rule: "self.size < 100 || self.color == 'red'", message: "large widgets are red" }] },
  ),
  status: { isReady: boolean(), since: time(), digest: bytes(), details: anyObject() },
  rules: [{ rule: "self.metadata.name != 'none'" }],
  scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
  columns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
  selectableFields: [".spec.color"],
});
type Widget = ObjectOfType<typeof widget>;

describe("customType()", () => {
  test("the type of the objects has the declared members", () => {
    expectTypeOf<Widget>().toEqualTypeOf<{
      apiVersion: string;
      kind: string;
      metadata: ObjectMeta;
      spec: {
        size: number;
        color?: "red" | "blue";
        weight?: number;
        parts?: { name: string; count?: number }[];
        tags?: string[];
        prices?: Record<string, number | string>;
        port?: number | string;
      };
      status?: { isReady?: boolean; since?: string; digest?: string; details?: Record<string, unknown> };
    }>();
    // @ts-expect-error The default is none of the values.
    optional(enumOf("red", "blue"), { default: "green" });
    // @ts-expect-error Texts have no minimum.
    text({ minimum: 1 });
    // @ts-expect-error A type has a spec.
    customType({ group: "shop.example.com", version: "v1", kind: "Widget" });
  });

  test("the names of the type are those for the typed client", () => {
    const { definition, ...names } = widget;
    expect(definition().metadata.name).toBe("widgets.shop.example.com");
    expect(names).toEqual({
      group: "shop.example.com",
      version: "v1",
      kind: "Widget",
      plural: "widgets",
      scope: "Namespaced",
    });
  });

  test("the definition contains the schema in the names of its vocabulary", () => {
    const extensions = (product: string) => ({
      validations: `x-${product}-validations`,
      listType: `x-${product}-list-type`,
      listMapKeys: `x-${product}-list-map-keys`,
      mapType: `x-${product}-map-type`,
      intOrString: `x-${product}-int-or-string`,
      preserve: `x-${product}-preserve-unknown-fields`,
    });
    const expected = (domain: string, x: ReturnType<typeof extensions>): object => ({
      apiVersion: `apiextensions.${domain}/v1`,
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.shop.example.com" },
      spec: {
        group: "shop.example.com",
        scope: "Namespaced",
        names: { kind: "Widget", plural: "widgets", shortNames: ["wd"] },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            subresources: {
              status: {},
              scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
            },
            additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
            selectableFields: [{ jsonPath: ".spec.color" }],
            schema: {
              openAPIV3Schema: {
                type: "object",
                description: "A thing to sell.",
                required: ["spec"],
                [x.validations]: [{ rule: "self.metadata.name != 'none'" }],
                properties: {
                  spec: {
                    type: "object",
                    required: ["size"],
                    [x.validations]: [
                      { rule: "self.size < 100 || self.color == 'red'", message: "large widgets are red" },
                    ],
                    properties: {
                      size: { type: "integer", format: "int64", minimum: 1, description: "Length in meters." },
                      color: { type: "string", enum: ["red", "blue"], default: "red" },
                      weight: { type: "number", format: "double", minimum: 0, exclusiveMinimum: true },
                      parts: {
                        type: "array",
                        maxItems: 8,
                        [x.listType]: "map",
                        [x.listMapKeys]: ["name"],
                        items: {
                          type: "object",
                          required: ["name"],
                          properties: {
                            name: { type: "string", maxLength: 9 },
                            count: { type: "integer", format: "int64" },
                          },
                        },
                      },
                      tags: {
                        type: "array",
                        [x.listType]: "set",
                        items: { type: "string", pattern: "^[a-z]+$" },
                      },
                      prices: {
                        type: "object",
                        maxProperties: 5,
                        [x.mapType]: "atomic",
                        additionalProperties: {
                          anyOf: [{ type: "integer" }, { type: "string" }],
                          [x.intOrString]: true,
                          pattern: expect.stringContaining("[KMGTPE]i"),
                        },
                      },
                      port: { anyOf: [{ type: "integer" }, { type: "string" }], [x.intOrString]: true },
                    },
                  },
                  status: {
                    type: "object",
                    properties: {
                      isReady: { type: "boolean" },
                      since: { type: "string", format: "date-time" },
                      digest: { type: "string", format: "byte" },
                      details: { type: "object", [x.preserve]: true },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    });
    expect(widget.definition()).toEqual(expected("orch.io", extensions("orch")));
    expect(widget.definition("kubernetes")).toEqual(expected("k8s.io", extensions("kubernetes")));
  });
});
