/** The objects on which `orch cel` evaluates expressions. */
import { isJsonObject } from "../../base/json-object.ts";
import {
  type CheckedExpression,
  check,
  clusterEnvironments,
  dynType,
  type Environment,
  EvaluationCancelled,
  EvaluationError,
  estimateCost,
  estimateRule,
  extend,
  fieldNamesOf,
  formatType,
  fromJson,
  fromSchema,
  MapValue,
  PlanError,
  plan,
  schemaEnvironment,
  toJson,
  toText,
  type Value,
} from "../../cel/index.ts";
import { titleOf } from "../selection/manifest-files.ts";
import { objectsInFile } from "../selection/object-files.ts";
import type { Terminal } from "../terminal.ts";
import type { CelCommand } from "./cel-command.ts";
import type { CelEstimate, CelOutcome } from "./report.ts";
import { readSelfSchema, type SelfSchema } from "./schema-file.ts";

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
  /** Returns the names of the fields of an expression's value; none if it has no fields. */
  fieldsOf(expression: string): readonly string[];
}

/**
 * Returns the objects of the files. Without a file, there is one subject, whose variables have no values.
 * @throws CommandError
 */
export async function readSubjects(command: CelCommand, terminal: Terminal): Promise<readonly CelSubject[]> {
  const schema = await readSelfSchema(command, terminal);
  const environment = environmentOf(command);
  const old = command.oldFile === undefined ? undefined : (await objectsInFile(command.oldFile, terminal))[0];
  const oldValues = old === undefined ? {} : valuesOf("oldSelf", "oldObject", old, schema);
  if (command.file === undefined) return [new Subject("", environment, oldValues, schema)];
  const objects = await objectsInFile(command.file, terminal);
  return objects.map((object) => {
    const title = isJsonObject(object) ? titleOf(object) : "";
    return new Subject(title, environment, { ...valuesOf("self", "object", object, schema), ...oldValues }, schema);
  });
}

function environmentOf({ vocabulary, isStored }: CelCommand): Environment {
  const { forNewExpressions, forStoredExpressions } = clusterEnvironments({ vocabulary });
  return isStored ? forStoredExpressions : forNewExpressions;
}

type Values = Readonly<Record<string, Value>>;

/** Returns the variables of an object. Rules of a schema have no variable with the name that policies use. */
function valuesOf(rule: string, policy: string, object: unknown, schema: SelfSchema | undefined): Values {
  if (schema) return { [rule]: fromSchema(object, schema.schema) };
  const value = fromJson(object);
  return { [rule]: value, [policy]: value };
}

class Subject implements CelSubject {
  readonly title: string;
  readonly variables: CelSubject["variables"];
  readonly #environment: Environment;
  readonly #bindings: Values;
  readonly #schema: SelfSchema | undefined;

  constructor(title: string, environment: Environment, bindings: Values, schema: SelfSchema | undefined) {
    const names = schema ? ["self", "oldSelf"] : Object.keys(bindings);
    const type = schema ? schema.type.type : dynType;
    this.title = title;
    this.variables = names.map((name) => ({ name, type: formatType(type) }));
    this.#environment = schema
      ? schemaEnvironment(environment, { self: schema.type })
      : extend(environment, { variables: Object.fromEntries(names.map((name) => [name, type])) });
    this.#bindings = bindings;
    this.#schema = schema;
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
    const known = { type: formatType(checked.resultType), ...this.#estimate(checked) };
    const result = this.#evaluate(checked);
    if (typeof result === "string") return { kind: "failure", message: result, ...known };
    if (result === undefined) return { kind: "checked", ...known };
    const { value, cost } = result;
    if (value instanceof EvaluationError) return { kind: "failure", message: value.message, cost, ...known };
    return { kind: "value", text: toText(value), json: toJson(value), cost, ...known };
  }

  #estimate(checked: CheckedExpression): CelEstimate {
    if (!this.#schema) return { estimate: estimateCost(checked, this.#environment), excess: undefined };
    const rule = { checked, environment: this.#environment, self: this.#schema.type };
    const { evaluation, excess } = estimateRule(rule);
    return { estimate: evaluation, excess };
  }

  /** Returns the result, or why there is none. Undefined if there is a schema, but no object. */
  #evaluate(checked: CheckedExpression): { readonly value: Value; readonly cost: number } | string | undefined {
    try {
      const program = plan(checked, this.#environment);
      return this.#schema && this.#bindings["self"] === undefined
        ? undefined
        : program.evaluate(this.#bindings, limits);
    } catch (error) {
      if (!(error instanceof PlanError || error instanceof EvaluationCancelled)) throw error;
      return error.message;
    }
  }

  fieldsOf(expression: string): readonly string[] {
    const { checked } = check(expression, this.#environment);
    if (!checked) return [];
    if (this.#schema && checked.resultType.kind === "object") {
      return fieldNamesOf(this.#schema.type, checked.resultType);
    }
    const result = this.#evaluate(checked);
    if (typeof result !== "object" || !(result.value instanceof MapValue)) return [];
    return [...result.value.keys()]
      .filter((key) => typeof key === "string")
      .filter((key) => /^[A-Za-z_]\w*$/.test(key));
  }
}
