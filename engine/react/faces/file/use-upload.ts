import { useEffect, useRef, useState } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import { fileFault, type UploadedFile } from '../../../model/index.ts';
import { useEngine, useText } from '../../engine-context.tsx';

/** Fields that hold a file, and where the file of each is sent. */
const paths = { file: '/v1/file/upload', image: '/v1/file/image' } as const;
export type FileFieldType = keyof typeof paths;

/** Where a file that was chosen stands: nothing is under way, it is being sent, or it was refused. */
export type UploadStage =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly file: File /** From 0 to 1. */; readonly sent: number }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string; readonly file?: File };

const none: UploadStage = { kind: 'none' };

/** Refusals that another attempt with the same file meets again. */
const final = new Set(['E_FILE_TYPE', 'E_FILE_TOO_LARGE', 'E_FILE_EMPTY']);

type UploadOptions = {
  readonly type: FileFieldType;
  readonly onSent: (file: UploadedFile) => void;
  /** Told of a file on its way: the promise says whether it arrived. Undefined when none is wanted any more. */
  readonly onWork: ((work: Promise<boolean> | undefined) => void) | undefined;
};

/** Sends the file of a field, one at a time: checked before, stopped, and tried again. */
export function useUpload({ type, onSent, onWork }: UploadOptions) {
  const { client } = useEngine();
  const t = useText();
  const [stage, setStage] = useState<UploadStage>(none);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const drop = () => {
    abort.current?.abort();
    setStage(none);
    onWork?.(undefined);
  };
  const refuse = (refused: Extract<UploadStage, { kind: 'refused' }>) => {
    setStage(refused);
    onWork?.(Promise.resolve(false));
  };
  const send = async (file: File): Promise<boolean> => {
    const mine = new AbortController();
    abort.current = mine;
    const { signal } = mine;
    setStage({ kind: 'sending', file, sent: 0 });
    const onProgress = (sent: number) => signal.aborted || setStage({ kind: 'sending', file, sent });
    try {
      const answer = await client.upload<UploadedFile>(paths[type], file, { quiet: true, signal, onProgress });
      if (signal.aborted) return false;
      setStage(none);
      onSent(answer);
      onWork?.(undefined);
      return true;
    } catch (error) {
      if (!signal.aborted) setStage(refusedBy(error, file));
      return false;
    }
  };
  const start = (file: File) => {
    abort.current?.abort();
    const reason = fileFault(file, type);
    if (reason !== undefined) return refuse({ kind: 'refused', name: file.name, reason });
    const work = send(file);
    onWork?.(work);
  };
  return {
    stage,
    /** Takes what was chosen, dropped or pasted. */
    take: ([first, ...others]: readonly File[]) => {
      if (first === undefined) return;
      if (others.length === 0) start(first);
      else refuse({ kind: 'refused', name: first.name, reason: t('engine.file.onlyOne') });
    },
    retry: start,
    /** Stops sending, or forgets what was refused. */
    drop,
  };
}

function refusedBy(error: unknown, file: File): UploadStage {
  if (!(error instanceof ApiRefusal)) throw error;
  const isFinal = final.has(error.detail.code);
  return { kind: 'refused', name: file.name, reason: error.message, ...(isFinal ? {} : { file }) };
}
