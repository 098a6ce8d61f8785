/** All profiles and pages of a process, as its flags and feature gates select them. */
import { release } from "../../api/release.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { component, type Vocabulary } from "../../meta/vocabulary.ts";
import type { OpenRequest, PathTable } from "../../server/index.ts";
import type { DiagnosisConfig } from "../config/diagnosis-flags.ts";
import { platform, processFigures } from "../machine/process-figures.ts";
import { installPages } from "./pages.ts";
import { installProfiles } from "./profiles.ts";
import { installVerbosity } from "./verbosity.ts";

/** The process, and services of it. */
export interface DiagnosisOptions extends DiagnosisConfig {
  /** Name of the component without the product's name, such as `apiserver`. */
  readonly component: string;
  readonly vocabulary: Vocabulary;
  readonly emulatedMinor: number;
  readonly isEnabled: (featureGate: string) => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly openRequests: () => Iterable<OpenRequest>;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
  /** Changes the detail of the log. */
  readonly setVerbosity: (verbosity: number) => void;
}

/** Serves the profiles and the detail of the log unless they are switched off, and the pages whose feature gates are enabled. */
export function installDiagnosis(paths: PathTable, options: DiagnosisOptions): void {
  const { clock, random, isEnabled, openRequests, stopping, profiling, flags } = options;
  if (profiling) {
    installProfiles(paths, { clock, openRequests, stopping });
    installVerbosity(paths, options.setVerbosity);
  }
  const { major, minor, patch } = release;
  installPages(paths, {
    component: options.vocabulary.bind(component(options.component)),
    startedSeconds: processFigures.startedSeconds,
    runtimeVersion: `node${platform.runtimeVersion}`,
    release: `${major}.${minor}.${patch}`,
    emulatedRelease: `${major}.${options.emulatedMinor}`,
    flags,
    clock,
    random,
    hasStatus: isEnabled("ComponentStatusz"),
    hasFlags: isEnabled("ComponentFlagz"),
  });
}
