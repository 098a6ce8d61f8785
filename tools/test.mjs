#!/usr/bin/env node
/**
 * Sets up what is stale, runs the test suite, and prints as its last line `N passed, N failed, N skipped`, for people and
 * scripts. The exit code is 0 when nothing failed.
 *
 * Arguments are passed to vitest, except for these two. With `--fail-on-skip`, a test that was skipped because a tool is
 * missing fails the run. `--store=NAME` selects the store of servers whose tests do not choose one, see
 * `test/support/test-store.ts`. A run of selected tests does not build `dist/` first, because most tests do not need it. The others build
 * it themselves.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "./test/memory-folder.mjs";
import { readReport, summarize } from "./test/summary.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const failOnSkip = process.argv.includes("--fail-on-skip");
const storeFlag = "--store=";
const store = process.argv.findLast((arg) => arg.startsWith(storeFlag))?.slice(storeFlag.length);
const vitestArguments = process.argv.slice(2).filter((arg) => arg !== "--fail-on-skip" && !arg.startsWith(storeFlag));
const isSelection = vitestArguments.length > 0;
// `npm run conformance` reads the report of a whole run, so a run of selected tests must not replace it.
const runName = [...(store === undefined ? [] : [store]), ...(isSelection ? ["partial"] : [])].join(".");
const reportPath = join(root, ".cache", runName === "" ? "test-report.json" : `test-report.${runName}.json`);

/**
 * Runs Node to its end, and forwards stop signals to it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
function runNode(args, env = process.env) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      for (const name of ["SIGINT", "SIGTERM"]) process.off(name, forward);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** @returns {Promise<number>} vitest's exit code */
async function runVitest() {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`];
  const folder = makeTemporaryFolder("orch-test-");
  try {
    return await runNode([vitest, "run", ...reporting, ...vitestArguments], {
      ...process.env,
      TMPDIR: folder,
      ...(store === undefined ? {} : { ORCH_TEST_STORE: store }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Returns why the tests cannot use the selected store. Undefined if they can. */
function storeProblem() {
  const selected = store ?? process.env.ORCH_TEST_STORE ?? "memory";
  if (!["memory", "shared", "etcd"].includes(selected)) {
    return `the store of the tests is ${JSON.stringify(selected)}, and must be one of memory, shared, etcd`;
  }
  if (selected !== "etcd" || spawnSync("etcd", ["--version"]).status === 0) return undefined;
  return "etcd is not in the PATH. Install Debian's package etcd-server, or another release of etcd";
}

function report(/** @type {number} */ exitCode) {
  const summary = summarize(readReport(reportPath), exitCode);
  // With a name pattern, vitest reports every other test as skipped. Those are not listed.
  const isByName = vitestArguments.some((arg) => arg === "-t" || arg.startsWith("--testNamePattern"));
  for (const line of [...(isByName ? [] : summary.skips), ...summary.failures]) console.log(line);
  console.log(summary.line);
  process.exitCode = summary.failed > 0 || (failOnSkip && summary.avoidableSkips > 0) ? 1 : 0;
}

const problem = storeProblem();
if (problem !== undefined) {
  console.error(`npm test: ${problem}`);
  process.exit(1);
}
process.exitCode = await runNode([join(root, "tools/setup.mjs"), ...(isSelection ? ["--packages-only"] : [])]);
if (process.exitCode === 0) {
  mkdirSync(dirname(reportPath), { recursive: true });
  rmSync(reportPath, { force: true });
  report(await runVitest());
}
