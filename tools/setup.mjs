#!/usr/bin/env node
/**
 * Makes a checkout ready to run: installs the packages and builds `dist/`, each only when it is stale. This file is plain
 * JavaScript without dependencies, because it runs before any package is installed. Invariant: a stamp is written only
 * after its work is complete, so the next setup repeats interrupted work.
 *
 *     node tools/setup.mjs [--packages-only] [--progress-ms=MILLISECONDS]
 *
 * `--packages-only` leaves `dist/` alone. `--progress-ms` sets the time between two progress lines.
 */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build, buildStampFits, confirmBuild } from "./setup/build.mjs";
import { SetupError } from "./setup/errors.mjs";
import { confirmInstallation, install, installStampFits } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { Progress } from "./setup/progress.mjs";
import { onStopSignal } from "./setup/run.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: { "packages-only": { type: "boolean", default: false }, "progress-ms": { type: "string" } },
});
const needsBuild = !values["packages-only"];
const intervalMs = values["progress-ms"];
const progress = new Progress(intervalMs === undefined ? {} : { intervalMs: Number(intervalMs) });
const say = (/** @type {string} */ text) => progress.say(text);

/** @returns {void} */
function checkNode() {
  const { engines } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
  const minimum = /\d+(\.\d+)*/.exec(engines?.node ?? "");
  if (minimum && compareVersions(process.versions.node, minimum[0]) < 0) {
    throw new SetupError(
      `this is Node ${process.versions.node}; install Node ${minimum[0]} or later and run the same command again.`,
    );
  }
}

/**
 * @param {string} left
 * @param {string} right
 */
function compareVersions(left, right) {
  const rightParts = right.split(".").map(Number);
  for (const [index, part] of left.split(".").map(Number).entries()) {
    const difference = part - (rightParts[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Runs with the lock held. Checks again, because another setup may have done the work in the meantime. */
async function makeReady() {
  if (!confirmInstallation(root)) {
    await progress.step("installing packages", (report) => install(root, { say, report }));
  }
  if (needsBuild && !confirmBuild(root)) await progress.step("building", (report) => build(root, { report }));
}

try {
  checkNode();
  onStopSignal();
  if (!installStampFits(root) || (needsBuild && !buildStampFits(root))) {
    await withLock(`${root}/.cache/setup.lock`, { say }, makeReady);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  if (error.output) process.stderr.write(error.output.endsWith("\n") ? error.output : `${error.output}\n`);
  say(error.message);
  process.exitCode = 1;
}
