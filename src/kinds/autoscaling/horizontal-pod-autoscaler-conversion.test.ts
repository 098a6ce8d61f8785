import { describe, expect, test } from "vitest";
import { type HorizontalPodAutoscaler, horizontalPodAutoscaler, horizontalPodAutoscalerV1 } from "../../api/index.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { stringifyJson } from "../../codec/index.ts";
import { type VocabularyName, vocabularies, vocabularyNames } from "../../meta/vocabulary.ts";
import { SchemaCompiler } from "../../schema/index.ts";
import { builtinRules } from "../index.ts";
import { horizontalPodAutoscalerConversion as conversion } from "./horizontal-pod-autoscaler-conversion.ts";
import { randomAutoscaler } from "./testing/random-autoscaler.ts";

const compiler = new SchemaCompiler(builtinRules);
const storedForm = compiler.compile(horizontalPodAutoscaler.schema);
const shownForm = compiler.compile(horizontalPodAutoscalerV1.schema);

/** Returns the context of a cluster, with the vocabulary `kubernetes` by default. */
function contextOf(name: VocabularyName = "kubernetes") {
  return { vocabulary: vocabularies[name] };
}

/** Returns the autoscaling/v1 form of an object that was written as `input` through autoscaling/v2. */
function fromStored(input: object, vocabulary?: VocabularyName) {
  return shownForm.canonical(conversion.fromStored(storedForm.decode(input).object, contextOf(vocabulary))).object;
}

/** Returns the stored form of an object that was written as `input` through autoscaling/v1. */
function toStored(input: object, vocabulary?: VocabularyName) {
  return storedForm.canonical(conversion.toStored(shownForm.decode(input).object, contextOf(vocabulary))).object;
}

function convertThereAndBack(stored: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  return storedForm.canonical(conversion.toStored(conversion.fromStored(stored, contextOf()), contextOf())).object;
}

const scaleTargetRef = { kind: "Deployment", name: "web", apiVersion: "apps/v1" };
const cpu = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } };
const defaultMetric = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};
const memory = {
  type: "Resource",
  resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
};

function withMetrics(...metrics: object[]): object {
  return { metadata: { name: "web" }, spec: { scaleTargetRef, maxReplicas: 9, metrics } };
}

describe("the form of autoscaling/v1", () => {
  test("autoscaling/v1 has the target utilization of cpu as a field", () => {
    expect(fromStored(withMetrics(cpu))).toEqual({
      metadata: { name: "web", creationTimestamp: null },
      spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 9, targetCPUUtilizationPercentage: 60 },
      status: { currentReplicas: 0, desiredReplicas: 0 },
    });
  });

  test.each<[VocabularyName, string]>([
    ["kubernetes", "autoscaling.alpha.kubernetes.io/metrics"],
    ["orch", "autoscaling.alpha.orch.io/metrics"],
  ])("autoscaling/v1 has other metrics in an annotation of the vocabulary %s", (vocabulary, name) => {
    const { metadata, spec } = fromStored(withMetrics(memory, cpu), vocabulary);
    expect(metadata.annotations).toEqual({
      [name]: '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
    });
    expect(spec?.targetCPUUtilizationPercentage).toBe(60);
  });

  const described = { kind: "Ingress", name: "front", apiVersion: "networking.k8s.io/v1" };
  const selector = { matchLabels: { shop: "a" } };

  test.each<[string, object, object]>([
    [
      "cpu by its amount",
      { type: "Resource", resource: { name: "cpu", target: { type: "AverageValue", averageValue: "500m" } } },
      { type: "Resource", resource: { name: "cpu", targetAverageValue: "500m" } },
    ],
    [
      "a resource of one container",
      {
        type: "ContainerResource",
        containerResource: { name: "cpu", container: "app", target: { type: "Utilization", averageUtilization: 70 } },
      },
      { type: "ContainerResource", containerResource: { name: "cpu", targetAverageUtilization: 70, container: "app" } },
    ],
    [
      "a metric of Pods",
      {
        type: "Pods",
        pods: { metric: { name: "hits", selector }, target: { type: "AverageValue", averageValue: "1k" } },
      },
      { type: "Pods", pods: { metricName: "hits", targetAverageValue: "1k", selector } },
    ],
    [
      "a metric of an object",
      {
        type: "Object",
        object: { describedObject: described, metric: { name: "hits" }, target: { type: "Value", value: "2k" } },
      },
      { type: "Object", object: { target: described, metricName: "hits", targetValue: "2k" } },
    ],
    [
      "a metric from outside",
      { type: "External", external: { metric: { name: "queue", selector }, target: { type: "Value", value: "30" } } },
      { type: "External", external: { metricName: "queue", metricSelector: selector, targetValue: "30" } },
    ],
    [
      "an average from outside",
      {
        type: "External",
        external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "3" } },
      },
      { type: "External", external: { metricName: "queue", targetAverageValue: "3" } },
    ],
  ])("autoscaling/v1 has %s in the older form of metrics, and converts it back", (_, metric, older) => {
    const shown = fromStored(withMetrics(metric));
    const text = shown.metadata.annotations?.["autoscaling.alpha.kubernetes.io/metrics"] ?? "";
    expect(JSON.parse(text)).toEqual([older]);
    expect(toStored(shown).spec?.metrics).toEqual([metric]);
  });

  test("autoscaling/v1 has the behavior in an annotation with capitalized names", () => {
    const shown = fromStored({
      spec: { scaleTargetRef, maxReplicas: 9, behavior: { scaleDown: { selectPolicy: "Min" } } },
    });
    expect(shown.metadata.annotations).toEqual({
      "autoscaling.alpha.kubernetes.io/behavior":
        '{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":[' +
        '{"Type":"Pods","Value":4,"PeriodSeconds":15},{"Type":"Percent","Value":100,"PeriodSeconds":15}]},' +
        '"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Min","Policies":[' +
        '{"Type":"Percent","Value":100,"PeriodSeconds":15}]}}',
    });
  });

  test("autoscaling/v1 has current metrics and conditions in annotations, and the current utilization of cpu as a field", () => {
    const current = { averageUtilization: 40, averageValue: "400m" };
    const shown = fromStored({
      spec: { scaleTargetRef, maxReplicas: 9 },
      status: {
        observedGeneration: 2,
        lastScaleTime: "2025-06-01T10:00:00Z",
        currentReplicas: 2,
        desiredReplicas: 3,
        currentMetrics: [{ type: "Resource", resource: { name: "cpu", current } }],
        conditions: [{ type: "AbleToScale", status: "True", reason: "Ready", message: "m" }],
      },
    });
    expect(shown.status).toEqual({
      observedGeneration: 2,
      lastScaleTime: "2025-06-01T10:00:00Z",
      currentReplicas: 2,
      desiredReplicas: 3,
      currentCPUUtilizationPercentage: 40,
    });
    expect(shown.metadata.annotations).toEqual({
      "autoscaling.alpha.kubernetes.io/current-metrics":
        '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40,"currentAverageValue":"400m"}}]',
      "autoscaling.alpha.kubernetes.io/conditions":
        '[{"type":"AbleToScale","status":"True","lastTransitionTime":null,"reason":"Ready","message":"m"}]',
    });
  });

  test("autoscaling/v1 keeps other annotations, and removes outdated annotations of metrics", () => {
    const annotations = { "autoscaling.alpha.kubernetes.io/metrics": "[]", note: "mine" };
    expect(fromStored({ metadata: { annotations } }).metadata.annotations).toEqual({ note: "mine" });
  });
});

describe("storage of objects of autoscaling/v1", () => {
  test("the stored form has cpu after the metrics of the annotation, and loses the annotation", () => {
    const annotations = {
      "autoscaling.alpha.kubernetes.io/metrics":
        '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
      note: "mine",
    };
    const stored = toStored({
      metadata: { annotations },
      spec: { scaleTargetRef, maxReplicas: 9, targetCPUUtilizationPercentage: 60 },
    });
    expect(stored.spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 9, metrics: [memory, cpu] });
    expect(stored.metadata.annotations).toEqual({ note: "mine" });
  });

  test("the stored form has the default metric if autoscaling/v1 names none", () => {
    expect(toStored({ spec: { scaleTargetRef, maxReplicas: 9 } }).spec?.metrics).toEqual([defaultMetric]);
  });

  test("the stored form has the current utilization of cpu as a metric if there is no annotation", () => {
    expect(toStored({ status: { currentCPUUtilizationPercentage: 40 } }).status).toEqual({
      desiredReplicas: 0,
      currentMetrics: [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: 40 } } }],
    });
  });

  test("the stored form has the behavior of the annotation, whose names may be capitalized", () => {
    const behaviorOf = (text: string) =>
      toStored({
        metadata: { annotations: { "autoscaling.alpha.kubernetes.io/behavior": text } },
        spec: { scaleTargetRef, maxReplicas: 9 },
      }).spec?.behavior;
    expect(behaviorOf('{"ScaleUp":{"SelectPolicy":"Disabled","Policies":null}}')).toEqual({
      scaleUp: { selectPolicy: "Disabled" },
    });
    expect(behaviorOf('{"scaleDown":{"stabilizationWindowSeconds":60}}')).toEqual({
      scaleDown: { stabilizationWindowSeconds: 60 },
    });
    expect(behaviorOf("{}")).toBeUndefined();
  });

  test.each(["", "{", "7", '{"type":"Pods"}', '[{"type":7}]', "[7]", "null"])(
    "the stored form ignores annotations that contain %j",
    (text) => {
      const names = ["metrics", "current-metrics", "behavior", "conditions"];
      const annotations = Object.fromEntries(names.map((name) => [`autoscaling.alpha.kubernetes.io/${name}`, text]));
      const stored = toStored({ metadata: { annotations }, spec: { scaleTargetRef, maxReplicas: 9 } });
      expect(stored).toEqual({
        metadata: { creationTimestamp: null },
        spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 9, metrics: [defaultMetric] },
        status: { desiredReplicas: 0, currentMetrics: null },
      });
    },
  );
});

describe("conversion there and back", () => {
  test.each(vocabularyNames)(
    "conversion to autoscaling/v1 and back preserves objects with cpu as last metric (vocabulary %s)",
    (name) => {
      const seed = newSeed();
      const random = seededRandom(seed);
      for (let round = 0; round < 200; round++) {
        const stored = storedForm.canonical(randomAutoscaler(random)).object;
        const before = stringifyJson(stored);
        const shown = shownForm.canonical(conversion.fromStored(stored, contextOf(name))).object;
        const back = storedForm.canonical(conversion.toStored(shown, contextOf(name))).object;
        expect(stringifyJson(back), `seed ${seed}, round ${round}`).toBe(before);
        expect(stringifyJson(stored), `seed ${seed}, round ${round}`).toBe(before);
      }
    },
  );

  const other = { ...cpu, resource: { ...cpu.resource, target: { type: "Utilization", averageUtilization: 90 } } };
  const hits = { describedObject: scaleTargetRef, metric: { name: "hits" } };
  const averaged = { type: "AverageValue", averageValue: "5" };

  test.each<[string, object[], object[]]>([
    ["the position of cpu among the metrics", [cpu, memory], [memory, cpu]],
    ["a second metric of cpu", [memory, cpu, other], [memory, cpu]],
    [
      "the absence of a value beside the average of an object",
      [{ type: "Object", object: { ...hits, target: averaged } }],
      [{ type: "Object", object: { ...hits, target: { ...averaged, value: "0" } } }],
    ],
  ])("conversion to autoscaling/v1 and back loses %s", (_, metrics, left) => {
    expect(convertThereAndBack(storedForm.decode(withMetrics(...metrics)).object).spec?.metrics).toEqual(left);
  });
});
