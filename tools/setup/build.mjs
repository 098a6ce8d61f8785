/**
 * `dist/` of a checkout: built anew beside the old one and then put in its place, so that it never holds files of two
 * builds. The stamp in it holds a fingerprint of the sources by their stat (cheap, asked at every start) and one by
 * content, which decides when only times have changed, as after a checkout of another branch and back.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isErrno, SetupError } from "./errors.mjs";
import { run } from "./run.mjs";

const stampName = "dist/.orch-setup.json";
const otherInputs = [
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "tools/build.ts",
  "tools/bundle.ts",
  "tools/compile-ahead.cjs",
  "bin/load-program.cjs",
];

/**
 * The cheap question, asked at every start.
 * @param {string} root
 */
export function buildStampFits(root) {
  const stamp = readStamp(root);
  return stamp !== undefined && stamp.byStat === fingerprintByStat(root, listInputs(root));
}

/**
 * The thorough question: compares contents, and renews the stamp when only times differ. The lock is held.
 * @param {string} root
 */
export function confirmBuild(root) {
  const stamp = readStamp(root);
  if (!stamp) return false;
  const inputs = listInputs(root);
  const byStat = fingerprintByStat(root, inputs);
  if (stamp.byStat === byStat) return true;
  if (stamp.byContent !== fingerprintByContent(root, inputs)) return false;
  writeFileSync(`${root}/${stampName}`, JSON.stringify({ ...stamp, byStat }));
  return true;
}

/** @param {string} root */
export async function build(root) {
  // Fingerprints come first: a source that changes under the compiler makes the result stale, not fresh.
  const inputs = listInputs(root);
  const stamp = { byStat: fingerprintByStat(root, inputs), byContent: fingerprintByContent(root, inputs) };
  removeLeftOvers(root);
  const next = `dist.next-${process.pid}`;
  try {
    await run("npm", ["run", "--silent", "build", "--", "--outDir", next], {
      cwd: root,
      what: "building",
      remedy: "mend the errors above, then run the same command again.",
    });
    if (!existsSync(`${root}/${next}`)) {
      throw new SetupError("building failed: the compiler wrote nothing; is src/ empty?");
    }
    writeFileSync(`${root}/${next}/.orch-setup.json`, JSON.stringify(stamp));
    if (existsSync(`${root}/dist`)) renameSync(`${root}/dist`, `${root}/dist.old`);
    renameSync(`${root}/${next}`, `${root}/dist`);
  } finally {
    removeLeftOvers(root);
  }
}

/**
 * Builds that failed or were killed; each has a folder of its own, so that a compiler which outlived its setup harms
 * nobody.
 * @param {string} root
 */
function removeLeftOvers(root) {
  for (const name of readdirSync(root)) {
    if (name.startsWith("dist.")) rmSync(`${root}/${name}`, { recursive: true, force: true });
  }
}

/**
 * Everything that the build reads, relative to the root, in a fixed order; tests are not built.
 * @param {string} root
 */
function listInputs(root) {
  const found = otherInputs.filter((name) => existsSync(`${root}/${name}`));
  const visit = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== "testing") visit(path);
      } else if (!entry.name.endsWith(".test.ts")) {
        found.push(path);
      }
    }
  };
  visit("src");
  return found.sort();
}

/**
 * The change time cannot be set back, so equal stats mean equal content.
 * @param {string} root
 * @param {string[]} inputs
 */
function fingerprintByStat(root, inputs) {
  const hash = createHash("sha256");
  for (const path of inputs) {
    const stat = statSync(`${root}/${path}`);
    hash.update(`${path}\0${stat.ino}\0${stat.size}\0${stat.mtimeMs}\0${stat.ctimeMs}\n`);
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string[]} inputs
 */
function fingerprintByContent(root, inputs) {
  const hash = createHash("sha256");
  for (const path of inputs) {
    const content = readFileSync(`${root}/${path}`);
    hash.update(`${path}\0${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @returns {{ byStat: string, byContent: string } | undefined}
 */
function readStamp(root) {
  try {
    return JSON.parse(readFileSync(`${root}/${stampName}`, "utf8"));
  } catch (error) {
    // No build, or a stamp cut off by a crash: either way there is nothing to rely on.
    if (isErrno(error, "ENOENT") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
