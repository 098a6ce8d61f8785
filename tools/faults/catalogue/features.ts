/** Faults of feature gates, emulated releases, deprecation and the life cycle of metrics. */
import type { FaultRoom } from "../fault.ts";

const gates = "src/app/config/feature-gates.ts";
const lifeCycle = "src/base/metric-life-cycle.ts";

export const featureFaults: FaultRoom = {
  room: "features",
  faults: [
    {
      name: "locked-gate-changed",
      breaks: "a gate of a feature that is always on can be turned off",
      file: gates,
      find: "return state.isLocked && value !== state.default ?",
      replace: "return state.isLocked && value === undefined ?",
      tests: ["src/app/config/feature-gates.test.ts"],
    },
    {
      name: "stage-overrides-gate",
      breaks: "AllBeta overrides the setting of a single gate",
      file: gates,
      find: "if (explicit !== undefined) return explicit;",
      replace:
        'if (explicit !== undefined && gateStateIn(gatesByName.get(name) ?? { name, states: [] }, minor)?.stage !== "Beta") return explicit;',
      tests: ["src/app/config/feature-gates.test.ts"],
    },
    {
      name: "emulated-release-ignored",
      breaks: "a server that emulates the release before has the gates of its own release",
      file: "src/app/config/feature-flags.ts",
      find: 'readFeatureGates(values["feature-gates"] ?? [], emulated.minor);',
      replace: 'readFeatureGates(values["feature-gates"] ?? []);',
      tests: ["test/conformance/gate.test.ts"],
    },
    {
      name: "later-version-served",
      breaks: "a server serves versions that the emulated release does not have",
      file: "src/app/config/runtime-config.ts",
      find: "return introduced <= minor && minor < removed;",
      replace: "return introduced > 0 && minor < removed;",
      tests: ["src/app/config/runtime-config.test.ts"],
    },
    {
      name: "disabled-metric-shown",
      breaks: "a disabled metric is shown if deprecated metrics are shown",
      file: lifeCycle,
      find: "if (disabled.includes(name)) return true;",
      replace: "if (disabled.includes(name) && !showsHidden) return true;",
      tests: ["src/base/metric-life-cycle.test.ts"],
    },
    {
      name: "deprecated-metric-shown",
      breaks: "a metric that an earlier release deprecated is shown without the flag",
      file: lifeCycle,
      find: "minorOf(deprecatedVersion) < releaseMinor",
      replace: "minorOf(deprecatedVersion) > releaseMinor",
      tests: ["src/base/metric-life-cycle.test.ts"],
    },
    {
      name: "label-values-unrestricted",
      breaks: "label values that a flag excludes are recorded",
      file: lifeCycle,
      find: "if (!set || set.has(value)) return value;",
      replace: "if (!set || set.size > 0) return value;",
      tests: ["src/base/metric-life-cycle.test.ts"],
    },
    {
      name: "deprecated-flag-silent",
      breaks: "a deprecated flag works without a warning",
      file: "src/app/flags/parse-flags.ts",
      find: "if (spec.deprecation) warnings.add(",
      replace: "if (spec.deprecation && spec.hidden) warnings.add(",
      tests: ["test/conformance/depr.test.ts"],
    },
  ],
};
