/** The address of this server that other machines see. */
import { existsSync, readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

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

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Returns the address at which other machines reach the server. Undefined if they cannot: it listens only on a loopback address.
 * @param machine addresses of this machine, the preferred ones first
 */
export function advertisedAddress(
  { advertiseAddress, bindAddress, serviceRange }: ListenFlags,
  machine: () => readonly MachineAddress[] = machineAddresses,
): string | undefined {
  if (advertiseAddress !== undefined) return isLoopback(advertiseAddress) ? undefined : advertiseAddress;
  if (bindAddress !== "0.0.0.0" && bindAddress !== "::") return isLoopback(bindAddress) ? undefined : bindAddress;
  const family = serviceRange.includes(":") ? 6 : 4;
  return machine().find(({ address, isInternal }) => !isInternal && isIP(address) === family && !isLinkLocal(address))
    ?.address;
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function isLinkLocal(address: string): boolean {
  return /^(?:169\.254\.|fe[89ab])/i.test(address);
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
