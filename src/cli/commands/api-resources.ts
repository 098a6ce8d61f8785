/** `orch api-resources`: lists the types that the server serves. */
import { compareText } from "../../base/compare-text.ts";
import { formatGroupResource, formatGroupVersion } from "../../meta/group-version.ts";
import type { ClientContext } from "../context.ts";
import { Columns } from "../screen/columns.ts";
import { exitCodes } from "../terminal.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";

/** Options of `orch api-resources`. */
export interface ApiResourcesCommand {
  readonly output: "name" | "wide" | undefined;
  readonly hasHeaders: boolean;
  /** `core` selects the group without a name. */
  readonly apiGroup: string | undefined;
  readonly namespaced: boolean | undefined;
  readonly verbs: readonly string[];
}

/** Prints each type in its preferred version, sorted by group. @returns the exit code */
export async function apiResources(
  command: ApiResourcesCommand,
  { client, terminal, signal }: ClientContext,
): Promise<number> {
  const types = shownTypes(await loadTypes(client, signal), command);
  if (command.output === "name") {
    const names = types.map(({ plural, group }) => formatGroupResource({ group, resource: plural }));
    terminal.out(names.map((name) => `${name}\n`).join(""));
  } else if (types.length === 0) {
    terminal.error("there are no such types\n");
  } else {
    const isWide = command.output === "wide";
    const titles = [
      "NAME",
      "SHORTNAMES",
      "APIVERSION",
      "NAMESPACED",
      "KIND",
      ...(isWide ? ["VERBS", "CATEGORIES"] : []),
    ];
    const rows = types.map((type) => cellsOf(type, isWide));
    const columns = new Columns(
      titles.map(() => ({ isWhole: true })),
      undefined,
    );
    columns.widen(command.hasHeaders ? [titles, ...rows] : rows);
    const head = command.hasHeaders ? [columns.line(titles, (title) => terminal.paint("bold", title))] : [];
    terminal.out([...head, ...rows.map((row) => columns.line(row))].map((line) => `${line}\n`).join(""));
  }
  return exitCodes.fine;
}

function shownTypes(types: readonly ServedType[], command: ApiResourcesCommand): readonly ServedType[] {
  const { apiGroup, namespaced, verbs } = command;
  const group = apiGroup === "core" ? "" : apiGroup;
  return types
    .filter((type) => type.isPreferred && type.verbs.length > 0)
    .filter((type) => group === undefined || type.group === group)
    .filter((type) => namespaced === undefined || type.namespaced === namespaced)
    .filter((type) => verbs.every((verb) => type.verbs.includes(verb)))
    .toSorted((one, other) => compareText(one.group, other.group) || compareText(one.plural, other.plural));
}

function cellsOf(type: ServedType, isWide: boolean): readonly string[] {
  const { plural, shortNames, namespaced, kind, verbs, categories } = type;
  const plain = [plural, shortNames.join(","), formatGroupVersion(type), String(namespaced), kind];
  return isWide ? [...plain, verbs.join(","), categories.join(",")] : plain;
}
