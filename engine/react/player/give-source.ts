/** Where it can be played from. */
export type Played = {
  readonly address: string;
  /** The second it begins at where it is played for the first time. */
  readonly position?: number;
  /** Whether the address answers a playlist of parts. */
  readonly isStream?: boolean;
};

/**
 * Gives an element what it plays: an address, or the parts of a stream by hls.js, which is downloaded for the first of
 * them. Answers what takes it away again. A stream tells of its failures itself: the element does not.
 */
export async function giveSource(
  media: HTMLMediaElement,
  { address, isStream = false }: Played,
  onFailed: () => void,
): Promise<() => void> {
  const Hls = isStream ? (await import('hls.js')).default : undefined;
  if (Hls === undefined || !Hls.isSupported()) {
    media.src = address;
    media.load();
    return () => undefined;
  }
  const usual = Hls.DefaultConfig.fragLoadPolicy.default;
  const stream = new Hls({
    // A worker would be made from a script of no address, which the content policy forbids.
    enableWorker: false,
    // Addresses run out: after two more attempts another is asked for, rather than six times over half a minute.
    fragLoadPolicy: {
      default: { ...usual, errorRetry: { maxNumRetry: 2, retryDelayMs: 1000, maxRetryDelayMs: 2000 } },
    },
  });
  stream.on(Hls.Events.ERROR, (_, { fatal }) => {
    if (fatal) onFailed();
  });
  stream.loadSource(address);
  stream.attachMedia(media);
  return () => stream.destroy();
}
