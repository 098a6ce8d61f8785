/** The requests that manifests imply if no file has cases: each object is created by an ordinary user. */
import { textAt, treeAt } from "../../manifests/index.ts";
import type { CaseFile, Expectation, PolicyCase } from "./case-file.ts";
import type { PlacedObject } from "./policy-files.ts";
import { defaultUser } from "./read-cases.ts";

const allowed: Expectation = {
  isAllowed: true,
  message: [],
  code: undefined,
  warnings: undefined,
  audit: {},
  object: undefined,
};

/** Returns a case for each manifest. It expects that the object may be created. */
export function impliedCases(manifests: readonly PlacedObject[]): CaseFile {
  return { objects: [], cases: manifests.map(impliedCase) };
}

function impliedCase({ object, file, lineOf }: PlacedObject): PolicyCase {
  const metadata = treeAt(object, "metadata");
  const name = textAt(metadata, "name") ?? textAt(metadata, "generateName") ?? "";
  return {
    name: `${textAt(object, "kind") ?? ""}/${name}`,
    file,
    line: lineOf(),
    request: {
      operation: "CREATE",
      object,
      oldObject: undefined,
      resource: undefined,
      subresource: "",
      objectName: undefined,
      namespace: undefined,
      user: defaultUser,
      dryRun: false,
    },
    objects: [],
    expected: allowed,
  };
}
