/** Functions for address blocks: `cidr('10.0.0.0/8').containsIP('10.1.2.3')`. */
import { goQuote } from "../../../../meta/go-quote.ts";
import { type IpPrefix, parseCidrStrict } from "../../../../meta/ip/ip-address.ts";
import { ParseError } from "../../../../meta/parse-error.ts";
import {
  type FunctionDeclaration,
  type Implementation,
  type Overload,
  parsingRules,
} from "../../../declarations/index.ts";
import { boolType, intType, stringType, type Type } from "../../../types/index.ts";
import { EvaluationError, noSuchOverload, type Value } from "../../../values/index.ts";
import { declareFunction, globalOverload, memberOverload, withRules } from "../../declare.ts";
import { CidrValue, cidrType, IpValue, ipType, isMappedIpv4 } from "./address-values.ts";
import { containsCidrCost, containsCidrRules, containsIpCost, containsIpRules } from "./containment-costs.ts";
import { parseIpValue } from "./ip-library.ts";

const conversionFailed = "network address parse error during conversion from string";

/** Returns the value of a block, or an error in the words of the reference. */
function parseCidrValue(text: string): CidrValue | EvaluationError {
  let prefix: IpPrefix;
  try {
    prefix = parseCidrStrict(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    // The reference names the failed conversion twice.
    return new EvaluationError(`${conversionFailed}: ${conversionFailed}: ${error.message}`);
  }
  if (!isMappedIpv4(prefix.address)) return new CidrValue(prefix);
  return new EvaluationError(`${conversionFailed}: IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
}

function toCidr(text: Value): Value {
  return typeof text === "string" ? parseCidrValue(text) : noSuchOverload();
}

function isCidr(text: Value): Value {
  return typeof text === "string" ? parseCidrValue(text) instanceof CidrValue : noSuchOverload();
}

function containsIp(block: Value, ip: Value): Value {
  return block instanceof CidrValue && ip instanceof IpValue ? block.containsIp(ip) : noSuchOverload();
}

/** As in the reference, a text that is no address has no overload. The reason why it is none gets lost. */
function containsIpText(block: Value, text: Value): Value {
  return containsIp(block, typeof text === "string" ? parseIpValue(text) : text);
}

function containsCidr(block: Value, other: Value): Value {
  if (other instanceof EvaluationError) return other;
  return block instanceof CidrValue && other instanceof CidrValue ? block.containsCidr(other) : noSuchOverload();
}

function containsCidrText(block: Value, text: Value): Value {
  return containsCidr(block, toCidr(text));
}

function ofCidr(property: (block: CidrValue) => Value): Implementation {
  return (value) => (value instanceof CidrValue ? property(value) : noSuchOverload());
}

const address = ofCidr((block) => new IpValue(block.prefix.address));
const prefixLength = ofCidr((block) => BigInt(block.prefix.bits));
const masked = ofCidr((block) => block.masked());
const toText = ofCidr((block) => block.toString());
const fromText = parsingRules(1);

function containsOverload(id: string, argument: Type, implementation: Implementation): Overload {
  return memberOverload(id, [cidrType, argument], boolType, implementation);
}

/** The functions for address blocks. They need those for IP addresses. */
export const cidrFunctions: readonly FunctionDeclaration[] = [
  declareFunction("cidr", [globalOverload("string_to_cidr", [stringType], cidrType, toCidr)], fromText),
  declareFunction("isCIDR", [globalOverload("is_cidr", [stringType], boolType, isCidr)], fromText),
  declareFunction(
    "containsIP",
    [
      withRules(containsOverload("cidr_contains_ip_string", stringType, containsIpText), containsIpRules.ofText),
      withRules(containsOverload("cidr_contains_ip_ip", ipType, containsIp), containsIpRules.ofValue),
    ],
    { cost: containsIpCost },
  ),
  declareFunction(
    "containsCIDR",
    [
      withRules(containsOverload("cidr_contains_cidr_string", stringType, containsCidrText), containsCidrRules.ofText),
      withRules(containsOverload("cidr_contains_cidr", cidrType, containsCidr), containsCidrRules.ofValue),
    ],
    { cost: containsCidrCost },
  ),
  declareFunction("ip", [memberOverload("cidr_ip", [cidrType], ipType, address)]),
  declareFunction("prefixLength", [memberOverload("cidr_prefix_length", [cidrType], intType, prefixLength)]),
  declareFunction("masked", [memberOverload("cidr_masked", [cidrType], cidrType, masked)]),
  declareFunction("string", [globalOverload("cidr_to_string", [cidrType], stringType, toText)]),
];
