/** Script of the recorded session with kubectl: texts and commands, without output. */

/** A command line for the shell. An object if its exit code is not 0. */
export type SessionCommand = string | { readonly run: string; readonly exitCode: number };

/** A section of a recorded page. */
export interface SessionSection {
  readonly title: string;
  /** Text before the commands. */
  readonly text: string;
  /** Files that are written before the commands and shown on the page, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Restarts the server before the commands. */
  readonly restart?: true;
  /** Command line that runs in a second terminal during the commands. */
  readonly secondTerminalCommand?: string;
  readonly commands: readonly SessionCommand[];
}

const shop = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
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
kind: Service
metadata:
  name: web
spec:
  clusterIP: None
  selector:
    app: web
  ports:
    - name: http
      port: 80
`;

const oldShop = `# The shop of 2018.
apiVersion: extensions/v1beta1
kind: Deployment
metadata:
  name: shop
spec:
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
        - name: shop
          image: shop:1.4
---
# The entry from outside the cluster.
apiVersion: extensions/v1beta1
kind: Ingress
metadata:
  name: shop
spec:
  backend:
    serviceName: shop
    servicePort: http
---
# This version is still served.
apiVersion: v1
kind: ConfigMap
metadata:
  name: prices
data:
  tea: "3"
`;

const broken = `apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata:
  name: restricted
---
apiVersion: v1
kind: Service
metadata:
  name: shop_front
spec:
  ports:
    - port: 70000
      protokol: TCP
---
apiVersion: v1
kind: ConfigMap
  metadata:
`;

const mistaken = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: mistaken
spec:
  replica: 3
  selector:
    matchLabels:
      app: mistaken
  template:
    metadata:
      labels:
        app: other
    spec:
      containers:
        - name: web
`;

/** Sections of the page, in order. */
export const session: readonly SessionSection[] = [
  {
    title: "Hello",
    text:
      "The server prints a line when it is ready. `kubectl` reads its address and the administrator's credentials " +
      "from the file that the server wrote.",
    commands: [
      "export KUBECONFIG=$PWD/.orch/admin.kubeconfig",
      "kubectl version",
      "kubectl cluster-info",
      "kubectl get namespaces",
      "kubectl api-resources",
    ],
  },
  {
    title: "Create objects",
    text: "A namespace to work in, and a few objects from the command line.",
    commands: [
      "kubectl create namespace shop",
      "kubectl config set-context --current --namespace=shop",
      "kubectl create configmap settings --from-literal=colour=blue --from-literal=size=7",
      "kubectl create secret generic login --from-literal=password=swordfish",
      "kubectl get configmaps,secrets",
      "kubectl get configmap settings -o yaml",
    ],
  },
  {
    title: "Apply a file",
    text:
      "`diff` shows what `apply` would change, with a dry run on the server. Applying the same file again changes " +
      "nothing. Applying a changed file changes only the fields in the file, and keeps fields that other commands " +
      "have set.",
    files: { "shop.yaml": shop },
    commands: [
      "kubectl apply -f shop.yaml",
      "kubectl apply -f shop.yaml",
      "kubectl annotate deployment web example.com/owner=storefront",
      "sed -i 's/replicas: 2/replicas: 3/; s/nginx:1.27/nginx:1.28/' shop.yaml",
      "kubectl diff -f shop.yaml | grep '^[-+] '",
      "kubectl apply -f shop.yaml",
      "kubectl get deployment web -o jsonpath='{.metadata.annotations.example\\.com/owner}{\"\\n\"}'",
    ],
  },
  {
    title: "Look around",
    text:
      "Tables have the usual columns of each kind. The Deployment has no Pods, because orch has no Deployment " +
      "controller and no node agent yet.",
    commands: [
      "kubectl get all",
      "kubectl get deployments -o wide",
      "kubectl get deployments,services,configmaps -l app=web -o name",
      "kubectl get configmaps --sort-by=.metadata.name -o custom-columns=NAME:.metadata.name,COLOUR:.data.colour",
      "kubectl describe deployment web",
      "kubectl explain deployment.spec.strategy",
    ],
  },
  {
    title: "Change it",
    text:
      "Change labels, send three types of patches, use the `scale` subresource, and edit an object. `KUBE_EDITOR` " +
      "names the editor, here `sed`.",
    commands: [
      "kubectl label deployment web tier=front",
      'kubectl patch configmap settings --type=merge -p \'{"data":{"colour":"green","size":null}}\'',
      'kubectl patch configmap settings --type=json -p \'[{"op":"test","path":"/data/colour","value":"green"},{"op":"add","path":"/data/shape","value":"round"}]\'',
      'kubectl patch deployment web -p \'{"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"LEVEL","value":"debug"}]}]}}}}\'',
      "kubectl scale deployment web --replicas=5 --current-replicas=3",
      "kubectl set image deployment/web web=nginx:1.29",
      "KUBE_EDITOR='sed -i s/round/square/' kubectl edit configmap settings",
      "kubectl get configmap settings -o jsonpath='{.data}{\"\\n\"}'",
      "kubectl rollout restart deployment/web",
    ],
  },
  {
    title: "Make mistakes",
    text: "All errors of an object are reported at once, each with its field.",
    files: { "mistaken.yaml": mistaken },
    commands: [
      { run: "kubectl create -f mistaken.yaml", exitCode: 1 },
      { run: "kubectl create -f mistaken.yaml --validate=warn", exitCode: 1 },
      { run: "kubectl create configmap settings", exitCode: 1 },
      { run: "kubectl create configmap Settings", exitCode: 1 },
      { run: "kubectl scale deployment web --replicas=1 --current-replicas=9", exitCode: 1 },
      { run: "kubectl label configmap settings tier=front --resource-version=1", exitCode: 1 },
      { run: "kubectl get pods --field-selector=spec.colour=red", exitCode: 1 },
      { run: "kubectl autoscale deployment web --min=5 --max=3", exitCode: 1 },
    ],
  },
  {
    title: "Dry runs",
    text: "A dry run fills in defaults, validates the object and runs admission, but stores nothing.",
    commands: [
      "kubectl run web --image=nginx --dry-run=server -o jsonpath='{.spec.restartPolicy} {.status.qosClass}{\"\\n\"}'",
      "kubectl delete configmap settings --dry-run=server",
      "kubectl get pods,configmaps",
    ],
  },
  {
    title: "Watch",
    text: "Changes arrive as they happen.",
    secondTerminalCommand: "kubectl get configmaps --watch --output-watch-events",
    commands: [
      "kubectl create configmap news --from-literal=headline=none",
      'kubectl patch configmap news -p \'{"data":{"body":"nothing happened"}}\'',
      "kubectl delete configmap news",
    ],
  },
  {
    title: "Wait, and delete",
    text:
      "A node agent would write the status of the Pod. Here, a command writes it. `kubectl wait` waits for " +
      "conditions in the status, and `kubectl delete` waits until the object is removed.",
    commands: [
      "kubectl run web --image=nginx",
      'kubectl patch pod web --subresource=status -p \'{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}\'',
      "kubectl wait pod/web --for=condition=Ready",
      "kubectl wait pod/web --for=jsonpath='{.status.phase}'=Running",
      "kubectl get pods",
      "kubectl delete pod web",
      "kubectl delete configmaps,secrets --all",
    ],
  },
  {
    title: "Restart the server",
    text:
      "The server was stopped with SIGTERM and started again. It still has the objects, and the client " +
      "configuration still selects the namespace from above.",
    restart: true,
    commands: ["kubectl get deployments,services"],
  },
  {
    title: "Raw requests",
    text: "The API is plain HTTP and JSON. `kubectl get --raw` shows the responses unchanged.",
    commands: [
      "kubectl get --raw /api/v1/namespaces/shop",
      "kubectl get --raw '/apis/apps/v1/namespaces/shop/deployments/web/scale'",
      { run: "kubectl get --raw /api/v1/namespaces/shop/pods/web", exitCode: 1 },
      "kubectl get --raw '/readyz?verbose'",
    ],
  },
  {
    title: "Delete the namespace",
    text:
      "When a namespace is deleted, the controllers delete all of its content. kubectl waits until they have " +
      "finished.",
    commands: [
      "kubectl -n shop get all,configmaps,serviceaccounts -o name",
      "kubectl delete namespace shop",
      "kubectl get namespaces",
    ],
  },
  {
    title: "Old manifests",
    text:
      "`orch convert` changes manifests from removed API versions to current ones. It reports its decisions on " +
      "standard error, and keeps the order and comments of the documents. `orch check` reports the errors that a " +
      "server would report, without a server.",
    files: { "old-shop.yaml": oldShop },
    commands: [
      { run: "orch check -f old-shop.yaml", exitCode: 1 },
      "orch convert -f old-shop.yaml > shop.yaml",
      "cat shop.yaml",
      "orch check -f shop.yaml",
      "orch convert -f shop.yaml -o json | head -3",
    ],
  },
  {
    title: "Broken manifests",
    text: "All errors are reported at once, with file, line and column. A conversion prints either all documents or none.",
    files: { "broken.yaml": broken },
    commands: [
      { run: "orch check -f broken.yaml", exitCode: 1 },
      { run: "orch convert -f broken.yaml", exitCode: 1 },
      { run: "orch convert -f old-shop.yaml --output-version=apps/v3", exitCode: 1 },
      { run: "orch convert --file=x", exitCode: 2 },
    ],
  },
  {
    title: "Many manifests",
    text: "A file of 5,000 documents.",
    commands: [
      'for i in $(seq 5000); do printf -- "---\\napiVersion: batch/v1beta1\\nkind: CronJob\\nmetadata:\\n  name: job-$i\\n' +
        "spec:\\n  schedule: '0 * * * *'\\n  jobTemplate:\\n    spec:\\n      template:\\n        spec:\\n          " +
        'restartPolicy: Never\\n          containers:\\n            - {name: c, image: job}\\n"; done > many.yaml',
      "orch convert -f many.yaml > converted.yaml",
      "grep -c '^apiVersion: batch/v1$' converted.yaml",
      "orch check -f converted.yaml",
    ],
  },
];
