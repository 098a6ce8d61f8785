/** Functions of a test or an application in place of webhooks: they change and reject the requests of a server in this process. */
import {
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionRequest,
  type PluginDefinition,
  rejectedRequest,
  type VersionedRequest,
} from "../../admission/index.ts";
import type { MatchRule } from "../../admission/matching/index.ts";
import type { PluginServices } from "../../admission/plugins/index.ts";
import type { KindDeclaration } from "../../api/index.ts";
import { orAborted } from "../../base/abort-listeners.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { parseJson } from "../../codec/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { internalError, type StatusError } from "../../meta/status-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { type AdmissionMatch, type CompleteMatch, FunctionMatching } from "./function-matching.ts";
import { changedObject, rejection, shownType } from "./function-results.ts";

/** Objects of any kind. Loosely typed, because their members depend on the kind. */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyObject = any;

/** A request, as functions see it. */
export interface AdmissionCall<T = AnyObject> {
  readonly operation: AdmissionOperation;
  readonly group: string;
  readonly version: string;
  /** Plural of the resource, such as `configmaps`. */
  readonly resource: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty while the name has not been generated yet. */
  readonly name: string;
  /** A copy of the new object; for a deletion, of the stored one. Integers beyond 2^53 are bigints. */
  readonly object: T;
  /** A copy of the stored object. Undefined for creates. */
  readonly oldObject: T | undefined;
  readonly dryRun: boolean;
  readonly userName: string;
  readonly groups: readonly string[];
  /**
   * Sends a warning to the client.
   * @param message text of the warning, on one line
   */
  warn(message: string): void;
}

/** Changes and rejects requests in place of a webhook. */
export interface AdmissionFunction<T = AnyObject> {
  /** Name in messages and metrics. The functions of a server have different names. */
  readonly name: string;
  readonly match?: AdmissionMatch;
  /**
   * Returns the changed object. Undefined leaves the object as it is, as it must for a deletion. If it throws, the request fails.
   * @param call the request. Its object is a copy, which the function may change and return
   */
  mutate?(call: AdmissionCall<T>): object | undefined | Promise<object | undefined>;
  /**
   * Returns why the request is rejected. Undefined accepts it. If it throws, the request fails.
   * @param call the request, with the object that will be stored
   */
  validate?(call: AdmissionCall<T>): string | undefined | Promise<string | undefined>;
}

/** A function for the objects of one kind. */
export interface KindAdmission<T> extends Omit<AdmissionFunction<T>, "match"> {
  /** Default: `CREATE` and `UPDATE`. */
  readonly operations?: readonly AdmissionOperation[];
  readonly match?: Omit<AdmissionMatch, "rules">;
}

/**
 * Returns a function for the objects of one kind, with the types of this kind.
 * @param kind the version of the kind in which the function sees objects, such as `deployment` of `orch/api`
 * @param definition the function, its operations, and its selectors
 * @example
 * ```ts
 * await using server = await startServer({
 *   admission: [admissionOf(deployment, { name: "Size", validate: ({ object }) => ((object.spec?.replicas ?? 1) > 5 ? "too many" : undefined) })],
 * });
 * ```
 */
export function admissionOf<T extends ApiObject>(
  { group, version, plural }: KindDeclaration<T>,
  { operations = defaultOperations, match = {}, ...definition }: KindAdmission<T>,
): AdmissionFunction {
  const rule: BindableRule = { operations, apiGroups: [group], apiVersions: [version], resources: [plural] };
  return { ...definition, match: { ...match, rules: [rule as MatchRule] } };
}

/** A rule whose groups may be tokens of the vocabulary. */
type BindableRule = Omit<MatchRule, "apiGroups"> & { readonly apiGroups: readonly KindDeclaration["group"][] };

const defaultOperations = ["CREATE", "UPDATE"] as const;
const everything: readonly MatchRule[] = [
  { operations: [...defaultOperations], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] },
];

/** Returns the function as a plugin of the server. */
export function functionPlugin(definition: AdmissionFunction, services: PluginServices): PluginDefinition {
  const plugin = pluginOf(definition, services);
  const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;
  return { name: definition.name, operations, keepsObject: true, load: () => plugin };
}

function pluginOf(definition: AdmissionFunction, services: PluginServices): AdmissionPlugin {
  const matching = new FunctionMatching(definition.name, functionMatch(definition, services.vocabulary), services);
  const plugin: AdmissionPlugin = {
    validate: async (request) => {
      const version = await matching.match(request, "validate");
      if (!version) return;
      const call = callOf(request, version);
      const validate = async (): Promise<string | undefined> => rejection(await definition.validate?.(call));
      const why = await resultOf(definition, "validate", request, validate);
      if (why !== undefined) throw rejectedRequest(request, why);
    },
  };
  if (!definition.mutate) return plugin;
  return {
    ...plugin,
    admit: async (request, rounds) => {
      // As after a webhook, the plugins of the server see a changed object again. Functions do not.
      if (rounds.isRepeated) return;
      const version = await matching.match(request, "admit");
      if (!version) return;
      const call = callOf(request, version);
      const mutate = async (): Promise<unknown> => changedObject(await definition.mutate?.(call));
      const changed = await resultOf(definition, "mutate", request, mutate);
      if (changed === undefined) return;
      if (version.objectText() === undefined) throw unchangeable(definition, call);
      if (await request.replace(version, changed)) rounds.repeat();
    },
  };
}

/** Returns the match of a function with its defaults, and with the group names of the vocabulary. */
export function functionMatch({ match = {} }: AdmissionFunction, vocabulary: Vocabulary): CompleteMatch {
  const { rules = everything, ...others } = match;
  return { ...others, rules: rules.map((rule) => boundRule(rule, vocabulary)) };
}

/**
 * Calls a member of a function. A function that never ends does not keep a request that has ended open.
 * @throws StatusError 500 with the message of an error that it throws. A rejection is a result, so every exception is a defect of the
 * function, also an error of a request that it sent
 * @throws the reason of the request's signal if the request ends first
 */
async function resultOf<T>(
  { name }: AdmissionFunction,
  member: "mutate" | "validate",
  { signal }: AdmissionRequest,
  call: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  try {
    return await orAborted(call(), signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const why = `${member} of the admission function ${goQuote(name)} failed: ${reasonOf(error)}`;
    throw internalError(why, error);
  }
}

/** As in the reference, a deletion has no object that a webhook could change. */
function unchangeable({ name }: AdmissionFunction, { operation }: AdmissionCall): StatusError {
  const attempt = `mutate of the admission function ${goQuote(name)} returned an object`;
  return internalError(`${attempt}, but the operation ${operation} changes no object`);
}

function boundRule(rule: MatchRule, vocabulary: Vocabulary): MatchRule {
  const groups = (rule as BindableRule).apiGroups;
  return groups ? { ...rule, apiGroups: groups.map((group) => vocabulary.bind(group)) } : rule;
}

function callOf(request: AdmissionRequest, version: VersionedRequest): AdmissionCall {
  const { operation, subresource, namespace, name, dryRun, user } = request;
  const { group, version: versionName, resource } = version.resource;
  const [object, oldObject] = [version.objectText(), version.oldObjectText()].map(
    (text): AnyObject => text && parseJson(Buffer.from(text)).value,
  );
  return {
    operation,
    group,
    version: versionName,
    resource,
    subresource,
    namespace,
    name,
    object: object ?? oldObject,
    oldObject,
    dryRun,
    userName: user.name,
    groups: user.groups,
    warn: (message: unknown) => {
      if (typeof message !== "string") throw new TypeError(`a warning must be a text, not ${shownType(message)}`);
      request.warn(message);
    },
  };
}
