import type { RTCPeerConnection } from 'werift';
import { fromMuLaw, toMuLaw, wavOf } from './mu-law.ts';

const rate = 8000;
const soundType = 0;
const keyType = 101;
const keyLength = 4;
const keyNames = '0123456789*#';
const frame = 160;
const frameMs = 20;
const notes = [523, 659, 784, 1047, 784, 659];
const noteMs = 300;
const maxQueued = 10;
const maxKeys = 100;
const maxFrames = (10 * 60 * 1000) / frameMs;

/** How long the melody lasts before the caller hears himself; for ever where he never does. */
export type Programme = { readonly melodyMs: number };

/**
 * Picks up, plays a melody, then gives back what it hears; writes down what was said. Sound goes to addresses of this
 * machine alone, its own and loopback: a browser here reaches one of them, and no server elsewhere is asked.
 */
export class AnsweringMachine {
  readonly #heard: Uint8Array[] = [];
  readonly #recorded: Int16Array[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #sequence = Math.floor(Math.random() * 30_000);
  #frames = 0;
  isHeld = false;
  /** Keys that were pressed at the other end, as they came in. */
  keys = '';
  #keyAt: number | undefined;

  private constructor(
    readonly connection: RTCPeerConnection,
    readonly programme: Programme,
    readonly send: (payload: Buffer, sequence: number, timestamp: number) => void,
  ) {}

  static async create(programme: Programme): Promise<AnsweringMachine> {
    // Loaded with the first call: most who start the demo never make one.
    const { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } = await import('werift');
    const connection = new RTCPeerConnection({
      iceServers: [],
      iceUseIpv6: false,
      iceAdditionalHostAddresses: ['127.0.0.1'],
      codecs: {
        audio: [
          new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: rate, channels: 1, payloadType: soundType }),
          new RTCRtpCodecParameters({
            mimeType: 'audio/telephone-event',
            clockRate: rate,
            channels: 1,
            payloadType: keyType,
          }),
        ],
      },
    });
    const track = new MediaStreamTrack({ kind: 'audio' });
    connection.addTransceiver(track, { direction: 'sendrecv' });
    const machine = new AnsweringMachine(connection, programme, (payload, sequenceNumber, timestamp) => {
      const header = new RtpHeader({
        payloadType: soundType,
        sequenceNumber,
        timestamp,
        ssrc: track.ssrc ?? 1,
        marker: false,
      });
      track.writeRtp(new RtpPacket(header, payload));
    });
    connection.onTrack.subscribe((heard) => {
      heard.onReceiveRtp.subscribe((packet) => {
        if (packet.header.payloadType === soundType) machine.#hear(packet.payload);
        // A browser that calls has a number of its own for keys; nothing else is as short.
        else if (packet.payload.length === keyLength) machine.#press(packet.payload[0], packet.header.timestamp);
      });
    });
    return machine;
  }

  /** Answers an offer. */
  async answer(offer: string): Promise<string> {
    await this.connection.setRemoteDescription({ type: 'offer', sdp: offer });
    const answer = await this.connection.createAnswer();
    withoutStun(this.connection);
    await this.connection.setLocalDescription(answer);
    this.#start();
    return this.connection.localDescription?.sdp ?? '';
  }

  /** Offers a call of its own. */
  async offer(): Promise<string> {
    const offer = await this.connection.createOffer();
    withoutStun(this.connection);
    await this.connection.setLocalDescription(offer);
    return this.connection.localDescription?.sdp ?? '';
  }

  async accept(answer: string): Promise<void> {
    await this.connection.setRemoteDescription({ type: 'answer', sdp: answer });
    this.#start();
  }

  /** Ends; answers what was recorded, as a WAV file. */
  async end(): Promise<Buffer> {
    clearInterval(this.#timer);
    await this.connection.close();
    return wavOf(this.#recorded);
  }

  #hear(payload: Buffer): void {
    this.#heard.push(payload);
    if (this.#heard.length > maxQueued) this.#heard.shift();
  }

  /** A key lasts over several packets of one moment. */
  #press(key: number | undefined, at: number): void {
    if (at === this.#keyAt) return;
    this.#keyAt = at;
    this.keys = `${this.keys}${keyNames[key ?? -1] ?? ''}`.slice(-maxKeys);
  }

  #start(): void {
    const begun = performance.now();
    this.#timer = setInterval(() => {
      // A timer is late now and then: what is due by the clock is sent.
      while (this.#frames * frameMs <= performance.now() - begun) this.#tick();
    }, frameMs);
  }

  #tick(): void {
    const at = this.#frames;
    this.#frames += 1;
    const heard = this.#heard.shift();
    const isMelody = at * frameMs < this.programme.melodyMs;
    const said = new Int16Array(frame);
    const sent = Buffer.alloc(frame);
    for (let index = 0; index < frame; index += 1) {
      const own = isMelody ? tone(at * frame + index) : 0;
      const theirs = heard === undefined ? 0 : fromMuLaw(heard[index] ?? 0xff);
      said[index] = Math.max(-32_768, Math.min(32_767, own + theirs));
      sent[index] = toMuLaw(isMelody ? own : theirs);
    }
    if (this.#recorded.length < maxFrames) this.#recorded.push(said);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    if (!this.isHeld) this.send(sent, this.#sequence, (at * frame) >>> 0);
  }
}

/**
 * werift asks a public STUN server although it is given none (shinyoshiaki/werift-webrtc#691): the default is taken off
 * before it gathers. A test holds it to that.
 */
export function withoutStun(connection: RTCPeerConnection): void {
  for (const { connection: ice } of connection.iceTransports) Object.assign(ice, { stunServer: undefined });
}

function tone(sample: number): number {
  const note = notes[Math.floor((sample * 1000) / rate / noteMs) % notes.length] ?? 523;
  return Math.sin((2 * Math.PI * note * sample) / rate) * 8000;
}
