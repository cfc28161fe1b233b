import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { AnsweringMachine } from './answering-machine.ts';
import { DialCodes, destinationOf } from './dialled.ts';
import type { CallName } from './line-report.ts';
import type { Ends, MachineCall } from './machine-call.ts';
import { answeredWords, endedWords, type Pair, type Told } from './pair.ts';
import { SipDigests } from './sip-digests.ts';
import {
  addressOf,
  answerTo,
  codeOf,
  headerOf,
  newTag,
  readSip,
  requestOf,
  type SipMessage,
  userOf,
  writeSip,
} from './sip-message.ts';

type Binding = { readonly socket: WebSocket; readonly contact: string; readonly until: number };
const ringMs = 600;
const contact: readonly [string, string] = ['Contact', '<sip:machine@pbx.invalid;transport=ws>'];

/** Registrar, proxy and answering machine over WebSockets of browsers: as much of a telephone system as the demo needs. */
export class Switchboard {
  readonly codes = new DialCodes();
  /** Seats that answer a number. */
  readonly answering = new Map<string, string>();
  readonly seen = new Map<string, number>();
  readonly #bindings = new Map<string, Binding>();
  readonly #digests: SipDigests;
  readonly #pairs = new Map<string, Pair>();
  readonly #machines = new Map<string, MachineCall>();

  constructor(
    readonly domain: string,
    /** What a seat is told in the place of the number that calls it. */
    private readonly tokenOf: (number: string, seat: string) => string,
    /** What the line tells of calls. */
    private readonly tell: (told: Told) => void,
  ) {
    this.#digests = new SipDigests(domain);
  }

  setPassword(seat: string, password: string): void {
    this.#digests.setPassword(seat, password);
  }

  /** Takes a browser's connection. */
  connect(socket: WebSocket): void {
    socket.on('message', (data: Buffer) => {
      const message = readSip(data.toString());
      if (message === undefined) return;
      void this.#take(message, socket).catch(() => {
        if (requestOf(message) !== undefined)
          this.#send(socket, answerTo(message, 500, 'Server Internal Error', { tag: newTag() }));
      });
    });
    socket.on('close', () => this.#lost(socket));
    socket.on('error', () => socket.terminate());
  }

  isRegistered(seat: string): boolean {
    return this.#bindingOf(seat) !== undefined;
  }

  unregister(seat: string): void {
    this.#bindings.delete(seat);
  }

  /** Lets somebody call a seat; answers whether it is registered. */
  callSeat(seat: string, caller: string): boolean {
    const binding = this.#bindingOf(seat);
    if (binding === undefined) return false;
    void this.#ring(seat, caller, binding);
    return true;
  }

  /** Keys the machine heard in the call it has with a seat. */
  keysOf(seat: string): string {
    return this.#callOf(seat)?.[1].machine.keys ?? '';
  }

  #callOf(seat: string): [string, MachineCall] | undefined {
    return [...this.#machines].find(
      ([, call]) => call.seat === seat && call.answeredAt !== undefined && call.isOver !== true,
    );
  }

  /** The far end of a machine's call hangs up. */
  hangUp(seat: string): boolean {
    const found = this.#callOf(seat);
    if (found === undefined) return false;
    this.#bye(...found);
    void this.#over(...found, 'customer');
    return true;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#machines].map(([id, call]) => this.#over(id, call, 'customer')));
  }

  async #take(message: SipMessage, socket: WebSocket): Promise<void> {
    const request = requestOf(message);
    if (request === undefined) return this.#answered(message);
    const { method } = request;
    this.seen.set(method, (this.seen.get(method) ?? 0) + 1);
    if (method === 'REGISTER') return this.#register(message, socket);
    const callId = headerOf(message, 'call-id');
    const call = this.#machines.get(callId);
    if (call !== undefined) return this.#forMachine(message, method, callId, call);
    const pair = this.#pairs.get(callId);
    if (pair !== undefined) return this.#forPair(message, request, socket === pair.caller, pair);
    if (method === 'INVITE') return this.#invite(message, socket);
    if (method === 'ACK') return;
    const isKnown = method === 'MESSAGE' || method === 'OPTIONS';
    this.#send(
      socket,
      isKnown
        ? answerTo(message, 200, 'OK', { tag: newTag() })
        : answerTo(message, 481, 'No Such Call', { tag: newTag() }),
    );
  }

  #register(message: SipMessage, socket: WebSocket): void {
    const seat = userOf(headerOf(message, 'to'));
    if (!this.#digests.isAuthentic(message, 'authorization', seat)) {
      this.#challenge(message, socket, 401);
      return;
    }
    const given = headerOf(message, 'contact');
    const wanted = Number(/expires=(\d+)/.exec(given)?.[1] ?? (headerOf(message, 'expires') || '60'));
    const address = addressOf(given);
    const seconds = Math.min(wanted, 3600);
    if (seconds === 0) this.#bindings.delete(seat);
    else this.#bindings.set(seat, { socket, contact: address, until: Date.now() + seconds * 1000 });
    const headers: readonly (readonly [string, string])[] =
      seconds === 0 ? [] : [['Contact', `<${address}>;expires=${seconds}`]];
    this.#send(socket, answerTo(message, 200, 'OK', { tag: newTag(), headers }));
  }

  async #invite(message: SipMessage, socket: WebSocket): Promise<void> {
    const seat = userOf(headerOf(message, 'from'));
    const reject = (code: number, reason: string, headers: readonly (readonly [string, string])[] = []) =>
      this.#send(socket, answerTo(message, code, reason, { tag: newTag(), headers }));
    if (!this.#digests.isAuthentic(message, 'proxy-authorization', seat)) return this.#challenge(message, socket, 407);
    if (this.#bindingOf(seat)?.socket !== socket)
      return reject(403, 'Line Not Registered', [['Reason', 'SIP;cause=403;text="line unregistered"']]);
    const dialled = decodeURIComponent(userOf(requestOf(message)?.uri ?? ''));
    const { number, callId } = this.codes.take(seat, dialled);
    const name: CallName = callId === undefined ? { seatCode: seat, number } : { callId, number };
    const destination = destinationOf(number, this.answering);
    const notTaken = (code: number, reason: string) => {
      this.tell({ call: name, word: { kind: 'rejected', code } });
      reject(code, reason);
    };
    if (destination.kind === 'reject') {
      if (destination.rings) this.#send(socket, answerTo(message, 180, 'Ringing', { tag: newTag() }));
      return notTaken(destination.code, destination.reason);
    }
    if (destination.kind === 'machine') return this.#pickUp(message, seat, socket, name, destination.melodyMs);
    const callee = this.#bindingOf(destination.seat);
    if (callee === undefined) return notTaken(480, 'Callee Not Registered');
    this.#send(socket, answerTo(message, 100, 'Trying'));
    const sipCall = headerOf(message, 'call-id');
    const other: CallName = { provider: 'webphone', providerCallId: sipCall, number: seat };
    this.#pairs.set(sipCall, { caller: socket, callee: callee.socket, out: name, in: other });
    this.#pass(message, { method: 'INVITE', uri: callee.contact }, callee.socket);
  }

  /** One of two browsers says something of their call. */
  #forPair(
    message: SipMessage,
    request: { readonly method: string; readonly uri: string },
    isByCaller: boolean,
    pair: Pair,
  ): void {
    if (request.method === 'CANCEL') pair.isCancelled = true;
    if (request.method === 'BYE') for (const told of endedWords(pair, isByCaller)) this.tell(told);
    this.#pass(message, request, isByCaller ? pair.callee : pair.caller);
  }

  /** The machine answers a call after it rang for a moment. */
  async #pickUp(message: SipMessage, seat: string, socket: WebSocket, name: CallName, melodyMs: number): Promise<void> {
    const callId = headerOf(message, 'call-id');
    const tag = newTag();
    this.#send(socket, answerTo(message, 100, 'Trying'));
    const machine = await AnsweringMachine.create({ melodyMs });
    const call: MachineCall = { seat, name, socket, machine, tag, answer: '', isOwn: false };
    this.#machines.set(callId, call);
    this.#send(socket, answerTo(message, 180, 'Ringing', { tag, headers: [contact] }));
    this.tell({ call: name, word: { kind: 'ringing' } });
    await new Promise((resolve) => setTimeout(resolve, ringMs));
    if (call.isOver === true) {
      this.#send(socket, answerTo(message, 487, 'Request Terminated', { tag }));
      return;
    }
    call.answer = await machine.answer(message.body);
    call.answeredAt = Date.now();
    this.tell({ call: name, word: { kind: 'answered' } });
    call.ends = {
      from: `${headerOf(message, 'to')};tag=${tag}`,
      to: headerOf(message, 'from'),
      uri: addressOf(headerOf(message, 'contact')),
    };
    this.#send(socket, answerTo(message, 200, 'OK', { tag, headers: [contact, sdpType], body: call.answer }));
  }

  async #forMachine(message: SipMessage, method: string, callId: string, call: MachineCall): Promise<void> {
    const { socket, tag, machine } = call;
    const ok = (more: object = {}) => this.#send(socket, answerTo(message, 200, 'OK', { tag, ...more }));
    if (method === 'ACK') return;
    if (method === 'CANCEL' || method === 'BYE') {
      ok();
      return this.#over(callId, call, 'staff');
    }
    if (method !== 'INVITE') return ok();
    // Hold and back: the same answer, in the direction that fits the offer.
    const direction = /a=(sendonly|inactive)/.exec(message.body)?.[1];
    machine.isHeld = direction !== undefined;
    const answered = direction === undefined ? 'sendrecv' : direction === 'sendonly' ? 'recvonly' : 'inactive';
    const body = call.answer.replaceAll(/a=(sendrecv|sendonly|recvonly|inactive)\r\n/g, `a=${answered}\r\n`);
    ok({ headers: [contact, sdpType], body });
  }

  /** Calls a seat from outside. */
  async #ring(seat: string, caller: string, binding: Binding): Promise<void> {
    const { socket, contact: uri } = binding;
    const callId = `${randomBytes(8).toString('hex')}@pbx.invalid`;
    const machine = await AnsweringMachine.create({ melodyMs: 2000 });
    const from = `<sip:${this.tokenOf(caller, seat)}@${this.domain}>;tag=${newTag()}`;
    const to = `<sip:${seat}@${this.domain}>`;
    const offer = await machine.offer();
    const name: CallName = { provider: 'webphone', providerCallId: callId, number: caller };
    const ends = { from, to, uri };
    this.#machines.set(callId, { seat, name, socket, machine, tag: '', answer: offer, isOwn: true, ends });
    this.#send(socket, this.#request('INVITE', callId, { from, to, uri }, 1, offer));
  }

  /** An answer of a browser: to the other browser of its call, or to our own call. */
  async #answered(message: SipMessage): Promise<void> {
    const callId = headerOf(message, 'call-id');
    const call = this.#machines.get(callId);
    if (call?.isOwn === true) return this.#ownAnswered(message, callId, call);
    const pair = this.#pairs.get(callId);
    const [own, ...others] = message.headers.filter(([name]) => name.toLowerCase() === 'via');
    if (pair === undefined || own === undefined) return;
    // The branch says whose request it answers.
    const isCallers = new RegExp(`-${callerMark}(;|$)`).test(own[1]);
    const rest = message.headers.filter(([name]) => name.toLowerCase() !== 'via');
    this.#send(isCallers ? pair.caller : pair.callee, { ...message, headers: [...others, ...rest] });
    const asked = headerOf(message, 'cseq').split(' ')[1];
    if (asked === 'INVITE') for (const told of answeredWords(pair, codeOf(message) ?? 0)) this.tell(told);
    // A call that is over is not asked about again, but for an answer on its way.
    if (asked === 'BYE' || (asked === 'INVITE' && (codeOf(message) ?? 0) >= 300))
      setTimeout(() => this.#pairs.delete(callId), 5000).unref();
  }

  async #ownAnswered(message: SipMessage, callId: string, call: MachineCall): Promise<void> {
    const code = codeOf(message) ?? 0;
    if (call.ends === undefined || code < 200 || !headerOf(message, 'cseq').endsWith('INVITE')) return;
    call.ends = { ...call.ends, to: headerOf(message, 'to') };
    this.#send(call.socket, this.#request('ACK', callId, call.ends, 1));
    if (code >= 300) return this.#over(callId, call, 'staff');
    call.answeredAt = Date.now();
    this.tell({ call: call.name, word: { kind: 'answered' } });
    await call.machine.accept(message.body);
  }

  #bye(callId: string, { socket, ends }: MachineCall): void {
    if (ends !== undefined) this.#send(socket, this.#request('BYE', callId, ends, 2));
  }

  async #over(callId: string, call: MachineCall, hangupBy: 'staff' | 'customer'): Promise<void> {
    if (call.isOver === true) return;
    call.isOver = true;
    setTimeout(() => this.#machines.delete(callId), 5000).unref();
    const endedAt = Date.now();
    const recording = await call.machine.end();
    const isTaken = call.answeredAt !== undefined;
    const talkSeconds = isTaken ? Math.max(1, Math.round((endedAt - (call.answeredAt ?? endedAt)) / 1000)) : 0;
    const word = { kind: 'ended', hangupBy, talkSeconds } as const;
    this.tell({ call: call.name, word, ...(isTaken ? { recording } : {}) });
  }

  #lost(socket: WebSocket): void {
    const pairs = [...this.#pairs].filter(([, pair]) => pair.caller === socket || pair.callee === socket);
    const calls = [...this.#machines].filter(([, call]) => call.socket === socket && call.isOver !== true);
    for (const [seat, binding] of this.#bindings) if (binding.socket === socket) this.#bindings.delete(seat);
    // Nobody else tells of a call whose browser went.
    for (const [id, pair] of pairs) {
      for (const told of endedWords(pair, pair.caller === socket)) this.tell(told);
      this.#pairs.delete(id);
    }
    for (const [id, call] of calls) void this.#over(id, call, 'staff');
  }

  /** Passes a request on, with a line of our own that its answer comes back by. */
  #pass(message: SipMessage, { method, uri }: { readonly method: string; readonly uri: string }, to: WebSocket): void {
    const pair = this.#pairs.get(headerOf(message, 'call-id'));
    const branch = /branch=z9hG4bK([^;,\s]+)/.exec(headerOf(message, 'via'))?.[1] ?? newTag();
    const mark = pair?.callee === to ? callerMark : calleeMark;
    const via: readonly [string, string] = ['Via', `SIP/2.0/WS pbx.invalid;branch=z9hG4bK${branch}-${mark}`];
    const headers = message.headers.filter(([name]) => !/^(proxy-)?authorization$/i.test(name));
    this.#send(to, { ...message, start: `${method} ${uri} SIP/2.0`, headers: [via, ...headers] });
  }

  #request(method: string, callId: string, { from, to, uri }: Ends, sequence: number, body = ''): SipMessage {
    const headers: readonly (readonly [string, string])[] = [
      ['Via', `SIP/2.0/WS pbx.invalid;branch=z9hG4bK${newTag()}`],
      ['Max-Forwards', '70'],
      ['From', from],
      ['To', to],
      ['Call-ID', callId],
      ['CSeq', `${sequence} ${method}`],
      contact,
      ...(body === '' ? [] : [sdpType]),
    ];
    return { start: `${method} ${uri} SIP/2.0`, headers, body };
  }

  #challenge(message: SipMessage, socket: WebSocket, code: 401 | 407): void {
    const name = code === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate';
    const reason = code === 401 ? 'Unauthorized' : 'Proxy Authentication Required';
    const headers = [[name, this.#digests.challenge()]] as const;
    this.#send(socket, answerTo(message, code, reason, { tag: newTag(), headers }));
  }

  #bindingOf(seat: string): Binding | undefined {
    const binding = this.#bindings.get(seat);
    return binding !== undefined && binding.until > Date.now() ? binding : undefined;
  }

  #send(socket: WebSocket, message: SipMessage): void {
    if (socket.readyState === socket.OPEN) socket.send(writeSip(message));
  }
}

const callerMark = 'a';
const calleeMark = 'b';
const sdpType: readonly [string, string] = ['Content-Type', 'application/sdp'];
