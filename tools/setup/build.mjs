/**
 * `dist/` of a checkout. A build writes to a folder beside it, which then replaces it, so `dist/` never holds files of
 * two builds. Its stamp contains two fingerprints of the sources. The fingerprint of file sizes and times is cheap and
 * is compared at every start. The fingerprint of the content decides if only times differ, for example after a switch
 * to another branch and back.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isErrno, SetupError } from "./errors.mjs";
import { run } from "./run.mjs";

const stampName = "dist/.orch-setup.json";
/** Files outside `src/` that the build reads. */
export const otherInputs = [
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "tools/build.ts",
  "tools/bundle.ts",
  "tools/compile-ahead.cjs",
  "bin/load-program.cjs",
];

/**
 * Whether `dist/` is up to date, by the sizes and times of the sources.
 * @param {string} root
 */
export function buildStampFits(root) {
  const stamp = readStamp(root);
  return stamp !== undefined && stamp.byStat === fingerprintByStat(root, listInputs(root));
}

/**
 * Whether `dist/` is up to date, by the content of the sources. Renews the stamp when only times differ. The caller holds
 * the lock.
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

/** Start of the lines in which `tools/build.ts` names its phases. */
const phasePrefix = "build: ";

/**
 * Builds `dist/` and stamps it.
 * @param {string} root
 * @param {{ report: (activity: string) => void }} options
 */
export async function build(root, { report }) {
  // Take the fingerprints first: if a source changes during the build, the result must count as stale.
  const inputs = listInputs(root);
  const stamp = { byStat: fingerprintByStat(root, inputs), byContent: fingerprintByContent(root, inputs) };
  removeLeftovers(root);
  const next = `dist.next-${process.pid}`;
  try {
    await run("npm", ["run", "--silent", "build", "--", "--outDir", next], {
      cwd: root,
      title: "building",
      remedy: "fix the errors above, then run the same command again.",
      onLine: (line) => {
        if (line.startsWith(phasePrefix)) report(line.slice(phasePrefix.length));
      },
    });
    if (!existsSync(`${root}/${next}`)) {
      throw new SetupError("building failed: the compiler wrote nothing; is src/ empty?");
    }
    writeFileSync(`${root}/${next}/.orch-setup.json`, JSON.stringify(stamp));
    if (existsSync(`${root}/dist`)) renameSync(`${root}/dist`, `${root}/dist.old`);
    renameSync(`${root}/${next}`, `${root}/dist`);
  } finally {
    removeLeftovers(root);
  }
}

/**
 * Removes the folders of builds that failed or were killed. Each build has its own folder, because a compiler can outlive
 * its setup and still write.
 * @param {string} root
 */
function removeLeftovers(root) {
  for (const name of readdirSync(root)) {
    if (name.startsWith("dist.")) rmSync(`${root}/${name}`, { recursive: true, force: true });
  }
}

/**
 * Returns the paths of all files that the build reads, relative to the root and sorted. Tests are not built.
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
 * Equal stats mean equal content, because programs cannot set the change time of a file.
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
    // There is no build, or a crash cut off the stamp.
    if (isErrno(error, "ENOENT") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
