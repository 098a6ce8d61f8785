/** The criteria by which a policy, a binding or a webhook selects requests. */
import { fromLabelSelector, type LabelSelectorObject, type ParsedLabelSelector } from "../../meta/label-selector.ts";
import type { SharedObject } from "../../meta/object-meta.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import type { RequestNamespace } from "./request-namespace.ts";
import { type MatchRule, versionMatching } from "./resource-rules.ts";

/** Criteria as objects of the API contain them. */
export interface CriteriaSource {
  /** Absent or empty: all requests match. */
  readonly resourceRules?: readonly MatchRule[] | null | undefined;
  readonly excludeResourceRules?: readonly MatchRule[] | null | undefined;
  readonly matchPolicy?: string | null | undefined;
  readonly namespaceSelector?: LabelSelectorObject | null | undefined;
  readonly objectSelector?: LabelSelectorObject | null | undefined;
}

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
   * Returns the version of the request that matches; undefined if none does. Returns it synchronously unless the namespace is needed.
   * @throws StatusError 404 if the namespace of the request does not exist
   */
  match(
    request: AdmissionRequest,
    namespace: RequestNamespace,
  ): VersionedRequest | undefined | Promise<VersionedRequest | undefined> {
    const version = this.#rules.length === 0 ? request : versionMatching(this.#rules, request, this.#isExact);
    if (!version || !this.#selectsObject(request)) return undefined;
    if (this.#excludedRules.length > 0 && versionMatching(this.#excludedRules, request, this.#isExact))
      return undefined;
    // As in the reference, selectors of namespaces select all cluster-scoped objects.
    if (this.#namespaceSelector.isEmpty || namespace.name === "") return version;
    return this.#selectNamespace(version, namespace);
  }

  async #selectNamespace(
    version: VersionedRequest,
    namespace: RequestNamespace,
  ): Promise<VersionedRequest | undefined> {
    return this.#namespaceSelector.matches(await namespace.labels()) ? version : undefined;
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
