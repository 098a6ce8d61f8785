/**
 * The proxy of the environment variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. For each one, the upper-case name
 * takes precedence over the lower-case one.
 * @see golang.org/x/net/http/httpproxy, for the rules that other clients follow
 */
import { domainToASCII } from "node:url";
import { asIpv4, type IpAddress, type IpPrefix, isWithin, parseCidr, parseIp } from "../ip/ip-address.ts";
import { rangesOf } from "../ip/ip-ranges.ts";
import { proxyFault } from "./proxy-url.ts";

/** EnvironmentVariables variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** A variable that cannot be used. */
export interface EnvironmentProblem {
  readonly file: "environment";
  /** Name of the variable. */
  readonly field: string;
  /** The rule that its value breaks, such as "must be a URL". */
  readonly rule: string;
}

const exceptionsMax = 10_000;
const defaultPorts: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };

/** The environment variables, and the list for their problems. */
export interface EnvironmentProxyOptions {
  readonly env: EnvironmentVariables;
  /** Receives the problems of the variables. */
  readonly problems: { push(problem: EnvironmentProblem): void };
}

/**
 * Returns the proxy through which to reach `server`: that of `HTTPS_PROXY`, or of `HTTP_PROXY` if the server does not
 * use TLS. Undefined if there is none, `NO_PROXY` excludes the server, or the server is this machine.
 */
export function environmentProxy(server: URL, { env, problems }: EnvironmentProxyOptions): URL | undefined {
  const [name, text] = variable(env, server.protocol === "http:" ? "HTTP_PROXY" : "HTTPS_PROXY");
  if (text === "") return undefined;
  const host = server.hostname.replace(/^\[(.*)\]$/, "$1");
  const ip = plainIp(host);
  if (host === "localhost" || (ip && rangesOf(ip).isLoopback)) return undefined;
  const target = { host, ip, port: server.port || (defaultPorts[server.protocol] ?? "") };
  if (exceptionsOf(env, problems).some((exception) => matches(exception, target))) return undefined;
  const url = text.includes("://") ? text : `http://${text}`;
  const rule = proxyFault(url);
  if (rule === undefined) return new URL(url);
  // The URL is not shown, because it may contain a password.
  problems.push({ file: "environment", field: name, rule });
  return undefined;
}

function variable(env: EnvironmentVariables, name: string): readonly [name: string, text: string] {
  const found = [name, name.toLowerCase()].find((spelling) => env[spelling]);
  return [found ?? name, (found && env[found]) ?? ""];
}

/** The target of a request. */
interface ProxyTarget {
  readonly host: string;
  readonly ip: IpAddress | undefined;
  readonly port: string;
}

/** A server that `NO_PROXY` excludes. An empty port matches any port. */
type Exception =
  | { readonly kind: "everything" }
  | { readonly kind: "block"; readonly block: IpPrefix }
  | { readonly kind: "address"; readonly ip: IpAddress; readonly port: string }
  /** `suffix` begins with a dot. `matchesBareName` says whether the name without the dot matches, too. */
  | { readonly kind: "domain"; readonly suffix: string; readonly matchesBareName: boolean; readonly port: string };

/** The exceptions in one value of `NO_PROXY`. */
interface Exceptions {
  readonly text: string;
  readonly list: readonly Exception[];
  readonly isTooLong: boolean;
}

/** Those of the last value, because it is the same for nearly all requests. */
let lastExceptions: Exceptions = { text: "", list: [], isTooLong: false };

function exceptionsOf(env: EnvironmentVariables, problems: EnvironmentProxyOptions["problems"]): readonly Exception[] {
  const [field, text] = variable(env, "NO_PROXY");
  if (lastExceptions.text !== text) lastExceptions = readExceptions(text);
  if (lastExceptions.isTooLong)
    problems.push({ file: "environment", field, rule: `names more than ${exceptionsMax} hosts` });
  return lastExceptions.list;
}

function readExceptions(text: string): Exceptions {
  const entries = text.split(",", exceptionsMax + 1);
  const list = entries.flatMap((entry) => readException(entry.trim().toLowerCase()) ?? []);
  return { text, list, isTooLong: entries.length > exceptionsMax };
}

/** Parses an entry of NO_PROXY. @returns undefined if it names no host; other clients ignore such an entry, too */
function readException(entry: string): Exception | undefined {
  if (entry === "*") return { kind: "everything" };
  const block = parseCidr(entry);
  if (block) return { kind: "block", block: asPlainBlock(block) };
  const { host, port } = splitPort(entry);
  const ip = plainIp(host);
  if (ip) return { kind: "address", ip, port };
  const name = host.startsWith("*.") ? host.slice(1) : host;
  if (name === "") return undefined;
  const matchesBareName = !name.startsWith(".");
  const labels = matchesBareName ? name : name.slice(1);
  const ascii = /^[\x00-\x7f]*$/.test(labels) ? labels : domainToASCII(labels);
  return ascii === "" ? undefined : { kind: "domain", suffix: `.${ascii}`, matchesBareName, port };
}

/** Splits `host:port` or `[::1]:port`. An IPv6 address without brackets has no port. */
function splitPort(entry: string): { readonly host: string; readonly port: string } {
  const {
    bracketed,
    plain,
    port = "",
  } = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::(?<port>[^:]*))?$/.exec(entry)?.groups ?? {};
  const host = bracketed ?? plain;
  return host === undefined ? { host: entry, port: "" } : { host, port };
}

function matches(exception: Exception, { host, ip, port }: ProxyTarget): boolean {
  if (exception.kind === "everything") return true;
  if (exception.kind === "block") return ip !== undefined && isWithin(ip, exception.block);
  if (exception.port !== "" && exception.port !== port) return false;
  if (exception.kind === "address") return ip !== undefined && isSameAddress(ip, exception.ip);
  const { suffix, matchesBareName } = exception;
  return host.endsWith(suffix) || (matchesBareName && host === suffix.slice(1));
}

function plainIp(text: string): IpAddress | undefined {
  const ip = parseIp(text);
  return ip && asPlainAddress(ip);
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function asPlainAddress(ip: IpAddress): IpAddress {
  const bytes = asIpv4(ip);
  return bytes ? { bytes, zone: "" } : ip;
}

function asPlainBlock({ address, bits }: IpPrefix): IpPrefix {
  const plain = asPlainAddress(address);
  return { address: plain, bits: Math.max(0, bits - (address.bytes.length - plain.bytes.length) * 8) };
}

function isSameAddress({ bytes }: IpAddress, other: IpAddress): boolean {
  return isWithin(other, { address: { bytes, zone: "" }, bits: bytes.length * 8 });
}
