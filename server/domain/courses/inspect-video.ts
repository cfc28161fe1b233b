import { buffer } from 'node:stream/consumers';
import type { MediaInfo, MediaInfoResult } from 'mediainfo.js';
import { loadOnce } from '../../../engine/model/cache/index.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';

/** What a video file turned out to be: how long it plays, in whole seconds, or why it cannot be played. */
export type Inspected = { readonly seconds: number } | { readonly fault: string };

/** A file as the store keeps it, its size in bytes. */
export type KeptFile = { readonly key: string; readonly size: number };

/** Where videos are made ready to play: here from the file itself; a platform for videos would stand behind the same. */
export type VideoPort = { readonly inspect: (file: KeptFile) => Promise<Inspected> };

const reader = loadOnce(async () => (await import('mediainfo.js')).default({ format: 'object' }));
const longest = 24 * 3600;

/** Reads container and duration from the file; only the parts that tell of them are read. */
export function fileVideoPort(files: Pick<FileStore, 'read'>): VideoPort {
  return {
    async inspect({ key, size }) {
      const read = async (length: number, at: number) => {
        const end = Math.min(at + length, size) - 1;
        return end < at ? new Uint8Array() : buffer(await files.read(key, { start: at, end }));
      };
      return told(await analysed(await reader(), size, read));
    },
  };
}

let last: Promise<unknown> = Promise.resolve();

/** The reader works on one file at a time. */
function analysed(info: MediaInfo<'object'>, size: number, read: (length: number, at: number) => Promise<Uint8Array>) {
  const next = last.then(() => info.analyzeData(size, read));
  last = next.catch(() => undefined);
  return next;
}

function told({ media }: MediaInfoResult): Inspected {
  const tracks = media?.track ?? [];
  const general = tracks.find((track) => track['@type'] === 'General');
  if (!tracks.some((track) => track['@type'] === 'Video')) return { fault: '文件损坏，或其中没有画面，请重新上传' };
  if (isTruncated(general?.extra)) return { fault: '文件不完整，请重新上传' };
  const duration = general?.['@type'] === 'General' ? Number(general.Duration) : Number.NaN;
  if (!(duration > 0)) return { fault: '读不出时长，请转换格式后重新上传' };
  return duration > longest ? { fault: '时长超过 24 小时' } : { seconds: Math.max(1, Math.round(duration)) };
}

function isTruncated(extra: unknown): boolean {
  return typeof extra === 'object' && extra !== null && 'IsTruncated' in extra && extra.IsTruncated === 'Yes';
}
