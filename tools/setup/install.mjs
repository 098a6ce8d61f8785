/**
 * The packages of a checkout: `npm ci` when `node_modules` is not what the lock file says. An installation that somebody
 * made by hand counts when npm's own record of it agrees with the lock file, development packages included.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { SetupError } from "./errors.mjs";
import { run } from "./run.mjs";

const stampName = "node_modules/.orch-setup.json";
/** npm writes it at the end of every change of `node_modules`. */
const recordName = "node_modules/.package-lock.json";

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry
 */

/**
 * The cheap question, asked at every start.
 * @param {string} root
 */
export function installStampFits(root) {
  const stamp = readJson(`${root}/${stampName}`);
  return stamp?.wanted === wantedState(root) && stamp.record === recordState(root);
}

/**
 * The thorough question: compares package by package, and stamps what agrees. The lock is held.
 * @param {string} root
 */
export function confirmInstallation(root) {
  if (installStampFits(root)) return true;
  const stamp = readJson(`${root}/${stampName}`);
  if (stamp && stamp.runtime !== runtime()) return false;
  if (!agreesWithLock(root)) return false;
  writeStamp(root);
  return true;
}

/**
 * @param {string} root
 * @param {{ say: (text: string) => void }} options
 */
export async function install(root, { say }) {
  rmSync(`${root}/${stampName}`, { force: true });
  if (!existsSync(`${root}/package-lock.json`)) {
    await npm(root, ["install"]);
  } else {
    try {
      await npm(root, ["ci"]);
    } catch (error) {
      if (!(error instanceof SetupError && saysLockIsIncomplete(error.output))) throw error;
      say("package-lock.json does not list all that package.json asks for; trying npm install ...");
      await npm(root, ["install", "--no-save"]);
    }
  }
  writeStamp(root);
}

/**
 * @param {string} root
 * @param {string[]} command
 */
function npm(root, command) {
  // The level is ours: under `npm test --silent` npm would not say what is wrong.
  return run("npm", [...command, "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    what: "installing packages",
    remedy:
      "see npm's message above, check the network and `npm config get registry`, then run the same command again.",
  });
}

/** @param {string} output */
function saysLockIsIncomplete(output) {
  return output.includes("npm error code EUSAGE") && output.includes("in sync");
}

/**
 * What decides about the content of `node_modules`: the lock file, the dependencies asked for, the machine.
 * @param {string} root
 */
function wantedState(root) {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies, overrides } =
    readJson(`${root}/package.json`) ?? {};
  const asked = { dependencies, devDependencies, optionalDependencies, peerDependencies, overrides };
  return createHash("sha256")
    .update(readText(`${root}/package-lock.json`) ?? "")
    .update(JSON.stringify(asked))
    .update(runtime())
    .digest("hex");
}

function runtime() {
  return `${process.versions.node.split(".")[0]} ${process.platform} ${process.arch}`;
}

/**
 * Changes when npm has changed `node_modules` since the stamp, for example `npm prune --omit=dev`.
 * @param {string} root
 */
function recordState(root) {
  const stat = statSync(`${root}/${recordName}`, { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs}` : "none";
}

/** @param {string} root */
function writeStamp(root) {
  const stamp = { wanted: wantedState(root), runtime: runtime(), record: recordState(root) };
  mkdirSync(`${root}/node_modules`, { recursive: true });
  writeFileSync(`${root}/${stampName}`, JSON.stringify(stamp));
}

/** @param {string} root */
function agreesWithLock(root) {
  /** @type {Record<string, LockEntry> | undefined} */
  const locked = readJson(`${root}/package-lock.json`)?.packages;
  /** @type {Record<string, LockEntry> | undefined} */
  const installed = readJson(`${root}/${recordName}`)?.packages;
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, entry]) => {
    const found = installed[path];
    return path === "" || (found ? found.version === entry.version : mayBeMissing(entry));
  });
}

/**
 * Packages for other machines, and what only those need, are not installed. One for this machine must be, or the
 * checkout came from elsewhere.
 * @param {LockEntry} entry
 */
function mayBeMissing({ optional, devOptional, os, cpu, libc }) {
  const isForThisMachine = os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;
  return Boolean(optional || devOptional) && !isForThisMachine;
}

/** @param {string} path */
function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readText(path) ?? "null") ?? undefined;
  } catch (error) {
    // A record cut off by a crash vouches for nothing.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
