/**
 * Checks the docstrings of what `orch/server`, `orch/client` and `orch/api` export. A user reads them in an editor, without
 * the code: they describe each parameter, the errors and the units, and give an example.
 */
import { type Declaration, exportedDeclarations } from "./declarations.ts";
import { docstringProblem, parseDocstring } from "./docstring.ts";
import type { Violation } from "./docstrings.ts";
import { hasThrow, type Member, type Parameter, publicMembers, type Signature, signatureOf } from "./members.ts";
import { exportedNames } from "./public-names.ts";
import type { SourceFile } from "./source-files.ts";

/** Modules that `exports` of package.json names, as sources. */
export const publicModules: readonly string[] = ["src/app/server.ts", "src/app/client.ts", "src/api/index.ts"];

/**
 * Returns what the docstrings of the public declarations lack.
 * @param modules paths of the modules that users import
 */
export function incompletePublicDocstrings(
  files: readonly SourceFile[],
  modules: readonly string[] = publicModules,
): Violation[] {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const namesByFile = new Map<string, Set<string>>();
  for (const module of modules) {
    for (const { file, name } of exportedNames(contents, module).values()) {
      namesByFile.set(file, (namesByFile.get(file) ?? new Set()).add(name));
    }
  }
  const declarations = new Map(files.map(({ path, content }) => [path, exportedDeclarations(content)]));
  const describedTypes = typesWithDocstrings([...declarations.values()].flat());
  return [...namesByFile.keys()]
    .sort()
    .flatMap((file) =>
      (declarations.get(file) ?? [])
        .filter(({ name }) => namesByFile.get(file)?.has(name))
        .flatMap((declaration) => judgeDeclaration(describedTypes, file, declaration)),
    );
}

/** Returns the names of the types whose members all have a docstring. */
function typesWithDocstrings(declarations: readonly Declaration[]): Set<string> {
  const described = declarations.filter((declaration) => {
    const members = publicMembers(declaration);
    return members.length > 0 && members.every(({ docstring }) => docstring !== undefined);
  });
  return new Set(described.map(({ name }) => name));
}

function judgeDeclaration(describedTypes: ReadonlySet<string>, file: string, declaration: Declaration): Violation[] {
  const { name, line, docstring, type } = declaration;
  const signature = signatureOf(declaration);
  const own = signature ? signatureProblems(describedTypes, docstring, signature) : [];
  if ((signature || type === "class") && !hasTag(docstring, "example")) {
    own.push("has no @example: show how a program calls it");
  }
  const members = publicMembers(declaration).flatMap((member) =>
    memberProblems(describedTypes, declaration, member).map((problem) => ({
      file,
      line: member.line,
      text: `${name}.${member.name}: ${problem}`,
    })),
  );
  return [...own.map((problem) => ({ file, line, text: `${name}: ${problem}` })), ...members];
}

function memberProblems(describedTypes: ReadonlySet<string>, owner: Declaration, member: Member): string[] {
  const { name, docstring, signature, type } = member;
  if (!signature) return isWithoutUnit({ name, type }, docstring ?? "") ? [missingUnit(name)] : [];
  if (name === "constructor") {
    return signatureProblems(describedTypes, `${owner.docstring ?? ""}\n${docstring ?? ""}`, signature);
  }
  const problem = docstringProblem(docstring, name);
  return [...(problem === undefined ? [] : [problem]), ...signatureProblems(describedTypes, docstring, signature)];
}

function signatureProblems(
  describedTypes: ReadonlySet<string>,
  docstring: string | undefined,
  { parameters, body }: Signature,
): string[] {
  const tags = parseDocstring(docstring ?? "").tags;
  const described = tags.filter(({ name }) => name === "param").map(({ text }) => text);
  const named = new Set(parameters.map(({ name }) => name));
  const problems: string[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    // A destructured parameter may have any name in the docstring that no other parameter has.
    const text = described.find((one) => (name ? firstWord(one) === name : !named.has(firstWord(one))));
    if (text === undefined && !isDescribedByType(describedTypes, parameter)) {
      problems.push(`has no @param for ${name ?? "its destructured parameter"}: write @param ${name ?? "options"} …`);
    }
    if (name && isWithoutUnit({ name, type: parameter.type }, text ?? docstring ?? ""))
      problems.push(missingUnit(name));
  }
  if (body && hasThrow(body) && !hasTag(docstring, "throws")) {
    problems.push("throws, but has no @throws: write the error's class and when it is thrown");
  }
  return problems;
}

function firstWord(text: string): string {
  return /^[\w$]+/.exec(text)?.[0] ?? "";
}

function hasTag(docstring: string | undefined, tag: string): boolean {
  return parseDocstring(docstring ?? "").tags.some(({ name }) => name === tag);
}

/** Whether the type of an options parameter describes each of its members. */
function isDescribedByType(describedTypes: ReadonlySet<string>, { name, type }: Parameter): boolean {
  const typeName = /^(?:(?:Readonly|Partial) < )?([A-Z]\w*)/.exec(type)?.[1];
  if (typeName === undefined || !describedTypes.has(typeName)) return false;
  return name === undefined || /(?:options|settings|config)$/i.test(typeName);
}

const quantity = /(?:timeout|interval|delay|duration|period|backoff|ttl|expiry|deadline|jitter|lifetime|age|size)$/i;
const unit =
  /\b(?:milliseconds?|ms|seconds?|minutes?|hours?|days?|bytes?|KB|MB|characters?|number of|entries|items)\b/i;

function isWithoutUnit({ name, type }: { name: string; type: string }, text: string): boolean {
  return /^number\b/.test(type) && quantity.test(name) && !unit.test(text);
}

function missingUnit(name: string): string {
  return `${name} has no unit: name it ${name}Ms, ${name}Seconds or ${name}Bytes, or give the unit in the docstring`;
}
