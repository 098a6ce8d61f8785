/** Script of the recorded session with the commands of `orch`. */
import type { SessionSection } from "./script.ts";

const policies = `apiVersion: admissionregistration.orch.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replicas }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments] }
  variables:
    - { name: max, expression: "request.userInfo.username == 'root' ? 20 : 5" }
  validations:
    - { expression: object.spec.replicas <= variables.max, messageExpression: "'at most ' + string(variables.max)" }
---
apiVersion: admissionregistration.orch.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: replicas }
spec: { policyName: replicas, validationActions: [Deny] }
`;

const policyCases = `namespace: shop
cases:
  - name: nine are too many
    object: { apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { replicas: 9 } }
    expect: { deny: at most 5 }
  - name: thirty are too many, also for root
    user: root
    object: { apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { replicas: 30 } }
    expect: { deny: at most 10 }
`;

const policyObjects = `apiVersion: v1
kind: Namespace
metadata: { name: safe, labels: { pod-security.orch.io/enforce: baseline } }
---
apiVersion: v1
kind: Pod
metadata: { name: probe, namespace: safe }
spec: { hostPID: true, containers: [{ name: probe, image: probe }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: small }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: large }
spec:
  replicas: 9
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

const largeDeployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: large, namespace: shop }
spec:
  replicas: 9
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

const service = `apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector: { app: web }
  ports:
    - port: 80
`;

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
export const commandsSession: readonly SessionSection[] = [
  {
    title: "Hello",
    text:
      "Commands need no configuration in the folder where `orch up` was started, because they find its client " +
      "configuration there. In other folders, name the file with `--kubeconfig` or `ORCHCONFIG`.",
    commands: [
      "orch get namespaces",
      { run: "cd / && orch get namespaces", exitCode: 1 },
      "orch api-resources --api-group=apps",
    ],
  },
  {
    title: "Apply",
    text:
      "`orch apply` sets the fields of a manifest and leaves all other fields unchanged. `orch diff` shows the " +
      "changes beforehand.",
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
    text: "The server provides the columns. Name a type by its plural, singular, kind or short name.",
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
    title: "Share an object with other field managers",
    text:
      "A field belongs to the field manager that wrote it. Here, another field manager scales the Deployment. The " +
      "manifest has a different number of replicas, so `orch apply` reports a conflict and changes nothing. `orch " +
      "owners` shows the owner of each field.",
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
    text: "Each error says what to do next. All problems are reported at once.",
    commands: [
      { run: "orch get podz", exitCode: 1 },
      { run: "orch gte pods", exitCode: 2 },
      { run: "orch get pods --namspace=shop", exitCode: 2 },
      { run: "orch get deploy wbe -n shop", exitCode: 1 },
      { run: "orch label deploy web -n shop tier=back", exitCode: 1 },
      { run: `orch patch deploy web -n shop -p '{"spec": {"replicas": -1, "minReadySeconds": -2}}'`, exitCode: 1 },
      { run: "orch explain deploy.spec.replica", exitCode: 1 },
      { run: "orch delete pods -n shop", exitCode: 2 },
    ],
  },
  {
    title: "Watch",
    text:
      "Changes arrive as they happen, until you interrupt the command. The watch continues after a restart of the " +
      "server.",
    secondTerminalCommand: "orch watch cm -n shop",
    commands: [
      "orch create cm news -n shop",
      `orch patch cm news -n shop -p 'data: {headline: none}'`,
      "orch delete cm news -n shop",
    ],
  },
  {
    title: "Test policies",
    text:
      "`orch policy test` compares the decisions of policies with the expected ones, without a server. `orch policy why` explains a " +
      "decision.",
    files: { "policies.yaml": policies, "cases.yaml": policyCases },
    commands: [
      { run: "orch policy test -f policies.yaml -f cases.yaml --coverage", exitCode: 1 },
      "orch policy why -f policies.yaml cases.yaml --case='root'",
    ],
  },
  {
    title: "Judge manifests",
    text:
      "Without cases, `orch policy test` judges manifests: each object is created by an ordinary user. The levels of namespaces " +
      "count, too. `--coverage` ends with the expressions that were never true or never false.",
    files: { "objects.yaml": policyObjects },
    commands: [
      { run: "orch policy test -f policies.yaml -f objects.yaml", exitCode: 1 },
      "orch policy test -f policies.yaml -f objects.yaml --case=small --coverage",
    ],
  },
  {
    title: "Explain a write",
    text:
      "Without policies, `orch policy why` sends an object to the server as a dry run, and reports each field that the server " +
      "changes, or who rejects the object.",
    files: { "service.yaml": service, "large.yaml": largeDeployment },
    commands: [
      "orch policy why service.yaml",
      "orch apply -f policies.yaml",
      "orch policy why large.yaml",
      "sed -i 's/replicas: 9/replicas: -1/; s/name: web, image/name: Web, image/' large.yaml",
      "orch policy why large.yaml",
      "orch delete -f policies.yaml",
    ],
  },
  {
    title: "Prune objects",
    text:
      "Objects that are applied together can form a set. `--prune` deletes the members that the manifests no longer " +
      "contain. kubectl can continue to use the sets, because they are its ApplySets.",
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
    text: "`orch delete` waits until the object is removed. If finalizers prevent that, it names them.",
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
