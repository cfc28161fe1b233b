// 注册服务与线路回报：TELEPHONY_URL 指向这里。只示意约定；口令与密钥由环境给出。
// TELEPHONY_SECRET=… SERVER=http://127.0.0.1:8000 KAMAILIO=http://127.0.0.1:7080 PUBLIC=ws://127.0.0.1:7080 DOMAIN=127.0.0.1 node adapter.mjs 7092
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { TELEPHONY_SECRET: secret, SERVER: server, KAMAILIO: kamailio, PUBLIC: address, DOMAIN: domain } = process.env;
const say = (line) => process.stderr.write(`${line}\n`);
const sign = (text, time, nonce) => createHmac('sha256', secret).update(`${time}.${nonce}.${text}`).digest('hex');

async function rpc(method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(`${kamailio}/rpc`, { method: 'POST', headers: { connection: 'close' }, body });
  const answer = await response.json();
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

function isSigned(text, headers) {
  const { 'x-line-time': time = '', 'x-line-nonce': nonce = '', 'x-line-sign': given = '' } = headers;
  const [expected, shown] = [Buffer.from(sign(text, time, nonce)), Buffer.from(String(given))];
  const isFresh = Math.abs(Date.now() - Number(time)) < 300_000;
  return isFresh && expected.length === shown.length && timingSafeEqual(expected, shown);
}

const answers = {
  '/register': async ({ seatCode, sipPassword }) => {
    await rpc('htable.sets', ['pw', seatCode, sipPassword]);
    return { registerAddress: [address], regIp: domain };
  },
  '/dial': async ({ code, number, seatCode, callId }) => {
    await rpc('htable.sets', ['codes', `${seatCode}:${code}`, `${number} ${callId}`]);
  },
};

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const text = Buffer.concat(chunks).toString();
    const reply = (code, data) => response.end(JSON.stringify({ code, data }));
    const answer = answers[request.url];
    if (answer === undefined || !isSigned(text, request.headers)) return reply(401);
    try {
      reply(200, await answer(JSON.parse(text)));
    } catch (error) {
      say(error.message);
      reply(500);
    }
  });
}).listen(Number(process.argv[2] ?? 7092), '127.0.0.1', () => say('ready'));

// 队列里的一条：键是“方向 坐席 号码 Call-ID 通话编号”，值是“事实 码或秒数 挂断方”。
async function report(key, value) {
  const [direction, seatCode, number, sipCall, callId] = key.split(' ');
  const [fact, count, by] = value.split(' ');
  const named =
    direction === 'in' ? { provider: 'webphone', providerCallId: sipCall } : callId ? { callId } : { seatCode };
  const words = {
    answered: { kind: 'answered' },
    ended: { kind: 'ended', hangupBy: by === seatCode ? 'staff' : 'customer', talkSeconds: Math.max(1, Number(count)) },
    cancelled: { kind: 'ended', hangupBy: 'staff', talkSeconds: 0 },
    rejected: { kind: 'rejected', code: Number(count) },
  };
  const event = JSON.stringify({ ...named, number, ...words[fact] });
  const [time, nonce] = [String(Date.now()), randomBytes(12).toString('hex')];
  const body = JSON.stringify({ time, nonce, sign: sign(event, time, nonce), event });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server}/v1/phone/line/event/create`, { method: 'POST', headers, body });
  // 号码不进日志。
  say(`${fact} ${(await response.json()).code}`);
}

// 没有送到的留在这里再送；正式使用应放进不会随进程丢失的队列。
const waiting = [];
for (;;) {
  const next = await rpc('mqueue.fetch', ['reports']).catch(() => undefined);
  if (next?.key !== undefined) waiting.push(next);
  try {
    if (waiting[0] !== undefined) await report(waiting[0].key, waiting[0].val ?? waiting[0].value);
    waiting.shift();
  } catch (error) {
    say(error.message);
  }
  if (next?.key === undefined) await new Promise((resolve) => setTimeout(resolve, 300));
}
