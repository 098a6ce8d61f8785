/**
 * The proxy that the environment names, and the servers for which it names none. Each variable counts in capitals first,
 * then in small letters.
 * @see golang.org/x/net/http/httpproxy, whose rules other clients keep to
 */
import { domainToASCII } from "node:url";
import { asIpv4, type IpAddress, type IpPrefix, isWithin, parseCidr, parseIp } from "../../meta/ip-address.ts";
import type { ConfigProblem } from "./config-error.ts";
import { proxyFault } from "./proxy.ts";
import type { ConfigSource } from "./source.ts";

type Environment = ConfigSource["env"];

const exceptionsMax = 10_000;
const defaultPorts: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };

export interface EnvironmentProxyOptions {
  readonly env: Environment;
  /** Where it is put that no proxy can be what a variable says. */
  readonly problems: ConfigProblem[];
}

/**
 * The proxy through which `server` is reached: of `HTTPS_PROXY`, or of `HTTP_PROXY` for one without TLS, unless `NO_PROXY`
 * leaves it out. This machine itself is never reached through one.
 */
export function environmentProxy(server: URL, { env, problems }: EnvironmentProxyOptions): URL | undefined {
  const [name, text] = variable(env, server.protocol === "http:" ? "HTTP_PROXY" : "HTTPS_PROXY");
  const host = server.hostname.replace(/^\[(.*)\]$/, "$1");
  const ip = plainIp(host);
  if (text === "" || host === "localhost" || (ip && isLoopback(ip))) return undefined;
  const place = { host, ip, port: server.port || (defaultPorts[server.protocol] ?? "") };
  if (exceptionsOf(env, problems).some((exception) => matches(exception, place))) return undefined;
  const url = text.includes("://") ? text : `http://${text}`;
  const rule = proxyFault(url);
  if (rule === undefined) return new URL(url);
  // Its text may hold a password.
  problems.push({ file: "environment", field: name, rule });
  return undefined;
}

function variable(env: Environment, name: string): readonly [name: string, text: string] {
  const found = [name, name.toLowerCase()].find((spelling) => env[spelling]);
  return [found ?? name, (found && env[found]) ?? ""];
}

/** Where a request goes. */
interface Place {
  readonly host: string;
  readonly ip: IpAddress | undefined;
  readonly port: string;
}

/** What is reached without a proxy. A port that is empty is any. */
type Exception =
  | { readonly kind: "everything" }
  | { readonly kind: "block"; readonly block: IpPrefix }
  | { readonly kind: "address"; readonly ip: IpAddress; readonly port: string }
  /** `suffix` begins with a dot; the name without it may count as well. */
  | { readonly kind: "domain"; readonly suffix: string; readonly withItself: boolean; readonly port: string };

function exceptionsOf(env: Environment, problems: ConfigProblem[]): readonly Exception[] {
  const [name, text] = variable(env, "NO_PROXY");
  const entries = text.split(",", exceptionsMax + 1);
  if (entries.length > exceptionsMax) {
    problems.push({ file: "environment", field: name, rule: `names more than ${exceptionsMax} hosts` });
  }
  return entries.flatMap((entry) => readException(entry.trim().toLowerCase()) ?? []);
}

/** @returns undefined for what names no host: it means nothing, as elsewhere */
function readException(entry: string): Exception | undefined {
  if (entry === "*") return { kind: "everything" };
  const block = parseCidr(entry);
  if (block) return { kind: "block", block: narrowedBlock(block) };
  const { host, port } = splitPort(entry);
  const ip = plainIp(host);
  if (ip) return { kind: "address", ip, port };
  const name = host.startsWith("*.") ? host.slice(1) : host;
  if (name === "") return undefined;
  const withItself = !name.startsWith(".");
  const labels = withItself ? name : name.slice(1);
  const ascii = /^[\x00-\x7f]*$/.test(labels) ? labels : domainToASCII(labels);
  return ascii === "" ? undefined : { kind: "domain", suffix: `.${ascii}`, withItself, port };
}

/** `host:port`, `[::1]:port`; an address of version 6 may stand without brackets, and has no port then. */
function splitPort(entry: string): { readonly host: string; readonly port: string } {
  const {
    bracketed,
    plain,
    port = "",
  } = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::(?<port>[^:]*))?$/.exec(entry)?.groups ?? {};
  const host = bracketed ?? plain;
  return host === undefined ? { host: entry, port: "" } : { host, port };
}

function matches(exception: Exception, { host, ip, port }: Place): boolean {
  if (exception.kind === "everything") return true;
  if (exception.kind === "block") return ip !== undefined && isWithin(ip, exception.block);
  if (exception.port !== "" && exception.port !== port) return false;
  if (exception.kind === "address") return ip !== undefined && isSameAddress(ip, exception.ip);
  const { suffix, withItself } = exception;
  return host.endsWith(suffix) || (withItself && host === suffix.slice(1));
}

function plainIp(text: string): IpAddress | undefined {
  const ip = parseIp(text);
  return ip && narrowed(ip);
}

/** An address of version 4 is the same one however it is written. */
function narrowed(ip: IpAddress): IpAddress {
  const bytes = asIpv4(ip);
  return bytes ? { bytes, zone: "" } : ip;
}

function narrowedBlock({ address, bits }: IpPrefix): IpPrefix {
  const narrow = narrowed(address);
  return { address: narrow, bits: Math.max(0, bits - (address.bytes.length - narrow.bytes.length) * 8) };
}

function isSameAddress({ bytes }: IpAddress, other: IpAddress): boolean {
  return isWithin(other, { address: { bytes, zone: "" }, bits: bytes.length * 8 });
}

function isLoopback({ bytes }: IpAddress): boolean {
  return bytes.length === 4 ? bytes[0] === 127 : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}
