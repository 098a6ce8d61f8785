/** Metrics of the plugin, with the names and labels of the reference. */
import { Counter, type MetricRegistry } from "../../base/metrics.ts";
import type { AdmissionRequest } from "../plugin.ts";
import type { PolicyMode } from "./policy.ts";
import { type LevelVersion, latestVersion, minorOf } from "./standards/level.ts";

/** A request as metrics count it. */
type CountedRequest = Pick<AdmissionRequest, "operation" | "subresource">;

/** The kind of object that a request writes: a Pod, or an object with a template. */
export type CountedResource = "pod" | "controller";

/** The result of an evaluation. */
interface Evaluation {
  readonly isAllowed: boolean;
  readonly mode: PolicyMode;
  readonly level: LevelVersion;
}

/** Counts evaluations, exempt requests, and errors. */
export class PodSecurityMetrics {
  readonly #releaseMinor: number;
  readonly #evaluations;
  readonly #exemptions;
  readonly #errors;

  /** @param releaseMinor second number of the API's release; later versions are counted as `future` */
  constructor(registry: MetricRegistry, releaseMinor: number) {
    this.#releaseMinor = releaseMinor;
    const request = ["request_operation", "resource", "subresource"] as const;
    this.#evaluations = registry.add(
      new Counter({
        name: "pod_security_evaluations_total",
        help: "Number of policy evaluations that occurred, not counting ignored or exempt requests.",
        stability: "ALPHA",
        labels: ["decision", "policy_level", "policy_version", "mode", ...request],
      }),
    );
    this.#exemptions = registry.add(
      new Counter({
        name: "pod_security_exemptions_total",
        help: "Number of exempt requests, not counting ignored or out of scope requests.",
        stability: "ALPHA",
        labels: request,
      }),
    );
    this.#errors = registry.add(
      new Counter({
        name: "pod_security_errors_total",
        help:
          "Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile " +
          "being used for evaluation.",
        stability: "ALPHA",
        labels: ["fatal", ...request],
      }),
    );
    for (const operation of ["create", "update"]) {
      this.#evaluations.add(["allow", "privileged", latestVersion, "enforce", operation, "pod", ""], 0);
      for (const resource of ["pod", "controller"]) this.#exemptions.add([operation, resource, ""], 0);
    }
  }

  /** Counts an evaluation. */
  countEvaluation(request: CountedRequest, resource: CountedResource, { isAllowed, mode, level }: Evaluation): void {
    const decision = isAllowed ? "allow" : "deny";
    const labels = [decision, level.level, this.#versionLabel(level), mode, ...requestLabels(request, resource)];
    this.#evaluations.add(labels);
  }

  /** Counts a request that is not evaluated. */
  countExemption(request: CountedRequest, resource: CountedResource): void {
    this.#exemptions.add(requestLabels(request, resource));
  }

  /** Counts a request whose policy cannot be read. @param isFatal whether it is not evaluated for this reason */
  countError(request: CountedRequest, resource: CountedResource, isFatal: boolean): void {
    this.#errors.add([String(isFatal), ...requestLabels(request, resource)]);
  }

  #versionLabel({ level, version }: LevelVersion): string {
    if (level === "privileged" || version === latestVersion) return latestVersion;
    return minorOf(version) > this.#releaseMinor ? "future" : version;
  }
}

function requestLabels({ operation, subresource }: CountedRequest, resource: CountedResource): readonly string[] {
  return [operation.toLowerCase(), resource, subresource];
}
