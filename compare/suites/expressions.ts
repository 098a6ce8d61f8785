/** Expressions of built-in kinds, valid and invalid: match conditions, policies, mutations and device selectors. */

import type { Random } from "../../src/base/random.ts";
import { chunksOf } from "../chunks-of.ts";
import { damagedExpression, randomExpression } from "../expressions/random-expression.ts";
import {
  admissionTexts,
  applyTexts,
  deviceTexts,
  jsonPatchTexts,
  variables,
  variableTexts,
} from "../expressions/texts.ts";
import { patchTypes } from "../patch-types.ts";
import { isOnceIn, times } from "../random-choices.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

/** Number of expressions in one object. The API shows the errors of all of them. */
const expressionsPerObject = 6;
/** Number of objects with random expressions in one scenario. */
const randomObjects = 4;

/** Writes expressions into every field that the server compiles. */
export const expressions: Suite = {
  name: "expressions",
  covers: "expressions in webhooks, policies and device selectors, with every kind of error, and random ones",
  usesNamespaces: true,
  standardCount: 200,
  *scenarios(random: Random): Iterable<Scenario> {
    for (const { items: texts } of chunksOf(admissionTexts, expressionsPerObject)) {
      yield { title: `requests: ${texts[0]}`, run: (server) => writeAdmissionTexts(server, texts) };
    }
    for (const { items: texts } of chunksOf(deviceTexts, expressionsPerObject)) {
      yield { title: `devices: ${texts[0]}`, run: (server) => writeSelectors(server, texts) };
    }
    for (const { items: texts } of chunksOf(jsonPatchTexts, expressionsPerObject)) {
      yield { title: `JSON patches: ${texts[0]}`, run: (server) => writeMutations(server, texts, "JSONPatch") };
    }
    for (const { items: texts } of chunksOf(applyTexts, expressionsPerObject)) {
      yield { title: `applies: ${texts[0]}`, run: (server) => writeMutations(server, texts, "ApplyConfiguration") };
    }
    for (const { items: texts } of chunksOf(variableTexts, expressionsPerObject)) {
      yield { title: `variables: ${texts[0]}`, run: (server) => writeVariableTexts(server, texts) };
    }
    yield { title: "updates of expressions", run: updateExpressions };
    yield { title: "order of the errors in policies", run: writeManyErrors };
    for (let count = 1; ; count++) {
      const texts = times(randomObjects, () => times(expressionsPerObject, () => randomText(random)));
      yield { title: `random expressions ${count}`, run: (server) => writeRandomTexts(server, texts) };
    }
  },
};

function randomText(random: Random): string {
  const text = randomExpression(random);
  return isOnceIn(random, 4) ? damagedExpression(text, random) : text;
}

const admissionGroup = "/apis/admissionregistration.k8s.io";
const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
const matchConstraints = { resourceRules: [rule] };
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

interface AdmissionObject {
  readonly collection: string;
  readonly body: object;
}

function webhook(matchConditions: readonly object[]): AdmissionObject {
  const clientConfig = { url: "https://hook.example.com/" };
  const one = { name: "a.example.com", clientConfig, sideEffects: "None", admissionReviewVersions: ["v1"] };
  return {
    collection: `${admissionGroup}/v1/validatingwebhookconfigurations`,
    body: { webhooks: [{ ...one, rules: [rule], matchConditions }] },
  };
}

function policy(spec: object): AdmissionObject {
  const collection = `${admissionGroup}/v1/validatingadmissionpolicies`;
  return { collection, body: { spec: { matchConstraints, ...spec } } };
}

const validMutation = { patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } };

function mutatingPolicy(spec: object): AdmissionObject {
  return {
    collection: `${admissionGroup}/v1alpha1/mutatingadmissionpolicies`,
    body: { spec: { matchConstraints, reinvocationPolicy: "Never", mutations: [validMutation], ...spec } },
  };
}

/** Sends a create as a dry run. */
async function send(server: ComparedServer, { collection, body }: AdmissionObject): Promise<void> {
  const target = `${collection}?dryRun=All`;
  await server.send(target, { body: { metadata: { name: server.name("it") }, ...body } });
}

function conditionsOf(texts: readonly string[]): readonly object[] {
  return texts.map((expression, index) => ({ name: `condition-${index}`, expression }));
}

async function writeAdmissionTexts(server: ComparedServer, texts: readonly string[]): Promise<void> {
  await send(server, webhook(conditionsOf(texts)));
  const validations = texts.map((expression) => ({ expression }));
  await send(server, policy({ validations }));
  const messages = texts.map((messageExpression) => ({ expression: "true", messageExpression }));
  await send(server, policy({ paramKind, validations: messages, matchConditions: conditionsOf(texts) }));
  const auditAnnotations = texts.map((valueExpression, index) => ({ key: `key-${index}`, valueExpression }));
  await send(server, policy({ paramKind, auditAnnotations }));
  await send(server, policy({ validations, variables: variablesOf(texts) }));
  await send(server, mutatingPolicy({ matchConditions: conditionsOf(texts), variables: variablesOf(texts) }));
}

function variablesOf(texts: readonly string[]): readonly object[] {
  return texts.map((expression, index) => ({ name: `v${index}`, expression }));
}

async function writeMutations(
  server: ComparedServer,
  texts: readonly string[],
  patchType: "JSONPatch" | "ApplyConfiguration",
): Promise<void> {
  const member = patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration";
  const mutations = texts.map((expression) => ({ patchType, [member]: { expression } }));
  await send(server, mutatingPolicy({ mutations }));
  await send(server, mutatingPolicy({ mutations, variables, paramKind }));
}

async function writeVariableTexts(server: ComparedServer, texts: readonly string[]): Promise<void> {
  const validations = texts.map((expression) => ({ expression, messageExpression: expression }));
  const auditAnnotations = texts.map((valueExpression, index) => ({ key: `key-${index}`, valueExpression }));
  await send(server, policy({ variables, validations, matchConditions: conditionsOf(texts) }));
  await send(server, policy({ variables, auditAnnotations, paramKind }));
  const mutations = texts.map((expression) => ({ patchType: "JSONPatch", jsonPatch: { expression } }));
  await send(server, mutatingPolicy({ variables, mutations }));
}

async function writeSelectors(server: ComparedServer, texts: readonly string[]): Promise<void> {
  const selectors = texts.map((expression) => ({ cel: { expression } }));
  const requests = [{ name: "a", deviceClassName: "b", selectors }];
  const spec = { devices: { requests } };
  const namespaced = (version: string): string => `/apis/resource.k8s.io/${version}/namespaces/${server.namespace}`;
  await send(server, { collection: "/apis/resource.k8s.io/v1beta1/deviceclasses", body: { spec: { selectors } } });
  await send(server, { collection: `${namespaced("v1beta1")}/resourceclaims`, body: { spec } });
  await send(server, { collection: `${namespaced("v1alpha3")}/resourceclaimtemplates`, body: { spec: { spec } } });
}

async function writeRandomTexts(server: ComparedServer, texts: readonly (readonly string[])[]): Promise<void> {
  for (const some of texts) {
    await send(server, webhook(conditionsOf(some)));
    const validations = some.map((expression) => ({ expression }));
    await send(server, policy({ paramKind, variables: variables.slice(0, 1), validations }));
    await writeSelectors(server, some);
  }
}

const twoVariables = "[1].all(i, v, v > 0)";

/** Changes expressions of stored objects. */
async function updateExpressions(server: ComparedServer): Promise<void> {
  const valid = "object.metadata.name != 'a'";
  const changed = (expression: string): readonly object[] => conditionsOf([valid, expression]);
  await update(server, webhook(changed("true")), [
    webhook(changed("true")).body,
    webhook(changed("1")).body,
    webhook(changed(twoVariables)).body,
    webhook([...changed("true"), { name: "condition-1", expression: "x" }]).body,
    webhook(changed("params.a == 1")).body,
  ]);
  const spec = {
    paramKind,
    matchConditions: conditionsOf(["params.a == 1"]),
    variables: [{ name: "a", expression: "1" }],
    validations: [{ expression: "variables.a == params.a", messageExpression: "string(params.a)" }],
    auditAnnotations: [{ key: "a", valueExpression: "string(variables.a)" }],
  };
  await update(server, policy(spec), [
    policy({ ...spec, paramKind: null }).body,
    policy({ ...spec, variables: [] }).body,
    policy({ ...spec, variables: [{ name: "a", expression: "'a'" }] }).body,
    policy({ ...spec, validations: [{ expression: twoVariables }] }).body,
    policy({ ...spec, matchConditions: conditionsOf(["variables.a == 1"]) }).body,
  ]);
  const selectors = (expression: string): object => ({ spec: { selectors: [{ cel: { expression } }] } });
  const classes = "/apis/resource.k8s.io/v1beta1/deviceclasses";
  await update(server, { collection: classes, body: selectors("true") }, [selectors("x"), selectors(twoVariables)]);
}

/** Creates an object, sends merge patches, and deletes the object. */
async function update(server: ComparedServer, object: AdmissionObject, patches: readonly object[]): Promise<void> {
  const name = server.name("it");
  const path = `${object.collection}/${name}`;
  await server.send(object.collection, { body: { metadata: { name }, ...object.body } });
  const headers = { "content-type": patchTypes.merge };
  await server.send(path, { method: "PATCH", headers, body: { metadata: { labels: { changed: "yes" } } } });
  for (const body of patches) await server.send(path, { method: "PATCH", headers, body });
  await server.send(path, { method: "DELETE" });
}

/** Breaks rules of expressions and other rules at once. */
async function writeManyErrors(server: ComparedServer): Promise<void> {
  const broken = {
    failurePolicy: "x",
    paramKind: { apiVersion: "", kind: "" },
    matchConditions: [
      { name: "", expression: "x" },
      { name: "a b", expression: "1" },
      { name: "same", expression: "y" },
      { name: "same", expression: "" },
    ],
    variables: [
      { name: "a-b", expression: "x" },
      { name: "", expression: "" },
      { name: "c", expression: "variables.zzz" },
    ],
  };
  const validations = [
    { expression: "x", messageExpression: "1", message: "a\nb", reason: "x" },
    { expression: "", messageExpression: " ", message: " " },
  ];
  const auditAnnotations = [
    { key: "a b", valueExpression: "x" },
    { key: "a b", valueExpression: "" },
  ];
  await send(server, policy({ ...broken, validations, auditAnnotations }));
  const expression = { expression: "x" };
  const mutations = [
    { patchType: "x", jsonPatch: expression },
    { patchType: "JSONPatch", jsonPatch: expression, applyConfiguration: expression },
    { patchType: "ApplyConfiguration", jsonPatch: expression, applyConfiguration: expression },
    { patchType: "ApplyConfiguration", jsonPatch: expression },
    { patchType: "JSONPatch", jsonPatch: { expression: " " } },
    {},
  ];
  await send(server, mutatingPolicy({ ...broken, mutations, reinvocationPolicy: "" }));
  await send(server, webhook(broken.matchConditions));
  const selectors = [{}, { cel: { expression: "x" } }, { cel: { expression: `'${"a".repeat(10_240)}' == ''` } }];
  const many = Array.from({ length: 33 }, () => selectors)
    .flat()
    .slice(0, 33);
  const body = { spec: { selectors: many, config: [{}] } };
  await send(server, { collection: "/apis/resource.k8s.io/v1beta1/deviceclasses", body });
}
