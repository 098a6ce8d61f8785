/** `orch auth who-can`: lists the subjects that roles allow to perform an action. */
import { grantsOf, type RoleGrant } from "../../meta/access/role-grants.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext } from "../context.ts";
import { type FormOptions, hasColumns, readForm } from "../output/object-form.ts";
import { printTable } from "../output/text-table.ts";
import { exitCodes } from "../terminal.ts";
import { describeAction } from "./describe-access.ts";
import { listRoles } from "./list-roles.ts";
import { type ActionWords, readScopedAction, warnAboutAction } from "./read-action.ts";
import { reportUnreadable } from "./report-unreadable.ts";
import { reviewSpec } from "./review-access.ts";
import { typesFor } from "./types-for.ts";

/** Options of `orch auth who-can`. */
export interface WhoCanCommand extends FormOptions {
  readonly words: ActionWords;
  readonly hasHeaders: boolean;
}

/** A subject that may perform the action. */
interface AllowedSubject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly binding: ObjectName;
  readonly role: ObjectName;
}

interface ObjectName {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

const titles = ["SUBJECT", "NAMESPACE", "NAME", "BINDING", "ROLE"];

/** Prints the subjects. @returns the exit code @throws CommandError, StatusError */
export async function whoCan(command: WhoCanCommand, context: ClientContext): Promise<number> {
  const { terminal, namespace, vocabulary } = context;
  const form = await readForm({ ...command, hasHeaders: command.hasHeaders }, terminal);
  const types = await typesFor(command.words, context);
  const { action, type } = readScopedAction(command.words, { namespace, types, vocabulary });
  warnAboutAction({ ...command.words, allNamespaces: true }, type, terminal);
  const listed = await listRoles(action.isResource ? action.namespace : "", context);
  const subjects = grantsOf(action, listed).flatMap(subjectsOf);
  if (form) {
    const answer: object = { ...reviewSpec(action), subjects, unreadable: listed.unreadable };
    const hasRows = hasColumns(command.output);
    const printer = form({ showManagedFields: true, isSingle: !hasRows });
    for (const document of hasRows ? subjects : [answer]) printer.add(document as ApiObject);
    printer.end();
  } else if (subjects.length === 0) terminal.error(`no role allows anyone to ${describeAction(action)}\n`);
  else printTable({ titles, rows: subjects.map(rowOf), hasHeaders: command.hasHeaders }, terminal);
  reportUnreadable(listed, terminal);
  return exitCodes.fine;
}

function subjectsOf({ binding, role }: RoleGrant): readonly AllowedSubject[] {
  return binding.subjects.map(({ kind, name, namespace }) => ({
    ...objectName({
      kind,
      name,
      namespace: kind === "ServiceAccount" ? namespace || binding.namespace : "",
    }),
    binding: objectName(binding),
    role: objectName(role),
  }));
}

function objectName({ kind, namespace, name }: Required<ObjectName>): ObjectName {
  return { kind, ...(namespace === "" ? {} : { namespace }), name };
}

function rowOf({ kind, namespace = "", name, binding, role }: AllowedSubject): readonly string[] {
  return [kind, namespace, name, titleOf(binding), titleOf(role)];
}

function titleOf({ kind, name }: ObjectName): string {
  return `${kind}/${name}`;
}
