import { describe, expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);

/** Returns the errors of a container with these resources. Paths start below `resources`. */
function errorsOf(resources: object): readonly string[] {
  const containers = [{ name: "app", image: "app", resources }];
  const { errors } = writes.create({ metadata: { name: "web", namespace: "shop" }, spec: { containers } });
  return errors.map((error) => error.replace("spec.containers[0].resources", ""));
}

describe("huge pages", () => {
  test.each<[string, object, string[]]>([
    ["with memory are accepted", { limits: { memory: "1Gi", "hugepages-2Mi": "4Mi" } }, []],
    [
      "without cpu and memory are rejected",
      { limits: { "hugepages-2Mi": "4Mi" } },
      [": Forbidden: HugePages require cpu or memory"],
    ],
    [
      "with a fraction of a page are rejected",
      { limits: { memory: "1Gi", "hugepages-2Mi": "3Mi" } },
      [
        '.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
        '.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
      ],
    ],
    [
      "with a request below the limit are rejected",
      { limits: { memory: "1Gi", "hugepages-2Mi": "4Mi" }, requests: { "hugepages-2Mi": "2Mi" } },
      ['.requests: Invalid value: "2Mi": must be equal to hugepages-2Mi limit of 4Mi'],
    ],
    [
      "without a limit are rejected",
      { requests: { memory: "1Gi", "hugepages-2Mi": "2Mi" } },
      [".limits: Required value: Limit must be set for non overcommitable resources"],
    ],
  ])("huge pages %s", (_, resources, errors) => {
    expect(errorsOf(resources)).toEqual(errors);
  });
});

test("names of extended resources need a domain other than kubernetes.io and no prefix requests", () => {
  expect(errorsOf({ limits: { "example.com/gpu": "1" } })).toEqual([]);
  expect(errorsOf({ limits: { "kubernetes.io/gpu": "1" } })).toEqual([]);
  expect(errorsOf({ requests: { "requests.example.com/gpu": "1" } })).toContain(
    ".requests[requests.example.com/gpu]: Invalid value: requests.example.com/gpu: doesn't follow extended resource " +
      "name standard",
  );
});

test("a negative overhead of a Pod is rejected", () => {
  const containers = [{ name: "app", image: "app" }];
  const { errors } = writes.create({
    metadata: { name: "web", namespace: "shop" },
    spec: { containers, overhead: { cpu: "-1" } },
  });
  expect(errors).toEqual(['spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0']);
});

test.each(["constructor", "toString"])(
  "a request of a resource called %s is not compared with a limit that is not given",
  (name) => {
    const [first, ...others] = errorsOf({ limits: { cpu: "1" }, requests: { [name]: "1" } });
    expect(first).toMatch(`.requests[${name}]: Invalid value: ${name}: must be a standard resource type or fully`);
    expect(others.join()).not.toContain("must be less than or equal");
  },
);
