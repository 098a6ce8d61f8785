/** Runs scenarios against both servers and compares what they recorded. */
import { defectsOf } from "./defects.ts";
import { compareAnswers, type Difference, normaliseAnswer } from "./difference.ts";
import { EarlierWrites } from "./earlier-writes.ts";
import { Normaliser } from "./normalise.ts";
import type { ComparedExchange } from "./outcome.ts";
import { type Exchange, PreparationError, Recorder } from "./recorder.ts";
import type { RunningServer } from "./servers.ts";
import type { Scenario, Suite } from "./suite.ts";

/** The two servers. */
export interface ServerPair {
  readonly reference: RunningServer;
  readonly orch: RunningServer;
}

/**
 * Runs one scenario on both servers, side by side.
 * @param id unique in this run; namespaces and names are made of it
 */
export async function compareScenario(
  suite: Suite,
  scenario: Scenario,
  pair: ServerPair,
  id: string,
): Promise<readonly ComparedExchange[]> {
  const nowMs = Date.now();
  const [reference, orch] = [new Recorder(pair.reference, id), new Recorder(pair.orch, id)];
  const failures = await Promise.all([runOn(suite, scenario, reference), runOn(suite, scenario, orch)]);
  const described = { suite: suite.name, scenario: scenario.title };
  if (failures.some((failure) => failure !== undefined)) {
    const [left = "went on", right = "went on"] = failures;
    const difference = { where: "scenario", reference: left, orch: right };
    return [
      { ...described, method: "", target: "", request: {}, hasSameVerdict: left === right, differences: [difference] },
    ];
  }
  const ignored = new Set(suite.ignoredHeaders ?? []);
  const normalisers = [
    new Normaliser(pair.reference.host, pair.reference.userName, nowMs),
    new Normaliser(pair.orch.host, pair.orch.userName, nowMs),
  ] as const;
  const writes = new EarlierWrites();
  const count = Math.max(reference.exchanges.length, orch.exchanges.length);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const [left, right] = [reference.exchanges[index], orch.exchanges[index]];
    const { method = "", target = "", request = {} } = left ?? right ?? {};
    const earlier = writes.of(target);
    if (left && isAccepted(left)) writes.add(left);
    const rewrite = (exchange: Exchange | undefined): Exchange | undefined => rewritten(exchange, suite);
    const differences = compareExchange(rewrite(left), rewrite(right), normalisers, ignored);
    // Preparations only number the values that later exchanges show.
    if (left?.isPreparation === true && right?.isPreparation === true) return [];
    const hasSameVerdict = isAccepted(left) === isAccepted(right);
    return [{ ...described, method, target, request, earlier, hasSameVerdict, differences }];
  });
}

function rewritten(exchange: Exchange | undefined, { rewriteBody }: Suite): Exchange | undefined {
  if (!exchange || !rewriteBody) return exchange;
  return { ...exchange, answer: { ...exchange.answer, text: rewriteBody(exchange.answer.text) } };
}

/** Runs the scenario on one server. Returns why it could not continue. Undefined if it ran to its end. */
async function runOn(suite: Suite, scenario: Scenario, server: Recorder): Promise<string | undefined> {
  try {
    if (suite.usesNamespaces) {
      await server.prepare("/api/v1/namespaces", { body: { metadata: { name: server.namespace } } });
    }
    await scenario.run(server);
    return undefined;
  } catch (error) {
    if (error instanceof PreparationError || error instanceof TypeError) return error.message;
    throw error;
  }
}

function isAccepted(exchange: Exchange | undefined): boolean {
  const status = exchange?.answer.status ?? 0;
  return status >= 100 && status < 400;
}

function compareExchange(
  reference: Exchange | undefined,
  orch: Exchange | undefined,
  [ofReference, ofOrch]: readonly [Normaliser, Normaliser],
  ignored: ReadonlySet<string>,
): readonly Difference[] {
  if (!reference || !orch) {
    const sent = (exchange: Exchange | undefined): string =>
      exchange ? `${exchange.method} ${exchange.target}` : "no request";
    return [{ where: "exchange", reference: sent(reference), orch: sent(orch) }];
  }
  for (const [exchange, normaliser] of [
    [reference, ofReference],
    [orch, ofOrch],
  ] as const) {
    const { body } = exchange.request;
    normaliser.learn(requestText(body));
  }
  const found = compareAnswers(
    normaliseAnswer(reference.answer, ofReference, ignored),
    normaliseAnswer(orch.answer, ofOrch, ignored),
  );
  ofReference.alignWith(ofOrch);
  const { target, request } = orch;
  const sent = `${target} ${JSON.stringify(request.headers)} ${requestText(request.body)}`;
  return [...defectsOf(reference.answer, orch.answer, sent), ...withoutRepetition(found)];
}

function requestText(body: unknown): string {
  if (Buffer.isBuffer(body)) return body.toString("latin1");
  return typeof body === "string" ? body : (JSON.stringify(body) ?? "");
}

/**
 * Removes the difference in the message of an Invalid status, because the message repeats the causes, which are
 * compared.
 */
function withoutRepetition(found: readonly Difference[]): readonly Difference[] {
  const isAboutCauses = ({ where }: Difference): boolean => where.startsWith("body .details.causes");
  return found.some(isAboutCauses) ? found.filter(({ where }) => where !== "body .message") : found;
}
