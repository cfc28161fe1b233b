import { createServer, type IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { callerToken } from '../../telephony/caller-token.ts';
import { AgentSessions, type FaultKind } from './agent-sessions.ts';
import { serveHl } from './hl-server.ts';
import { LineReport } from './line-report.ts';
import type { Told } from './pair.ts';
import { isServer, mayConnect, mayControl, portKey } from './port-guard.ts';
import { Switchboard } from './switchboard.ts';
import { serveWidget } from './widget-server.ts';

/** How the demo telephone system is run. */
export type PhoneServerOptions = {
  /** 0 for any free port. */
  readonly port: number;
  readonly secret: string;
  /** Address of the server that is told of calls; undefined as long as there is none. */
  readonly server: () => string | undefined;
  readonly onFault: (error: unknown) => void;
};

/** The demo telephone system: registrar and answering machine, and the servers of the agent integrations, on this machine alone. */
export type PhoneServer = {
  readonly port: number;
  readonly switchboard: Switchboard;
  readonly agentSessions: AgentSessions;
  close(): Promise<void>;
};

const host = '127.0.0.1';
const maxBodyBytes = 65_536;
const maxMessageBytes = 65_536;
const countedFaults: readonly FaultKind[] = ['init', 'register', 'dial'];

type Body = Readonly<Record<string, unknown>>;
type Answer = { readonly code: number; readonly data?: unknown; readonly message?: string };

export async function startPhoneServer({ port, secret, server, onFault }: PhoneServerOptions): Promise<PhoneServer> {
  const { WebSocketServer } = await import('ws');
  const report = new LineReport(server, secret, onFault);
  const tell = ({ call, word, recording }: Told) => report.tell(call, word, recording);
  const switchboard = new Switchboard(host, (number, seat) => callerToken(number, seat, secret), tell);
  const agentSessions = new AgentSessions(secret, switchboard.codes, tell);
  const state = { port };
  const http = createServer((request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const address = () => `ws://${host}:${state.port}/sip?key=${portKey(secret)}`;
    answerHttp(request, { switchboard, agentSessions, secret, address }).then(
      (answer) => reply(answer.code === 401 ? 401 : 200, answer),
      (error: unknown) => {
        onFault(error);
        reply(400, { code: 400, message: '请求无法读取' });
      },
    );
  });
  const sockets = new WebSocketServer({
    server: http,
    maxPayload: maxMessageBytes,
    verifyClient: ({ req }: { readonly req: IncomingMessage }) => mayConnect(req, secret, server()),
    handleProtocols: (offered) => (offered.has('sip') ? 'sip' : false),
  });
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path === '/hl') serveHl(socket, agentSessions);
    else if (path === '/dlsw' || path === '/xzj') serveWidget(path === '/dlsw' ? 'dlsw' : 'xzj', socket, agentSessions);
    else switchboard.connect(socket);
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  const address = http.address();
  if (typeof address === 'object' && address !== null) state.port = address.port;
  return {
    port: state.port,
    switchboard,
    agentSessions,
    async close() {
      await switchboard.close();
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => sockets.close(resolve));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

type Parts = {
  readonly switchboard: Switchboard;
  readonly agentSessions: AgentSessions;
  readonly secret: string;
  readonly address: () => string;
};

async function answerHttp(request: IncomingMessage, parts: Parts): Promise<Answer> {
  const { switchboard, agentSessions, secret } = parts;
  const path = (request.url ?? '/').split('?', 1)[0];
  if (path === '/ready') return { code: 200 };
  if (path === '/seen' && mayControl(request, '', secret))
    return { code: 200, data: Object.fromEntries([...switchboard.seen, ...agentSessions.seen]) };
  if (request.method !== 'POST') return { code: 404, message: '没有这个地址' };
  const text = await bodyOf(request);
  const isOfServer = path === '/register' || path === '/dial';
  if (!(isOfServer ? isServer : mayControl)(request, text, secret)) return { code: 401, message: '签名无效' };
  const body: Body = text === '' ? {} : JSON.parse(text);
  const given = (key: string) => (typeof body[key] === 'string' ? body[key] : '');
  if (path === '/dial') return dial(given, switchboard);
  if (path === '/register') return register(given, parts);
  return control(path ?? '', body, given, parts);
}

type ReadText = (key: string) => string;

/** The server tells what a code stands for that a seat is about to dial. */
function dial(given: ReadText, { codes }: Switchboard): Answer {
  const callId = given('callId');
  codes.put(given('seatCode'), given('code'), { number: given('number'), ...(callId === '' ? {} : { callId }) });
  return { code: 200 };
}

/** The server tells the password of a seat, and is told where it registers. */
function register(given: ReadText, { switchboard, address }: Parts): Answer {
  if (given('seatCode') === '' || given('sipPassword') === '') return { code: 400, message: '缺少坐席号或密码' };
  switchboard.setPassword(given('seatCode'), given('sipPassword'));
  return { code: 200, data: { registerAddress: [address()], regIp: switchboard.domain } };
}

/** What tests and the demo ask of the far ends. */
function control(path: string, body: Body, given: ReadText, { switchboard, agentSessions }: Parts): Answer {
  const done = (isDone: boolean): Answer => (isDone ? { code: 200 } : { code: 404, message: '没有登记' });
  const agentId = given('agentId');
  const [agent] = agentId === '' ? [] : agentSessions.agents(agentId);
  switch (path) {
    case '/answer':
      switchboard.answering.set(given('number'), given('seatCode'));
      return { code: 200 };
    case '/call':
      if (agentId !== '') return done(agentSessions.call(agentId, given('caller')));
      return done(switchboard.callSeat(given('seatCode'), given('caller') || '13800138000'));
    case '/hangup':
      return done(agentId === '' ? switchboard.hangUp(given('seatCode')) : agent?.call.hangUp('customer') === true);
    case '/keys':
      return { code: 200, data: switchboard.keysOf(given('seatCode')) };
    case '/unregister':
      switchboard.unregister(given('seatCode'));
      return { code: 200 };
    case '/fault':
      return fail(given, Number(body.times ?? 1), agentSessions);
    default:
      return { code: 404, message: '没有这个地址' };
  }
}

const leaving = { drop: 'silent', disconnect: 'server', repeat: 'elsewhere' } as const;

/** Lets the next calls of agents fail in some way so many times, or lets their sessions end. */
function fail(given: ReadText, times: number, agentSessions: AgentSessions): Answer {
  const kind = countedFaults.find((known) => known === given('fault'));
  if (kind !== undefined) {
    agentSessions.setFault(kind, times);
    return { code: 200 };
  }
  const reason = Object.entries(leaving).find(([fault]) => fault === given('fault'))?.[1];
  if (reason === undefined) return { code: 400, message: '不认识的故障' };
  const agentId = given('agentId');
  for (const each of agentSessions.agents(agentId === '' ? undefined : agentId)) each.leave(reason);
  return { code: 200 };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) throw new RangeError('a body too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}
