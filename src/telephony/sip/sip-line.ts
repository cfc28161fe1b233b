import {
  type Invitation,
  Inviter,
  type InviterInviteOptions,
  type Session,
  SessionState,
  UserAgent,
  Web,
} from 'sip.js';
import type { PhoneRegistrationAnswer } from '../../../contract/phone.ts';
import { ApiRefusal } from '../../../engine/client/index.ts';

import type { CallEnd, Devices, Dialled, Line, LineAbility, LineEvent, Loudness, Presence } from '../line/line.ts';
import { openMicrophone } from './microphone.ts';
import { isLineUnregistered, type Rejection } from './rejection.ts';
import { type HostEvents, SipHost } from './sip-host.ts';

const pingEveryMs = 30_000;
const iceGatheringTimeout = 8000;
/** Pause before all hosts are tried again; it doubles up to the longest. */
const firstPauseMs = 2000;
const maxPauseMs = 30_000;

/** What the server says when trying again does not help: somebody has to change seat or password first. */
const finalRefusals: ReadonlySet<string> = new Set(['E_PHONE_OFF', 'E_PHONE_NO_SEAT', 'E_PHONE_HOST_REFUSED']);

/** How a round over all hosts ended; why, where our server said. */
type Round = { readonly outcome: 'ready' | 'failed' | 'refused'; readonly reason?: string };

type SipLineOptions = {
  /** Asks our server where to register and with what. */
  readonly register: () => Promise<PhoneRegistrationAnswer>;
  readonly tell: (event: LineEvent) => void;
};

/** One call as it goes on here. */
type Going = {
  readonly session: Session;
  readonly target: string | undefined;
  /** Already dialled a second time. */
  readonly isAgain: boolean;
  hungUpBy: 'staff' | 'customer' | undefined;
  rejection: Rejection | undefined;
  fault: 'mic.failed' | undefined;
  isMuted: boolean;
  isHeld: boolean;
  ping: ReturnType<typeof setInterval> | undefined;
};

/** The browser's own phone: SIP over a WebSocket, sound over WebRTC. */
export function createSipLine(options: SipLineOptions): Line {
  return new SipLine(options);
}

class SipLine implements Line {
  readonly provider = 'webphone';
  readonly abilities: ReadonlySet<LineAbility> = new Set(['mute', 'hold', 'devices']);
  readonly #register: SipLineOptions['register'];
  #tell: SipLineOptions['tell'];
  readonly #sound = new Audio();
  #devices: Devices = {};
  #presence: Presence = 'ready';
  #host: SipHost | undefined;
  #going: Going | undefined;
  #connecting: Promise<void> | undefined;
  /** Which host goes first next time. */
  #next = 0;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor({ register, tell }: SipLineOptions) {
    this.#register = register;
    this.#tell = tell;
  }

  start(): void {
    this.#connect();
  }

  /** BYE, CANCEL or a refusal goes to the socket at once: nothing that would come later is waited for. */
  leave(): void {
    this.hangUp();
  }

  stop(): void {
    this.#isOver = true;
    this.#tell = () => undefined;
    this.hangUp();
    this.#wake?.();
    const host = this.#host;
    this.#host = undefined;
    void host?.part();
  }

  // Host

  #connect(): void {
    if (this.#isOver || this.#connecting !== undefined) return;
    this.#connecting = this.#untilRegistered().finally(() => {
      this.#connecting = undefined;
    });
  }

  async #untilRegistered(): Promise<void> {
    let wait = firstPauseMs;
    while (!this.#isOver) {
      this.#tell({ kind: 'connecting' });
      const { outcome, reason } = await this.#tryHosts();
      if (outcome === 'ready') return this.#tell({ kind: 'ready' });
      const isRetried = outcome === 'failed';
      this.#tell({ kind: 'down', fault: 'phone.registerFailed', isRetried, ...(reason !== undefined && { reason }) });
      if (!isRetried) return;
      await this.#pause(wait);
      wait = Math.min(wait * 2, maxPauseMs);
    }
  }

  /** One round over all hosts, from the one whose turn it is. */
  async #tryHosts(): Promise<Round> {
    try {
      return { outcome: await this.#reachOne(await this.#register()) };
    } catch (error) {
      if (!(error instanceof ApiRefusal)) return { outcome: 'failed' };
      return { outcome: finalRefusals.has(error.detail.code) ? 'refused' : 'failed', reason: error.message };
    }
  }

  async #reachOne(answer: PhoneRegistrationAnswer): Promise<Round['outcome']> {
    const { hosts } = answer;
    for (let tried = 0; tried < hosts.length && !this.#isOver; tried++) {
      const index = (this.#next + tried) % hosts.length;
      const outcome = await SipHost.connect(hosts[index] ?? '', answer, this.#hostEvents);
      if (outcome === 'refused') return 'refused';
      if (outcome !== 'failed') {
        this.#next = index;
        this.#keep(outcome);
        return 'ready';
      }
      if (tried + 1 < hosts.length) this.#tell({ kind: 'rotating' });
    }
    return 'failed';
  }

  #keep(host: SipHost): void {
    if (this.#isOver) void host.part();
    else this.#host = host;
  }

  readonly #hostEvents: HostEvents = {
    onInvite: (invitation) => this.#comesIn(invitation),
    onLost: () => this.#loseHost(),
  };

  /** The host is gone: its call with it, and the next host has its turn. */
  #loseHost(): void {
    const host = this.#host;
    this.#host = undefined;
    host?.leave();
    const going = this.#going;
    if (going !== undefined) {
      this.#finish(going, { kind: 'lost' });
    }
    this.#next += 1;
    this.#tell({ kind: 'rotating' });
    this.#connect();
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  // Calls

  dial({ target }: Dialled): void {
    void this.#dial(target, false);
  }

  async #dial(target: string, isAgain: boolean): Promise<void> {
    const host = this.#host;
    const uri = host === undefined ? undefined : UserAgent.makeURI(`sip:${encodeURIComponent(target)}@${host.domain}`);
    if (host === undefined || uri === undefined)
      return this.#tell({ kind: 'ended', end: { kind: 'rejected', code: null } });
    const session = new Inviter(host.agent, uri, this.#mediaOptions());
    const going = this.#begin(session, target, isAgain);
    const asked: InviterInviteOptions = {
      requestDelegate: {
        onProgress: ({ message }) => {
          if (message.statusCode === 180 || message.statusCode === 183) this.#tell({ kind: 'ringing' });
        },
        onReject: ({ message }) => {
          const { statusCode: code = 0, reasonPhrase: phrase = '' } = message;
          going.rejection = { code, phrase, reason: message.getHeader('reason') };
        },
      },
    };
    this.#tell({ kind: 'dialling' });
    try {
      await session.invite(asked);
    } catch {
      // Before anything was sent: no microphone, or it was not permitted.
      going.fault = 'mic.failed';
      this.#end(going);
    }
  }

  #comesIn(invitation: Invitation): void {
    const { callId: key } = invitation.request;
    const caller = { provider: 'webphone', key, caller: invitation.remoteIdentity.uri.user ?? '' } as const;
    if (this.#going !== undefined || this.#isOver || this.#presence !== 'ready') {
      void invitation.reject({ statusCode: 486 }).catch(() => undefined);
      this.#tell({ kind: 'missed', ...caller });
      return;
    }
    this.#begin(invitation, undefined, false);
    this.#tell({ kind: 'incoming', ...caller, isAutoAnswered: false });
  }

  // The registrar knows no pause: who calls is told that it is busy.
  setPresence(presence: Presence): void {
    this.#presence = presence;
    this.#tell({ kind: 'presence', presence });
  }

  #begin(session: Session, target: string | undefined, isAgain: boolean): Going {
    const going: Going = {
      ...{ session, target, isAgain, hungUpBy: undefined, rejection: undefined, fault: undefined },
      ...{ isMuted: false, isHeld: false, ping: undefined },
    };
    this.#going = going;
    session.delegate = {
      onBye: () => {
        going.hungUpBy ??= 'customer';
      },
      onCancel: () => {
        going.hungUpBy ??= 'customer';
      },
      // Nobody transfers a call of ours: followed, it would dial what the other side names.
      onRefer: (referral) => void referral.reject({ statusCode: 603 }).catch(() => undefined),
    };
    session.stateChange.addListener((state) => {
      if (state === SessionState.Established && this.#going === going) this.#established(going);
      // The code of a rejection comes after the session is over: what came of it is decided when both are known.
      if (state === SessionState.Terminated) setTimeout(() => this.#end(going));
    });
    return going;
  }

  #established(going: Going): void {
    const sound = soundOf(going.session);
    if (sound !== undefined) {
      this.#sound.srcObject = sound.remoteMediaStream;
      this.#sound.play().catch(() => this.#tell({ kind: 'said', text: 'phone.soundBlocked', isGood: false }));
    }
    going.ping = setInterval(() => void this.#ping(going), pingEveryMs);
    this.#tell({ kind: 'answered' });
  }

  async #ping(going: Going): Promise<void> {
    const isAlive = (await this.#host?.ping()) ?? false;
    if (!isAlive && this.#going === going) this.#loseHost();
  }

  /** A call is over: it is dialled once more where the line was not registered, else its end is told. */
  #end(going: Going): void {
    if (this.#going !== going) return;
    const { target, rejection, isAgain, hungUpBy, fault } = going;
    const isLost = rejection !== undefined && isLineUnregistered(rejection);
    if (isLost && target !== undefined && !isAgain && hungUpBy === undefined) {
      this.#release(going);
      void this.#dialAgain(target);
      return;
    }
    if (fault !== undefined) this.#finish(going, { kind: 'fault', fault });
    else if (hungUpBy !== undefined) this.#finish(going, { kind: 'hungUp', by: hungUpBy });
    else if (rejection !== undefined) this.#finish(going, { kind: 'rejected', code: rejection.code });
    else this.#finish(going, { kind: 'hungUp', by: 'system' });
  }

  async #dialAgain(target: string): Promise<void> {
    this.#tell({ kind: 'reRegistering' });
    const outcome = (await this.#host?.register()) ?? 'failed';
    if (outcome === 'registered') return this.#dial(target, true);
    this.#tell({ kind: 'ended', end: { kind: 'rejected', code: null } });
    if (this.#host !== undefined) this.#loseHost();
  }

  #finish(going: Going, end: CallEnd): void {
    this.#release(going);
    this.#tell({ kind: 'ended', end });
  }

  #release(going: Going): void {
    clearInterval(going.ping);
    going.session.delegate = {};
    soundOf(going.session)?.close();
    this.#going = undefined;
    this.#sound.srcObject = null;
  }

  answer(): void {
    const going = this.#going;
    if (going === undefined || !isComing(going.session)) return;
    going.session.accept(this.#mediaOptions()).catch(() => {
      going.fault = 'mic.failed';
      void rejected(going.session);
      this.#end(going);
    });
  }

  hangUp(): void {
    const going = this.#going;
    if (going === undefined) return;
    going.hungUpBy ??= 'staff';
    const { session } = going;
    const leave = (): Promise<unknown> => {
      if (session.state === SessionState.Established) return session.bye();
      if (session instanceof Inviter) return session.cancel();
      return rejected(session);
    };
    void leave().catch(() => this.#end(going));
  }

  mute(isMuted: boolean): void {
    const going = this.#talking();
    if (going === undefined) return;
    going.isMuted = isMuted;
    this.#open(going);
    this.#tell({ kind: 'muted', isMuted });
  }

  hold(isHeld: boolean): void {
    const going = this.#talking();
    if (going === undefined) return;
    const { session } = going;
    session.sessionDescriptionHandlerOptionsReInvite = { hold: isHeld } as Web.SessionDescriptionHandlerOptions;
    const settle = (isSo: boolean) => {
      going.isHeld = isSo;
      this.#open(going);
      this.#tell({ kind: 'held', isHeld: isSo });
    };
    const refused = () => {
      settle(!isHeld);
      this.#tell({ kind: 'said', text: 'phone.holdFailed', isGood: false });
    };
    session.invite({ requestDelegate: { onAccept: () => settle(isHeld), onReject: refused } }).catch(refused);
  }

  /** Lets sound through as the call stands: none while it is held, none from here while muted. */
  #open({ session, isHeld, isMuted }: Going): void {
    const sound = soundOf(session);
    sound?.enableReceiverTracks(!isHeld);
    sound?.enableSenderTracks(!isHeld && !isMuted);
  }

  tones(digits: string): void {
    const going = this.#talking();
    // What is sent takes the place of what still waits to be.
    const waiting = connectionOf(going)?.getSenders()[0]?.dtmf?.toneBuffer ?? '';
    if (going === undefined || soundOf(going.session)?.sendDtmf(waiting + digits) === true) return;
    for (const digit of digits) {
      const body = {
        contentDisposition: 'render',
        contentType: 'application/dtmf-relay',
        content: `Signal=${digit}\r\nDuration=160`,
      };
      void going.session.info({ requestOptions: { body } }).catch(() => undefined);
    }
  }

  // Sound

  #mediaOptions() {
    const { microphone } = this.#devices;
    const audio = microphone === undefined ? true : { deviceId: { exact: microphone } };
    const sessionDescriptionHandlerOptions: Web.SessionDescriptionHandlerOptions = {
      constraints: { audio, video: false },
      iceGatheringTimeout,
    };
    return { sessionDescriptionHandlerOptions };
  }

  use(devices: Devices): void {
    const { microphone } = this.#devices;
    this.#devices = devices;
    void this.#sound.setSinkId?.(devices.speaker ?? '').catch(() => undefined);
    if (devices.microphone !== microphone) void this.#changeMicrophone();
  }

  /** Changes the microphone within a call. */
  async #changeMicrophone(): Promise<void> {
    const going = this.#talking();
    const sender = connectionOf(going)?.getSenders()[0];
    if (going === undefined || sender === undefined) return;
    try {
      const { constraints = {} } = this.#mediaOptions().sessionDescriptionHandlerOptions;
      const [track] = (await openMicrophone(constraints)).getAudioTracks();
      if (this.#going !== going) return track?.stop();
      const old = sender.track;
      await sender.replaceTrack(track ?? null);
      old?.stop();
      this.#open(going);
    } catch {
      this.#tell({ kind: 'said', text: 'mic.failed', isGood: false });
    }
  }

  async loudness(): Promise<Loudness> {
    const stats = await connectionOf(this.#talking())?.getStats();
    let [here, there] = [0, 0];
    stats?.forEach((entry: { readonly type: string; readonly audioLevel?: number }) => {
      if (entry.type === 'media-source') here = entry.audioLevel ?? 0;
      if (entry.type === 'inbound-rtp') there = entry.audioLevel ?? 0;
    });
    return { here, there };
  }

  #talking(): Going | undefined {
    return this.#going?.session.state === SessionState.Established ? this.#going : undefined;
  }
}

function isComing(session: Session): session is Invitation {
  return !(session instanceof Inviter);
}

async function rejected(session: Session): Promise<void> {
  // Also while it is being answered: the microphone may be asked for.
  const isUnanswered = session.state === SessionState.Initial || session.state === SessionState.Establishing;
  if (isComing(session) && isUnanswered) await session.reject({ statusCode: 486 });
}

function soundOf({ sessionDescriptionHandler }: Session): Web.SessionDescriptionHandler | undefined {
  return sessionDescriptionHandler instanceof Web.SessionDescriptionHandler ? sessionDescriptionHandler : undefined;
}

function connectionOf(going: Going | undefined): RTCPeerConnection | undefined {
  return going === undefined ? undefined : soundOf(going.session)?.peerConnection;
}
