/**
 * Lets one setup at a time work in a checkout. The lock is a file that names its holder. The holder touches the file while
 * it works, so other setups recognize the lock of a killed process and take it over.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isErrno } from "./errors.mjs";

const heartbeatMs = 2_000;
/** Longer than a suspended laptop or a busy disk can delay a heartbeat. */
const staleAfterMs = 60_000;
const pollMs = 100;
/** Pause after a takeover. Others that saw the same stale lock overwrite ours within this time, and the last one wins. */
const settleMs = 300;

/**
 * Runs `work` with the lock held. Waits until the lock is free.
 * @param {string} path of the lock file
 * @param {{ say: (text: string) => void }} options
 * @param {() => Promise<void>} work
 */
export async function withLock(path, { say }, work) {
  mkdirSync(dirname(path), { recursive: true });
  const own = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() });
  await acquire(path, own, say);
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  const release = () => {
    if (read(path) === own) rmSync(path, { force: true });
  };
  process.once("exit", release);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

/**
 * @param {string} path
 * @param {string} own
 * @param {(text: string) => void} say
 */
async function acquire(path, own, say) {
  for (let said = false; !(await tryAcquire(path, own)); await sleep(pollMs)) {
    const holder = holderOf(path);
    if (holder && !said) {
      say(`waiting for another setup of this checkout (process ${holder.pid} on ${holder.host}) ...`);
      said = true;
    }
  }
}

/**
 * @param {string} path
 * @param {string} own
 */
async function tryAcquire(path, own) {
  try {
    writeFileSync(path, own, { flag: "wx" });
    return true;
  } catch (error) {
    if (!isErrno(error, "EEXIST")) throw error;
  }
  if (!isStale(path)) return false;
  const claim = `${path}.${process.pid}`;
  writeFileSync(claim, own);
  renameSync(claim, path);
  await sleep(settleMs);
  return read(path) === own;
}

/** @param {string} path */
function isStale(path) {
  const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (touchedMs === undefined) return false;
  if (Date.now() - touchedMs > staleAfterMs) return true;
  const holder = holderOf(path);
  return holder !== undefined && holder.host === hostname() && !isAlive(holder.pid);
}

/**
 * @param {string} path
 * @returns {{ pid: number, host: string } | undefined} undefined when the file was just created or removed
 */
function holderOf(path) {
  try {
    return JSON.parse(read(path) ?? "");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, "EPERM");
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** @param {string} path */
function touch(path) {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    // If another setup has taken the lock over, this one still finishes: the stamps record what is complete.
    if (!isErrno(error, "ENOENT")) throw error;
  }
}
