/** A webhook that converts Things between two versions: `spec.size` of v1 is `spec.length` of v2. */
import type { ServerResponse } from "node:http";
import { cloneJson } from "../../../src/base/json-tree.ts";
import { type TestServer as HttpsServer, startHttps } from "../../../src/egress/testing/https-server.ts";
import { ClientAuthority } from "../../support/client-authority.ts";

// The reviews and objects of this webhook have any fields.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** Changes the answer of the webhook: the response of the review, its first object, or the whole review. */
export interface Answer {
  readonly review: Json;
  readonly response: Json;
  readonly object: Json;
}

/** How the webhook answers. A function that takes the HTTP response sends it itself. */
export type Behaviour =
  | { readonly change: (answer: Answer) => void }
  | { readonly respond: (response: ServerResponse) => void };

/** A running webhook. */
export interface ConversionWebhook extends AsyncDisposable {
  readonly server: HttpsServer;
  /** Its CA certificate, in base64. */
  readonly caBundle: string;
  /** The requests so far. */
  readonly reviews: Json[];
  behaviour: Behaviour;
}

/** The webhook converts correctly. */
export const correct: Behaviour = { change: () => undefined };

/** Starts a webhook that converts correctly. */
export async function startConversionWebhook(): Promise<ConversionWebhook> {
  const authority = await ClientAuthority.create();
  const reviews: Json[] = [];
  const server = await startHttps(
    authority,
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const review = JSON.parse(Buffer.concat(chunks).toString());
        reviews.push({ ...review, path: request.url, host: request.headers.host });
        answer(webhook.behaviour, review, response);
      });
    },
    { hosts: ["127.0.0.1", "hook.default.svc"] },
  );
  const webhook: ConversionWebhook = {
    server,
    caBundle: Buffer.from(authority.certificate).toString("base64"),
    reviews,
    behaviour: correct,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      authority[Symbol.dispose]();
    },
  };
  return webhook;
}

function answer(behaviour: Behaviour, { kind, apiVersion, request }: Json, response: ServerResponse): void {
  if ("respond" in behaviour) {
    behaviour.respond(response);
    return;
  }
  const convertedObjects = request.objects.map((object: Json) => convert(object, request.desiredAPIVersion));
  const review = { kind, apiVersion, response: { uid: request.uid, convertedObjects, result: { status: "Success" } } };
  behaviour.change({ review, response: review.response, object: convertedObjects[0] });
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(review));
}

function convert(sent: Json, apiVersion: string): Json {
  const object = cloneJson(sent);
  object.apiVersion = apiVersion;
  const [from, to] = apiVersion.endsWith("v2") ? ["size", "length"] : ["length", "size"];
  if (object.spec?.[from] !== undefined) {
    object.spec[to] = object.spec[from];
    delete object.spec[from];
  }
  return object;
}

/** Where a definition says that its webhook is. */
export interface DefinitionOptions {
  readonly clientConfig: object;
  readonly storage?: "v1" | "v2";
  readonly reviewVersions?: readonly string[];
  /** Whether the webhook converts objects. Default: true. */
  readonly isConverted?: boolean;
  /** Whether selectors may name the fields of the spec. Default: false. */
  readonly selectable?: boolean;
}

/** Returns the definition of Things. */
export function definitionOfThings({
  clientConfig,
  storage = "v1",
  reviewVersions = ["v1"],
  isConverted = true,
  selectable = false,
}: DefinitionOptions): Json {
  const version = (name: string, field: string): object => ({
    name,
    served: true,
    storage: name === storage,
    subresources: {
      status: {},
      scale: { specReplicasPath: `.spec.${field}`, statusReplicasPath: ".status.count" },
    },
    ...(selectable ? { selectableFields: [{ jsonPath: `.spec.${field}` }, { jsonPath: ".spec.color" }] } : {}),
    additionalPrinterColumns: [{ name: field, type: "integer", jsonPath: `.spec.${field}` }],
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              [field]: { type: "integer", maximum: 100 },
              color: { type: "string" },
              [`default${name}`]: { type: "string", default: `from ${name}` },
            },
          },
          status: { type: "object", properties: { count: { type: "integer" } } },
        },
      },
    },
  });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.conv.example.com" },
    spec: {
      group: "conv.example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      conversion: isConverted
        ? { strategy: "Webhook", webhook: { conversionReviewVersions: reviewVersions, clientConfig } }
        : { strategy: "None" },
      versions: [version("v1", "size"), version("v2", "length")],
    },
  };
}
