import type { EndpointSubset, Endpoints } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";

/** Number of addresses shown. The others are only counted. */
const shownMax = 3;

/** Columns of Endpoints in a Table. */
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

/** Returns each address with each port, up to the number shown. Without ports, returns the addresses alone. */
function firstEndpoints({ addresses = [], ports = [] }: EndpointSubset): string[] {
  const ips = addresses.slice(0, shownMax).map(({ ip }) => ip);
  if (ports.length === 0) return ips;
  const numbers = ports.slice(0, shownMax).map(({ port }) => port);
  return numbers.flatMap((port) => ips.map((ip) => `${ip.includes(":") ? `[${ip}]` : ip}:${port}`));
}
