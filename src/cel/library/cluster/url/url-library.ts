/** Functions for URLs: `url('https://example.com:80/a').getPort()`. */
import { ParseError } from "../../../../meta/parse-error.ts";
import { type FunctionDeclaration, textCost, textEstimate } from "../../../declarations/index.ts";
import { boolType, listType, mapType, type ObjectType, stringType, type Type } from "../../../types/index.ts";
import {
  ArrayListValue,
  EntryMapValue,
  EvaluationError,
  noSuchOverload,
  OpaqueValue,
  type Value,
} from "../../../values/index.ts";
import { declareFunction, globalOverload, memberOverload } from "../../declare.ts";
import { type GoUrl, parseRequestUri, parseUrl } from "./go-url.ts";

/** A URL as a value. Its type has another name in each vocabulary. */
export class UrlValue extends OpaqueValue {
  readonly type: ObjectType;
  readonly url: GoUrl;

  constructor(type: ObjectType, url: GoUrl) {
    super();
    this.type = type;
    this.url = url;
  }

  override equals(other: Value): Value {
    return other instanceof UrlValue ? this.toString() === other.toString() : noSuchOverload();
  }

  override toString(): string {
    return this.url.toString();
  }
}

/** Returns the functions for URLs. */
export function urlFunctions(urlType: ObjectType): readonly FunctionDeclaration[] {
  const toUrl = (text: Value): Value => (typeof text === "string" ? parseUrlValue(text, urlType) : noSuchOverload());
  const getter = (name: string, id: string, read: (url: GoUrl) => Value, result: Type = stringType) =>
    declareFunction(name, [memberOverload(id, [urlType], result, (value) => readUrl(value, read))]);
  return [
    declareFunction("url", [globalOverload("string_to_url", [stringType], urlType, toUrl)], {
      cost: textCost(1),
      estimate: textEstimate,
    }),
    declareFunction("isURL", [globalOverload("is_url_string", [stringType], boolType, isUrl)]),
    getter("getScheme", "url_get_scheme", (url) => url.scheme),
    getter("getHost", "url_get_host", (url) => url.host),
    getter("getHostname", "url_get_hostname", (url) => url.hostname),
    getter("getPort", "url_get_port", (url) => url.port),
    getter("getEscapedPath", "url_get_escaped_path", (url) => url.escapedPath),
    getter("getQuery", "url_get_query", queryValue, mapType(stringType, listType(stringType))),
  ];
}

/** A URL must be absolute, or begin with a slash. Unlike in an HTTP request, it can have a fragment. */
function parseUrlValue(text: string, type: ObjectType): Value {
  try {
    parseRequestUri(text);
    return new UrlValue(type, parseUrl(text));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return new EvaluationError(`URL parse error during conversion from string: ${error.message}`);
  }
}

function isUrl(text: Value): Value {
  if (typeof text !== "string") return noSuchOverload();
  try {
    parseRequestUri(text);
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

function readUrl(value: Value, read: (url: GoUrl) => Value): Value {
  return value instanceof UrlValue ? read(value.url) : noSuchOverload();
}

function queryValue(url: GoUrl): Value {
  return EntryMapValue.of([...url.query()].map(([name, values]) => [name, new ArrayListValue(values)]));
}
