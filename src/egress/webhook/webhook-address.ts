/** Where an object of the cluster says that a webhook is: at a URL, or behind a Service. */
import { component, type Vocabulary } from "../../meta/vocabulary.ts";
import { EgressError } from "../egress-error.ts";
import type { ServerAddress } from "../target.ts";
import type { WebhookRequest } from "./call-webhook.ts";

/** A Service, and its port. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** Returns the address of a Service. @throws Error that says why it has none */
export type ResolveService = (service: WebhookService) => Promise<ServerAddress>;

/** A URL or a Service, and the certificates that verify the server there. */
export interface WebhookAddress {
  readonly url?: string | undefined;
  readonly service?: (WebhookService & { readonly path?: string | undefined }) | undefined;
  /** CA certificates in PEM. Default: those of Node. */
  readonly ca?: string | undefined;
}

/** How objects of the cluster say where a webhook is. */
export interface WebhookPlace {
  readonly url?: string | null | undefined;
  readonly service?:
    | {
        readonly namespace: string;
        readonly name: string;
        readonly port?: number | null | undefined;
        readonly path?: string | null | undefined;
      }
    | null
    | undefined;
  /** CA certificates in PEM, in base64. */
  readonly caBundle?: string | null | undefined;
}

const defaultPort = 443;

/** Returns the address in an object of the cluster. */
export function webhookAddress({ url, service, caBundle }: WebhookPlace): WebhookAddress {
  return {
    url: url ?? undefined,
    service: service
      ? {
          namespace: service.namespace,
          name: service.name,
          port: service.port ?? defaultPort,
          path: service.path ?? undefined,
        }
      : undefined,
    ca: caBundle ? Buffer.from(caBundle, "base64").toString() : undefined,
  };
}

/**
 * Returns the target of requests. The certificate of a Service's webhook must have the name `NAME.NAMESPACE.svc`.
 * @param timeoutText time limit in the query of the URL, such as `30s`
 * @throws EgressError if the Service has no address
 */
export async function webhookTarget(
  address: WebhookAddress,
  timeoutText: string,
  resolve: ResolveService,
): Promise<Pick<WebhookRequest, "url" | "ca" | "connectTo">> {
  const target = urlOf(address, timeoutText);
  const { url, service, ca } = address;
  return {
    url: target,
    ...(ca === undefined ? {} : { ca }),
    ...(url === undefined && service ? { connectTo: await addressOf(service, target, resolve) } : {}),
  };
}

const userAgent = component("apiserver-admission");

/**
 * Returns the headers of requests to a webhook that an object of the cluster configures. As in the reference, the user agent of
 * conversions is that of admission.
 */
export function webhookHeaders(vocabulary: Vocabulary): Readonly<Record<string, string>> {
  return {
    "user-agent": vocabulary.bind(userAgent),
    accept: "application/json, */*",
    "content-type": "application/json",
  };
}

/** The last URL of each address. Parsing takes several microseconds, and most calls have the same time limit. */
const lastUrls = new WeakMap<WebhookAddress, { readonly timeoutText: string; readonly url: URL }>();

function urlOf(address: WebhookAddress, timeoutText: string): URL {
  const last = lastUrls.get(address);
  if (last?.timeoutText === timeoutText) return last.url;
  const url = new URL(address.url ?? serviceUrl(address.service));
  url.searchParams.set("timeout", timeoutText);
  lastUrls.set(address, { timeoutText, url });
  return url;
}

function serviceUrl(service: WebhookAddress["service"]): string {
  if (!service) throw new TypeError("a webhook has a URL or a Service");
  const { name, namespace, port, path = "/" } = service;
  return `https://${name}.${namespace}.svc:${port}${path.startsWith("/") ? "" : "/"}${path}`;
}

async function addressOf(service: WebhookService, url: URL, resolve: ResolveService): Promise<ServerAddress> {
  try {
    return await resolve(service);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new EgressError("address", error.message, { method: "POST", url, showsPort: true });
  }
}
