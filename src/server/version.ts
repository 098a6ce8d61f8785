/** `/version`: the running version. Clients read from it which release of the API the server serves. */

import { release } from "../api/release.ts";
import { unknownResource } from "../meta/status-error.ts";
import { type FieldsOf, required, type StructSchema, struct, text } from "../schema/index.ts";
import { writeRawJson } from "./discovery/raw-json.ts";
import { requireRepresentation } from "./output/negotiate-output.ts";
import type { PathTable } from "./route.ts";

const versionFields = {
  major: required(text, 0, "Major version of the API's release."),
  minor: required(text, 0, "Minor version of the API's release."),
  gitVersion: required(text, 0, "Release of the API, a plus sign, and the version of the server."),
  gitCommit: required(text, 0, "Commit of the build. Empty if it is unknown."),
  gitTreeState: required(
    text,
    0,
    "State of the working tree: clean, dirty, or archive if the build had no working tree.",
  ),
  buildDate: required(text, 0, "Time of the build in RFC 3339 form. 1970-01-01T00:00:00Z if it is unknown."),
  goVersion: required(text, 0, "Version of the runtime."),
  compiler: required(text, 0, "Compiler of the program."),
  platform: required(text, 0, "Operating system and architecture."),
};

/** The response of `/version`. */
export interface VersionInfo extends FieldsOf<typeof versionFields> {}

/** The type of the response of `/version`, for OpenAPI documents. */
export const versionInfoSchema: StructSchema<VersionInfo> = struct(
  "version.Info",
  "Version of the running server.",
  versionFields,
);

/** The release whose API is served: `v1.32.13`. */
const apiRelease = `v${release.major}.${release.minor}.${release.patch}`;

/** Metadata of the build, which packaging records. */
export interface Build {
  /** Such as `0.1.0`. */
  readonly packageVersion: string;
  readonly gitCommit?: string;
  readonly gitTreeState?: "clean" | "dirty" | "archive";
  /** In RFC 3339 form. */
  readonly buildDate?: string;
}

/** The platform that runs the program, as Node names it. */
export interface Platform {
  /** Such as `v20.20.2`. */
  readonly runtimeVersion: string;
  /** Such as `linux` or `win32`. */
  readonly os: string;
  /** Such as `x64` or `arm64`. */
  readonly architecture: string;
}

/** Go's names of architectures and operating systems, where they differ from Node's. */
const architectures: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
const systems: Readonly<Record<string, string>> = { win32: "windows" };

/** Returns the response of `/version`. The server's own version is in `gitVersion`, after a plus sign. */
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

/** Serves `/version`. */
export function installVersion(paths: PathTable, info: VersionInfo): void {
  paths.addEither("/version", async (call) => {
    requireRepresentation(call, ["application/json"]);
    writeRawJson(call, info);
  });
  // As in the reference, paths below get a Status, not a plain text 404.
  paths.addBelow("/version", () => {
    throw unknownResource();
  });
}
