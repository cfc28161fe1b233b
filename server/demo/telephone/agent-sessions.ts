import type { WebSocket } from 'ws';
import type { AgentProvider } from '../../../contract/phone-words.ts';

import { callerToken } from '../../telephony/caller-token.ts';
import { TicketTaker } from '../../telephony/ticket.ts';
import type { AgentCall } from './agent-calls.ts';
import type { DialCodes } from './dialled.ts';
import type { Told } from './pair.ts';

/** Faults that tests ask for: how many of the next log-ins, connections and calls fail. */
export type FaultKind = 'init' | 'register' | 'dial';

/** An agent who is logged in. */
export type LoggedIn = {
  readonly call: AgentCall;
  /** Says why, and breaks off. */
  readonly leave: (why: 'elsewhere' | 'server' | 'silent') => void;
};

/** Who is logged in at the agent servers, and what tests want to go wrong. */
export class AgentSessions {
  readonly seen = new Map<string, number>();
  readonly #agents = new Map<string, LoggedIn>();
  readonly #faults = new Map<FaultKind, number>();
  readonly #tickets: TicketTaker;

  constructor(
    private readonly secret: string,
    readonly codes: DialCodes,
    /** What the line tells of the agents' calls. */
    readonly tell: (told: Told) => void,
  ) {
    this.#tickets = new TicketTaker(secret);
  }

  setFault(kind: FaultKind, times: number): void {
    this.#faults.set(kind, times);
  }

  /** Whether this time it shall fail. */
  fails(kind: FaultKind): boolean {
    const left = this.#faults.get(kind) ?? 0;
    this.#faults.set(kind, Math.max(0, left - 1));
    return left > 0;
  }

  takesTicket(provider: AgentProvider, agentId: string, ticket: string): boolean {
    return this.#tickets.take(provider, agentId, ticket);
  }

  /** Puts an agent at his desk; who sat there hears that he is elsewhere. */
  enter(provider: AgentProvider, agentId: string, agent: LoggedIn): void {
    const key = `${provider}:${agentId}`;
    this.#agents.get(key)?.leave('elsewhere');
    this.#agents.set(key, agent);
  }

  leave(provider: AgentProvider, agentId: string, agent: LoggedIn): void {
    const key = `${provider}:${agentId}`;
    if (this.#agents.get(key) === agent) this.#agents.delete(key);
  }

  /** Lets somebody call an agent; answers whether he is logged in and free. */
  call(agentId: string, caller: string): boolean {
    const [agent] = this.agents(agentId);
    return agent?.call.ring(caller, callerToken(caller, agentId, this.secret)) === true;
  }

  /** The agents of an id, or all. */
  agents(agentId?: string): readonly LoggedIn[] {
    return [...this.#agents].flatMap(([key, agent]) =>
      agentId === undefined || key.endsWith(`:${agentId}`) ? [agent] : [],
    );
  }

  count(agentId: string, command: string): void {
    const key = `${agentId} ${command}`;
    this.seen.set(key, (this.seen.get(key) ?? 0) + 1);
  }
}

/** A message of a browser by field; undefined where it is none. */
export function messageOf(data: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Breaks a connection off once what was said is out. */
export function breakOff(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), 500).unref();
}
