import { type Invitation, Messager, Registerer, RegistererState, UserAgent, Web } from 'sip.js';
import type { PhoneRegistrationAnswer } from '../../../contract/phone.ts';

import { openForCall } from './microphone.ts';

/** Seconds and milliseconds of the specification, and our own deadlines. */
const expires = 60;
/** Percent of the expiry after which it registers anew. */
const refreshFrequency = 75;
const iceGatheringTimeout = 8000;
const connectSeconds = 3;
const registerMs = 4000;
const pingMs = 5000;

/** What becomes of a host that was registered at. */
export type HostEvents = {
  readonly onInvite: (invitation: Invitation) => void;
  /** It is gone: the connection is lost, or it takes no registration any more. */
  readonly onLost: () => void;
};

/** How an attempt to register ended: here, elsewhere perhaps, or nowhere with this password. */
export type Attempt = SipHost | 'failed' | 'refused';

/**
 * One registrar and the connection to it. A user agent keeps the server it was made with, so each host has its own and is
 * thrown away with it.
 */
export class SipHost {
  readonly agent: UserAgent;
  readonly domain: string;
  readonly #registerer: Registerer;
  #isParting = false;
  #isOver = false;

  private constructor(agent: UserAgent, domain: string) {
    this.agent = agent;
    this.domain = domain;
    this.#registerer = new Registerer(agent, { expires, refreshFrequency });
  }

  /** Connects to a host and registers there, each within its deadline. */
  static async connect(address: string, answer: PhoneRegistrationAnswer, events: HostEvents): Promise<Attempt> {
    const { domain, user, ha1, iceServers } = answer;
    const uri = UserAgent.makeURI(`sip:${user}@${domain}`);
    if (uri === undefined) return 'refused';
    const agent = new UserAgent({
      uri,
      authorizationUsername: user,
      authorizationHa1: ha1,
      transportOptions: { server: address, connectionTimeout: connectSeconds, traceSip: false },
      logBuiltinEnabled: false,
      // Stopping in grace waits for the network, which a dead host never answers; parting takes the registration back itself.
      gracefulShutdown: false,
      sessionDescriptionHandlerFactory: Web.defaultSessionDescriptionHandlerFactory(openForCall),
      sessionDescriptionHandlerFactoryOptions: {
        iceGatheringTimeout,
        peerConnectionConfiguration: { iceServers: iceServers.map((server) => ({ ...server })) },
      },
    });
    const host = new SipHost(agent, domain);
    agent.delegate = {
      onInvite: events.onInvite,
      // Stopping within this call is refused as a loop.
      onDisconnect: (error) => void setTimeout(() => host.#tellLost(error, events)),
    };
    try {
      await agent.start();
    } catch {
      host.leave();
      return 'failed';
    }
    const outcome = await host.register();
    if (outcome !== 'registered') {
      host.leave();
      return outcome;
    }
    host.#watch(events);
    return host;
  }

  /** Whether it is still connected. */
  get isUp(): boolean {
    return !this.#isOver && this.agent.isConnected();
  }

  /** Registers, once more where the host forgot it; answers within the deadline. */
  register(): Promise<'registered' | 'failed' | 'refused'> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('failed'), registerMs);
      const end = (outcome: 'registered' | 'failed' | 'refused') => {
        clearTimeout(timer);
        resolve(outcome);
      };
      this.#registerer
        .register({
          requestDelegate: {
            onAccept: () => end('registered'),
            onReject: ({ message }) => end(isRefusal(message.statusCode) ? 'refused' : 'failed'),
          },
        })
        .catch(() => end('failed'));
    });
  }

  /** A registration that lapses means that the host is lost. */
  #watch(events: HostEvents): void {
    this.#registerer.stateChange.addListener((state) => {
      if (state === RegistererState.Unregistered) setTimeout(() => this.#tellLost(new Error('unregistered'), events));
    });
  }

  #tellLost(error: Error | undefined, events: HostEvents): void {
    // Without an error it was ended from here.
    if (this.#isOver || this.#isParting || error === undefined) return;
    this.leave();
    events.onLost();
  }

  /** Whether the host still answers, whatever it answers. */
  ping(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), pingMs);
      const end = (isAlive: boolean) => {
        clearTimeout(timer);
        resolve(isAlive);
      };
      const target = UserAgent.makeURI(`sip:ping@${this.domain}`);
      if (target === undefined || !this.isUp) return end(false);
      new Messager(this.agent, target, 'ping', 'text/plain')
        .message({
          requestDelegate: {
            onAccept: () => end(true),
            // 408 and 503 are made up here, where nothing came.
            onReject: ({ message }) => end(message.statusCode !== 408 && message.statusCode !== 503),
          },
        })
        .catch(() => end(false));
    });
  }

  /** Takes the registration back, where the host still hears it, and closes the connection. */
  async part(): Promise<void> {
    this.#isParting = true;
    if (this.isUp) await Promise.race([this.#unregister(), pause(500)]);
    this.leave();
  }

  async #unregister(): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#registerer
          .unregister({ requestDelegate: { onAccept: () => resolve(), onReject: () => resolve() } })
          .catch(reject);
      });
    } catch {
      // It lapses by itself within a minute.
    }
  }

  /** Throws the connection away without waiting for the network. */
  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.agent.delegate = {};
    void this.agent.stop().catch(() => undefined);
  }
}

function isRefusal(code: number | undefined): boolean {
  return code === 401 || code === 403 || code === 404 || code === 407;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
