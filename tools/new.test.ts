import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deferred } from "../src/base/deferred.ts";
import { SourceCopy } from "./faults/source-copy.ts";
import { readRequest } from "./new/arguments.ts";
import { camelCase, kebabCase, pascalCase } from "./new/spellings.ts";

const root = join(import.meta.dirname, "..");

const whole = ["kind", "--group=shop", "--version=v1", "--kind=Parcel", "--plural=parcels"];

describe("arguments", () => {
  test("a kind is read with its scope", () => {
    const parcel = { type: "kind", group: "shop", version: "v1", kind: "Parcel", plural: "parcels" };
    expect(readRequest(whole)).toEqual({ ...parcel, isNamespaced: false });
    expect(readRequest([...whole, "--namespaced"])).toEqual({ ...parcel, isNamespaced: true });
  });

  test.each([
    [[], ["name what to create: use kind or controller"]],
    [["filter"], ['"filter" cannot be created: use kind or controller']],
    [[...whole, "--scope=Cluster"], ["unknown option --scope of kind"]],
    [[...whole, "--name=parcels"], ["unknown option --name of kind"]],
    [[...whole, "--namespaced=no"], ["--namespaced takes no value"]],
    [[...whole, "extra"], ['unexpected argument "extra"']],
    [whole.slice(0, 4), ["--plural is missing"]],
    [[...whole, "--kind=parcel"], ['--kind must match ^[A-Z][A-Za-z0-9]*$, not "parcel"']],
    [
      ["controller", "--name=Parcels", "--plural=a"],
      [
        "unknown option --plural of controller",
        '--name must match ^[a-z][a-z0-9]*(-[a-z0-9]+)*$, not "Parcels"',
        "--kind is missing",
      ],
    ],
  ])("%j is rejected with every problem", (args, problems) => {
    expect(readRequest(args)).toEqual({ type: "rejected", problems });
  });

  test("--help wins over everything else", () => {
    expect(readRequest(["kind", "--nonsense", "--help"])).toEqual({ type: "help" });
  });
});

test.each([
  ["Parcel", "parcel", "parcel", "Parcel"],
  ["CSIDriver", "csi-driver", "csiDriver", "CsiDriver"],
  ["HorizontalPodAutoscaler", "horizontal-pod-autoscaler", "horizontalPodAutoscaler", "HorizontalPodAutoscaler"],
])("the spellings of %s are those of the existing files", (kind, kebab, camel, pascal) => {
  expect([kebabCase(kind), camelCase(kebab), pascalCase(kebab)]).toEqual([kebab, camel, pascal]);
});

describe("in a copy of the sources", () => {
  let copy: SourceCopy;

  beforeAll(async () => {
    copy = await SourceCopy.of(root);
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  interface Outcome {
    readonly code: number;
    readonly output: string;
  }

  async function run(file: string, ...args: readonly string[]): Promise<Outcome> {
    // Variables of the vitest that runs this test would make the inner one believe that it is a worker.
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
    const env = { ...Object.fromEntries(inherited), TMPDIR: copy.temporary };
    const outcome = deferred<Outcome>();
    execFile(process.execPath, [file, ...args], { cwd: copy.root, env }, (error, stdout, stderr) => {
      outcome.resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
    return await outcome.promise;
  }

  const create = (...args: readonly string[]): Promise<Outcome> =>
    run("node_modules/tsx/dist/cli.mjs", "tools/new.ts", ...args);

  test("new kinds and a new controller compile and pass the tests of all kinds", async () => {
    const created = [
      await create(...whole, "--namespaced"),
      await create("kind", "--group=shop", "--version=v1beta1", "--kind=GiftCard", "--plural=giftcards"),
      await create("kind", "--group=node", "--version=v1", "--kind=NodeTool", "--plural=nodetools"),
      await create("controller", "--name=parcel-tracking", "--kind=Parcel"),
    ];
    for (const { code, output } of created) expect({ code, output }).toMatchObject({ code: 0 });
    expect(await run("node_modules/typescript/bin/tsc", "--noEmit")).toEqual({ code: 0, output: "" });
    const vitest = await run(
      "node_modules/vitest/vitest.mjs",
      "run",
      "src/api",
      "src/kinds/all-kinds.test.ts",
      "src/controllers/parcel-tracking",
      "src/app/config",
      "src/server/discovery",
      "test/all-kinds",
      "test/client-node/every-group.test.ts",
    );
    expect(vitest, vitest.output).toMatchObject({ code: 0 });
    expect(vitest.output).toContain("src/controllers/parcel-tracking/decide.test.ts");
  }, 240_000);

  test("a kind that exists is rejected, and no file changes", async () => {
    const index = join(copy.root, "src/kinds/node/index.ts");
    const before = await readFile(index, "utf8");
    const again = await create(
      "kind",
      "--group=node",
      "--version=v1",
      "--kind=RuntimeClass",
      "--plural=runtimeclasses",
    );
    expect(again.code).toBe(1);
    expect(again.output).toContain("src/api/node/v1/runtime-class.ts exists already");
    expect(await readFile(index, "utf8")).toBe(before);
  });
});
