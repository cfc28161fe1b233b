import { vi } from 'vitest';

/** A request as a host got it, or an answer of the phone. */
export type Message = {
  /** `INVITE` of a request, `200` of an answer. */
  readonly what: string;
  readonly host: string;
  readonly text: string;
  readonly header: (name: string) => string;
};

/** How a host behaves: `dead` takes no connection, `hanging` never completes one, `silent` hears and says nothing. */
export type Behaviour = 'well' | 'dead' | 'hanging' | 'silent';

class FakeSocket extends EventTarget {
  binaryType = '';
  readyState = 0;

  constructor(
    readonly url: string,
    readonly hosts: FakeHosts,
  ) {
    super();
    const behaviour = hosts.behaviour(url);
    if (behaviour === 'dead') setTimeout(() => this.close());
    else if (behaviour !== 'hanging')
      setTimeout(() => {
        this.readyState = 1;
        this.dispatchEvent(new Event('open'));
      });
  }

  send(text: string): void {
    this.hosts.take(text, this);
  }

  hear(text: string): void {
    setTimeout(() => {
      if (this.readyState === 1) this.dispatchEvent(new MessageEvent('message', { data: text }));
    });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    setTimeout(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' })));
  }
}

/** SIP hosts behind the WebSockets of a test: they register whoever proves a password, and answer calls as they are told. */
export class FakeHosts {
  readonly #behaviours = new Map<string, Behaviour>();
  readonly #sockets: FakeSocket[] = [];
  /** All that was sent to the hosts. */
  readonly heard: Message[] = [];
  /** Answers to a registration that proves itself, and to calls one after another; the last one stays. */
  register: string = '200 OK';
  calls: readonly string[] = ['200 OK'];

  /** Puts them in the place of the network. */
  install(): void {
    const connect = (url: string) => {
      const socket = new FakeSocket(url, this);
      this.#sockets.push(socket);
      return socket;
    };
    vi.stubGlobal('WebSocket', function WebSocket(url: string) {
      return connect(url);
    });
  }

  set(host: string, behaviour: Behaviour): void {
    this.#behaviours.set(host, behaviour);
  }

  behaviour(host: string): Behaviour {
    return this.#behaviours.get(host) ?? 'well';
  }

  /** Connections that were not closed. */
  get open(): readonly string[] {
    return this.#sockets.filter(({ readyState }) => readyState < 2).map(({ url }) => url);
  }

  /** What was sent of one kind. */
  sent(what: string): readonly Message[] {
    return this.heard.filter((message) => message.what === what);
  }

  /** Ends the connections of a host. */
  kill(host: string): void {
    this.set(host, 'dead');
    for (const socket of this.#sockets) if (socket.url === host) socket.close();
  }

  /** Lets somebody call. */
  ring(callId: string): void {
    const contact = /<(sip:[^>]+)>/.exec(this.sent('REGISTER').at(-1)?.header('contact') ?? '')?.[1];
    this.#living()?.hear(
      [
        `INVITE ${contact} SIP/2.0`,
        `Via: SIP/2.0/WS host.invalid;branch=z9hG4bK${callId}`,
        ...['From: <sip:call-abc@sip.test>;tag=there', 'To: <sip:8001@sip.test>', `Call-ID: ${callId}`],
        ...['CSeq: 1 INVITE', 'Max-Forwards: 70', 'Contact: <sip:host@host.invalid;transport=ws>'],
        ...['Content-Type: application/sdp', 'Content-Length: 5', '', 'v=0\r\n'],
      ].join('\r\n'),
    );
  }

  /** Asks to call somebody else in the place of a call that was answered. */
  refer(callId: string, target: string): void {
    const answer = this.sent('200').find(({ header }) => header('call-id') === callId);
    this.#living()?.hear(
      [
        `REFER sip:8001@sip.test SIP/2.0`,
        `Via: SIP/2.0/WS host.invalid;branch=z9hG4bKrefer${callId}`,
        ...['From: <sip:call-abc@sip.test>;tag=there', `To: ${answer?.header('to')}`, `Call-ID: ${callId}`],
        ...['CSeq: 2 REFER', 'Max-Forwards: 70', 'Contact: <sip:host@host.invalid;transport=ws>'],
        ...[`Refer-To: <${target}>`, 'Content-Length: 0', '', ''],
      ].join('\r\n'),
    );
  }

  #living(): FakeSocket | undefined {
    return this.#sockets.findLast(({ readyState }) => readyState === 1);
  }

  take(text: string, socket: FakeSocket): void {
    const [start = '', ...lines] = text.split('\r\n');
    if (lines.length === 0) return;
    const header = (name: string) => {
      const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
      return line?.slice(name.length + 1).trim() ?? '';
    };
    const what = start.startsWith('SIP/2.0 ') ? start.slice(8, 11) : (start.split(' ')[0] ?? '');
    const message: Message = { what, host: socket.url, text, header };
    this.heard.push(message);
    if (this.behaviour(socket.url) !== 'well') return;
    const answer = this.#answerTo(message);
    if (answer !== undefined) socket.hear(answer);
  }

  #answerTo(message: Message): string | undefined {
    const { what, header } = message;
    if (/^\d/.test(what) || what === 'ACK') {
      // A call that is answered here is acknowledged.
      const isInvited = what === '200' && header('cseq') === '1 INVITE';
      return isInvited ? acknowledged(message) : undefined;
    }
    if (what === 'REGISTER') {
      if (header('authorization') === '')
        return answered(message, '401 Unauthorized', ['WWW-Authenticate: Digest realm="sip.test", nonce="n1"']);
      return answered(message, this.register, [`Contact: ${header('contact')}`]);
    }
    if (what === 'INVITE') {
      const nth = this.sent('INVITE').length - 1;
      const answer = this.calls[Math.min(nth, this.calls.length - 1)] ?? '200 OK';
      const contact = 'Contact: <sip:host@host.invalid;transport=ws>';
      return answered(message, answer, answer.startsWith('200') ? [contact] : [], 'v=0\r\n');
    }
    return answered(message, '200 OK', []);
  }
}

function answered({ header }: Message, answer: string, further: readonly string[], body = ''): string {
  const to = header('to');
  return [
    `SIP/2.0 ${answer}`,
    ...[`Via: ${header('via')}`, `From: ${header('from')}`, `To: ${to.includes('tag=') ? to : `${to};tag=host`}`],
    ...[`Call-ID: ${header('call-id')}`, `CSeq: ${header('cseq')}`, ...further],
    ...[...(body === '' ? [] : ['Content-Type: application/sdp']), `Content-Length: ${body.length}`, '', body],
  ].join('\r\n');
}

function acknowledged({ header }: Message): string {
  const contact = /<(sip:[^>]+)>/.exec(header('contact'))?.[1];
  return [
    `ACK ${contact} SIP/2.0`,
    `Via: SIP/2.0/WS host.invalid;branch=z9hG4bKack${header('call-id')}`,
    ...[`From: ${header('from')}`, `To: ${header('to')}`, `Call-ID: ${header('call-id')}`, 'CSeq: 1 ACK'],
    ...['Max-Forwards: 70', 'Content-Length: 0', '', ''],
  ].join('\r\n');
}
