/** Counts the decisions of authorizers, with the reference's metric. */

import type { AuthorizerSettings } from "../../authz/configuration/index.ts";
import type { ListedAuthorizer } from "../../authz/index.ts";
import { Counter, type MetricRegistry } from "../../base/metrics.ts";
import type { Decision } from "../../meta/access/access-control.ts";

const definition = {
  name: "apiserver_authorization_decisions_total",
  help: "Total number of terminal decisions made by an authorizer split by authorizer type, name, and decision.",
  stability: "ALPHA",
  labels: ["type", "name", "decision"],
} as const;

/** Counts the decisions that allow or deny an action, by authorizer. */
export class DecisionMetrics {
  readonly #decisions: Counter<(typeof definition.labels)[number]>;

  constructor(registry: MetricRegistry) {
    this.#decisions = registry.add(new Counter(definition));
  }

  /** Returns an authorizer that counts the decisions of another one. */
  counting({ type, name }: AuthorizerSettings, { authorize, list }: ListedAuthorizer): ListedAuthorizer {
    // As in the reference, a series exists from the first decision on.
    const adders: Partial<Record<"allow" | "deny", () => void>> = {};
    const count = (result: Decision): Decision => {
      const { decision } = result;
      if (decision === "no opinion") return result;
      adders[decision] ??= this.#decisions.adder([type, name, decision === "allow" ? "allowed" : "denied"]);
      adders[decision]();
      return result;
    };
    return {
      authorize: (user, attributes) => {
        const result = authorize(user, attributes);
        return result instanceof Promise ? result.then(count) : count(result);
      },
      list,
    };
  }
}
