/** `orch get` prints JSON paths and custom columns exactly like kubectl. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as anyTest, expect } from "vitest";
import { getCommand } from "../../src/app/commands/get.ts";
import { describeWithKubectl, kubectlMinor } from "../support/kubectl.ts";
import { runOrchLikeKubectl } from "../support/orch-like-kubectl.ts";
import { configMap, labelled, pod } from "./objects.ts";

/** Older versions of kubectl print null differently. */
const minorWithSameNull = 32;
const test = anyTest.skipIf(kubectlMinor < minorWithSameNull);

const web = labelled(
  pod("web", {
    containers: [
      {
        name: "nginx",
        image: "nginx:1.27",
        args: ["a", "b", "c", "d", "e"],
        ports: [
          { name: "http", containerPort: 80 },
          { name: "https", containerPort: 443 },
          { name: "metrics", containerPort: 9100 },
        ],
      },
      { name: "side", image: "busybox", env: [{ name: "MODE", value: "a<b>&c" }] },
    ],
  }),
  { app: "web", "example.com/tier": "front" },
);

const templatesOfOneObject = [
  "name: {.metadata.name}, kind: {.kind}!",
  "{.metadata.labels.app} {.metadata.labels['app']} {.metadata.labels['example.com/tier']}",
  "{.metadata.labels['example\\.com/tier']} {.metadata.labels.example\\.com/tier}",
  "{.metadata.managedFields[0].manager} {.spec.terminationGracePeriodSeconds} {.spec.hostNetwork}",
  "{['kind']} {['kind','apiVersion']} {.['kind']} {.} {@.kind} {$.kind}",
  "{.missing} {.missing.more[0]} {.missing[?(@.x)]} {.metadata.name .kind}",
  "{.spec.containers[0].name} {.spec.containers[-1].name} {.spec.containers[-1:].name} {.spec.containers[*].name}",
  "{.spec.containers[0].args[1:3]} {.spec.containers[0].args[::2]} {.spec.containers[0].args[1:5:2]}",
  "{.spec.containers[0].args[-2:]} {.spec.containers[0].args[:-1]} {.spec.containers[0].args[0,2]}",
  "{.spec.containers[0].args[1:1]} {.spec.containers[0].args[5:]} {.spec.containers[0].args[]}",
  "{.spec.containers[*]['name','image']} {.spec.containers[0]['name', 'image']}",
  "{..containerPort} {.spec..containerPort} {.spec.containers[*].ports[*].name}",
  '{.spec.containers[?(@.name=="side")].image} {.spec.containers[?( @.name != "side" )].image}',
  "{.spec.containers[0].ports[?(@.containerPort>80)].name} {.spec.containers[0].ports[?(@.containerPort<=443)].name}",
  "{.spec.containers[?(@.env)].name} {.spec.containers[?(@.args[9])].name}",
  '{.spec.containers[0].args[?(@>"c")]} {.spec.containers[?(@.name=="a)b")].image}',
  '{range .spec.containers[*]}{.name}{"\\t"}{.image}{"\\n"}{end}',
  "{range .spec.containers[*]}{.name}:{range .ports[*]}{.name},{end};{end}|{.metadata.name}",
  "{range .spec.containers[*]}{.name} ",
  "{range .none[*]}{.name}{end}end{range .metadata.name}<{@}>{end}",
  "{.spec.containers[0].ports} {.spec.containers[1].env[0]} {.spec.containers[1].env[0].value}",
  "{.metadata.name.*} {1} {-1.5} {true} {'it\"s'} {'a\\'b'} {\"\\u00e9\\x41\"} {.a}}",
  "{.spec.containers[0].args[9]}",
  "{.spec.containers[0].args[3:1]}",
  "{.spec.containers[0].args[0:2:0]}",
  "{.metadata[0]}",
  "{..[0].name}",
  '{.spec[?(@.name=="x")]}',
  "{.spec.containers[0].ports[?(@.containerPort==80.5)].name}",
  '{.spec.containers[0].ports[?(@.containerPort=="80")].name}',
  '{.spec.containers[?(@.ports[*].name=="http")].name}',
  '{.spec.containers[?(@.name=~"s.*")].name}',
  "{end}",
  "{metadata.name}",
  '{"bad\\q"}',
  '{"open',
  "{.a",
  "{.a[x]}",
  "{....name}",
];

const argumentsForSeveralObjects: readonly (readonly string[])[] = [
  ["pods", "-o", "jsonpath={.kind} {.metadata} {.items[*].metadata.name}"],
  ["pods", "web", "api", "-o", "jsonpath={.kind} {.items[*].metadata.name}"],
  ["pods", "web", "nope", "-o", "jsonpath={.kind} {.items[*].metadata.name}"],
  ["pod", "nope", "-o", "jsonpath={.kind}"],
  ["pod", "nope", "--ignore-not-found", "-o", "jsonpath={.kind}"],
  ["secrets", "-o", "jsonpath={.items}"],
  ["pods,configmaps", "-o", 'jsonpath={range .items[*]}{.kind}/{.metadata.name}{"\\n"}{end}'],
  ["pods", "-o", 'jsonpath={.items[?(@.metadata.name=="api")].spec.containers[*].image}'],
  ["pods", "-o", "jsonpath={..name}", "-l", "app=none"],
  ["pod", "web", "--allow-missing-template-keys=false", "-o", "jsonpath={.nope}"],
  ["pod", "web", "--allow-missing-template-keys=false", "-o", "jsonpath={.spec.containers[?(@.env)].name}"],
  ["pods", "-o", "custom-columns=NAME:.metadata.name,IMAGES:.spec.containers[*].image,NOPE:.x,N:.spec.hostNetwork"],
  ["pods", "-o", "custom-columns=A:metadata.name,B:{.kind},C:{metadata.labels}"],
  ["pod", "web", "-o", "custom-columns=A:.metadata.labels,B:.spec.containers[0].ports[0],C:.spec.containers[0].args"],
  ["pods", "--no-headers", "-o", "custom-columns=:metadata.name"],
  ["pods", "-o", "custom-columns=:metadata.name"],
  ["pods", "-o", "custom-columns=NAME:"],
  ["secrets", "-o", "custom-columns=NAME:.metadata.name"],
  ["secrets", "--no-headers", "-o", "custom-columns=NAME:.metadata.name"],
  ["pods,configmaps", "-o", "custom-columns=KIND:.kind,NAME:.metadata.name"],
  ["configmap", "settings", "-o", "custom-columns=T:.data.text,N:.metadata.name"],
  ["pods", "-o", "custom-columns=N:.metadata.labels.example\\.com/tier"],
  ["pods", "-o", "custom-columns=NAME:.metadata.name", "--sort-by=.metadata.labels.app"],
  ["pods", "-o", "custom-columns=NAME:.metadata.name", "--sort-by={.spec.containers[0].name}"],
  ["pods", "-o", "custom-columns=NAME:.metadata.name", "--sort-by=.metadata.labels['example.com/tier']"],
];

describeWithKubectl(
  "orch get beside kubectl get",
  (cluster) => {
    const files = async (): Promise<readonly string[]> => {
      const [template, columns] = [join(cluster().directory, "template"), join(cluster().directory, "columns")];
      await writeFile(template, "{.metadata.name}\n");
      await writeFile(columns, "NAME   IMG\n{.metadata.name} spec.containers[*].image\nmore\n");
      return [`jsonpath-file=${template}`, `custom-columns-file=${columns}`];
    };

    test("orch get prints JSON paths and custom columns like kubectl, and fails where kubectl fails", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.create(web, labelled(pod("api"), { app: "api" }), configMap("settings", { text: "one\ntwo" }));
      const lines = [
        ...templatesOfOneObject.map((template) => ["pod", "web", "-o", `jsonpath=${template}`]),
        ...argumentsForSeveralObjects,
        ...(await files()).map((form) => ["pod", "web", "-o", form]),
      ];
      for (const args of lines) {
        const expected = await kubectl.runWords(["get", ...args]);
        const { code, stdout } = await runOrchLikeKubectl(getCommand, args, { cluster: cluster(), kubectl });
        expect({ args, code, stdout }).toEqual({ args, code: expected.code, stdout: expected.stdout });
      }
    }, 120_000);
  },
  ["kubernetes"],
);
