import { describe, expect, test } from "vitest";
import { type ResourceSlice, type ResourceSliceV1alpha3, resourceSlice } from "../../api/index.ts";
import { hookContext, KindWrites } from "../testing/kind-writes.ts";
import { resourceSliceConversion } from "./resource-slice-conversion.ts";

const pool = { name: "node-3", generation: 1, resourceSliceCount: 1 };
const spec = { driver: "gpu.example.com", pool, nodeName: "node-3", devices: [] };

describe("a ResourceSlice", () => {
  const writes = new KindWrites(resourceSlice);

  test("an update that changes the pool, the driver and the node of a ResourceSlice is rejected", () => {
    const { errors } = writes.update(writes.stored({ spec }), (slice) => {
      slice.spec = { driver: "nic.example.com", pool: { ...pool, name: "node-4" } };
    });
    const noNodes = "spec: Required value: exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required";
    expect(errors).toEqual([
      'spec.pool.name: Invalid value: "node-4": field is immutable',
      'spec.driver: Invalid value: "nic.example.com": field is immutable',
      'spec.nodeName: Invalid value: "": field is immutable',
      noNodes,
    ]);
  });

  test.each<readonly [nodeSelectorTerms: object[], shown: string]>([
    [[], "[]core.NodeSelectorTerm(nil)"],
    [
      [
        { matchExpressions: [{ key: "a", operator: "Exists" }] },
        { matchFields: [{ key: "metadata.name", operator: "In", values: ["x"] }] },
      ],
      "[]core.NodeSelectorTerm{core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement{" +
        'core.NodeSelectorRequirement{Key:"a", Operator:"Exists", Values:[]string(nil)}}, ' +
        "MatchFields:[]core.NodeSelectorRequirement(nil)}, " +
        "core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement(nil), " +
        'MatchFields:[]core.NodeSelectorRequirement{core.NodeSelectorRequirement{Key:"metadata.name", Operator:"In", ' +
        'Values:[]string{"x"}}}}}',
    ],
  ])("a ResourceSlice with nodeSelectorTerms %j is rejected", (nodeSelectorTerms, shown) => {
    const { nodeName: _, ...anywhere } = spec;
    const { errors } = writes.create({ spec: { ...anywhere, nodeSelector: { nodeSelectorTerms } } });
    expect(errors.at(-1)).toBe(
      `spec.nodeSelector.nodeSelectorTerms: Invalid value: ${shown}: must have exactly one node selector term`,
    );
  });

  test("an update of a ResourceSlice can change its devices, which raises its generation", () => {
    const { object, errors } = writes.update(writes.stored({ spec }), (slice) => {
      slice.spec.pool.generation = 2;
      slice.spec.devices = [{ name: "gpu-0", basic: {} }];
    });
    expect([object.metadata.generation, errors]).toEqual([2, []]);
  });
});

describe("a ResourceSlice in v1alpha3", () => {
  const context = hookContext();
  const head = { kind: "ResourceSlice", apiVersion: "", metadata: { name: "it" } };
  const attributes = { numa: { int: 1 } };
  const stored: ResourceSlice = {
    ...head,
    spec: {
      ...spec,
      devices: [
        { name: "gpu-0", basic: { attributes, capacity: { memory: { value: "80Gi" }, cores: { value: "7" } } } },
        { name: "gpu-1", basic: { attributes } },
        { name: "gpu-2" },
      ],
    },
  };
  const shown: ResourceSliceV1alpha3 = {
    ...head,
    spec: {
      ...spec,
      devices: [
        { name: "gpu-0", basic: { attributes, capacity: { memory: "80Gi", cores: "7" } } },
        { name: "gpu-1", basic: { attributes } },
        { name: "gpu-2" },
      ],
    },
  };

  test("v1alpha3 shows capacities as plain quantities", () => {
    expect(resourceSliceConversion.fromStored(stored, context)).toStrictEqual(shown);
  });

  test("a ResourceSlice of v1alpha3 is stored with its capacities as objects", () => {
    expect(resourceSliceConversion.toStored(shown, context)).toStrictEqual(stored);
  });
});
