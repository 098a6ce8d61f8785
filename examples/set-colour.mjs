/** What the recipes test: a read, a change and a write that is tried again when somebody else was faster. */
const target = "/api/v1/namespaces/default/configmaps/settings";

/** @param request `server.request` of `orch/server`, or anything that answers like it */
export async function setColour(request, colour, triesMax = 5) {
  for (let tries = 1; tries <= triesMax; tries++) {
    const settings = await (await request(target)).json();
    const answer = await request(target, { method: "PUT", body: { ...settings, data: { ...settings.data, colour } } });
    if (answer.status === 200) return tries;
    if (answer.status !== 409) throw new Error(`the settings were not written: ${answer.status}`);
  }
  throw new Error(`somebody else was faster ${triesMax} times`);
}
