import type { APIRequestContext } from '@playwright/test';
import { linesOf } from './journeys.ts';

/** The demo telephone system of a server, as far as its far ends can be asked for something. */
export type DemoSystem = {
  forget(seat: string): Promise<unknown>;
  /** The other end of a seat's or an agent's call hangs up. */
  hangUp(of: { readonly seatCode: string } | { readonly agentId: string }): Promise<unknown>;
  /** Keys the other end of a seat's call heard. */
  keys(seatCode: string): Promise<string>;
  fault(fault: string, agentId?: string, times?: number): Promise<unknown>;
  /** How often it was told something: a method of SIP, or a command of an agent. */
  seen(what: string): Promise<number>;
};

/** The demo telephone system that a server started; its address stands in what the server offers agents. */
export async function demoSystemOf(request: APIRequestContext): Promise<DemoSystem> {
  const url = (await linesOf(request, 'sales')).find((line) => line.url !== undefined)?.url ?? '';
  const base = `http://${new URL(url).host}`;
  const headers = { 'x-demo-key': new URL(url).searchParams.get('key') ?? '' };
  const ask = async (path: string, body: object): Promise<{ readonly code: number; readonly data?: unknown }> => {
    const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer: { readonly code: number; readonly data?: unknown } = await response.json();
    if (answer.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    forget: (seatCode) => ask('/unregister', { seatCode }),
    hangUp: (of) => ask('/hangup', of),
    keys: async (seatCode) => String((await ask('/keys', { seatCode })).data),
    fault: (fault, agentId, times) => ask('/fault', { fault, ...(agentId && { agentId }), ...(times && { times }) }),
    async seen(what) {
      const response = await fetch(`${base}/seen`, { headers });
      const { data }: { readonly data: Readonly<Record<string, number>> } = await response.json();
      return data[what] ?? 0;
    },
  };
}
