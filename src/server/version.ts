/** `/version`: what is running. Clients read the release of the API that it speaks from it. */
import { unknownResource } from "../meta/status-error.ts";
import { type FieldsOf, required, type StructSchema, struct, text } from "../schema/index.ts";
import { writeRawJson } from "./discovery/raw-json.ts";
import { requireRepresentation } from "./output/negotiate-output.ts";
import { release } from "./release.ts";
import type { PathTable } from "./route.ts";

const versionFields = {
  major: required(text, 0, "The first number of the API's release."),
  minor: required(text, 0, "The second number of the API's release."),
  gitVersion: required(text, 0, "The API's release, and behind a plus sign the server's own."),
  gitCommit: required(text, 0, "The commit that was built; empty when that is not known."),
  gitTreeState: required(text, 0, "clean, dirty, or archive for what was built outside a working tree."),
  buildDate: required(text, 0, "When it was built, in RFC 3339 form; the epoch when that is not known."),
  goVersion: required(text, 0, "The version of the language's runtime."),
  compiler: required(text, 0, "What compiles the program."),
  platform: required(text, 0, "Operating system and architecture."),
};

export interface VersionInfo extends FieldsOf<typeof versionFields> {}

export const versionInfoSchema: StructSchema<VersionInfo> = struct("version.Info", "What is running.", versionFields);

/** The release whose API is served: `v1.32.13`. */
const apiRelease = `v${release.major}.${release.minor}.${release.patch}`;

/** What the packaging knows of itself. */
export interface Build {
  /** `0.1.0` */
  readonly packageVersion: string;
  readonly gitCommit?: string;
  readonly gitTreeState?: "clean" | "dirty" | "archive";
  /** RFC 3339. */
  readonly buildDate?: string;
}

/** What runs the program, in Node's words. */
export interface Platform {
  /** `v20.20.2` */
  readonly runtimeVersion: string;
  /** `linux`, `win32` */
  readonly os: string;
  /** `x64`, `arm64` */
  readonly architecture: string;
}

/** Other clients know these under other names. */
const architectures: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
const systems: Readonly<Record<string, string>> = { win32: "windows" };

export function versionInfo(build: Build, { runtimeVersion, os, architecture }: Platform): VersionInfo {
  return {
    major: release.major,
    minor: release.minor,
    gitVersion: `${apiRelease}+orch.${build.packageVersion}`,
    gitCommit: build.gitCommit ?? "",
    gitTreeState: build.gitTreeState ?? "archive",
    buildDate: build.buildDate ?? "1970-01-01T00:00:00Z",
    goVersion: `node${runtimeVersion}`,
    compiler: "v8",
    platform: `${systems[os] ?? os}/${architectures[architecture] ?? architecture}`,
  };
}

export function installVersion(paths: PathTable, info: VersionInfo): void {
  paths.addEither("/version", async (call) => {
    requireRepresentation(call, ["application/json"]);
    writeRawJson(call, info);
  });
  // As in the reference, the answer is a Status there.
  paths.addBelow("/version", () => {
    throw unknownResource();
  });
}
