/** Checks manifests with an empty server in this process: a dry run creates each object. */
import { customResourceDefinition } from "../../api/index.ts";
import type { Judge, ServedNames } from "../../cli/index.ts";
import { spelledVersion, type Tree, textAt, treeAt } from "../../manifests/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { InProcessResponse } from "../in-process/in-process-client.ts";
import type { RunningServer } from "../in-process/running-server.ts";
import { startServer } from "../in-process/start-server.ts";
import { whyNotEstablished } from "./established-type.ts";
import { readAnswer } from "./judged-answer.ts";

/** Plugins that reject objects because others do not exist. A cluster may have them, although the manifests do not. */
const pluginsAboutOthers = ["Priority", "RuntimeClass", "ServiceAccount"];

/** Starts a server that checks manifests. Dispose the judge to stop it. */
export async function openJudge(vocabulary: Vocabulary): Promise<Judge> {
  const server = await startServer({
    vocabulary: vocabulary.name,
    flags: [`--disable-admission-plugins=${pluginsAboutOthers.join(",")}`],
  });
  const namespaces = new Set(["default"]);
  const tryCreate = (object: Tree, names: ServedNames, namespace: string): Promise<InProcessResponse> =>
    server.request(`${collectionPath(names, namespace, vocabulary)}?dryRun=All&fieldValidation=Warn`, { body: object });
  return {
    async judge(object, names) {
      const namespace =
        names.scope === "Namespaced" ? (textAt(treeAt(object, "metadata"), "namespace") ?? "default") : "";
      await ensureNamespace(server, namespace, namespaces);
      return await readAnswer(await tryCreate(object, names, namespace), object);
    },
    async define(definition) {
      const answer = await tryCreate(definition, customResourceDefinition, "");
      const judgement = await readAnswer(answer, definition);
      if (answer.status >= 300) return judgement;
      const why = await whyNotDefined(server, definition, collectionPath(customResourceDefinition, "", vocabulary));
      return why === undefined ? judgement : { ...judgement, errors: [...judgement.errors, { text: why }] };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Creates the type of a definition that a dry run has accepted. Returns why it is not served, or undefined if it is. */
async function whyNotDefined(server: RunningServer, definition: Tree, collection: string): Promise<string | undefined> {
  const body = offlineDefinition(definition);
  const answer = await server.request(collection, { body });
  const { errors } = await readAnswer(answer, body);
  if (answer.status >= 300) return errors.map(({ text }) => text).join("; ");
  return await whyNotEstablished(server.client, textAt(treeAt(body, "metadata"), "name") ?? "");
}

function offlineDefinition(definition: Tree): Tree {
  const [metadata, spec] = [{ ...treeAt(definition, "metadata") }, { ...treeAt(definition, "spec") }];
  // A dry run ignores the resourceVersion of an exported object, as in the reference. A create rejects it.
  delete metadata["resourceVersion"];
  // A conversion webhook would need a network. Without it, objects change only their apiVersion between versions. Their faults stay
  // the same, because a server validates a write in the requested version before it converts the object.
  delete spec["conversion"];
  return { ...definition, metadata, spec };
}

/** Creates the namespace of a manifest, so that a missing namespace is not reported. */
async function ensureNamespace(server: RunningServer, name: string, known: Set<string>): Promise<void> {
  if (name === "" || known.has(name)) return;
  known.add(name);
  const answer = await server.request("/api/v1/namespaces", { body: { metadata: { name } } });
  // If the name is invalid, the check of the object reports it.
  await answer.text();
}

function collectionPath(names: ServedNames, namespace: string, vocabulary: Vocabulary): string {
  const root = names.group === "" ? "/api" : "/apis";
  const place = namespace === "" ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}/${spelledVersion(names, vocabulary)}${place}/${names.plural}`;
}
