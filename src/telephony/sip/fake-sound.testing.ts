import { vi } from 'vitest';

/** A track that remembers whether it was let go. */
class FakeTrack {
  readonly kind = 'audio';
  readonly id = crypto.randomUUID();
  enabled = true;
  isLive = true;

  stop(): void {
    this.isLive = false;
  }
}

class FakeStream extends EventTarget {
  #tracks: FakeTrack[] = [];
  readonly addTrack = (track: FakeTrack) => void this.#tracks.push(track);
  readonly getTracks = () => this.#tracks;
  readonly getAudioTracks = () => this.#tracks;
  readonly getVideoTracks = () => [];
  readonly getTrackById = (wanted: string) => this.#tracks.find(({ id }) => id === wanted) ?? null;
  readonly removeTrack = (track: FakeTrack) => {
    this.#tracks = this.#tracks.filter((one) => one !== track);
  };
}

const states = {
  local: { offer: 'have-local-offer', answer: 'stable' },
  remote: { offer: 'have-remote-offer', answer: 'stable' },
} as const;
type Description = { readonly type: 'offer' | 'answer'; readonly sdp: string };

/** As much of a connection as a call needs to be signalled. */
class FakeConnection extends EventTarget {
  signalingState = 'stable';
  localDescription: Description | null = null;
  remoteDescription: Description | null = null;
  isOpen = true;
  readonly #receivers = [{ track: new FakeTrack() }];
  readonly #senders: { track: FakeTrack; replaceTrack: (track: FakeTrack) => Promise<void> }[] = [];

  constructor(
    readonly configuration: RTCConfiguration,
    readonly iceGatheringState: string,
  ) {
    super();
  }

  readonly getReceivers = () => this.#receivers;
  readonly getSenders = () => this.#senders;
  readonly getTransceivers = () => [];
  readonly createOffer = async (): Promise<Description> => ({ type: 'offer', sdp: 'v=0\r\n' });
  readonly createAnswer = async (): Promise<Description> => ({ type: 'answer', sdp: 'v=0\r\n' });

  addTrack(track: FakeTrack): void {
    const sender = {
      track,
      replaceTrack: async (next: FakeTrack) => {
        sender.track = next;
      },
    };
    this.#senders.push(sender);
  }

  async setLocalDescription(description: Description): Promise<void> {
    this.localDescription = description;
    this.signalingState = states.local[description.type];
  }

  async setRemoteDescription(description: Description): Promise<void> {
    this.remoteDescription = description;
    this.signalingState = states.remote[description.type];
  }

  close(): void {
    this.isOpen = false;
  }
}

/** Microphone, loudspeaker and connections of a browser without sound. */
export class FakeSound {
  readonly tracks: FakeTrack[] = [];
  readonly connections: FakeConnection[] = [];
  /** What was asked of the microphone. */
  readonly constraints: MediaStreamConstraints[] = [];
  /** The only one that may be chosen. */
  readonly microphone = 'headset';
  /** What has to be over before a microphone is open. */
  opening: Promise<unknown> = Promise.resolve();
  /** Whether the microphone may be used. */
  isAllowed = true;
  /** Whether addresses are found at once; else never. */
  findsAddresses = true;

  /** Puts it in the place of the browser's own. */
  install(): void {
    const connect = (configuration: RTCConfiguration) => {
      const connection = new FakeConnection(configuration, this.findsAddresses ? 'complete' : 'gathering');
      this.connections.push(connection);
      return connection;
    };
    vi.stubGlobal('navigator', {
      mediaDevices: { getUserMedia: (wanted: MediaStreamConstraints) => this.#open(wanted) },
    });
    vi.stubGlobal('MediaStream', FakeStream);
    vi.stubGlobal('MediaStreamTrackEvent', Event);
    vi.stubGlobal('RTCPeerConnection', function RTCPeerConnection(configuration: RTCConfiguration) {
      return connect(configuration);
    });
    vi.stubGlobal(
      'Audio',
      class {
        srcObject: unknown = null;
        readonly play = async () => undefined;
        readonly setSinkId = async () => undefined;
      },
    );
  }

  async #open(wanted: MediaStreamConstraints): Promise<FakeStream> {
    this.constraints.push(wanted);
    const { audio } = wanted;
    const id = typeof audio === 'object' ? audio.deviceId : undefined;
    if (id !== undefined && JSON.stringify(id) !== JSON.stringify({ exact: this.microphone }))
      throw Object.assign(new Error('no such device'), { name: 'OverconstrainedError' });
    await this.opening;
    if (!this.isAllowed) throw new DOMException('denied', 'NotAllowedError');
    const stream = new FakeStream();
    const track = new FakeTrack();
    this.tracks.push(track);
    stream.addTrack(track);
    return stream;
  }

  /** What is still open. */
  get left(): { readonly tracks: number; readonly connections: number } {
    return {
      tracks: this.tracks.filter(({ isLive }) => isLive).length,
      connections: this.connections.filter(({ isOpen }) => isOpen).length,
    };
  }
}
