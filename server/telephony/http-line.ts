import { signed } from '../kernel/crypto/signature.ts';
import type { LinePort, Registrar } from '../kernel/services/telephony.ts';
import { refusePhone } from './errors.ts';

/** Where the telephone host is, and what is signed with. */
export type LineAddress = { readonly url: string; readonly secret: string; readonly patienceMs?: number };

const patience = 5000;
const maxAnswer = 65_536;
const maxHosts = 10;

/** The telephone host behind its HTTP addresses. What is sent and answered is written in no log. */
export function httpLine({ url, secret, patienceMs = patience }: LineAddress): LinePort {
  const base = url.replace(/\/+$/, '');
  const ask = (path: string, body: object) => post(`${base}${path}`, JSON.stringify(body), secret, patienceMs);
  return {
    async register(seatCode, sipPassword) {
      const answer = await ask('/register', { seatCode, sipPassword });
      refuseUnlessDone(answer, seatCode);
      return registrarOf(answer.data);
    },
    async tellCode(dial) {
      refuseUnlessDone(await ask('/dial', dial), dial.seatCode);
    },
  };
}

type Answer = { readonly code: number; readonly data: unknown };

async function post(address: string, text: string, secret: string, patienceMs: number): Promise<Answer> {
  const { time, nonce, sign } = signed(text, secret);
  let status: number;
  let content: string;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-line-time': time, 'x-line-nonce': nonce, 'x-line-sign': sign },
      body: text,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    status = response.status;
    content = await response.text();
  } catch {
    // The cause may name the address with what stands in it.
    throw refusePhone('E_PHONE_HOST_AWAY');
  }
  if (status >= 500) throw refusePhone('E_PHONE_HOST_AWAY');
  const answer = content.length > maxAnswer ? undefined : parsed(content);
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) throw refusePhone('E_PHONE_HOST_ANSWER');
  return { code: Number(answer.code), data: 'data' in answer ? answer.data : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** From 500 on it is the host's own trouble, as in the status: it is tried again. Anything else is said of the seat. */
function refuseUnlessDone({ code }: Answer, seat: string): void {
  if (code >= 500) throw refusePhone('E_PHONE_HOST_AWAY');
  if (code !== 200) throw refusePhone('E_PHONE_HOST_REFUSED', { seat, got: Number.isNaN(code) ? '?' : code });
}

function registrarOf(data: unknown): Registrar {
  const fact = (key: string): unknown =>
    typeof data === 'object' && data !== null ? Object.entries(data).find(([name]) => name === key)?.[1] : undefined;
  const addresses = fact('registerAddress');
  const domain = fact('regIp');
  const hosts = (Array.isArray(addresses) ? addresses : [addresses]).filter(isSocketAddress).slice(0, maxHosts);
  if (hosts.length === 0 || typeof domain !== 'string' || !/^[\w.:[\]-]{1,255}$/.test(domain))
    throw refusePhone('E_PHONE_HOST_ANSWER');
  return { hosts, domain };
}

function isSocketAddress(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= 500 && URL.canParse(value) && /^wss?:$/.test(new URL(value).protocol)
  );
}
