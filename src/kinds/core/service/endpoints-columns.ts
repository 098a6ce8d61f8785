import type { EndpointSubset, Endpoints } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";

/** More than these are only counted. */
const shownMax = 3;

export const endpointsColumns: readonly Column<Endpoints>[] = [
  nameColumn,
  column("Endpoints", "The first ready addresses, with their ports.", ({ subsets }) => endpointsText(subsets ?? [])),
  ageColumn,
];

function endpointsText(subsets: readonly EndpointSubset[]): string {
  if (subsets.length === 0) return "<none>";
  const count = subsets.reduce(
    (sum, { addresses = [], ports = [] }) => sum + addresses.length * (ports.length || 1),
    0,
  );
  const shown = subsets.flatMap(firstEndpoints).slice(0, shownMax).join(",");
  return count > shownMax ? `${shown} + ${count - shownMax} more...` : shown;
}

/** Every address with every port, as far as it can be shown; the addresses alone where there are no ports. */
function firstEndpoints({ addresses = [], ports = [] }: EndpointSubset): string[] {
  const ips = addresses.slice(0, shownMax).map(({ ip }) => ip);
  if (ports.length === 0) return ips;
  const numbers = ports.slice(0, shownMax).map(({ port }) => port);
  return numbers.flatMap((port) => ips.map((ip) => `${ip.includes(":") ? `[${ip}]` : ip}:${port}`));
}
