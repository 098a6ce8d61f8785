/** Functions for IP addresses: `ip('10.0.0.1').isLoopback()`. */
import { goQuote } from "../../../../meta/go-quote.ts";
import { type IpAddress, parseIpStrict } from "../../../../meta/ip/ip-address.ts";
import { ParseError } from "../../../../meta/parse-error.ts";
import { type FunctionDeclaration, type Implementation, parsingRules } from "../../../declarations/index.ts";
import { boolType, intType, stringType } from "../../../types/index.ts";
import { EvaluationError, noSuchOverload, type Value } from "../../../values/index.ts";
import { declareFunction, globalOverload, memberOverload, withRules } from "../../declare.ts";
import { IpValue, ipType, isMappedIpv4 } from "./address-values.ts";

/** Returns the value of an address, or an error in the words of the reference. */
export function parseIpValue(text: string): IpValue | EvaluationError {
  let address: IpAddress;
  try {
    address = parseIpStrict(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return new EvaluationError(
      `IP Address ${goQuote(text)} parse error during conversion from string: ${error.message}`,
    );
  }
  if (address.zone !== "") return new EvaluationError(`IP address ${goQuote(text)} with zone value is not allowed`);
  if (isMappedIpv4(address)) return new EvaluationError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  return new IpValue(address);
}

function toIp(text: Value): Value {
  return typeof text === "string" ? parseIpValue(text) : noSuchOverload();
}

function isIp(text: Value): Value {
  return typeof text === "string" ? parseIpValue(text) instanceof IpValue : noSuchOverload();
}

/** Whether a text is the usual form of an address. It is an error if the text is not an address. */
function isCanonical(text: Value): Value {
  const ip = toIp(text);
  return ip instanceof IpValue ? ip.toString() === text : ip;
}

type Property = (ip: IpValue) => Value;

function ofIp(property: Property): Implementation {
  return (value) => (value instanceof IpValue ? property(value) : noSuchOverload());
}

function declareTest(name: string, id: string, test: (ip: IpValue) => boolean): FunctionDeclaration {
  return declareFunction(name, [memberOverload(id, [ipType], boolType, ofIp(test))]);
}

const family = ofIp((ip) => (ip.isIpv4 ? 4n : 6n));
const toText = ofIp((ip) => ip.toString());
const fromText = parsingRules(1);

/** The functions for IP addresses. */
export const ipFunctions: readonly FunctionDeclaration[] = [
  declareFunction("ip", [withRules(globalOverload("string_to_ip", [stringType], ipType, toIp), fromText)]),
  declareFunction("isIP", [globalOverload("is_ip", [stringType], boolType, isIp)], fromText),
  // The text is parsed, printed and compared.
  declareFunction(
    "ip.isCanonical",
    [globalOverload("ip_is_canonical", [stringType], boolType, isCanonical)],
    parsingRules(2),
  ),
  declareFunction("string", [globalOverload("ip_to_string", [ipType], stringType, toText)]),
  declareFunction("family", [memberOverload("ip_family", [ipType], intType, family)]),
  declareTest("isUnspecified", "ip_is_unspecified", ({ ranges }) => ranges.isUnspecified),
  declareTest("isLoopback", "ip_is_loopback", ({ ranges }) => ranges.isLoopback),
  declareTest("isLinkLocalMulticast", "ip_is_link_local_multicast", ({ ranges }) => ranges.isLinkLocalMulticast),
  declareTest("isLinkLocalUnicast", "ip_is_link_local_unicast", ({ ranges }) => ranges.isLinkLocalUnicast),
  declareTest("isGlobalUnicast", "ip_is_global_unicast", ({ ranges }) => ranges.isGlobalUnicast),
];
