/** `orch token`: creates, lists and deletes bootstrap tokens. */
import { type Secret, secret } from "../../api/core/v1/secret.ts";
import type { Random } from "../../base/random.ts";
import { type Api, StatusError } from "../../client/index.ts";
import { formatTime } from "../../meta/time.ts";
import { bootstrapTokenType } from "../../meta/tokens/bootstrap-token-secret.ts";
import { systemNamespace } from "../../meta/vocabulary.ts";
import { shortDuration } from "../bootstrap-tokens/short-duration.ts";
import { parseToken, type TokenParts, tokenId } from "../bootstrap-tokens/token-rules.ts";
import { entryOf, secretName, secretOf, type TokenEntry } from "../bootstrap-tokens/token-secret.ts";
import type { ClientContext } from "../context.ts";
import { Failures } from "../failures.ts";
import { printTable } from "../output/text-table.ts";
import { printable } from "../screen/printable.ts";
import { CommandError, exitCodes } from "../terminal.ts";
import { requireVocabulary } from "../types/require-vocabulary.ts";

/** Options of `orch token`. Tokens and ids are valid. */
export type TokenCommand =
  | {
      readonly action: "create";
      /** Undefined: a random token. */
      readonly token: string | undefined;
      /** 0: the token does not expire. */
      readonly ttlMs: number;
      readonly usages: readonly string[];
      readonly groups: readonly string[];
      readonly description: string;
    }
  | { readonly action: "list" }
  | {
      readonly action: "delete";
      /** Ids or whole tokens. */
      readonly tokens: readonly string[];
    };

type Creation = Extract<TokenCommand, { readonly action: "create" }>;

/** Performs the action. @returns the exit code @throws CommandError, StatusError */
export async function token(command: TokenCommand, context: ClientContext): Promise<number> {
  await requireVocabulary(context);
  const secrets = context.client.api(secret, context.vocabulary.bind(systemNamespace("system")));
  switch (command.action) {
    case "create":
      return await createToken(command, secrets, context);
    case "list":
      return await listTokens(secrets, context);
    case "delete":
      return await deleteTokens(command.tokens, secrets, context);
  }
}

async function createToken(command: Creation, secrets: Api<Secret>, context: ClientContext): Promise<number> {
  const { vocabulary, clock, random, terminal, signal } = context;
  const created = (command.token === undefined ? undefined : parseToken(command.token)) ?? randomToken(random);
  const expiresMs = command.ttlMs === 0 ? undefined : clock.nowMs() + command.ttlMs;
  const entry: TokenEntry = { ...command, token: created, expiresMs };
  try {
    await secrets.create(secretOf(entry, vocabulary.bind(bootstrapTokenType)), { signal });
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== "AlreadyExists") throw error;
    throw new CommandError(`a token with the id "${created.id}" already exists`, { cause: error });
  }
  terminal.out(`${created.id}.${created.secret}\n`);
  return exitCodes.fine;
}

const characters = "abcdefghijklmnopqrstuvwxyz0123456789";

function randomToken(random: Random): TokenParts {
  const text = (length: number): string =>
    Array.from({ length }, () => characters[random.below(characters.length)]).join("");
  return { id: text(6), secret: text(16) };
}

async function listTokens(secrets: Api<Secret>, context: ClientContext): Promise<number> {
  const { vocabulary, clock, terminal, signal } = context;
  const fieldSelector = `type=${vocabulary.bind(bootstrapTokenType)}`;
  const { items } = await secrets.listAll({ fieldSelector, signal });
  const entries = items.map(entryOf);
  for (const entry of entries) {
    if (typeof entry === "string") terminal.error(`${terminal.paint("yellow", "warning:")} ${printable(entry)}\n`);
  }
  const rows = entries.flatMap((entry) => (typeof entry === "string" ? [] : [rowOf(entry, clock.nowMs())]));
  if (rows.length === 0) terminal.error("there are no bootstrap tokens\n");
  else printTable({ titles, rows, widthMin }, terminal);
  return exitCodes.fine;
}

const titles = ["TOKEN", "TTL", "EXPIRES", "USAGES", "DESCRIPTION", "EXTRA GROUPS"];
/** With the gap between columns, the column width of kubeadm's table. */
const widthMin = 7;
const none = "<none>";

function rowOf({ token: { id, secret }, description, expiresMs, usages, groups }: TokenEntry, nowMs: number): string[] {
  return [
    `${id}.${secret}`,
    expiresMs === undefined ? "<forever>" : shortDuration(expiresMs - nowMs),
    expiresMs === undefined ? "<never>" : formatTime(expiresMs),
    usages.join(",") || none,
    description || none,
    groups.join(",") || none,
  ];
}

async function deleteTokens(
  tokens: readonly string[],
  secrets: Api<Secret>,
  { terminal, signal }: ClientContext,
): Promise<number> {
  const failures = new Failures(terminal);
  for (const id of new Set(tokens.map((text) => tokenId(text) ?? text))) {
    try {
      await secrets.delete(secretName(id), { signal });
      terminal.out(`bootstrap token "${id}" deleted\n`);
    } catch (error) {
      failures.report(error, `bootstrap token "${id}"`);
    }
  }
  return failures.exitCode;
}
