#!/usr/bin/env node
/**
 * Makes a checkout ready to run: installs the packages and builds `dist/`, each only when it is stale. It is plain
 * JavaScript without dependencies because it runs before there are any. Invariant: a stamp is written only after the
 * work that it vouches for is complete, so what was interrupted is done again.
 */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build, buildStampFits, confirmBuild } from "./setup/build.mjs";
import { SetupError } from "./setup/errors.mjs";
import { confirmInstallation, install, installStampFits } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { onStopSignal } from "./setup/run.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} text */
function say(text) {
  process.stderr.write(`orch: ${text}\n`);
}

/** @returns {void} */
function checkNode() {
  const wanted = /\d+(\.\d+)*/.exec(JSON.parse(readFileSync(`${root}/package.json`, "utf8")).engines?.node ?? "");
  if (wanted && compareVersions(process.versions.node, wanted[0]) < 0) {
    throw new SetupError(
      `this is Node ${process.versions.node}; install Node ${wanted[0]} or later and run the same command again.`,
    );
  }
}

/**
 * @param {string} left
 * @param {string} right
 */
function compareVersions(left, right) {
  const rights = right.split(".").map(Number);
  for (const [index, part] of left.split(".").map(Number).entries()) {
    const difference = part - (rights[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Runs `work` between two progress lines.
 * @param {string} what
 * @param {() => Promise<void>} work
 */
async function step(what, work) {
  const startMs = performance.now();
  say(`${what} ...`);
  await work();
  say(`${what} took ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
}

/** Called with the lock held, and looks again: another setup may have done the work meanwhile. */
async function makeReady() {
  if (!confirmInstallation(root)) await step("installing packages", () => install(root, { say }));
  if (!confirmBuild(root)) await step("building", () => build(root));
}

try {
  checkNode();
  onStopSignal();
  if (!installStampFits(root) || !buildStampFits(root)) {
    await withLock(`${root}/.cache/setup.lock`, { say }, makeReady);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  if (error.output) process.stderr.write(error.output.endsWith("\n") ? error.output : `${error.output}\n`);
  say(error.message);
  process.exitCode = 1;
}
