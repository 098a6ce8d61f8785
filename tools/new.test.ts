import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deferred } from "../src/base/deferred.ts";
import { SourceCopy } from "./faults/source-copy.ts";
import { readRequest } from "./new/arguments.ts";
import { camelCase, kebabCase, pascalCase } from "./new/spellings.ts";

const root = join(import.meta.dirname, "..");
const tsx = "node_modules/tsx/dist/cli.mjs";

const parcelArguments = ["kind", "--group=shop", "--version=v1", "--kind=Parcel", "--plural=parcels"];

describe("readRequest", () => {
  test("readRequest() returns a kind with its scope", () => {
    const parcel = { type: "kind", group: "shop", version: "v1", kind: "Parcel", plural: "parcels" };
    expect(readRequest(parcelArguments)).toEqual({ ...parcel, isNamespaced: false });
    expect(readRequest([...parcelArguments, "--namespaced"])).toEqual({ ...parcel, isNamespaced: true });
  });

  test.each([
    [[], ["name what to create: use kind, controller, command, filter"]],
    [["engine"], ['"engine" cannot be created: use kind, controller, command, filter']],
    [[...parcelArguments, "--scope=Cluster"], ["unknown option --scope of kind"]],
    [[...parcelArguments, "--name=parcels"], ["unknown option --name of kind"]],
    [[...parcelArguments, "--namespaced=no"], ["--namespaced takes no value"]],
    [[...parcelArguments, "extra"], ['unexpected argument "extra"']],
    [parcelArguments.slice(0, 4), ["--plural is missing"]],
    [[...parcelArguments, "--group=shop.example.com"], ['--group must match ^[a-z][a-z0-9]*$, not "shop.example.com"']],
    [[...parcelArguments, "--kind=parcel"], ['--kind must match ^[A-Z][A-Za-z0-9]*$, not "parcel"']],
    [
      ["controller", "--name=Parcels", "--plural=a"],
      [
        "unknown option --plural of controller",
        '--name must match ^[a-z][a-z0-9]*(-[a-z0-9]+)*$, not "Parcels"',
        "--kind is missing",
      ],
    ],
  ])("readRequest() rejects %j with every problem", (args, problems) => {
    expect(readRequest(args)).toEqual({ type: "rejected", problems });
  });

  test("readRequest() returns the request for help, whatever the other arguments are", () => {
    expect(readRequest(["kind", "--nonsense", "--help"])).toEqual({ type: "help" });
  });
});

test.each([
  ["Parcel", "parcel", "parcel", "Parcel"],
  ["CSIDriver", "csi-driver", "csiDriver", "CsiDriver"],
  ["HorizontalPodAutoscaler", "horizontal-pod-autoscaler", "horizontalPodAutoscaler", "HorizontalPodAutoscaler"],
])("the spellings of %s match those of existing files", (kind, kebab, camel, pascal) => {
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

  const create = (...args: readonly string[]): Promise<Outcome> => run(tsx, "tools/new.ts", ...args);

  test("code that npm run new generates is formatted, passes lint and types, and passes its own tests and those of all kinds", async () => {
    const created = [
      await create(...parcelArguments, "--namespaced"),
      await create("kind", "--group=shop", "--version=v1beta1", "--kind=GiftCard", "--plural=giftcards"),
      await create("kind", "--group=node", "--version=v1", "--kind=NodeTool", "--plural=nodetools"),
      await create("kind", "--group=batch", "--version=v1", "--kind=PrintJob", "--plural=printjobs", "--namespaced"),
      await create("controller", "--name=parcel-tracking", "--kind=Parcel"),
      await create("command", "--name=count", "--summary=count objects"),
      await create("filter", "--name=reject-trace"),
    ];
    for (const { code, output } of created) expect({ code, output }).toMatchObject({ code: 0 });
    const files = created.flatMap(({ output }) =>
      [...output.matchAll(/^wrote (.*\.ts)$/gm)].map(([, file = ""]) => file),
    );
    const biome = "node_modules/@biomejs/biome/bin/biome";
    expect(await run(biome, "check", "--linter-enabled=false", ...files)).toMatchObject({ code: 0 });
    expect(await run("node_modules/oxlint/bin/oxlint", "--type-aware", ...files)).toMatchObject({ code: 0 });
    expect(await run(tsx, "tools/check-layers.ts")).toMatchObject({ code: 0 });
    expect(await run(tsx, "tools/generate-docs.ts", "--check")).toEqual({ code: 0, output: "" });
    expect(await run("node_modules/typescript/bin/tsc", "--noEmit")).toEqual({ code: 0, output: "" });
    const vitest = await run(
      "node_modules/vitest/vitest.mjs",
      "run",
      // Each worker loads all modules, and other tests run at the same time.
      "--maxWorkers=1",
      "--testNamePattern=Parcel|GiftCard|NodeTool|PrintJob|every|all |controller|filter|lists|count|setting",
      "src/api",
      "src/kinds/all-kinds.test.ts",
      "src/controllers/controllers.test.ts",
      "src/controllers/parcel-tracking",
      "src/app/config",
      "src/app/commands",
      "src/cli/commands/count.test.ts",
      "src/server/discovery",
      "src/server/filters/reject-trace.test.ts",
      "test/all-kinds",
      "tools/architecture.test.ts",
    );
    expect(vitest, vitest.output).toMatchObject({ code: 0 });
    for (const file of files.filter((one) => one.endsWith(".test.ts"))) expect(vitest.output).toContain(file);
  }, 600_000);

  test("npm run new rejects a kind that exists, and changes no file", async () => {
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
