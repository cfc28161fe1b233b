import { Agent, request } from 'node:http';

/** A call to be made many times. */
export type Target = { readonly address: string; readonly path: string; readonly token: string; readonly body: object };

/** One answer: its status (0 for none), when it came and how long it took. */
export type Answer = { readonly status: number; readonly took: number; readonly hasRetryAfter: boolean };

const step = 5;

/** As many calls as are answered one after another on so many lanes. */
export async function closedLoad(target: Target, lanes: number, lasts: number): Promise<readonly Answer[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Answer[] = [];
  const end = performance.now() + lasts;
  const lane = async () => {
    while (performance.now() < end) answers.push(await ask(target, agent));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  agent.destroy();
  return answers;
}

/** So many calls a second, whether or not earlier ones were answered: people do not wait for each other. */
export async function openLoad(target: Target, perSecond: number, lasts: number): Promise<readonly Answer[]> {
  const agent = new Agent({ keepAlive: true });
  const begin = performance.now();
  const calls: Promise<Answer>[] = [];
  while (performance.now() - begin < lasts) {
    const due = ((performance.now() - begin) / 1000) * perSecond;
    while (calls.length < due) calls.push(ask(target, agent));
    await new Promise((resolve) => setTimeout(resolve, step));
  }
  const answers = await Promise.all(calls);
  agent.destroy();
  return answers;
}

function ask({ address, path, token, body }: Target, agent: Agent): Promise<Answer> {
  const begin = performance.now();
  const headers = { 'content-type': 'application/json', 'x-app-token': token };
  return new Promise((resolve) => {
    const answered = (status: number, hasRetryAfter: boolean) =>
      resolve({ status, hasRetryAfter, took: performance.now() - begin });
    const call = request(`${address}${path}`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => answered(response.statusCode ?? 0, response.headers['retry-after'] !== undefined));
      response.once('error', () => answered(0, false));
    });
    call.once('error', () => answered(0, false));
    call.end(JSON.stringify(body));
  });
}
