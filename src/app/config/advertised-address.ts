/** The address of this server that other machines see. */
import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { parseIp } from "../../meta/ip/ip-address.ts";
import { isLoopbackAddress, rangesOf } from "../../meta/ip/ip-ranges.ts";

/** An address of an interface of this machine. */
export interface MachineAddress {
  readonly address: string;
  /** Name of the interface. */
  readonly device: string;
  readonly isInternal: boolean;
}

/** Where a server listens, and the address that a flag names. */
export interface ListenFlags {
  readonly advertiseAddress: string | undefined;
  readonly bindAddress: string;
  /** First range of addresses of Services. It decides which address family is used. */
  readonly serviceRange: string;
}

/**
 * Returns the address at which other machines reach the server. Undefined if they cannot: it listens only on a loopback address.
 * @param machine addresses of this machine, the preferred ones first
 */
export function advertisedAddress(
  { advertiseAddress, bindAddress, serviceRange }: ListenFlags,
  machine: () => readonly MachineAddress[] = machineAddresses,
): string | undefined {
  if (advertiseAddress !== undefined) return isLoopbackAddress(advertiseAddress) ? undefined : advertiseAddress;
  if (bindAddress !== "0.0.0.0" && bindAddress !== "::")
    return isLoopbackAddress(bindAddress) ? undefined : bindAddress;
  const family = serviceRange.includes(":") ? 6 : 4;
  return machine().find(({ address, isInternal }) => !isInternal && isReachable(address, family))?.address;
}

function isReachable(address: string, family: number): boolean {
  const parsed = isIP(address) === family ? parseIp(address) : undefined;
  return parsed !== undefined && !rangesOf(parsed).isLinkLocalUnicast;
}

/** Returns the addresses of this machine. Those of the interface of the default route come first, as in the reference. */
function machineAddresses(): readonly MachineAddress[] {
  const device = defaultDevice();
  const all = Object.entries(networkInterfaces()).flatMap(([name, entries = []]) =>
    entries.map(({ address, internal }) => ({ address, device: name, isInternal: internal })),
  );
  return [...all.filter((one) => one.device === device), ...all.filter((one) => one.device !== device)];
}

const routesFile = "/proc/net/route";

/** Returns the interface of the default route for IPv4. Undefined if there is none, and on other systems than Linux. */
function defaultDevice(): string | undefined {
  if (!existsSync(routesFile)) return undefined;
  const routes = readFileSync(routesFile, "utf8").split("\n");
  return routes.map((line) => line.split("\t")).find(([, destination]) => destination === "00000000")?.[0];
}
