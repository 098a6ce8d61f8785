/** Reads a document with cases. */
import { isJsonObject } from "../../base/json-object.ts";
import type { Tree } from "../../manifests/index.ts";
import type { User } from "../../meta/user.ts";
import { CommandError } from "../terminal.ts";
import type { CaseFile, CaseRequest, Expectation, PolicyCase } from "./case-file.ts";
import { operations } from "./lab.ts";
import { MemberError, StrictTree } from "./strict-tree.ts";

/** How the parts of a document are found. */
export interface CaseSource {
  /** Path of the file for messages. */
  readonly file: string;
  /** Returns the line of a part of the document. */
  lineOf(path: string): number;
  /** Returns the only object of a file, which a case names. @throws CommandError */
  readObject(path: string): Promise<Tree>;
}

const requestMembers = [
  "operation",
  "object",
  "oldObject",
  "resource",
  "subresource",
  "objectName",
  "namespace",
  "user",
  "dryRun",
];
const fileMembers = ["cases", "objects", "user", "namespace"];
const caseMembers = [...requestMembers, "name", "objects", "expect"];
const expectMembers = ["allow", "deny", "code", "warn", "audit", "object"];

/** Whether a document contains cases. */
export function hasCases(document: Tree): boolean {
  return Object.hasOwn(document, "cases");
}

/** Returns the cases of a document. @throws MemberError if a part of it is wrong */
export async function readCases(document: Tree, source: CaseSource): Promise<CaseFile> {
  const tree = new StrictTree(document, "", fileMembers);
  const common = { user: userIn(tree), namespace: await readNamespace(tree) };
  const cases: PolicyCase[] = [];
  for (const [index, item] of tree.list("cases").entries()) {
    const path = `cases[${index}]`;
    cases.push(await readCase(new StrictTree(item, path, caseMembers), common, source));
  }
  return { objects: [...common.namespace.objects, ...(await readObjects(tree, source))], cases };
}

/** Parts that all cases of a document have in common. */
interface CommonParts {
  readonly user: User | undefined;
  readonly namespace: CaseNamespace;
}

async function readCase(tree: StrictTree, common: CommonParts, source: CaseSource): Promise<PolicyCase> {
  const { file } = source;
  const name = tree.text("name");
  if (name === undefined || name === "") throw new MemberError(tree.path, "needs a name");
  const namespace = await readNamespace(tree);
  const request = await readRequest(tree, { ...common, namespace }, source);
  const expected = tree.value("expect");
  if (expected === undefined) throw new MemberError(tree.path, `needs the member expect: allow, or deny`);
  return {
    name,
    file,
    line: source.lineOf(tree.path),
    request: { ...request, namespace: namespace.name ?? common.namespace.name },
    objects: [...namespace.objects, ...(await readObjects(tree, source))],
    expected: readExpectation(expected, tree.pathOf("expect")),
  };
}

async function readRequest(tree: StrictTree, common: CommonParts, source: CaseSource): Promise<CaseRequest> {
  const object = await readObject(tree, "object", source);
  const oldObject = await readObject(tree, "oldObject", source);
  const operation = tree.choice("operation", operations);
  const resource = tree.text("resource");
  if (!object && !oldObject && resource === undefined)
    throw new MemberError(tree.path, "needs an object or an oldObject");
  if (operation === "CREATE" && oldObject) throw new MemberError(tree.pathOf("oldObject"), "must be absent for CREATE");
  if (operation === "DELETE" && object)
    throw new MemberError(tree.pathOf("object"), "must be absent for DELETE; use oldObject");
  if (operation === "UPDATE" && !(object && oldObject))
    throw new MemberError(tree.path, "UPDATE needs object and oldObject");
  return {
    operation,
    object,
    oldObject,
    resource,
    subresource: tree.text("subresource") ?? "",
    objectName: tree.text("objectName"),
    namespace: common.namespace.name,
    user: userIn(tree) ?? common.user ?? defaultUser,
    dryRun: tree.flag("dryRun") ?? false,
  };
}

/** The user of requests that name none. */
export const defaultUser: User = { name: "tester", groups: [] };

/** The name of a namespace, and the Namespace itself if its labels are named. */
interface CaseNamespace {
  readonly name: string | undefined;
  readonly objects: readonly Tree[];
}

async function readNamespace(tree: StrictTree): Promise<CaseNamespace> {
  const value = tree.value("namespace");
  if (value === undefined || typeof value === "string") return { name: value, objects: [] };
  const members = new StrictTree(value, tree.pathOf("namespace"), ["name", "labels", "annotations"]);
  const name = members.text("name") ?? "default";
  const metadata = { name, labels: members.textMap("labels"), annotations: members.textMap("annotations") };
  return { name, objects: [{ apiVersion: "v1", kind: "Namespace", metadata }] };
}

function userIn(tree: StrictTree): User | undefined {
  const value = tree.value("user");
  if (value === undefined) return undefined;
  if (typeof value === "string") return { name: value, groups: [] };
  const user = new StrictTree(value, tree.pathOf("user"), ["name", "groups", "uid", "extra"]);
  const uid = user.text("uid");
  const extra = user.value("extra");
  if (extra !== undefined && !isJsonObject(extra))
    throw new MemberError(user.pathOf("extra"), "must be a map of lists");
  return {
    name: user.text("name") ?? defaultUser.name,
    groups: user.texts("groups") ?? [],
    ...(uid === undefined ? {} : { uid }),
    ...(extra === undefined ? {} : { extra: extraIn(extra, user.pathOf("extra")) }),
  };
}

function extraIn(extra: Tree, path: string): Readonly<Record<string, readonly string[]>> {
  const tree = new StrictTree(extra, path, Object.keys(extra));
  return Object.fromEntries(Object.keys(extra).map((name) => [name, tree.texts(name) ?? []]));
}

async function readObjects(tree: StrictTree, source: CaseSource): Promise<readonly Tree[]> {
  const objects: Tree[] = [];
  for (const [index, item] of tree.list("objects").entries()) {
    objects.push(await objectOf(item, `${tree.pathOf("objects")}[${index}]`, source));
  }
  return objects;
}

async function readObject(tree: StrictTree, name: string, source: CaseSource): Promise<Tree | undefined> {
  const value = tree.value(name);
  return value === undefined ? undefined : await objectOf(value, tree.pathOf(name), source);
}

/** An object is written in place, or its file is named. */
async function objectOf(value: unknown, path: string, source: CaseSource): Promise<Tree> {
  if (typeof value === "string") {
    return await source.readObject(value).catch((error: unknown) => {
      if (error instanceof CommandError)
        throw new MemberError(path, `names a file that cannot be used: ${error.message}`);
      throw error;
    });
  }
  if (isJsonObject(value)) return value;
  throw new MemberError(path, "must be an object, or the name of a file with one");
}

function readExpectation(value: unknown, path: string): Expectation {
  const nothing = { message: [], code: undefined, warnings: undefined, audit: {}, object: undefined };
  if (value === "allow" || value === "deny") return { ...nothing, isAllowed: value === "allow" };
  if (typeof value === "string") throw new MemberError(path, "must be allow, deny, or an object with one of them");
  const tree = new StrictTree(value, path, expectMembers);
  const isDenied = tree.value("deny") !== undefined && tree.value("deny") !== false;
  const allow = tree.value("allow");
  if (isDenied && allow !== undefined && allow !== false)
    throw new MemberError(path, "allow and deny exclude each other");
  const code = tree.value("code");
  if (code !== undefined && typeof code !== "number") throw new MemberError(tree.pathOf("code"), "must be a number");
  const object = tree.value("object");
  if (object !== undefined && !isJsonObject(object)) throw new MemberError(tree.pathOf("object"), "must be an object");
  const isAnyMessage = tree.value("deny") === true || !isDenied;
  return {
    isAllowed: !isDenied,
    message: isAnyMessage ? [] : (tree.texts("deny") ?? []),
    code,
    warnings: tree.texts("warn"),
    audit: tree.textMap("audit"),
    object,
  };
}
