import {
  type Invitation,
  Inviter,
  type InviterInviteOptions,
  type Session,
  SessionState,
  UserAgent,
  type Web,
} from 'sip.js';
import type { CallEnd, Devices, Dialled, Line, LineAbility, Loudness, Presence } from '../line/line.ts';
import { openMicrophone } from './microphone.ts';
import { Registration, type RegistrationOptions } from './registration.ts';
import { isLineUnregistered, type Rejection } from './rejection.ts';
import { connectionOf, loudnessOf, sendTones, soundOf } from './session-sound.ts';

const pingEveryMs = 30_000;
const iceGatheringTimeout = 8000;
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
export function createSipLine(options: RegistrationOptions): Line {
  return new SipLine(options);
}

class SipLine implements Line {
  readonly provider = 'webphone';
  readonly abilities: ReadonlySet<LineAbility> = new Set(['mute', 'hold', 'devices']);
  readonly #registration: Registration;
  #tell: RegistrationOptions['tell'];
  readonly #sound = new Audio();
  #devices: Devices = {};
  #presence: Presence = 'ready';
  #going: Going | undefined;

  constructor({ register, tell }: RegistrationOptions) {
    this.#tell = tell;
    this.#registration = new Registration(
      { register, tell: (event) => this.#tell(event) },
      { onInvite: (invitation) => this.#comesIn(invitation), onLost: () => this.#loseHost() },
    );
  }

  start(): void {
    this.#registration.start();
  }

  /** BYE, CANCEL or a refusal goes to the socket at once: nothing that would come later is waited for. */
  leave(): void {
    this.hangUp();
  }

  stop(): void {
    this.#tell = () => undefined;
    this.hangUp();
    this.#registration.stop();
  }

  /** The host is gone: its call with it, and the next host has its turn. */
  #loseHost(): void {
    this.#registration.drop();
    if (this.#going !== undefined) this.#finish(this.#going, { kind: 'lost' });
    this.#registration.rotate();
  }

  // Calls

  dial({ target }: Dialled): void {
    void this.#dial(target, false);
  }

  async #dial(target: string, isAgain: boolean): Promise<void> {
    const { host } = this.#registration;
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
    if (this.#going !== undefined || this.#registration.isOver || this.#presence !== 'ready') {
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
    const isAlive = (await this.#registration.host?.ping()) ?? false;
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
    const outcome = (await this.#registration.host?.register()) ?? 'failed';
    if (outcome === 'registered') return this.#dial(target, true);
    this.#tell({ kind: 'ended', end: { kind: 'rejected', code: null } });
    if (this.#registration.host !== undefined) this.#loseHost();
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
    if (going !== undefined) sendTones(going.session, digits);
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
    const sender = connectionOf(going?.session)?.getSenders()[0];
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

  loudness(): Promise<Loudness> {
    return loudnessOf(this.#talking()?.session);
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
