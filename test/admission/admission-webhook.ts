/** A webhook that reviews requests, on TLS, and its configurations. */
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startHttps, type TestServer } from "../../src/egress/testing/https-server.ts";
import { ClientAuthority } from "../support/client-authority.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Returns the members of the response to a review, besides the uid. `undefined` leaves the request without a response. */
export type Answer = (request: Json, response: ServerResponse) => object | undefined;

/** Returns the members of a response that changes the object. */
export function patched(...operations: readonly object[]): Json {
  return { patch: Buffer.from(JSON.stringify(operations)).toString("base64"), patchType: "JSONPatch" };
}

/** Returns the members of a response that denies the request. */
export function denied(message: string): Json {
  return { allowed: false, status: { message } };
}

/** A running webhook. Each path has its own answer. */
export class AdmissionWebhook implements AsyncDisposable {
  /** The requests in the reviews that the webhook received, by path. */
  readonly received = new Map<string, Json[]>();
  readonly #authority: ClientAuthority;
  readonly #answers = new Map<string, Answer>();
  #server: TestServer | undefined;

  private constructor(authority: ClientAuthority) {
    this.#authority = authority;
  }

  /** Starts a webhook. @param hosts names in its certificate */
  static async start(hosts: readonly string[] = ["127.0.0.1"]): Promise<AdmissionWebhook> {
    const authority = await ClientAuthority.create();
    const webhook = new AdmissionWebhook(authority);
    webhook.#server = await startHttps(
      authority,
      (request, response) => void text(request).then((body) => webhook.#respond(request.url ?? "", body, response)),
      { hosts },
    );
    return webhook;
  }

  get port(): number {
    return this.#server?.port ?? 0;
  }

  /** Certificates that verify the webhook, in base64. */
  get caBundle(): string {
    return Buffer.from(this.#authority.certificate).toString("base64");
  }

  /** Answers reviews at a path. Returns the client configuration for the path. */
  at(path: string, answer: Answer): { readonly url: string; readonly caBundle: string } {
    this.#answers.set(path, answer);
    this.received.set(path, []);
    return { url: `https://127.0.0.1:${this.port}/${path}`, caBundle: this.caBundle };
  }

  /** Returns the requests that a path received. */
  requestsAt(path: string): readonly Json[] {
    return this.received.get(path) ?? [];
  }

  #respond(url: string, body: string, response: ServerResponse): void {
    const path = url.slice(1).split("?", 1).join("");
    const { kind, apiVersion, request } = JSON.parse(body);
    this.received.get(path)?.push(request);
    const answer = this.#answers.get(path)?.(request, response);
    if (answer === undefined) return;
    const review = { kind, apiVersion, response: { uid: request.uid, allowed: true, ...answer } };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(review));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
    this.#authority[Symbol.dispose]();
  }
}

const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }];

/** Returns a webhook of a configuration. Default: it sees all writes of ConfigMaps. */
export function webhookSpec(name: string, clientConfig: object, others: object = {}): object {
  const fullName = `${name}.example.com`;
  return { name: fullName, clientConfig, rules, admissionReviewVersions: ["v1"], sideEffects: "None", ...others };
}

/** Path of the configurations of one phase. */
export function configurationsPath(phase: "mutating" | "validating"): string {
  return `/apis/admissionregistration.k8s.io/v1/${phase}webhookconfigurations`;
}
