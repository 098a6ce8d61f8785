/** Policies in a server without a network: it stores their parameters and namespaces, and reads the objects of requests. */
import {
  Admission,
  AdmissionMetrics,
  type AdmissionPlugin,
  type MutableRequest,
  type PluginDefinition,
  type VersionedRequest,
} from "../../../admission/index.ts";
import { type PluginServices, pluginDefinitions } from "../../../admission/plugins/index.ts";
import { mutatingPolicies, validatingPolicies } from "../../../admission/policies/index.ts";
import { customResourceDefinition, mutatingAdmissionPolicy, namespace } from "../../../api/index.ts";
import { MetricRegistry } from "../../../base/metrics.ts";
import type { Judgement, LabOutcome, LabRequest, PolicyLab } from "../../../cli/policy/index.ts";
import { LabError } from "../../../cli/policy/index.ts";
import { spelledVersion, type Tree, textAt, treeAt } from "../../../manifests/index.ts";
import { parseGroupVersion } from "../../../meta/group-version.ts";
import { StatusError } from "../../../meta/status-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { RunningServer } from "../../in-process/running-server.ts";
import { startServerWithPlugins } from "../../in-process/start-server.ts";
import { whyNotEstablished } from "../established-type.ts";
import { readAnswer } from "../judged-answer.ts";
import { CapturedRequests } from "./captured-requests.ts";
import { ComposedRequest, namedVersion, requestTitle } from "./composed-request.ts";
import { MutationRecorder } from "./mutation-recorder.ts";
import { TraceRecorder } from "./trace-recorder.ts";

/** Plugins that need objects which the files may lack, and those that the lab runs itself. */
const disabledPlugins = [
  "Priority",
  "RuntimeClass",
  "ServiceAccount",
  "PodSecurity",
  "MutatingAdmissionPolicy",
  "ValidatingAdmissionPolicy",
];

/** Starts a lab. Dispose it to stop its server. */
export async function openPolicyLab(vocabulary: Vocabulary): Promise<PolicyLab> {
  const captured = new CapturedRequests();
  const recorder = new TraceRecorder();
  let services: PluginServices | undefined;
  const mutationRecorder = new MutationRecorder();
  let mutations: AdmissionPlugin | undefined;
  let policies: AdmissionPlugin | undefined;
  const server = await startServerWithPlugins({ vocabulary: vocabulary.name, flags: flagsOf(vocabulary) }, (found) => {
    services = found;
    const policyServices = { ...found, namespaces: found.fewObjects(namespace) };
    mutations = mutatingPolicies({ ...policyServices, mutationObserver: mutationRecorder });
    policies = validatingPolicies({ ...policyServices, observer: recorder });
    return [captured.plugin];
  });
  if (!services || !mutations || !policies) throw new TypeError("the server has no services");
  const definitions = [
    policyPlugin("MutatingAdmissionPolicy", mutations),
    ...pluginDefinitions(["PodSecurity"], services),
    policyPlugin("ValidatingAdmissionPolicy", policies),
  ];
  const { clock } = server;
  const admission = new Admission(definitions, { clock, metrics: new AdmissionMetrics(new MetricRegistry(), clock) });
  return new ServerLab({ server, vocabulary, services, captured, recorder, mutationRecorder, admission });
}

/** Returns a plugin that sees all requests, as on a server. */
function policyPlugin(name: string, plugin: AdmissionPlugin): PluginDefinition {
  return { name, operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"], keepsObject: true, load: () => plugin };
}

/** Returns the flags with which the server knows policies of all sorts, and applies none. */
function flagsOf(vocabulary: Vocabulary): readonly string[] {
  const { group, version } = mutatingAdmissionPolicy;
  return [
    `--disable-admission-plugins=${disabledPlugins.join(",")}`,
    "--feature-gates=MutatingAdmissionPolicy=true",
    `--runtime-config=${vocabulary.bind(group)}/${version}=true`,
  ];
}

interface LabParts {
  readonly server: RunningServer;
  readonly vocabulary: Vocabulary;
  readonly services: PluginServices;
  readonly captured: CapturedRequests;
  readonly recorder: TraceRecorder;
  readonly mutationRecorder: MutationRecorder;
  /** The plugins, in the order in which a server calls them. */
  readonly admission: Admission;
}

/** The type of an object as the server serves it. */
interface ServedType {
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** `/apis/apps/v1`. */
  readonly root: string;
  readonly isDefinition: boolean;
}

class ServerLab implements PolicyLab {
  readonly #parts: LabParts;

  constructor(parts: LabParts) {
    this.#parts = parts;
  }

  async store(object: Tree): Promise<Judgement> {
    const { server } = this.#parts;
    const type = this.#typeOf(object);
    if (typeof type === "string") return { errors: [{ text: type }], warnings: [] };
    const place = await this.#placeOf(type, textAt(treeAt(object, "metadata"), "namespace"));
    const query = "fieldValidation=Strict";
    const answer = await server.request(`${place}?${query}`, { body: object });
    if (answer.status === 409) {
      await answer.text();
      const path = `${place}/${encodeURIComponent(textAt(treeAt(object, "metadata"), "name") ?? "")}`;
      return await readAnswer(await server.request(`${path}?${query}`, { method: "PUT", body: object }), object);
    }
    const judgement = await readAnswer(answer, object);
    if (answer.status >= 300 || !type.isDefinition) return judgement;
    const why = await whyNotEstablished(server.client, textAt(treeAt(object, "metadata"), "name") ?? "");
    return why === undefined ? judgement : { ...judgement, errors: [...judgement.errors, { text: why }] };
  }

  mark(): () => Promise<void> {
    const { server } = this.#parts;
    const snapshot = server.snapshot();
    // The policies follow the changes, so that they are not compiled again.
    return () => server.restore(snapshot, { watches: "follow" });
  }

  async send(sent: LabRequest): Promise<LabOutcome> {
    const request = sent.resource === undefined ? sent : await this.#inNamespace(sent, sent.resource);
    const { recorder, mutationRecorder, admission } = this.#parts;
    const warnings: string[] = [];
    const audit: Record<string, string> = {};
    const composed = new ComposedRequest(request, {
      object: await this.#read(request.object, request),
      oldObject: await this.#read(request.oldObject, request),
      warn: (message) => warnings.push(message),
      annotate: (key, value) => (audit[key] ??= value),
    });
    recorder.start(composed);
    mutationRecorder.start(composed);
    const rejection = await rejectionBy(admission, composed);
    return {
      isAllowed: rejection === undefined,
      message: rejection?.message ?? "",
      code: rejection?.code ?? 0,
      warnings,
      audit,
      title: requestTitle(composed),
      object: composed.object as Tree | undefined,
      mutatingPolicies: mutationRecorder.policies,
      policies: recorder.policies,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.server.close();
  }

  /** Returns the create of an object with its defaults. An object of another resource is returned as it is. @throws LabError */
  async #read(
    object: Tree | undefined,
    { resource, namespace: wanted, name }: LabRequest,
  ): Promise<MutableRequest | Tree | undefined> {
    if (!object || resource !== undefined) return object;
    const type = this.#typeOf(object);
    if (typeof type === "string") throw new LabError(type);
    const metadata = treeAt(object, "metadata");
    const place = await this.#placeOf(type, wanted ?? textAt(metadata, "namespace"));
    const body = { ...object, metadata: { name: name ?? "object", ...metadata } };
    let why = "";
    const request = await this.#parts.captured.take(async () => {
      const answer = await this.#parts.server.request(`${place}?dryRun=All&fieldValidation=Strict`, { body });
      const { errors } = await readAnswer(answer, object);
      why = errors.map(({ text }) => text).join("; ");
    });
    if (!request) throw new LabError(why);
    return request;
  }

  /** Returns a request whose resource is named with its namespace, which is created if it does not exist. */
  async #inNamespace(request: LabRequest, resource: string): Promise<LabRequest> {
    const named = request.namespace ?? textAt(treeAt(request.object ?? request.oldObject, "metadata"), "namespace");
    const isDefault = named === undefined && (await this.#isNamespaced(namedVersion(request, resource).resource));
    const wanted = isDefault ? "default" : named;
    if (wanted !== undefined) await this.#ensureNamespace(wanted);
    return { ...request, namespace: wanted };
  }

  /** Whether a resource is namespaced. False if the server does not serve it. */
  async #isNamespaced({ group, version, resource }: VersionedRequest["resource"]): Promise<boolean> {
    const answer = await this.#parts.server.request(group === "" ? `/api/${version}` : `/apis/${group}/${version}`);
    if (answer.status !== 200) return false;
    const { resources } = await answer.json<{ resources: readonly { name: string; namespaced: boolean }[] }>();
    return resources.some(({ name, namespaced }) => name === resource && namespaced);
  }

  #typeOf(object: Tree): ServedType | string {
    const { vocabulary, services } = this.#parts;
    const [apiVersion = "", kind = ""] = [textAt(object, "apiVersion"), textAt(object, "kind")];
    const version = parseGroupVersion(apiVersion);
    if (!version || kind === "") return "an object must begin with apiVersion and kind";
    const found = services.servedKind(version, kind);
    if (!found) return `${apiVersion} ${kind} is not served by default, and no file defines it`;
    return {
      plural: found.resource,
      isNamespaced: found.isNamespaced,
      root: `${version.group === "" ? "/api" : "/apis"}/${apiVersion}`,
      isDefinition:
        found.resource === customResourceDefinition.plural &&
        apiVersion === spelledVersion(customResourceDefinition, vocabulary),
    };
  }

  /** Returns the path of the objects of a type, and creates their namespace if it does not exist. */
  async #placeOf({ root, plural, isNamespaced }: ServedType, wanted = "default"): Promise<string> {
    if (!isNamespaced) return `${root}/${plural}`;
    await this.#ensureNamespace(wanted);
    return `${root}/namespaces/${encodeURIComponent(wanted)}/${plural}`;
  }

  async #ensureNamespace(name: string): Promise<void> {
    const { services, server } = this.#parts;
    if (await services.fewObjects(namespace).get("", name)) return;
    const answer = await server.request("/api/v1/namespaces", { body: { metadata: { name } } });
    const { errors } = await readAnswer(answer, {});
    if (answer.status >= 300) throw new LabError(`namespace ${name}: ${errors.map(({ text }) => text).join("; ")}`);
  }
}

/** Returns the first rejection. Undefined if all plugins admit the request. */
async function rejectionBy(admission: Admission, request: ComposedRequest): Promise<StatusError | undefined> {
  try {
    if (request.canChange) await admission.admit(request);
    await admission.validate(request);
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}
