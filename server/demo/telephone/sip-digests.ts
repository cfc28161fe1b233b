import { createHash, randomBytes } from 'node:crypto';
import { headerOf, requestOf, type SipMessage } from './sip-message.ts';

/** How long an answer to a challenge is taken. */
const challengeMs = 300_000;

/** Digest authentication of SIP: asks who registers or calls to prove that he knows the password of his seat. */
export class SipDigests {
  readonly #passwords = new Map<string, string>();
  readonly #nonces = new Set<string>();

  constructor(private readonly domain: string) {}

  setPassword(seat: string, password: string): void {
    this.#passwords.set(seat, password);
  }

  /** What the header of a challenge says. */
  challenge(): string {
    const nonce = randomBytes(16).toString('hex');
    this.#nonces.add(nonce);
    setTimeout(() => this.#nonces.delete(nonce), challengeMs).unref();
    return `Digest realm="${this.domain}", nonce="${nonce}", algorithm=MD5`;
  }

  /** Whether a header of a request answers a challenge of ours with the password of the seat. */
  isAuthentic(message: SipMessage, header: string, seat: string): boolean {
    const given = headerOf(message, header);
    const part = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(given)?.[1] ?? '';
    const password = this.#passwords.get(seat);
    if (password === undefined || part('username') !== seat || !this.#nonces.has(part('nonce'))) return false;
    const first = md5(`${seat}:${this.domain}:${password}`);
    const second = md5(`${requestOf(message)?.method ?? ''}:${part('uri')}`);
    const quality = part('qop');
    const middle = quality === '' ? part('nonce') : [part('nonce'), part('nc'), part('cnonce'), quality].join(':');
    return md5(`${first}:${middle}:${second}`) === part('response');
  }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
