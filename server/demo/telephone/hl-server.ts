import type { WebSocket } from 'ws';
import { type HlCommand, type HlEvent, hlStates } from '../../../contract/agent-messages.ts';

import { AgentCall, type CallEars } from './agent-calls.ts';
import { type AgentSessions, breakOff, type LoggedIn, messageOf } from './agent-sessions.ts';

const loginMs = 10_000;
const commands: readonly HlCommand['type'][] = ['init', 'dial', 'accept', 'hangup', 'hold', 'unhold', 'dtmf', 'ping'];

/** A connection of the first agent integration, as docs/telephony.md specifies it. */
export function serveHl(socket: WebSocket, agentSessions: AgentSessions): void {
  const say = (event: HlEvent) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event));
  };
  let agent: { readonly id: string; readonly entry: LoggedIn } | undefined;
  const limit = setTimeout(() => breakOff(socket, 4008), loginMs);
  say({ type: 'connect' });

  const logIn = (agentId: string, ticket: string) => {
    const refused = agentSessions.fails('init')
      ? ({ reason: 'server', message: '初始化失败，请重新登录' } as const)
      : agentId === ''
        ? ({ reason: 'agent', message: '坐席不存在' } as const)
        : agentSessions.takesTicket('hl', agentId, ticket)
          ? undefined
          : ({ reason: 'ticket', message: '登录凭证无效或已过期' } as const);
    if (refused !== undefined) {
      say({ type: 'initFailed', ...refused });
      breakOff(socket, 4001);
      return;
    }
    clearTimeout(limit);
    const call = callOf(agentId, agentSessions, say);
    const entry: LoggedIn = {
      call,
      leave(why) {
        if (why === 'silent') socket.terminate();
        else {
          say({ type: 'disconnect', reason: why });
          breakOff(socket, 4002);
        }
      },
    };
    agent = { id: agentId, entry };
    agentSessions.enter('hl', agentId, entry);
    say({ type: 'initialised', agentId });
    say({ type: 'state', state: hlStates.idle });
  };

  socket.on('message', (data: Buffer) => {
    const given = messageOf(data) ?? {};
    const type = commands.find((known) => known === given.type);
    const text = (key: string) => (typeof given[key] === 'string' ? given[key] : '');
    agentSessions.count(agent?.id ?? '', type ?? 'unknown');
    if (type === 'ping') return say({ type: 'pong' });
    if (type === 'init') return logIn(text('agentId'), text('ticket'));
    const refuse = (message: string) => say({ type: 'failed', command: type ?? 'unknown', message });
    if (agent === undefined) return refuse('尚未登录');
    const isDone = type !== undefined && obey(type, text, agent.entry.call, agentSessions, say);
    if (!isDone) refuse(type === undefined ? '不认识的命令' : '现在不能这样做');
  });
  socket.on('close', () => {
    clearTimeout(limit);
    agent?.entry.call.drop();
    if (agent !== undefined) agentSessions.leave('hl', agent.id, agent.entry);
  });
  socket.on('error', () => socket.terminate());
}

/** Does what a browser asks; answers whether it could be done. */
function obey(
  type: HlCommand['type'],
  text: (key: string) => string,
  call: AgentCall,
  agentSessions: AgentSessions,
  say: (event: HlEvent) => void,
): boolean {
  const callId = text('callId');
  const isMine = call.isConnected && call.callId === callId;
  switch (type) {
    case 'dial':
      if (agentSessions.fails('dial')) {
        say({ type: 'state', state: hlStates.processing, callId, hangupBy: 'system', code: 500 });
        say({ type: 'state', state: hlStates.idle });
        return true;
      }
      return callId !== '' && text('target') !== '' && call.dial(callId, text('target'));
    case 'accept':
      if (call.callId !== callId || call.isConnected) return false;
      say({ type: 'accepted', callId });
      return call.accept(callId);
    case 'hangup':
      return call.hangUp('staff', callId);
    case 'hold':
      if (isMine) say({ type: 'held', callId });
      return isMine;
    case 'unhold':
      if (isMine) say({ type: 'unheld', callId });
      return isMine;
    case 'dtmf':
      return isMine && /^[\d*#]{1,32}$/.test(text('digits'));
    default:
      return false;
  }
}

function callOf(agentId: string, agentSessions: AgentSessions, say: (event: HlEvent) => void): AgentCall {
  const ears: CallEars = {
    dialing: (callId) => say({ type: 'state', state: hlStates.dialing, callId }),
    ringing: (callId) => say({ type: 'state', state: hlStates.ringback, callId }),
    incoming: (callId, caller) => say({ type: 'incoming', callId, caller }),
    connected: (callId) => say({ type: 'state', state: hlStates.answered, callId }),
    ended(callId, hangupBy, code) {
      say({ type: 'state', state: hlStates.processing, callId, hangupBy, ...(code === undefined ? {} : { code }) });
      say({ type: 'state', state: hlStates.idle });
    },
  };
  return new AgentCall(agentId, agentSessions.codes, ears, { provider: 'hl', tell: agentSessions.tell });
}
