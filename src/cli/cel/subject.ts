/** The objects on which `orch cel` evaluates expressions. */
import { isJsonObject } from "../../base/json-object.ts";
import {
  type Bindings,
  CompilationError,
  check,
  clusterEnvironments,
  compile,
  dynType,
  type Environment,
  EvaluationCancelled,
  EvaluationError,
  estimate,
  extend,
  formatType,
  fromJson,
  MapValue,
  PlanError,
  toJson,
  toText,
  type Value,
} from "../../cel/index.ts";
import { DocumentError, isListOfObjects } from "../../manifests/index.ts";
import { readManifests, titleOf } from "../selection/manifest-files.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import type { CelCommand } from "./cel-command.ts";
import type { CelOutcome } from "./report.ts";

/** The greatest cost of one evaluation, as in the server. */
const limits = { costMax: 1_000_000 } as const;

/** An object, and the variables that expressions about it have. */
export interface CelSubject {
  /** The kind and the name of the object; empty if there is no object. */
  readonly title: string;
  readonly variables: readonly { readonly name: string; readonly type: string }[];
  readonly globalFunctions: readonly string[];
  readonly memberFunctions: readonly string[];
  evaluate(expression: string): CelOutcome;
  /** Returns the names of the fields of an expression's value; none if it has no value. */
  fieldsOf(expression: string): readonly string[];
}

/** Returns the objects of the files. Without a file, there is one subject without variables. @throws CommandError */
export async function readSubjects(command: CelCommand, terminal: Terminal): Promise<readonly CelSubject[]> {
  const environment = environmentOf(command);
  const old = command.oldFile === undefined ? undefined : (await readObjects(command.oldFile, terminal))[0];
  if (command.file === undefined) return [new Subject("", environment, {})];
  const objects = await readObjects(command.file, terminal);
  return objects.map((object) => {
    const variables = { ...namesOf("self", "object", object), ...(old ? namesOf("oldSelf", "oldObject", old) : {}) };
    return new Subject(isJsonObject(object) ? titleOf(object) : "", environment, variables);
  });
}

function environmentOf({ vocabulary, isStored }: CelCommand): Environment {
  const { forNewExpressions, forStoredExpressions } = clusterEnvironments({ vocabulary });
  return isStored ? forStoredExpressions : forNewExpressions;
}

function namesOf(rule: string, policy: string, object: unknown): Record<string, Value> {
  const value = fromJson(object);
  return { [rule]: value, [policy]: value };
}

/** Returns the objects of a file. @throws CommandError if it has none */
async function readObjects(file: string, terminal: Terminal): Promise<readonly unknown[]> {
  const objects: unknown[] = [];
  for await (const { place, document } of readManifests({ files: [file], recursive: false }, terminal)) {
    if (document instanceof DocumentError) throw new CommandError(`${place}: ${document.message}`);
    const { object } = document;
    objects.push(...(isListOfObjects(object) ? object.items : [object]));
  }
  if (objects.length === 0) throw new CommandError(`${file} contains no object`);
  return objects;
}

class Subject implements CelSubject {
  readonly title: string;
  readonly #environment: Environment;
  readonly #bindings: Bindings & Readonly<Record<string, Value>>;

  constructor(title: string, environment: Environment, bindings: Readonly<Record<string, Value>>) {
    this.title = title;
    const types = Object.keys(bindings).map((name) => [name, dynType] as const);
    this.#environment = extend(environment, { variables: Object.fromEntries(types) });
    this.#bindings = bindings;
  }

  get variables(): CelSubject["variables"] {
    return Object.keys(this.#bindings).map((name) => ({ name, type: "dyn" }));
  }

  get globalFunctions(): readonly string[] {
    return this.#functions(false);
  }

  get memberFunctions(): readonly string[] {
    return this.#functions(true);
  }

  /** Names with other characters belong to operators. */
  #functions(isMember: boolean): readonly string[] {
    return this.#environment
      .functionNames()
      .filter((name) => /^[A-Za-z][\w.]*$/.test(name))
      .filter((name) => this.#environment.function(name)?.overloads.some(({ member }) => member === isMember))
      .toSorted();
  }

  evaluate(expression: string): CelOutcome {
    const { checked, display } = check(expression, this.#environment);
    if (!checked) return { kind: "failure", message: display };
    const type = formatType(checked.resultType);
    const range = estimate(expression, this.#environment);
    try {
      const { value, cost } = compile(expression, this.#environment).evaluate(this.#bindings, limits);
      if (value instanceof EvaluationError)
        return { kind: "failure", message: value.message, type, cost, estimate: range };
      return { kind: "value", text: toText(value), json: toJson(value), type, cost, estimate: range };
    } catch (error) {
      if (!(error instanceof PlanError || error instanceof EvaluationCancelled)) throw error;
      return { kind: "failure", message: error.message, type, estimate: range };
    }
  }

  fieldsOf(expression: string): readonly string[] {
    try {
      const { value } = compile(expression, this.#environment).evaluate(this.#bindings, limits);
      if (!(value instanceof MapValue)) return [];
      return [...value.keys()].filter((key) => typeof key === "string").filter((key) => /^[A-Za-z_]\w*$/.test(key));
    } catch (error) {
      const isExpected =
        error instanceof CompilationError || error instanceof PlanError || error instanceof EvaluationCancelled;
      if (!isExpected) throw error;
      return [];
    }
  }
}
