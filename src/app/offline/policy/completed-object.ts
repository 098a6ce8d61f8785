/** Completes an object as a server does: with the defaults of its type, in its canonical form, and with the changes of plugins. */
import {
  ingressClass,
  type KindDeclaration,
  limitRange,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  namespace as namespaceKind,
  priorityClass,
  runtimeClass,
  storageClass,
} from "../../../api/index.ts";
import type { CompletedObjects, CompletionParts, WrittenObjectPlace } from "../../../cli/policy/index.ts";
import { type Tree, textAt, treeAt } from "../../../manifests/index.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { DurationManualClock } from "../../in-process/duration-manual-clock.ts";
import type { RunningServer } from "../../in-process/running-server.ts";
import { startServer } from "../../in-process/start-server.ts";

/** Plugins that change objects, or reject them because others do not exist. */
const disabledPlugins = [
  "NamespaceLifecycle",
  "LimitRanger",
  "ServiceAccount",
  "TaintNodesByCondition",
  "PodSecurity",
  "Priority",
  "DefaultTolerationSeconds",
  "DefaultStorageClass",
  "StorageObjectInUseProtection",
  "RuntimeClass",
  "DefaultIngressClass",
  "ResourceQuota",
];

/** A plugin, and what its changes depend on. */
interface SimulatedPlugin {
  readonly plugin: string;
  /** The kind of the objects that it reads. */
  readonly kind?: KindDeclaration;
  /** Whether it changes nothing if there is no object of the kind. */
  readonly needsObjects?: true;
}

const simulatedPlugins: readonly SimulatedPlugin[] = [
  { plugin: "TaintNodesByCondition" },
  { plugin: "Priority", kind: priorityClass },
  { plugin: "DefaultTolerationSeconds" },
  { plugin: "StorageObjectInUseProtection" },
  { plugin: "ServiceAccount" },
  { plugin: "LimitRanger", kind: limitRange, needsObjects: true },
  { plugin: "RuntimeClass", kind: runtimeClass, needsObjects: true },
  { plugin: "DefaultStorageClass", kind: storageClass, needsObjects: true },
  { plugin: "DefaultIngressClass", kind: ingressClass, needsObjects: true },
];

/** Objects of one kind, with which a server starts. */
interface CopiedObjects {
  readonly kind: KindDeclaration;
  readonly objects: readonly Tree[];
}

/** A plugin, and the objects that it reads. */
interface Simulation {
  /** Text for the reasons of changes. */
  readonly title: string;
  readonly plugin: string;
  readonly copied: readonly CopiedObjects[];
}

/**
 * Returns the object as servers in this process would create it: without plugins, with each of some plugins, and with each mutating policy.
 * @throws the reason of the signal, if it is aborted
 */
export async function completedObjects(
  object: Tree,
  place: WrittenObjectPlace,
  { vocabulary, readObjects, signal }: CompletionParts,
): Promise<CompletedObjects> {
  const completion = new Completion(object, place, { vocabulary, signal });
  const withoutPlugins = await completion.run(undefined);
  const byOrigin = new Map<string, Tree>();
  // A type that the server does not know has no results with plugins either.
  if (!withoutPlugins) return { withoutPlugins, byOrigin };
  const read: ReadKind = async (kind, name) => {
    const isNamespaced = kind.scope === "Namespaced";
    const objects =
      isNamespaced && place.namespace === "" ? [] : await readObjects(kind, isNamespaced ? place.namespace : "", name);
    return { kind, objects };
  };
  for (const simulation of [...(await pluginSimulations(read)), ...(await policySimulations(read, place))]) {
    const completed = await completion.run(simulation);
    if (completed) byOrigin.set(simulation.title, completed);
  }
  return { withoutPlugins, byOrigin };
}

/** @param name the only object to read. Default: all objects */
type ReadKind = (kind: KindDeclaration, name?: string) => Promise<CopiedObjects>;

async function pluginSimulations(read: ReadKind): Promise<readonly Simulation[]> {
  const simulations: Simulation[] = [];
  for (const { plugin, kind, needsObjects = false } of simulatedPlugins) {
    const copied = kind ? [await read(kind)] : [];
    if (needsObjects && copied.every(({ objects }) => objects.length === 0)) continue;
    simulations.push({ title: `the plugin ${plugin}`, plugin, copied });
  }
  return simulations;
}

/** Returns a simulation for each mutating policy that needs no parameters, and one for all of them. */
async function policySimulations(read: ReadKind, place: WrittenObjectPlace): Promise<readonly Simulation[]> {
  const policies = (await read(mutatingAdmissionPolicy)).objects.filter(hasNoParameters);
  if (policies.length === 0) return [];
  const bindings = (await read(mutatingAdmissionPolicyBinding)).objects;
  // Selectors of namespaces need the labels of the namespace.
  const namespaces = place.namespace === "" ? [] : [await read(namespaceKind, place.namespace)];
  const simulate = (title: string, simulated: readonly Tree[]): Simulation => {
    const names = new Set(simulated.map(nameOf));
    const bound = bindings.filter((one) => names.has(textAt(treeAt(one, "spec"), "policyName")));
    const copied = [
      ...namespaces,
      { kind: mutatingAdmissionPolicy, objects: simulated },
      { kind: mutatingAdmissionPolicyBinding, objects: bound },
    ];
    return { title, plugin: "MutatingAdmissionPolicy", copied };
  };
  return [
    ...policies.map((policy) => simulate(`the MutatingAdmissionPolicy ${nameOf(policy) ?? ""}`, [policy])),
    ...(policies.length > 1 ? [simulate("the set of all MutatingAdmissionPolicies", policies)] : []),
  ];
}

function hasNoParameters(policy: Tree): boolean {
  return treeAt(treeAt(policy, "spec"), "paramKind") === undefined;
}

function nameOf(object: Tree): string | undefined {
  return textAt(treeAt(object, "metadata"), "name");
}

/** Creates one object on new servers. */
class Completion {
  readonly #object: Tree;
  readonly #place: WrittenObjectPlace;
  readonly #vocabulary: Vocabulary;
  readonly #signal: AbortSignal;

  constructor(
    object: Tree,
    place: WrittenObjectPlace,
    { vocabulary, signal }: Pick<CompletionParts, "vocabulary" | "signal">,
  ) {
    this.#object = object;
    this.#place = place;
    this.#vocabulary = vocabulary;
    this.#signal = signal;
  }

  /** Returns the object. Undefined if the server does not know the type, or rejects the object. */
  async run(simulation: Simulation | undefined): Promise<Tree | undefined> {
    this.#signal.throwIfAborted();
    const clock = new DurationManualClock();
    await using server = await startServer({
      vocabulary: this.#vocabulary.name,
      flags: this.#flagsOf(simulation?.plugin),
      clock,
    });
    const { type, namespace } = this.#place;
    if (simulation?.plugin === "ServiceAccount" && namespace !== "") await this.#createAccount(server);
    for (const { kind, objects } of simulation?.copied ?? []) {
      const root = this.#rootOf({ ...kind, group: this.#vocabulary.bind(kind.group) }, kind.scope === "Namespaced");
      for (const copied of objects) {
        await writeCopy(server, root, copyOf(copied));
        // If several classes are the default, their ages decide.
        await clock.advance(1000);
      }
    }
    const { resourceVersion: _, uid: __, ...metadata } = treeAt(this.#object, "metadata") ?? {};
    const target = `${this.#rootOf(type, namespace !== "")}?dryRun=All`;
    const answer = await server.request(target, { body: { ...this.#object, metadata } });
    const text = await answer.text();
    return answer.status < 300 ? (JSON.parse(text) as Tree) : undefined;
  }

  #flagsOf(plugin: string | undefined): readonly string[] {
    const { group, version } = mutatingAdmissionPolicy;
    return [
      `--disable-admission-plugins=${disabledPlugins.filter((name) => name !== plugin).join(",")}`,
      // Servers in a process have no ServiceAccount plugin by default.
      ...(plugin === undefined ? [] : [`--enable-admission-plugins=${plugin}`]),
      "--feature-gates=MutatingAdmissionPolicy=true",
      `--runtime-config=${this.#vocabulary.bind(group)}/${version}=true`,
    ];
  }

  #rootOf(
    { group, version, plural }: Pick<WrittenObjectPlace["type"], "group" | "version" | "plural">,
    isNamespaced: boolean,
  ): string {
    const { namespace } = this.#place;
    const place = isNamespaced ? `/namespaces/${encodeURIComponent(namespace)}` : "";
    return `${group === "" ? "/api" : `/apis/${group}`}/${version}${place}/${plural}`;
  }

  async #createAccount(server: RunningServer): Promise<void> {
    const { namespace } = this.#place;
    const account = textAt(treeAt(this.#object, "spec"), "serviceAccountName") ?? "default";
    const target = `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts`;
    // If the name of the account is invalid, the plugin rejects the object.
    await (await server.request(target, { body: { metadata: { name: account } } })).text();
  }
}

/** Creates an object. Replaces it if the server has created it itself, such as the namespace `default`. */
async function writeCopy(server: RunningServer, root: string, copy: Tree): Promise<void> {
  const created = await server.request(root, { body: copy });
  // A class of the system cannot be created. Its values are part of the program.
  await created.text();
  if (created.status !== 409) return;
  const target = `${root}/${encodeURIComponent(nameOf(copy) ?? "")}`;
  await (await server.request(target, { method: "PUT", body: copy })).text();
}

/** Returns an object that can be created like another one. */
function copyOf(object: Tree): Tree {
  const { name, labels, annotations } = treeAt(object, "metadata") ?? {};
  return { ...object, status: undefined, metadata: { name, labels, annotations } };
}
