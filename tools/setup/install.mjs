/**
 * The packages of a checkout. Runs `npm ci` when `node_modules` differs from the lock file. An installation that was made
 * by hand is accepted when npm's own record of it matches the lock file, including development packages.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { SetupError } from "./errors.mjs";
import { run } from "./run.mjs";

const stampName = "node_modules/.orch-setup.json";
/** npm's record of the installed packages. npm writes it at the end of every change of `node_modules`. */
const recordName = "node_modules/.package-lock.json";

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry
 */

/**
 * Whether `node_modules` is up to date, by its stamp.
 * @param {string} root
 */
export function installStampFits(root) {
  const stamp = readJson(`${root}/${stampName}`);
  return stamp?.wanted === requiredState(root) && stamp.record === recordState(root);
}

/**
 * Whether `node_modules` is up to date, package by package. Stamps it if so. The caller holds the lock.
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
 * Installs the packages and stamps them.
 * @param {string} root
 * @param {{ say: (text: string) => void, report: (activity: () => string) => void }} options
 */
export async function install(root, { say, report }) {
  report(() => describeInstallation(root));
  rmSync(`${root}/${stampName}`, { force: true });
  if (!existsSync(`${root}/package-lock.json`)) {
    await npm(root, ["install"]);
  } else {
    try {
      await npm(root, ["ci"]);
    } catch (error) {
      if (!(error instanceof SetupError && saysLockIsIncomplete(error.output))) throw error;
      say("package-lock.json does not list all dependencies of package.json; running npm install ...");
      await npm(root, ["install", "--no-save"]);
    }
  }
  writeStamp(root);
}

/**
 * Describes how far npm has come, because npm itself prints nothing until its end.
 * @param {string} root
 */
function describeInstallation(root) {
  /** @type {Record<string, LockEntry> | undefined} */
  const locked = readJson(`${root}/package-lock.json`)?.packages;
  if (!locked) return "npm is working";
  const paths = Object.entries(locked).flatMap(([path, entry]) => (path === "" || mayBeMissing(entry) ? [] : [path]));
  const count = paths.filter((path) => existsSync(`${root}/${path}/package.json`)).length;
  return `${count} of ${paths.length} packages are in node_modules`;
}

/**
 * @param {string} root
 * @param {string[]} command
 */
function npm(root, command) {
  // The log level is set here, because npm would hide its errors under `npm test --silent`.
  return run("npm", [...command, "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    title: "installing packages",
    remedy:
      "see npm's message above, check the network and `npm config get registry`, then run the same command again.",
  });
}

/** @param {string} output */
function saysLockIsIncomplete(output) {
  return output.includes("npm error code EUSAGE") && output.includes("in sync");
}

/**
 * Returns a hash of what determines the content of `node_modules`: the lock file, the dependencies of `package.json`, the
 * machine and the major version of Node.
 * @param {string} root
 */
function requiredState(root) {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies, overrides } =
    readJson(`${root}/package.json`) ?? {};
  const required = { dependencies, devDependencies, optionalDependencies, peerDependencies, overrides };
  return createHash("sha256")
    .update(readText(`${root}/package-lock.json`) ?? "")
    .update(JSON.stringify(required))
    .update(runtime())
    .digest("hex");
}

function runtime() {
  return `${process.versions.node.split(".")[0]} ${process.platform} ${process.arch}`;
}

/**
 * Returns the size and time of npm's record. They change whenever npm changes `node_modules`, for example with
 * `npm prune --omit=dev`.
 * @param {string} root
 */
function recordState(root) {
  const stat = statSync(`${root}/${recordName}`, { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs}` : "none";
}

/** @param {string} root */
function writeStamp(root) {
  const stamp = { wanted: requiredState(root), runtime: runtime(), record: recordState(root) };
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
 * Whether npm may leave out the package: it does not install optional packages for other machines and their dependencies.
 * If an optional package for this machine is missing, `node_modules` was copied from another machine.
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
    // A crash cut off the file.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
