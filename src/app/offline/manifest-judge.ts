/** Checks manifests with an empty server in this process: a dry run creates each object. */
import type { Judge, Judgement } from "../../cli/index.ts";
import { spelledVersion, type Tree, textAt, treeAt } from "../../manifests/index.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { InProcessResponse } from "../in-process/in-process-client.ts";
import { type RunningServer, startServer } from "../in-process/start-server.ts";

/** Warnings that strict field validation would report as errors. */
const strictWarning = /^(?:unknown|duplicate) field /;

/** Starts a server that checks manifests. Dispose the judge to stop it. */
export async function openJudge(vocabulary: Vocabulary): Promise<Judge> {
  const server = await startServer({ vocabulary: vocabulary.name });
  const namespaces = new Set(["default"]);
  return {
    async judge(object, kind) {
      const namespace =
        kind.scope === "Namespaced" ? (textAt(treeAt(object, "metadata"), "namespace") ?? "default") : "";
      await ensureNamespace(server, namespace, namespaces);
      const collection = collectionPath(kind, namespace, vocabulary);
      const answer = await server.request(`${collection}?dryRun=All&fieldValidation=Warn`, { body: object });
      return await readAnswer(answer, object);
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

function collectionPath(kind: KindDeclaration, namespace: string, vocabulary: Vocabulary): string {
  const root = kind.group === "" ? "/api" : "/apis";
  const place = namespace === "" ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}/${spelledVersion(kind, vocabulary)}${place}/${kind.plural}`;
}

async function readAnswer(answer: InProcessResponse, object: Tree): Promise<Judgement> {
  const allWarnings = warningsOf(answer);
  const errors = allWarnings.filter((warning) => strictWarning.test(warning));
  const warnings = allWarnings.filter((warning) => !strictWarning.test(warning));
  const text = await answer.text();
  if (answer.status < 300) return { errors, warnings };
  if (answer.status === 404) {
    const why = `${String(object["apiVersion"])} ${String(object["kind"])} is not served by default`;
    return { errors: [...errors, `${why}; --runtime-config and --feature-gates of the server turn it on`], warnings };
  }
  return { errors: [...errors, ...reasonsOf(JSON.parse(text) as StatusResponse)], warnings };
}

/** Returns a sentence for each invalid field, or the message of the Status. */
function reasonsOf({ message = "", details }: StatusResponse): readonly string[] {
  const causes = details?.causes ?? [];
  return causes.length === 0
    ? [message]
    : causes.map(({ field, message: why = "" }) => (field ? `${field}: ${why}` : why));
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
