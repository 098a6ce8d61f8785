/** The request that `orch policy why` explains: an object, a request with its user and namespace, or a case of a file. */
import { YamlPositions } from "../../codec/index.ts";
import { DocumentError, type ReadDocument, textAt } from "../../manifests/index.ts";
import type { User } from "../../meta/user.ts";
import { readManifests } from "../selection/manifest-files.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import type { CaseFile, PolicyCase } from "./case-file.ts";
import type { PolicyOperation } from "./lab.ts";
import { pathFrom, readObjectFile } from "./policy-files.ts";
import { defaultUser, hasCases, readCases } from "./read-cases.ts";
import { MemberError } from "./strict-tree.ts";

/** Parts of the request that the command line names. They take precedence over those of the file. */
export interface RequestChoice {
  /** File with the request. `-` is standard input. */
  readonly file: string;
  /** Name of a case, or a part of it. Undefined: the file has one case or none. */
  readonly caseName: string | undefined;
  readonly operation: PolicyOperation | undefined;
  /** File with the object before the change. */
  readonly oldFile: string | undefined;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly user: string | undefined;
  readonly groups: readonly string[];
}

/** A request, and the objects of its file that exist with it. */
export interface ChosenRequest {
  readonly tested: PolicyCase;
  readonly objects: CaseFile["objects"];
}

/** Returns the request that the command line describes. @throws CommandError if the file is unclear, or cannot be read */
export async function readRequest(choice: RequestChoice, terminal: Terminal): Promise<ChosenRequest> {
  const { file, document } = await onlyDocument(choice.file, terminal);
  const { cases, objects } = await casesIn(file, document, terminal);
  const fitting = cases.filter(({ name }) => name.includes(choice.caseName ?? ""));
  const exact = fitting.filter(({ name }) => name === choice.caseName);
  const chosen = exact.length > 0 ? exact : fitting;
  const [tested, another] = chosen;
  if (!tested || another) {
    const names = cases.map(({ name }) => `\n  ${name}`).join("");
    const why = tested ? "several cases fit" : "no case fits";
    throw new CommandError(`${file}: ${why}; choose one by --case:${names}`);
  }
  const { request } = tested;
  const oldObject = choice.oldFile === undefined ? request.oldObject : await readObjectFile(choice.oldFile, terminal);
  const isDeletion = choice.operation === "DELETE" && !oldObject;
  const changed = {
    ...request,
    object: isDeletion ? undefined : request.object,
    oldObject: isDeletion ? request.object : oldObject,
    operation: choice.operation ?? request.operation,
    subresource: choice.subresource ?? request.subresource,
    namespace: choice.namespace ?? request.namespace,
    user: userOf(request.user, choice),
  };
  if (changed.operation === "UPDATE" && !changed.oldObject) {
    throw new CommandError("an update needs the object before the change: --old FILE");
  }
  return { tested: { ...tested, request: changed }, objects };
}

function userOf(user: User, { user: name, groups }: RequestChoice): User {
  const named = name === undefined ? user : { name, groups: [] };
  return groups.length === 0 ? named : { ...named, groups };
}

/** Returns the only document of a file, or the only one with cases. @throws CommandError if there is none, or several */
export async function onlyDocument(
  path: string,
  terminal: Terminal,
): Promise<{ readonly file: string; readonly document: ReadDocument }> {
  const found: { file: string; document: ReadDocument }[] = [];
  for await (const { place, file, document } of readManifests({ files: [path], recursive: false }, terminal)) {
    if (document instanceof DocumentError) throw new CommandError(`${place}: ${document.message}`);
    found.push({ file, document });
  }
  const withCases = found.filter(({ document }) => hasCases(document.object));
  const [only, another] = withCases.length > 0 ? withCases : found;
  if (!only || another) throw new CommandError(`${path} must contain one request`);
  return only;
}

async function casesIn(file: string, { object, text, line }: ReadDocument, terminal: Terminal): Promise<CaseFile> {
  const positions = new YamlPositions(text);
  const lineOf = (path: string): number => line + (positions.find(path)?.line ?? 1) - 1;
  const source = { file, lineOf, readObject: (path: string) => readObjectFile(pathFrom(file, path), terminal) };
  if (textAt(object, "apiVersion") !== undefined) {
    const user = defaultUser;
    const nothing = { oldObject: undefined, resource: undefined, objectName: undefined, namespace: undefined };
    const request = { ...nothing, object, operation: undefined, subresource: "", user, dryRun: false };
    return { objects: [], cases: [{ name: file, file, line, request, objects: [], expected: undefined }] };
  }
  try {
    if (hasCases(object)) return await readCases(object, source);
    return await readCases({ cases: [{ name: file, expect: "allow", ...object }] }, source);
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    throw new CommandError(`${file}:${lineOf(error.path)}: ${error.path} ${error.message}`, { cause: error });
  }
}
