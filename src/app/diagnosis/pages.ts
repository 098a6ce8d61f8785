/** `/statusz` and `/flagz`: the state and the flags of this process, as text for people. */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { parseAccept } from "../../codec/index.ts";
import type { Call, PathTable } from "../../server/index.ts";
import type { FlagText } from "../config/flag-texts.ts";

/** Values that the pages show. */
export interface PagesOptions {
  /** Such as `kube-apiserver`. */
  readonly component: string;
  /** Time of the start of this process, in seconds since the epoch. */
  readonly startedSeconds: number;
  /** Version of the runtime. */
  readonly runtimeVersion: string;
  /** Release of the API, such as `1.32.13`. */
  readonly release: string;
  /** Emulated release, such as `1.32`. */
  readonly emulatedRelease: string;
  readonly flags: readonly FlagText[];
  readonly clock: Clock;
  readonly random: Random;
  readonly hasStatus: boolean;
  readonly hasFlags: boolean;
}

const warning =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for " +
  "debugging purposes only.";

/** As in the reference, the separator is random, so that no program relies on it. */
const separators = [":", ": ", "=", " "];

/** Serves the pages whose feature gates are enabled. */
export function installPages(paths: PathTable, options: PagesOptions): void {
  const separator = (): string => separators[options.random.below(separators.length)] ?? ":";
  const add = (path: string, title: string, lines: () => readonly string[]): void =>
    paths.addForAllMethods(path, async (call) => {
      if (!acceptsText(call)) {
        call.respondText(406, "media type not acceptable, must be: text/plain\n");
        return;
      }
      const text = ["", `${options.component} ${title}`, warning, "", ...lines(), ""].join("\n");
      call.respond(200, { "content-type": "text/plain; charset=utf-8" }, Buffer.from(text));
    });
  if (options.hasStatus) add("/statusz", "statusz", () => statusLines(options, separator()));
  if (options.hasFlags) add("/flagz", "flags", () => flagLines(options, separator()));
}

function flagLines({ flags }: PagesOptions, separator: string): readonly string[] {
  return flags.map(([name, value]) => `${name}${separator}${value}`);
}

function statusLines(options: PagesOptions, separator: string): readonly string[] {
  const { clock, startedSeconds, runtimeVersion, release, emulatedRelease } = options;
  const upSeconds = Math.max(0, Math.floor(clock.nowMs() / 1000 - startedSeconds));
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(upSeconds / 3600), Math.floor(upSeconds / 60) % 60, upSeconds % 60];
  return [
    `Started${separator} ${unixDate(startedSeconds * 1000)}`,
    `Up${separator} ${hours} hr ${twoDigits(minutes)} min ${twoDigits(seconds)} sec`,
    `Go version${separator} ${runtimeVersion}`,
    `Binary version${separator} ${release}`,
    `Emulation version${separator} ${emulatedRelease}`,
  ];
}

/** Returns a time as `Fri Nov  7 15:04:05 UTC 2026`. */
function unixDate(timeMs: number): string {
  const [weekday = "", day = "", month = "", year = "", time = ""] = new Date(timeMs).toUTCString().split(/,? /);
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} UTC ${year}`;
}

function acceptsText({ exchange }: Call): boolean {
  const clauses = parseAccept(exchange.header("accept") ?? "");
  return clauses.some(({ type, subtype }) => ["*/*", "text/*", "text/plain"].includes(`${type}/${subtype}`));
}
