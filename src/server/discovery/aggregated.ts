/** Serves aggregated discovery to clients that accept it, in the requested version and vocabulary. */
import { type ConversionTarget, negotiate, prefersPretty, protobufMediaTypes } from "../../codec/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { allSpellings, group } from "../../meta/vocabulary.ts";
import type { Output } from "../output/output.ts";
import { renderValue } from "../output/write-body.ts";
import type { Call } from "../requests/call.ts";
import { textParameter } from "../requests/query-parameters.ts";
import type { GroupDescription, GroupDiscovery } from "./aggregated-items.ts";
import { groupDiscoveryList } from "./aggregated-types.ts";
import { CacheableBody, contentHash, writeCacheable } from "./cacheable-body.ts";

const kind = "APIGroupDiscoveryList";
const groups: ReadonlySet<string> = new Set(allSpellings(group("apidiscovery")));
const versions: ReadonlySet<string> = new Set(["v2", "v2beta1"]);
const offers = ["application/json", "application/yaml", ...protobufMediaTypes].map((mediaType) => ({ mediaType }));

/** Requested form of aggregated discovery. */
interface AggregatedForm {
  readonly output: Output;
  readonly target: ConversionTarget;
}

/** The described groups, and a hash of the description. */
export interface AggregatedDiscovery {
  readonly items: readonly GroupDiscovery[];
  /** The items as a list in JSON. */
  readonly itemsText: string;
  readonly hash: string;
  /** Documents in JSON without indentation, which most clients request, by their `apiVersion`. */
  readonly documents: Map<string, CacheableBody>;
}

/** Returns the description with its hash. */
export function aggregatedDiscovery(groups: readonly GroupDescription[]): AggregatedDiscovery {
  const itemsText = `[${groups.map(({ text }) => text).join(",")}]`;
  return { items: groups.map(({ item }) => item), itemsText, hash: contentHash(itemsText), documents: new Map() };
}

/**
 * Returns the aggregated form that the client accepts. Undefined if it accepts none. As in the reference, the plain
 * form is not an alternative in this negotiation, even if the client prefers it.
 */
export function readAggregatedForm(call: Call): AggregatedForm | undefined {
  const accept = call.exchange.header("accept");
  if (accept === undefined || !accept.includes(kind)) return undefined;
  const chosen = negotiate(accept, { offers, allowsConversion: isOffered, allowsUnconverted: () => false });
  if (!chosen?.as) return undefined;
  const mediaType = chosen.mediaType as Output["mediaType"];
  const pretty = chosen.pretty || prefersPretty(textParameter(call, "pretty"), call.exchange.header("user-agent"));
  return { output: { mediaType, pretty }, target: chosen.as };
}

function isOffered(target: ConversionTarget): boolean {
  return target.kind === kind && groups.has(target.group) && versions.has(target.version);
}

/** Sends the document in the requested form. */
export async function writeAggregated(
  call: Call,
  { output, target }: AggregatedForm,
  discovery: AggregatedDiscovery,
): Promise<void> {
  await writeCacheable(call, documentOf({ output, target }, discovery), {
    "content-type": `${output.mediaType};g=${target.group};v=${target.version};as=${kind}`,
    "cache-control": "public",
  });
}

function documentOf(
  { output, target }: AggregatedForm,
  { items, itemsText, hash, documents }: AggregatedDiscovery,
): CacheableBody {
  const apiVersion = formatGroupVersion(target);
  const isKept = output.mediaType === "application/json" && !output.pretty;
  const kept = isKept ? documents.get(apiVersion) : undefined;
  if (kept) return kept;
  if (!isKept) {
    const list = { kind, apiVersion, metadata: {}, items };
    return new CacheableBody(() => renderValue(list, output, groupDiscoveryList), hash);
  }
  const head = JSON.stringify({ kind, apiVersion, metadata: {} }).slice(0, -1);
  const document = new CacheableBody(() => Buffer.from(`${head},"items":${itemsText}}\n`), hash);
  documents.set(apiVersion, document);
  return document;
}
