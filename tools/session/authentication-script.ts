/** Script of the recorded session with credentials. */
import type { SessionSection } from "./script.ts";

/** Returns the sections of the page, in order. @param issuerUrl URL of a provider whose tokens the server accepts */
export function authenticationSession(issuerUrl: string): readonly SessionSection[] {
  const issuer = `--issuer-url=${issuerUrl} --client-id=orch --ca-file=issuer-ca.pem`;
  return [
    {
      title: "The user of a client",
      text: "The administrator has a client certificate. A review shows who the server thinks that a client is.",
      commands: ["orch whoami", "orch whoami -o jsonpath='{.status.userInfo.groups}'"],
    },
    {
      title: "Bootstrap tokens",
      text:
        "A bootstrap token lets a new machine introduce itself. The secret is the part after the dot. A token can only join " +
        "groups whose names begin with a certain prefix.",
      commands: [
        "orch token create --ttl=2h --description='worker 7' > token",
        "orch token list",
        { run: "orch token create --groups=system:masters", exitCode: 2 },
        "orch token delete $(cut -d. -f1 token)",
      ],
    },
    {
      title: "Tokens of service accounts",
      text: "A token has a limited lifetime, and becomes invalid when its account is deleted.",
      commands: [
        "orch create serviceaccount deployer",
        "orch create token deployer | cut -c1-60",
        "orch create token deployer --duration=10m -o jsonpath='{.status.expirationTimestamp}'",
        "orch kubeconfig --as-service-account=deployer > deployer.yaml",
        "orch whoami --kubeconfig=deployer.yaml",
        { run: "orch get secrets --kubeconfig=deployer.yaml", exitCode: 1 },
        "orch delete serviceaccount deployer",
      ],
    },
    {
      title: "A login at an OpenID provider",
      text:
        "The command opens the page of the provider in a browser, waits until the user has logged in, and adds the user to the " +
        "client configuration. Later commands get a token from the stored login.",
      commands: [
        "cp .orch/admin.kubeconfig config.yaml",
        `orch login ${issuer} --kubeconfig=config.yaml`,
        "orch whoami --kubeconfig=config.yaml",
        { run: "orch get secrets --kubeconfig=config.yaml", exitCode: 1 },
        `orch login token --issuer-url=${issuerUrl} --client-id=orch | cut -c1-120`,
        "ls -l .orch/login | cut -c1-10",
      ],
    },
  ];
}
