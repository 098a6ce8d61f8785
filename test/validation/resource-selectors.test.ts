/** Expected messages are those of the reference v1.32.13 for the same objects. */
import { describe } from "vitest";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes", "--runtime-config=resource.k8s.io/v1beta1=true"]);
const classes = new Refusals(server, "/apis/resource.k8s.io/v1beta1/deviceclasses", { spec: {} });
const claims = new Refusals(server, "/apis/resource.k8s.io/v1beta1/namespaces/default/resourceclaims", {
  spec: { devices: { requests: [{ name: "gpu", deviceClassName: "gpu.example.com" }] } },
});

const selectorsOf = (...expressions: readonly string[]): object[] =>
  expressions.map((expression) => ({ cel: { expression } }));

/** @param causes with paths relative to the list of selectors */
function refuse(title: string, expressions: readonly string[], causes: readonly string[]): void {
  classes.create(
    title,
    ({ spec }: Manifest) => void (spec.selectors = selectorsOf(...expressions)),
    causes.map((cause) => `spec.selectors${cause}`),
  );
}

/** Returns loops in loops over ten numbers. */
function nestedLoops(depth: number): string {
  const names = Array.from({ length: depth }, (_, index) => `x${index}`);
  const condition = `${names.join("+")}>0`;
  return names.reduceRight((body, name) => `[1,2,3,4,5,6,7,8,9,10].all(${name}, ${body})`, condition);
}

describe("device selectors", () => {
  refuse(
    "[CelErrors#1] a selector with an unknown variable is rejected",
    ["object.x"],
    [
      '[0].cel.expression: Invalid value: "object.x": compilation failed: ' +
        "ERROR: <input>:1:1: undeclared reference to 'object' (in container '')\n | object.x\n | ^",
    ],
  );

  refuse(
    "[CelErrors#2] a selector with a text as its result is rejected",
    ["true", "device.driver"],
    ['[1].cel.expression: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string'],
  );

  refuse(
    "[CelErrors#4] a selector with a constant that cannot be converted is rejected with an internal error",
    ["int('x') == 1"],
    ["[0].cel.expression: Internal error: program instantiation failed: type conversion error from 'string' to 'int'"],
  );

  refuse(
    "a selector cannot iterate over an attribute, because no attribute is a list",
    ["device.attributes['a'].b.all(x, true)"],
    [
      "[0].cel.expression: Invalid value: \"device.attributes['a'].b.all(x, true)\": compilation failed: " +
        "ERROR: <input>:1:23: expression of type 'any' cannot be range of a comprehension " +
        "(must be list, map, or dynamic)\n | device.attributes['a'].b.all(x, true)\n | ......................^",
    ],
  );

  refuse(
    "[CEL-53] a selector whose evaluation can cost more than 1,000,000 is rejected",
    [nestedLoops(4), nestedLoops(5)],
    ["[1].cel.expression: Forbidden: too complex, exceeds cost limit"],
  );

  refuse(
    "a selector of more than 10 KiB is not compiled",
    [`${"x".repeat(10_240)}+`],
    ["[0].cel.expression: Too long: may not be more than 10240 bytes"],
  );

  classes.accepts("selectors can name values, compare versions and quantities, and return an attribute", ({ spec }) => {
    spec.selectors = selectorsOf(
      "cel.bind(gpu, device.attributes['gpu.example.com'], gpu.model == 'a' && gpu.fast)",
      "device.attributes['a'].version.isGreaterThan(semver('1.2.3')) && device.driver != ''",
      "device.capacity['a'].memory.compareTo(quantity('1Gi')) >= 0",
      "device.attributes['a'].isFast",
    );
  });

  claims.create(
    "[CelErrors#1] a selector of a claim cannot use the macro with a name that is no identifier",
    ({ spec }: Manifest) => void (spec.devices.requests[0].selectors = selectorsOf("cel.bind(1, 2, true)")),
    [
      'spec.devices.requests[0].selectors[0].cel.expression: Invalid value: "cel.bind(1, 2, true)": ' +
        "compilation failed: ERROR: <input>:1:10: cel.bind() variable names must be simple identifiers\n" +
        " | cel.bind(1, 2, true)\n | .........^",
    ],
  );
});
