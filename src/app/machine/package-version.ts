import { existsSync, readFileSync } from "node:fs";

/** Returns the version in this package's `package.json`. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile(), "utf8")) as { version: string };
  return version;
}

/**
 * Returns the first `package.json` in or above the folder of the running module. The distance depends on whether this
 * module runs as a separate file or as part of a bundled program.
 */
function packageFile(): URL {
  let file = new URL("package.json", import.meta.url);
  for (let above = file; !existsSync(file); file = above) {
    above = new URL("../package.json", file);
    if (above.href === file.href) break;
  }
  return file;
}
