/** The verbs of kinds that are answered and not kept. */
import { assert } from "../../base/assert.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { doneStatus } from "../../meta/status.ts";
import { invalid } from "../../meta/status-error.ts";
import { FieldIndex, ownNames } from "../../registry/index.ts";
import type { Answer, KindAnswers, KindHooks, PostedHook, SubresourceRequest } from "../../schema/index.ts";
import { ownedWrite } from "../field-owners/owned-write.ts";
import { negotiateOutput, type OutputRules } from "../output/negotiate-output.ts";
import { writeStatus } from "../output/status-output.ts";
import { writeList } from "../output/write-list.ts";
import { writeObject } from "../output/write-object.ts";
import { answered } from "../served/computed-document-type.ts";
import type { Endpoint, EndpointCall } from "../served/resource-table.ts";
import { answerRules } from "./endpoint-rules.ts";
import { refuseExport } from "./get.ts";
import { readNewObject } from "./new-object.ts";
import { type ListOptions, readListOptions } from "./options/list-options.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest, namespaceOf } from "./target.ts";

export type AnsweringVerb = (request: EndpointCall) => Promise<void>;

/** How posted objects are answered. */
export interface PostAnswers extends Pick<KindAnswers, "changesNothing" | "validateCreate"> {
  readonly create?: PostedHook | KindAnswers["create"];
}

/** POST: the object comes back with its answer, or a Status says that what it asks for is done. */
export function createAnswer(services: VerbServices, answers: PostAnswers): AnsweringVerb {
  const { validateCreate, changesNothing } = answers;
  const create = offered(answers.create);
  return async (request) => {
    const { call, endpoint } = request;
    const output = negotiateOutput(call, postedRules(endpoint));
    let record: ((object: ApiObject) => void) | undefined;
    const { object, dryRun } = await readNewObject(request, services, {
      changesNothing,
      own: (_, options) => {
        const write = ownedWrite(call, services, { old: undefined, options });
        if (endpoint.subresource === "") record = (made) => services.owners.recordAnswered(endpoint, made, write);
      },
    });
    endpoint.shape.schema.dropDisabled(object, services);
    const context = contextOf(request, services, dryRun);
    const errors = validateCreate?.(object, context) ?? [];
    // The reference names the group of such a kind, but not the kind.
    if (errors.length > 0) throw invalid({ group: endpoint.kind.group, kind: "" }, "", errors);
    record?.(object);
    await services.admission.validate(
      admissionRequest(request, "CREATE", { object: () => object, dryRun, changesNothing }),
    );
    const answer = await create(object, context);
    if (!answer) return writeStatus(call, doneStatus(201), output);
    const { shape } = endpoint;
    await writeObject(call, { shape, object: answered(shape, answer), status: 201, output });
  };
}

export function getAnswer(services: VerbServices, answers: KindAnswers): AnsweringVerb {
  const get = offered(answers.get);
  return async (request) => {
    const { call, endpoint, info } = request;
    const output = negotiateOutput(call, postedRules(endpoint));
    refuseExport(call);
    const answer = answered(endpoint.shape, await get(info.name, contextOf(request, services, false)));
    await writeObject(call, { shape: endpoint.shape, object: answer, status: 200, output });
  };
}

/** GET on the collection. There is no state to page through or to go back to: those options mean nothing. */
export function listAnswers(services: VerbServices, answers: KindAnswers, hooks: KindHooks): AnsweringVerb {
  const list = offered(answers.list);
  return async (request) => {
    const { call, endpoint } = request;
    const { shape } = endpoint;
    const options = readListOptions(call, services);
    const output = negotiateOutput(call, answerRules(endpoint));
    const isSelected = selectAnswers(endpoint, hooks, options);
    const all = await list(contextOf(request, services, false));
    const objects = all.filter(isSelected).map((answer) => answered(shape, answer));
    await writeList(call, { shape, list: { objects }, output });
  };
}

/** @throws StatusError 400 for a field that selectors may not name */
function selectAnswers(
  { served }: Endpoint,
  hooks: KindHooks,
  { labelSelector, fieldSelector }: Pick<ListOptions, "fieldSelector" | "labelSelector">,
): (answer: Answer<ApiObject>) => boolean {
  const index = new FieldIndex(served, hooks);
  const fields = ownNames(index, fieldSelector);
  return (answer) => {
    const { labels = {}, name = "" } = answer.metadata;
    const values = (): readonly string[] => index.read(answer as ApiObject);
    return labelSelector.matches(labels) && fields.matches((field) => index.value(field, name, values));
  };
}

/** As in the reference, only what can be listed has rows. */
function postedRules(endpoint: Endpoint): OutputRules {
  const rules = answerRules(endpoint);
  return endpoint.handlers.list ? rules : { ...rules, transforms: rules.transforms.filter((one) => one !== "Table") };
}

/** What hooks are told that answer requests. */
export function contextOf(request: EndpointCall, services: VerbServices, dryRun: boolean): SubresourceRequest {
  const { clock, random, vocabulary, isEnabled, objects } = services;
  const { call, info } = request;
  const namespace = namespaceOf(request);
  return {
    nowMs: clock.nowMs(),
    random,
    vocabulary,
    isEnabled,
    namespace,
    name: info.name,
    user: call.user,
    dryRun,
    objects,
  };
}

function offered<T>(answer: T | undefined): T {
  assert(answer, "a verb is declared for which there is an answer");
  return answer;
}
