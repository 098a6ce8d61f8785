/** `orch create token`: requests a token of a service account. */
import type { TokenRequest, TokenRequestSpec } from "../../api/authentication/v1/token-request.ts";
import { serviceAccount } from "../../api/core/v1/service-account.ts";
import { StatusError } from "../../client/index.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import { groupName } from "../../meta/vocabulary.ts";
import type { ClientContext } from "../context.ts";
import { describeRejection } from "../failures.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { printable } from "../screen/printable.ts";
import { CommandError, exitCodes } from "../terminal.ts";

/** Options of `orch create token`. */
export interface CreateTokenCommand extends FormOptions {
  readonly account: string;
  readonly audiences: readonly string[];
  /** Requested lifetime. 0: the server chooses it. */
  readonly durationMs: number;
  readonly boundObject: BoundObject | undefined;
}

/** The object that a token is bound to. */
export interface BoundObject {
  readonly kind: string;
  readonly name: string;
  readonly uid: string | undefined;
}

/** Prints the token, the name of the TokenRequest, or the whole TokenRequest. @returns the exit code @throws CommandError */
export async function createToken(command: CreateTokenCommand, context: ClientContext): Promise<number> {
  const { terminal } = context;
  const form = await readForm(command, terminal);
  const { request, token } = await requestToken(command, context);
  if (form) {
    const printer = form({ showManagedFields: false, isSingle: true });
    printer.add(request);
    printer.end();
  } else terminal.out(command.output === "name" ? `${titleOf(request)}\n` : `${token}\n`);
  return exitCodes.fine;
}

function titleOf({ kind, apiVersion, metadata }: TokenRequest): string {
  const { group = "" } = parseGroupVersion(apiVersion) ?? {};
  return printable(`${kind.toLowerCase()}.${group}/${metadata.name}`);
}

/** A token, and the response that contains it. */
export interface IssuedToken {
  readonly request: TokenRequest;
  readonly token: string;
  /** RFC 3339 time. */
  readonly expirationTimestamp: string;
}

/** Requests a token of the account in the namespace of the context. @throws CommandError if there is none */
export async function requestToken(
  command: Pick<CreateTokenCommand, "account" | "audiences" | "durationMs" | "boundObject">,
  { client, vocabulary, namespace, signal }: Pick<ClientContext, "client" | "vocabulary" | "namespace" | "signal">,
): Promise<IssuedToken> {
  const document = {
    kind: "TokenRequest",
    apiVersion: vocabulary.bind(groupName("authentication/v1")),
    spec: specOf(command),
  };
  const accounts = client.api(serviceAccount, namespace);
  try {
    const request = await accounts.post<TokenRequest>(command.account, "token", document, { signal });
    const { token = "", expirationTimestamp = "" } = request.status ?? {};
    if (token === "") throw new CommandError("failed to create token: no token in server response");
    return { request, token, expirationTimestamp: expirationTimestamp ?? "" };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    throw new CommandError(`failed to create token: ${describeRejection(error)}`, { cause: error });
  }
}

function specOf({ audiences, durationMs, boundObject }: Parameters<typeof requestToken>[0]): Partial<TokenRequestSpec> {
  return {
    ...(audiences.length === 0 ? {} : { audiences: [...audiences] }),
    ...(durationMs === 0 ? {} : { expirationSeconds: durationMs / 1000 }),
    ...(boundObject ? { boundObjectRef: referenceTo(boundObject) } : {}),
  };
}

function referenceTo({ kind, name, uid }: BoundObject): NonNullable<TokenRequestSpec["boundObjectRef"]> {
  return { kind, apiVersion: "v1", name, ...(uid === undefined ? {} : { uid }) };
}
