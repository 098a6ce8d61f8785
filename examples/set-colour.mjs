/** The function that the recipes test. It reads an object, changes it, and repeats both if the write conflicts. */
const target = "/api/v1/namespaces/default/configmaps/settings";

/**
 * Sets the colour. Returns the number of attempts.
 * @param request `server.request` of `orch/server`, or a function with the same parameters and result
 */
export async function setColour(request, colour, triesMax = 5) {
  for (let tries = 1; tries <= triesMax; tries++) {
    const settings = await (await request(target)).json();
    const answer = await request(target, { method: "PUT", body: { ...settings, data: { ...settings.data, colour } } });
    if (answer.status === 200) return tries;
    if (answer.status !== 409) throw new Error(`the settings were not written: ${answer.status}`);
  }
  throw new Error(`the settings were not written: ${triesMax} conflicts`);
}
