import type { WebSocket } from 'ws';
import type { WidgetCommand, WidgetEvent } from '../../../contract/agent-messages.ts';

import { AgentCall, type CallEars } from './agent-calls.ts';
import { type AgentSessions, breakOff, type LoggedIn, messageOf } from './agent-sessions.ts';

const loginMs = 10_000;
const commands: readonly WidgetCommand['command'][] = [
  'login',
  'logout',
  'status',
  'dial',
  'answer',
  'hangup',
  'dtmf',
  'ping',
];
const statuses = ['ready', 'busy', 'rest'] as const;
type Say = (event: WidgetEvent) => void;

/** A connection of an agent's widget, as docs/telephony.md specifies it. */
export function serveWidget(provider: 'dlsw' | 'xzj', socket: WebSocket, agentSessions: AgentSessions): void {
  const say: Say = (event) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event));
  };
  if (agentSessions.fails('register')) {
    say({ event: 'register', success: false, message: '坐席组件注册失败' });
    breakOff(socket, 4003);
    return;
  }
  let agent: { readonly id: string; readonly entry: LoggedIn } | undefined;
  const limit = setTimeout(() => breakOff(socket, 4008), loginMs);
  say({ event: 'register', success: true, message: '坐席组件注册成功' });

  const logIn = (agentId: string, ticket: string) => {
    if (agentSessions.fails('init') || !agentSessions.takesTicket(provider, agentId, ticket)) {
      say({ event: 'login', success: false, message: '坐席登录失败', agentId });
      breakOff(socket, 4001);
      return;
    }
    clearTimeout(limit);
    const entry: LoggedIn = {
      call: callOf(provider, agentId, agentSessions, say),
      leave: (why) => leave(why, socket, say),
    };
    agent = { id: agentId, entry };
    agentSessions.enter(provider, agentId, entry);
    say({ event: 'login', success: true, message: '坐席登录成功', agentId });
    say({ event: 'statusUpdate', success: true, message: '坐席空闲', status: 'ready' });
  };

  socket.on('message', (data: Buffer) => {
    const given = messageOf(data) ?? {};
    const command = commands.find((known) => known === given.command);
    const text = (key: string) => (typeof given[key] === 'string' ? given[key] : '');
    agentSessions.count(agent?.id ?? '', command ?? 'unknown');
    if (command === 'ping') return say({ event: 'pong', success: true, message: '' });
    if (command === 'login') return logIn(text('agentId'), text('ticket'));
    if (agent === undefined) return say({ event: 'login', success: false, message: '坐席尚未登录', agentId: '' });
    if (command === 'logout') {
      say({ event: 'logout', success: true, message: '坐席已退出' });
      return breakOff(socket, 1000);
    }
    if (command !== undefined) obey(command, text, agent.entry.call, agentSessions, say);
  });
  socket.on('close', () => {
    clearTimeout(limit);
    agent?.entry.call.drop();
    if (agent !== undefined) agentSessions.leave(provider, agent.id, agent.entry);
  });
  socket.on('error', () => socket.terminate());
}

function leave(why: 'elsewhere' | 'server' | 'silent', socket: WebSocket, say: Say): void {
  if (why === 'silent') {
    socket.terminate();
    return;
  }
  if (why === 'elsewhere') say({ event: 'repeatLogin', success: false, message: '坐席已在其他地方登录' });
  else say({ event: 'logout', success: false, message: '坐席服务器断开了连接' });
  breakOff(socket, 4002);
}

function obey(
  command: WidgetCommand['command'],
  text: (key: string) => string,
  call: AgentCall,
  agentSessions: AgentSessions,
  say: Say,
): void {
  const callId = text('callId');
  const failed = (message: string, code?: number) =>
    say({ event: 'dialing', success: false, message, callId, ...(code === undefined ? {} : { code }) });
  switch (command) {
    case 'dial':
      if (agentSessions.fails('dial')) failed('线路故障，没有呼出', 500);
      else if (callId === '' || text('target') === '' || !call.dial(callId, text('target'))) failed('现在不能呼叫');
      return;
    case 'status': {
      const status = statuses.find((known) => known === text('status'));
      const isDone = status !== undefined && call.callId === undefined;
      say({
        event: 'statusUpdate',
        success: isDone,
        message: isDone ? '状态已更新' : '现在不能改状态',
        status: status ?? 'ready',
      });
      return;
    }
    case 'answer':
      call.accept(callId);
      return;
    case 'hangup':
      call.hangUp('staff', callId);
      return;
    default:
      return;
  }
}

function callOf(provider: 'dlsw' | 'xzj', agentId: string, agentSessions: AgentSessions, say: Say): AgentCall {
  const status = (
    to: 'ready' | 'ringing' | 'talking',
    message: string,
    more: { readonly callId?: string; readonly caller?: string } = {},
  ) => say({ event: 'statusUpdate', success: true, message, status: to, ...more });
  const ears: CallEars = {
    dialing: (callId) => say({ event: 'dialing', success: true, message: '正在呼叫', callId }),
    ringing: (callId) => status('ringing', '对方振铃', { callId }),
    incoming: (callId, caller) => status('ringing', '来电', { callId, caller }),
    connected(callId) {
      say({ event: 'connected', success: true, message: '已接通', callId });
      status('talking', '通话中', { callId });
    },
    ended(callId, hangupBy, code) {
      const isAnswered = code === undefined;
      const message = isAnswered ? '通话结束' : `没有接通（${code}）`;
      say({ event: 'hangup', success: isAnswered, message, callId, hangupBy, ...(isAnswered ? {} : { code }) });
      status('ready', '坐席空闲');
    },
  };
  return new AgentCall(agentId, agentSessions.codes, ears, { provider, tell: agentSessions.tell });
}
