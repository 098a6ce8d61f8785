/** Checks manifests with an empty server in this process: a dry run creates each object. */
import { customResourceDefinition } from "../../api/index.ts";
import type { Judge, Judgement, ObjectFault, ServedNames } from "../../cli/index.ts";
import { spelledVersion, type Tree, textAt, treeAt } from "../../manifests/index.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { InProcessResponse } from "../in-process/in-process-client.ts";
import { type RunningServer, startServer } from "../in-process/start-server.ts";
import { whyNotEstablished } from "./established-type.ts";

/** Warnings that strict field validation would report as errors. */
const strictWarning = /^(?:unknown|duplicate) field "(?<field>.*)"$/s;

/** Names of the field in errors about the whole object. */
const noFields: readonly string[] = ["", "<nil>"];

/** Plugins that reject objects because others do not exist. A cluster may have them, although the manifests do not. */
const pluginsAboutOthers = ["Priority", "RuntimeClass", "ServiceAccount"];

/** Starts a server that checks manifests. Dispose the judge to stop it. */
export async function openJudge(vocabulary: Vocabulary): Promise<Judge> {
  const server = await startServer({
    vocabulary: vocabulary.name,
    flags: [`--disable-admission-plugins=${pluginsAboutOthers.join(",")}`],
  });
  const namespaces = new Set(["default"]);
  return {
    async judge(object, names) {
      const namespace =
        names.scope === "Namespaced" ? (textAt(treeAt(object, "metadata"), "namespace") ?? "default") : "";
      await ensureNamespace(server, namespace, namespaces);
      const collection = collectionPath(names, namespace, vocabulary);
      const answer = await server.request(`${collection}?dryRun=All&fieldValidation=Warn`, { body: object });
      return await readAnswer(answer, object);
    },
    async define(definition) {
      const collection = collectionPath(customResourceDefinition, "", vocabulary);
      const answer = await server.request(`${collection}?fieldValidation=Warn`, { body: definition });
      const judgement = await readAnswer(answer, definition);
      if (answer.status >= 300) return judgement;
      const why = await whyNotEstablished(server.client, textAt(treeAt(definition, "metadata"), "name") ?? "");
      return why === undefined ? judgement : { ...judgement, errors: [...judgement.errors, { text: why }] };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
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

async function readAnswer(answer: InProcessResponse, object: Tree): Promise<Judgement> {
  const all = warningsOf(answer).map(warningFault);
  const errors = all.filter(({ text }) => strictWarning.test(text));
  const warnings = all.filter(({ text }) => !strictWarning.test(text));
  const text = await answer.text();
  if (answer.status < 300) return { errors, warnings };
  if (answer.status === 404) {
    const why = `${String(object["apiVersion"])} ${String(object["kind"])} is not served by default`;
    const fault = { text: `${why}; --runtime-config and --feature-gates of the server turn it on` };
    return { errors: [...errors, fault], warnings };
  }
  return { errors: [...errors, ...reasonsOf(JSON.parse(text) as StatusResponse)], warnings };
}

function warningFault(text: string): ObjectFault {
  // Warnings about a field begin with its path.
  const field = strictWarning.exec(text)?.groups?.["field"] ?? /^(?<path>[^\s:]+): /.exec(text)?.groups?.["path"];
  return { text, field };
}

/** Returns a sentence for each invalid field, or the message of the Status. */
function reasonsOf({ message = "", details }: StatusResponse): readonly ObjectFault[] {
  const causes = details?.causes ?? [];
  if (causes.length === 0) return [{ text: message }];
  return causes.map(({ field = "", message: why = "" }) =>
    noFields.includes(field) ? { text: why } : { text: `${field}: ${why}`, field },
  );
}

/** Returns the texts of the headers `Warning: 299 - "text"`. */
function warningsOf({ headers }: InProcessResponse): readonly string[] {
  const headerValue = headers["warning"] ?? [];
  const lines = typeof headerValue === "object" ? headerValue : [headerValue];
  return lines.map((line) =>
    line
      .replace(/^299 - "(.*)"$/s, "$1")
      .replaceAll('\\"', '"')
      .replaceAll("\\\\", "\\"),
  );
}
