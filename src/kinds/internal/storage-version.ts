import type { StorageVersion } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

const unset = "<unset>";

/** Number of servers shown in a row. The others are only counted. */
const shownServersMax = 3;

/** Hooks of StorageVersions: name format, columns. */
export const storageVersionHooks: KindHooks<StorageVersion> = {
  nameFormat: "storageVersionName",
  columns: [
    nameColumn,
    column(
      "CommonEncodingVersion",
      "Version that all servers write.",
      ({ status }) => status.commonEncodingVersion ?? unset,
    ),
    column("StorageVersions", "Version that each server writes.", serversText),
    ageColumn,
  ],
};

/** Returns a text such as `a=v1,b=v1,c=v1 + 2 more...`. */
function serversText({ status: { storageVersions = [] } }: StorageVersion): string {
  if (storageVersions.length === 0) return unset;
  const shown = storageVersions
    .slice(0, shownServersMax)
    .map(({ apiServerID = "", encodingVersion = "" }) => `${apiServerID}=${encodingVersion}`);
  const rest = storageVersions.length - shown.length;
  return `${shown.join(",")}${rest > 0 ? ` + ${rest} more...` : ""}`;
}
