/** Checks that the catalogue fits the sources. A fault whose text is not in its file would change nothing. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fault, type FaultRoom, isChecked } from "./fault.ts";

const testFilesMax = 4;

/** Returns one sentence for each fault that does not fit the sources. */
export function misfits(root: string, rooms: readonly FaultRoom[]): string[] {
  const faults = rooms.flatMap((room) => room.faults);
  const names = faults.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...repeated.map((name) => `${name}: two faults have this name`),
    ...faults.flatMap((fault) => misfitsOf(root, fault).map((why) => `${fault.name}: ${why}`)),
  ];
}

function misfitsOf(root: string, fault: Fault): string[] {
  return [...misfitOfText(root, fault), ...misfitsOfTests(root, fault)];
}

function misfitOfText(root: string, { file, find, replace }: Fault): string[] {
  if (find === replace) return ["it changes nothing"];
  if (!existsSync(join(root, file))) return [`there is no ${file}`];
  const count = readFileSync(join(root, file), "utf8").split(find).length - 1;
  return count === 1 ? [] : [`${file} contains its text ${count} times, not once`];
}

function misfitsOfTests(root: string, fault: Fault): string[] {
  if (isChecked(fault)) return fault.names === "" ? ["it needs the text that the check reports (names)"] : [];
  const { tests } = fault;
  if (tests.length === 0 || tests.length > testFilesMax) return [`it needs 1 to ${testFilesMax} test files`];
  return tests.filter((path) => !existsSync(join(root, path))).map((path) => `there is no ${path}`);
}
