/** Script of the recorded session with the commands of `orch`. */
import type { Section } from "./script.ts";

const shop = `apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels:
    app: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: nginx:1.27
          ports:
            - containerPort: 80
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
data:
  colour: blue
`;

const menu = `apiVersion: v1
kind: ConfigMap
metadata:
  name: lunch
data:
  soup: leek
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: dinner
data:
  soup: onion
`;

/** Sections of the page, in order. */
export const commandsSession: readonly Section[] = [
  {
    title: "Hello",
    text:
      "In the folder where `orch up` was started, commands need no configuration: they find what it has left there. " +
      "Elsewhere, `--kubeconfig` or `ORCHCONFIG` names the file.",
    commands: [
      "orch get namespaces",
      { run: "cd / && orch get namespaces", exitCode: 1 },
      "orch api-resources --api-group=apps",
    ],
  },
  {
    title: "Apply",
    text: "What a manifest says becomes so; what it does not speak of stays as it is. `orch diff` tells beforehand what would change.",
    files: { "shop.yaml": shop },
    commands: [
      "orch apply -f shop.yaml",
      "orch apply -f shop.yaml",
      "sed -i 's/nginx:1.27/nginx:1.28/; s/blue/green/' shop.yaml",
      { run: "orch diff -f shop.yaml", exitCode: 1 },
      "orch apply -f shop.yaml",
      "orch diff -f shop.yaml",
    ],
  },
  {
    title: "Look around",
    text: "The columns are the server's. Types are named by plural, singular, kind or short name.",
    commands: [
      "orch get deploy,cm -n shop",
      "orch get deployment/web -n shop -o wide",
      "orch get all -A --show-labels",
      "orch get cm settings -n shop -o yaml",
      "orch get deploy,cm -n shop -o name",
      `orch get deploy web -n shop -o jsonpath='{.spec.template.spec.containers[*].image}{"\\n"}'`,
      "orch get deploy,cm -n shop -o custom-columns=KIND:.kind,NAME:.metadata.name,COLOUR:.data.colour",
      "orch explain deployment.spec.strategy",
      "orch explain deploy.spec.strategy --recursive",
    ],
  },
  {
    title: "Change it together with others",
    text:
      "Who writes a field owns it. Here somebody scales the Deployment; the manifest says something else, and is told so " +
      "before it undoes that. `orch owners` shows who owns what.",
    commands: [
      `orch patch deploy web -n shop --subresource=scale --type=merge -p 'spec: {replicas: 5}' --field-manager=scaler`,
      "orch label deploy web -n shop tier=front --field-manager=ops",
      { run: "orch apply -f shop.yaml", exitCode: 1 },
      "sed -i '/replicas: 2/d' shop.yaml",
      "orch apply -f shop.yaml",
      "orch owners deploy web -n shop | grep -v '^status'",
    ],
  },
  {
    title: "Make mistakes",
    text: "Errors say what to do next, and everything that is wrong comes at once.",
    commands: [
      { run: "orch get podz", exitCode: 1 },
      { run: "orch gte pods", exitCode: 2 },
      { run: "orch get pods --namspace=shop", exitCode: 2 },
      { run: "orch get deploy wbe -n shop", exitCode: 1 },
      { run: "orch label deploy web -n shop tier=back", exitCode: 1 },
      { run: `orch patch deploy web -n shop -p '{"spec": {"replicas": -1, "minReadySeconds": -2}}'`, exitCode: 1 },
      { run: "orch explain deploy.spec.replica", exitCode: 1 },
      { run: "orch delete pods -n shop", exitCode: 1 },
    ],
  },
  {
    title: "Watch",
    text: "Changes arrive while they happen, over restarts of the server as well, until somebody interrupts.",
    meanwhile: "orch watch cm -n shop",
    commands: [
      "orch create cm news -n shop",
      `orch patch cm news -n shop -p 'data: {headline: none}'`,
      "orch delete cm news -n shop",
    ],
  },
  {
    title: "Take away what is in no manifest any more",
    text:
      "Objects that are applied together can be members of a set. What the manifests name no more is deleted then. The sets " +
      "are those of kubectl, which goes on with them.",
    files: { "menu.yaml": menu },
    commands: [
      "orch apply -f menu.yaml -n shop --applyset=menu --prune",
      "sed -i '/^---/,$d' menu.yaml",
      "orch apply -f menu.yaml -n shop --applyset=menu --prune --dry-run=client",
      "orch apply -f menu.yaml -n shop --applyset=menu --prune",
    ],
  },
  {
    title: "Delete",
    text: "A deletion is waited for; one that cannot end yet says what keeps it.",
    commands: [
      `orch patch cm settings -n shop --type=merge -p 'metadata: {finalizers: [example.com/archive]}'`,
      { run: "orch delete cm settings -n shop --timeout=1s", exitCode: 1 },
      `orch patch cm settings -n shop --type=merge -p 'metadata: {finalizers: null}'`,
      "orch delete deploy -l app=web -n shop",
      "orch delete namespace shop",
      "orch get namespaces",
    ],
  },
];
