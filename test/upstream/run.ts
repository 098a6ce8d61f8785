/**
 * `npm run upstream`: the end-to-end tests of the reference's project run on orch, with the real controller manager and scheduler and
 * with simulated nodes. Only tests that need no container, no network of Pods and no server behind the API server are selected.
 * test/upstream/README.md says how to build their program.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { binariesIn, startOrch, workDir } from "../real-controllers/programs.ts";
import { SimulatedNodes } from "../real-controllers/simulated-nodes.ts";
import { readToolOptions } from "../support/tool-arguments.ts";
import { readReport, summaryLines } from "./report.ts";
import { excluded, knownFailures, selected } from "./selection.ts";

const usage = `Runs the reference's end-to-end tests on orch.

    npm run upstream -- --tests=FILE             the built program of the tests; required
    npm run upstream -- --binaries=DIR           controller manager and scheduler from DIR, unpacked or as NAME.xz
    npm run upstream -- --focus=EXPRESSION       only tests whose names match this regular expression
    npm run upstream -- --minutes=60             longest duration; default 90

It exits with 1 if a test fails that test/upstream/selection.ts does not name, and with 3 when a program is missing. The log and the
report stay in .cache/upstream.`;

const options = readToolOptions(usage, {
  tests: { takes: "text" },
  binaries: { takes: "text", default: join(import.meta.dirname, "../../../shared/reference") },
  focus: { takes: "text" },
  minutes: { takes: "a number", default: "90" },
});

const outputDir = join(import.meta.dirname, "../../.cache/upstream");

async function main(): Promise<number> {
  const binaries = binariesIn(options.text("binaries") ?? "");
  const tests = options.text("tests") ?? "";
  const missing = [
    ...(existsSync(tests) ? [] : [`the program of the tests (--tests=${tests})`]),
    ...binaries.missing(["kube-controller-manager", "kube-scheduler"]),
  ];
  if (missing.length > 0) {
    say(`missing: ${missing.join(", ")}; see test/upstream/README.md`);
    return 3;
  }
  for (const directory of [workDir, outputDir]) rmSync(directory, { recursive: true, force: true });
  for (const directory of [workDir, outputDir]) mkdirSync(directory, { recursive: true });
  await using server = await startOrch();
  const programs = await binaries.startControllers("orch", server);
  try {
    await using nodes = new SimulatedNodes(server.client);
    await nodes.start();
    await runTests(tests, server.kubeconfig);
    // Without one of these, tests fail that have no defect.
    for (const program of programs) program.requireRunning();
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
  }
  const results = readReport(join(outputDir, "report.json"));
  const { lines, unexpected } = summaryLines(results, knownFailures);
  process.stdout.write(`${lines.join("\n")}\n`);
  return unexpected === 0 && results.length > 0 ? 0 : 1;
}

/** Runs the program of the tests until it ends. Its own exit code does not count, because known failures change it. */
async function runTests(path: string, kubeconfig: string): Promise<void> {
  const log = join(outputDir, "tests.log");
  const output = openSync(log, "w");
  say(`the tests run; their log is ${log}`);
  const child = spawn(
    path,
    [
      `-kubeconfig=${kubeconfig}`,
      "--provider=skeleton",
      "--minStartupPods=0",
      "--dump-logs-on-failure=false",
      "--ginkgo.no-color",
      "--ginkgo.v",
      `--ginkgo.timeout=${options.number("minutes")}m`,
      `--ginkgo.focus=${options.text("focus") ?? selected.join("|")}`,
      `--ginkgo.skip=${excluded.join("|")}`,
      `--ginkgo.json-report=${join(outputDir, "report.json")}`,
    ],
    { stdio: ["ignore", output, output] },
  );
  await once(child, "close");
}

function say(text: string): void {
  process.stderr.write(`upstream: ${text}\n`);
}

process.exitCode = await main();
