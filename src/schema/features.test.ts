import { describe, expect, test } from "vitest";
import { SchemaCompiler } from "./compiled.ts";
import { featuresOf } from "./features.ts";
import { optional, pointer, recursiveStruct, struct } from "./field.ts";
import { rulesFor } from "./rules.ts";
import type { StructSchema } from "./schema.ts";
import { boolean, list, map, text } from "./types.ts";

interface Part {
  plain?: string;
  alpha?: string;
  beta?: boolean;
}

const partFields = {
  plain: optional(text, 1, "Always there."),
  alpha: optional(text, 2, "Of a feature.", { featureGate: "Alpha" }),
  beta: pointer(boolean, 3, "Of another feature.", { featureGate: "Beta" }),
};

const part: StructSchema<Part> = struct("test/v1.Part", "A part.", partFields);

interface Tree extends Part {
  branches?: Tree[];
}

const tree: StructSchema<Tree> = recursiveStruct("test/v1.Tree", "Holds trees.", () => ({
  ...partFields,
  branches: optional(list(tree), 4, "Trees."),
}));

const whole = struct("test/v1.Whole", "Holds parts in every way.", {
  one: pointer(part, 1, "A part."),
  listed: optional(list(part), 2, "Parts."),
  mapped: optional(map(part), 3, "Parts by name."),
  tree: pointer(tree, 4, "A tree."),
  later: pointer(part, 5, "For another object.", { featuresUnchecked: true }),
});

const compiler = new SchemaCompiler(new Map());

/** Returns the object without fields of disabled features. Only the named features are enabled. */
function withoutDisabled(
  object: object,
  { old, on = [] }: { readonly old?: object; readonly on?: readonly string[] } = {},
): object {
  const copy = structuredClone(object);
  compiler.compile(whole).dropDisabled(copy, { ...(old ? { old } : {}), isEnabled: (gate) => on.includes(gate) });
  return copy;
}

const full: Part = { plain: "p", alpha: "a", beta: false };

describe("a field of a disabled feature", () => {
  test("dropDisabled() removes the field wherever it occurs", () => {
    const object = { one: full, listed: [{ plain: "x" }, full], mapped: { a: full }, tree: { branches: [full] } };
    expect(withoutDisabled(object, { on: ["Beta"] })).toEqual({
      one: { plain: "p", beta: false },
      listed: [{ plain: "x" }, { plain: "p", beta: false }],
      mapped: { a: { plain: "p", beta: false } },
      tree: { branches: [{ plain: "p", beta: false }] },
    });
  });

  test("dropDisabled() keeps the field if any part of the stored object uses the feature", () => {
    const object = { one: full, listed: [full] };
    expect(withoutDisabled(object, { old: { mapped: { a: { beta: true } } } })).toEqual({
      one: { plain: "p", beta: false },
      listed: [{ plain: "p", beta: false }],
    });
  });

  test("dropDisabled() keeps the field in a template, which does not count as a use of the feature", () => {
    expect(withoutDisabled({ later: full })).toEqual({ later: full });
    expect(withoutDisabled({ one: full }, { old: { later: full } })).toEqual({ one: { plain: "p" } });
  });
});

test("dropDisabled() changes nothing while all features are enabled", () => {
  expect(withoutDisabled({ one: full, listed: [full] }, { on: ["Alpha", "Beta"] })).toEqual({
    one: full,
    listed: [full],
  });
});

test("dropDisabled() accepts lists that are null", () => {
  expect(withoutDisabled({ listed: null, one: null })).toEqual({ listed: null, one: null });
});

test("dropDisabled() applies the rules of features that are not single fields", () => {
  const rules = featuresOf(part, [
    {
      gate: "Gamma",
      isUsed: ({ plain }) => plain === "gamma",
      drop: (one) => {
        one.plain = "none";
      },
    },
  ]);
  const compiled = new SchemaCompiler(new Map(), new Map([rules])).compile(whole);
  const drop = (object: object, old?: object): object => {
    compiled.dropDisabled(object, { ...(old ? { old } : {}), isEnabled: () => false });
    return object;
  };
  expect(drop({ one: { plain: "gamma" } })).toEqual({ one: { plain: "none" } });
  expect(drop({ one: { plain: "gamma" } }, { listed: [{ plain: "gamma" }] })).toEqual({ one: { plain: "gamma" } });
});

test("fillFeatureDefaults() fills in defaults wherever the struct occurs, while the feature is enabled", () => {
  const fillBeta = (value: Part, isEnabled: (gate: string) => boolean): void => {
    if (isEnabled("Beta")) value.beta ??= true;
  };
  const filled = new SchemaCompiler(new Map([rulesFor(part, { featureDefaults: fillBeta })])).compile(whole);
  const object = () => ({ one: {}, listed: [{}, { beta: false }], mapped: { a: {} }, later: {}, tree: {} });
  const on = object();
  filled.fillFeatureDefaults(on, (gate) => gate === "Beta");
  expect(on).toEqual({
    one: { beta: true },
    listed: [{ beta: true }, { beta: false }],
    mapped: { a: { beta: true } },
    later: { beta: true },
    tree: {},
  });
  const off = object();
  filled.fillFeatureDefaults(off, () => false);
  expect(off).toEqual(object());
});
