import { createHash, randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';

/** A message as it came: its code (of an answer) or method (of a request), and its headers by lower-case name. */
type SipMessage = {
  readonly code: number | undefined;
  readonly method: string | undefined;
  readonly reason: string;
  readonly headers: ReadonlyMap<string, string>;
};

/** Who registers where. */
export type Seat = { readonly host: string; readonly domain: string; readonly seat: string; readonly password: string };

/** As much of a SIP phone as tells whether a telephone system keeps its contract: it has no sound. */
export class SipClient {
  readonly #waiting: ((message: SipMessage) => void)[] = [];
  readonly #came: SipMessage[] = [];
  readonly #tag = randomBytes(5).toString('hex');
  readonly #contact = `sip:${randomBytes(4).toString('hex')}@client.invalid;transport=ws`;
  #sequence = 0;

  private constructor(
    readonly seat: Seat,
    readonly socket: WebSocket,
  ) {
    socket.on('message', (data: Buffer) => this.#take(data.toString()));
  }

  /** Connects to a host. */
  static async connect(seat: Seat): Promise<SipClient> {
    const socket = new WebSocket(seat.host, 'sip', { origin: 'http://127.0.0.1' });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new SipClient(seat, socket);
  }

  /** Registers for a minute; answers the final code. */
  async register(): Promise<number> {
    const { domain, seat } = this.seat;
    return this.#transact('REGISTER', `sip:${domain}`, seat, [`Contact: <${this.#contact}>;expires=60`, 'Expires: 60']);
  }

  /** Calls; answers the final code. What is answered is hung up at once. */
  invite(target: string): Promise<number> {
    return this.#transact(
      'INVITE',
      `sip:${target}@${this.seat.domain}`,
      target,
      [`Contact: <${this.#contact}>`, 'Content-Type: application/sdp'],
      offer,
    );
  }

  /** Asks whether the host lives. */
  ping(): Promise<number> {
    return this.#transact('MESSAGE', `sip:ping@${this.seat.domain}`, 'ping', ['Content-Type: text/plain'], 'ping');
  }

  close(): void {
    this.socket.close();
  }

  async #transact(method: string, uri: string, to: string, further: readonly string[], body = ''): Promise<number> {
    const callId = randomBytes(8).toString('hex');
    const first = await this.#ask(method, uri, to, callId, further, body);
    if (first.code !== 401 && first.code !== 407) return first.code ?? 0;
    const isProxy = first.code === 407;
    const challenge = first.headers.get(isProxy ? 'proxy-authenticate' : 'www-authenticate') ?? '';
    const proof = `${isProxy ? 'Proxy-Authorization' : 'Authorization'}: ${this.#digest(challenge, method, uri)}`;
    return (await this.#ask(method, uri, to, callId, [...further, proof], body)).code ?? 0;
  }

  async #ask(
    method: string,
    uri: string,
    to: string,
    callId: string,
    further: readonly string[],
    body: string,
  ): Promise<SipMessage> {
    const { domain, seat } = this.seat;
    this.#sequence += 1;
    const sequence = this.#sequence;
    const via = `Via: SIP/2.0/WS client.invalid;branch=z9hG4bK${randomBytes(6).toString('hex')}`;
    const from = `From: <sip:${seat}@${domain}>;tag=${this.#tag}`;
    const send = (verb: string, toLine: string, lines: readonly string[], content: string) =>
      this.socket.send(
        [
          `${verb} ${uri} SIP/2.0`,
          ...[via, 'Max-Forwards: 70', from, toLine, `Call-ID: ${callId}`, `CSeq: ${sequence} ${verb}`],
          ...[...lines, `Content-Length: ${Buffer.byteLength(content)}`, '', content],
        ].join('\r\n'),
      );
    const toLine = `To: <sip:${to}@${domain}>`;
    send(method, toLine, further, body);
    for (;;) {
      const answer = await this.#next(10_000);
      if (answer.headers.get('call-id') !== callId || answer.code === undefined || answer.code < 200) continue;
      if (!(answer.headers.get('cseq') ?? '').startsWith(`${sequence} `)) continue;
      if (method === 'INVITE') send('ACK', `To: ${answer.headers.get('to') ?? ''}`, [], '');
      return answer;
    }
  }

  #digest(challenge: string, method: string, uri: string): string {
    const part = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(challenge)?.[1] ?? '';
    const { seat, password } = this.seat;
    const [realm, nonce] = [part('realm'), part('nonce')];
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    const response = md5(`${md5(`${seat}:${realm}:${password}`)}:${nonce}:${md5(`${method}:${uri}`)}`);
    return `Digest username="${seat}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5`;
  }

  #take(text: string): void {
    if (text.trim() === '') return;
    const [start = '', ...lines] = (text.split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
    const headers = new Map(
      lines.flatMap((line): readonly (readonly [string, string])[] => {
        const colon = line.indexOf(':');
        return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
      }),
    );
    const status = /^SIP\/2\.0 (\d{3}) (.*)$/.exec(start);
    const message: SipMessage = {
      code: status === null ? undefined : Number(status[1]),
      method: status === null ? start.split(' ', 1)[0] : undefined,
      reason: status?.[2] ?? '',
      headers,
    };
    const waiter = this.#waiting.shift();
    if (waiter === undefined) this.#came.push(message);
    else waiter(message);
  }

  #next(patience: number): Promise<SipMessage> {
    const there = this.#came.shift();
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the host says nothing')), patience);
      this.#waiting.push((message) => {
        clearTimeout(timer);
        resolve(message);
      });
    });
  }
}

const offer = [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=audio 9 UDP/TLS/RTP/SAVPF 0', 'c=IN IP4 0.0.0.0'],
  ...['a=rtpmap:0 PCMU/8000', 'a=sendrecv', 'a=mid:0', 'a=setup:actpass', 'a=ice-ufrag:abcd'],
  ...[
    'a=ice-pwd:abcdefghijklmnopqrstuvwx',
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AA').join(':')}`,
    '',
  ],
].join('\r\n');
