/** `docs/features.md`, from the table of feature gates. */
import { release, releaseMinor } from "../../api/release.ts";
import { gateEffects } from "./effective-gates.ts";
import { featureGates, gateStateIn } from "./feature-gate-table.ts";

const previous = `${release.major}.${releaseMinor - 1}`;

/** Returns `docs/features.md`. */
export function featuresDocument(): string {
  return [
    "# Features, stages and deprecation",
    "",
    "<!-- Generated from src/app/config/features-document.ts by `npm run docs`; edit that file. -->",
    "",
    "## Feature gates",
    "",
    "```sh",
    "orch up --feature-gates=AllAlpha=true,WatchList=false",
    "```",
    "",
    "A gate turns a feature on or off. Alpha features are off by default, and most beta features are on. `AllAlpha` and `AllBeta` set all",
    "gates of a stage, but a setting of a single gate counts more. A name may begin with `kube:`, but then all names must.",
    "",
    "- An unknown gate, a malformed value, and a change of a locked gate stop the start, with the message of the reference.",
    "- A gate that is deprecated or generally available is accepted with a warning. So is a gate without an effect.",
    "- While a feature is off, its fields are removed from created and updated objects. An object that is stored with such a field",
    "  keeps it. Resources of a disabled feature are not served.",
    "- The metric `kubernetes_feature_enabled` has the state of all gates.",
    "",
    "## The emulated release",
    "",
    `\`--emulated-version=${previous}\` gives a server the API versions and the gates of the release before. Gates have the stages and`,
    "defaults of that release, and newer gates cannot be set. Versions that were introduced later are not served. `/version` and",
    "warnings about deprecated versions still refer to the release that runs. Other releases are rejected.",
    "",
    "## API versions",
    "",
    "Alpha and beta versions are off by default. `--runtime-config` turns versions and resources on and off: see [flags](flags.md).",
    "Keys of versions that earlier releases served are accepted with a warning. A request to a deprecated version gets a `Warning`",
    "header, an annotation of its audit event, and a series of the metric `apiserver_requested_deprecated_apis`.",
    "",
    "## Flags",
    "",
    "A deprecated flag works, but help does not list it, and its use prints a warning to standard error:",
    "",
    "```",
    "Flag --admission-control has been deprecated, Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.",
    "```",
    "",
    "## Metrics",
    "",
    "The help text of a metric begins with its stability: `ALPHA`, `BETA`, `STABLE` or `INTERNAL`. A metric that this release deprecates",
    "is marked with `(Deprecated since ...)`. The next release hides it.",
    "",
    `- \`--show-hidden-metrics-for-version=${previous}\` shows hidden metrics. Only the previous release is accepted.`,
    "- `--disabled-metrics` removes metrics by their names, also those that the flag above shows.",
    "- `--allow-metric-labels=apiserver_request_total,code=200,404` limits the values of a label. Other values become `unexpected`.",
    "  `--allow-metric-labels-manifest` reads such limits from a file.",
    "- `registered_metrics_total`, `hidden_metrics_total`, `disabled_metrics_total` and",
    "  `cardinality_enforcement_unexpected_categorizations_total` count the metrics themselves.",
    "",
    "## All gates",
    "",
    `The stage and the default are those of ${release.major}.${releaseMinor}. A locked gate cannot be changed.`,
    "",
    "| gate | stage | default | effect |",
    "| --- | --- | --- | --- |",
    ...featureGates.map((gate) => {
      const state = gateStateIn(gate, releaseMinor);
      const isOn = `${state?.default ? "on" : "off"}${state?.isLocked ? ", locked" : ""}`;
      return `| \`${gate.name}\` | ${state?.stage ?? ""} | ${isOn} | ${gateEffects().get(gate.name) ?? "none"} |`;
    }),
    "",
  ].join("\n");
}
