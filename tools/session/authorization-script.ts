/** Script of the recorded session about permissions. */
import type { SessionSection } from "./script.ts";

const roles = `apiVersion: rbac.authorization.orch.io/v1
kind: Role
metadata:
  name: developer
  namespace: shop
rules:
  - apiGroups: [""]
    resources: [pods, pods/log]
    verbs: [get, list]
---
apiVersion: rbac.authorization.orch.io/v1
kind: RoleBinding
metadata:
  name: developers
  namespace: shop
subjects:
  - kind: User
    name: ann
  - kind: ServiceAccount
    name: web
roleRef:
  kind: Role
  name: developer
`;

const roleReaders = `apiVersion: rbac.authorization.orch.io/v1
kind: ClusterRole
metadata:
  name: role-reader
rules:
  - apiGroups: [rbac.authorization.orch.io]
    resources: [roles, rolebindings, clusterroles, clusterrolebindings]
    verbs: [list]
---
apiVersion: rbac.authorization.orch.io/v1
kind: ClusterRoleBinding
metadata:
  name: role-readers
subjects:
  - kind: User
    name: rita
roleRef:
  kind: ClusterRole
  name: role-reader
`;

/** Sections of the page, in order. */
export const authorizationSession: readonly SessionSection[] = [
  {
    title: "Roles",
    text: "`reconcile` creates the namespace, the role and the binding. A second run finds that nothing is missing.",
    files: { "roles.yaml": roles },
    commands: ["orch auth reconcile -f roles.yaml", "orch auth reconcile -f roles.yaml"],
  },
  {
    title: "Allowed actions",
    text: "`can-i` asks the server. Its exit code is the answer. `--as` asks for another user.",
    commands: [
      "orch auth can-i delete pods -n shop",
      "orch auth can-i get pods -n shop --as=ann",
      { run: "orch auth can-i delete pods -n shop --as=ann", exitCode: 1 },
      { run: "orch auth can-i get nodes -n shop --as=ann", exitCode: 1 },
      "orch auth can-i --list -n shop --as=ann | head -4",
    ],
  },
  {
    title: "The role behind a permission",
    text: "`why` names the authorizer that allows an action, and for RBAC the binding, the role and the rule.",
    commands: ["orch auth why list pods -n shop --as=ann", "orch auth why get /version --as=ann"],
  },
  {
    title: "Missing permissions",
    text:
      "For a denied action, `why` prints what the user's roles allow, which roles would allow the action, the subjects that could " +
      "grant it, and a role and a binding that allow exactly this action.",
    commands: [
      { run: "orch auth why delete pods -n shop --as=ann", exitCode: 1 },
      "orch auth why delete pods -n shop --as=ann | sed '1,/^The smallest/d' | orch auth reconcile -f -",
      "orch auth why delete pods -n shop --as=ann",
    ],
  },
  {
    title: "Subjects with a permission",
    text: "`who-can` lists the subjects whom roles allow an action.",
    commands: [
      "orch auth who-can list pods -n shop | head -5",
      "orch auth who-can delete pods -n shop -o yaml | head -24",
    ],
  },
  {
    title: "Denials that explain themselves",
    text: "The server of this session runs with `--explain-denials`. Only users whose roles let them list roles and bindings get the explanation.",
    files: { "role-readers.yaml": roleReaders },
    commands: [
      { run: "orch get secrets -n shop --as=ann", exitCode: 1 },
      "orch auth reconcile -f role-readers.yaml",
      { run: "orch get secrets -n shop --as=rita", exitCode: 1 },
    ],
  },
];
