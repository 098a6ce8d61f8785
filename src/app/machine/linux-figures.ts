/** Figures about this process that Linux reports in files, for metrics. */
import { readdirSync, readFileSync, statSync } from "node:fs";

const descriptors = "/proc/self/fd";

/** Figures about this process. They are undefined on systems without these files. */
export const linuxFigures = {
  openFiles: (): number | undefined => {
    const size = statSync(descriptors, { throwIfNoEntry: false })?.size;
    // Before Linux 6.2, the size is 0, and the listed descriptors contain that of the folder itself.
    return size === 0 ? readdirSync(descriptors).length - 1 : size;
  },
  openFilesMax: (): number | undefined => limit("Max open files"),
  virtualBytes: (): number | undefined => {
    // The fields follow the name of the program, which can contain spaces and parentheses. The first one is the state.
    const stat = readText("/proc/self/stat");
    return wholeNumber(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[20]);
  },
  virtualBytesMax: (): number | undefined => limit("Max address space"),
};

/** The number that the reference shows for a limit that is `unlimited`. */
const unlimited = 2 ** 64;

function limit(name: string): number | undefined {
  const line = readText("/proc/self/limits")
    ?.split("\n")
    .find((one) => one.startsWith(name));
  const soft = line?.slice(name.length).trim().split(" ")[0];
  return soft === "unlimited" ? unlimited : wholeNumber(soft);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // Other systems do not have the file, and some containers hide it.
    return undefined;
  }
}
