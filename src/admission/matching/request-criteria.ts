/** The criteria by which a policy, a binding or a webhook selects requests. */
import { fromLabelSelector, type LabelSelectorObject, type ParsedLabelSelector } from "../../meta/label-selector.ts";
import type { SharedObject } from "../../meta/object-meta.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import type { RequestNamespace } from "./request-namespace.ts";
import { type MatchRule, mismatchedMember, versionMatching } from "./resource-rules.ts";

/** Criteria as objects of the API contain them. */
export interface CriteriaSource {
  /** Absent or empty: all requests match. */
  readonly resourceRules?: readonly MatchRule[] | null | undefined;
  readonly excludeResourceRules?: readonly MatchRule[] | null | undefined;
  readonly matchPolicy?: string | null | undefined;
  readonly namespaceSelector?: LabelSelectorObject | null | undefined;
  readonly objectSelector?: LabelSelectorObject | null | undefined;
}

/** The criterion that a request does not meet. */
export type Mismatch = "resourceRules" | "excludeResourceRules" | "namespaceSelector" | "objectSelector";

/** The version of a request that matches, or why none does. */
export type CriteriaOutcome = VersionedRequest | Mismatch;

const noRules: readonly MatchRule[] = [];

/** Criteria that are ready for requests. */
export class RequestCriteria {
  readonly #rules: readonly MatchRule[];
  readonly #excludedRules: readonly MatchRule[];
  readonly #isExact: boolean;
  readonly #namespaceSelector: ParsedLabelSelector;
  readonly #objectSelector: ParsedLabelSelector;

  constructor(source: CriteriaSource) {
    this.#rules = source.resourceRules ?? noRules;
    this.#excludedRules = source.excludeResourceRules ?? noRules;
    this.#isExact = (source.matchPolicy ?? "Exact") === "Exact";
    this.#namespaceSelector = fromLabelSelector(source.namespaceSelector);
    this.#objectSelector = fromLabelSelector(source.objectSelector);
  }

  /**
   * Returns the version of the request that matches, or why none does. Returns it synchronously unless the namespace is needed.
   * @throws StatusError 404 if the namespace of the request does not exist
   */
  match(request: AdmissionRequest, namespace: RequestNamespace): CriteriaOutcome | Promise<CriteriaOutcome> {
    const version = this.#rules.length === 0 ? request : versionMatching(this.#rules, request, this.#isExact);
    if (!version) return "resourceRules";
    if (!this.#selectsObject(request)) return "objectSelector";
    if (this.#excludedRules.length > 0 && versionMatching(this.#excludedRules, request, this.#isExact))
      return "excludeResourceRules";
    // As in the reference, selectors of namespaces select all cluster-scoped objects.
    if (this.#namespaceSelector.isEmpty || namespace.name === "") return version;
    return this.#selectNamespace(version, namespace);
  }

  /** Returns the first member of each rule that the request does not match; undefined for the rules that it matches. */
  ruleResults(request: AdmissionRequest): readonly (keyof MatchRule | undefined)[] {
    const versions = this.#isExact ? [request] : [request, ...request.equivalents];
    return this.#rules.map((rule) => {
      const members = versions.map((version) => mismatchedMember(rule, version, request));
      return members.includes(undefined) ? undefined : members[0];
    });
  }

  async #selectNamespace(version: VersionedRequest, namespace: RequestNamespace): Promise<CriteriaOutcome> {
    return this.#namespaceSelector.matches(await namespace.labels()) ? version : "namespaceSelector";
  }

  #selectsObject(request: AdmissionRequest): boolean {
    const selector = this.#objectSelector;
    return selector.isEmpty || isSelected(request.object, selector) || isSelected(request.oldObject, selector);
  }
}

/** The options of a connection have no metadata, so they are never selected. */
function isSelected(object: SharedObject | undefined, selector: ParsedLabelSelector): boolean {
  const metadata = (object as Partial<SharedObject> | undefined)?.metadata;
  return metadata !== undefined && selector.matches(metadata.labels);
}
