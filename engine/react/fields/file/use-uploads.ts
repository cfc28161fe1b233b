import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ApiClient, ApiRefusal } from '../../../client/index.ts';
import {
  type FileRule,
  fileFault,
  fileRuleOf,
  fileTypeOf,
  sentKinds,
  wholeBytes,
} from '../../../model/fields/index.ts';
import type { InputField } from '../../../model/record/index.ts';
import type { UploadedFile } from '../../../model/wire/index.ts';
import { useEngine, useText } from '../../host/engine-context.tsx';
import { loadPart, PartNotLoaded } from '../../parts/load-part.ts';
import { noteFileName } from './file-names.ts';

/** What is asked of the field that files are sent for. */
type Wanted = Pick<InputField, 'type' | 'kinds' | 'maxMegabytes'>;

/** What a field takes of files. */
export function ruleOf(field: Wanted): FileRule {
  return fileRuleOf(field) ?? { kinds: sentKinds.file };
}

/** Where a file that was chosen stands: it is being sent or waits for its turn, or it was refused. */
export type UploadStage =
  | {
      readonly key: number;
      readonly kind: 'sending';
      readonly file: File;
      /** From 0 to 1. */
      readonly sent: number;
      /** Whether the line is broken, and it goes on once it is there again. */
      readonly isWaiting: boolean;
    }
  | {
      readonly key: number;
      readonly kind: 'refused';
      readonly name: string;
      readonly reason: string;
      /** Present where another attempt may fare better. */
      readonly file?: File;
    };

/** Refusals that another attempt with the same file meets again. */
const final = new Set(['E_FILE_TYPE', 'E_FILE_TOO_LARGE', 'E_FILE_EMPTY']);

type Work = { readonly stop: AbortController; readonly arrived: Promise<boolean> };

type UploadOptions = {
  readonly field: Wanted;
  /** Told of a file that arrived, and under which key it was sent. */
  readonly onSent: (file: UploadedFile, key: number) => void;
  /** Told of files on their way: the promise says whether all arrived. Undefined when none is wanted any more. */
  readonly onWork: ((work: Promise<boolean> | undefined) => void) | undefined;
};

/** Sends files of a field one after another, in the order they were chosen: checked before, stopped, and tried again. */
export function useUploads({ field, onSent, onWork }: UploadOptions) {
  const { client } = useEngine();
  const queries = useQueryClient();
  const t = useText();
  const [stages, setStages] = useState<readonly UploadStage[]>([]);
  const works = useRef(new Map<number, Work>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const count = useRef(0);
  useStoppedAtEnd(works);

  const tell = () => onWork?.(allArrived([...works.current.values()]));
  const put = (stage: UploadStage) => setStages((all) => withStage(all, stage));
  /** Stops sending, or forgets what was refused. */
  const drop = (key: number) => {
    works.current.get(key)?.stop.abort();
    works.current.delete(key);
    setStages((all) => all.filter((one) => one.key !== key));
    tell();
  };
  const send = async (key: number, file: File, { signal }: AbortController): Promise<boolean> => {
    if (signal.aborted) return false;
    const stage = { key, kind: 'sending', file, sent: 0, isWaiting: false } as const;
    try {
      const answer = await sent(client, file, field, signal, (now) => signal.aborted || put({ ...stage, ...now }));
      if (signal.aborted) return false;
      noteFileName(queries, answer);
      onSent(answer, key);
      drop(key);
      return true;
    } catch (error) {
      if (!signal.aborted) put(refusedBy(error, key, file, t));
      return false;
    }
  };
  const newKey = () => ++count.current;
  const refuse = (name: string, reason: string) => {
    const key = newKey();
    put({ key, kind: 'refused', name, reason });
    works.current.set(key, { stop: new AbortController(), arrived: Promise.resolve(false) });
    tell();
  };
  const launch = (key: number, file: File) => {
    const stop = new AbortController();
    put({ key, kind: 'sending', file, sent: 0, isWaiting: false });
    const arrived = last.current.then(() => send(key, file, stop));
    // The next one does not wait for one that was stopped.
    const stopped = new Promise((done) => stop.signal.addEventListener('abort', done));
    last.current = Promise.race([arrived.catch(() => undefined), stopped]);
    works.current.set(key, { stop, arrived });
    tell();
  };
  /** Sends a file and answers its key; undefined where it is not even tried. */
  const start = (file: File): number | undefined => {
    const reason = fileFault(file, ruleOf(field)) ?? (isSendable(file) ? undefined : t('engine.file.insecure'));
    if (reason !== undefined) {
      refuse(file.name, reason);
      return undefined;
    }
    const key = newKey();
    launch(key, file);
    return key;
  };
  return {
    stages,
    start,
    /** Says why something that was chosen is not taken. */
    refuse,
    /** Sends a file that was refused once more, under the same key. */
    retry: launch,
    drop,
    clear: () => {
      for (const key of [...works.current.keys()]) drop(key);
    },
  };
}

function withStage(all: readonly UploadStage[], stage: UploadStage): readonly UploadStage[] {
  const isThere = all.some(({ key }) => key === stage.key);
  return isThere ? all.map((one) => (one.key === stage.key ? stage : one)) : [...all, stage];
}

/** Whoever leaves waits for nothing any more. */
function useStoppedAtEnd(works: RefObject<ReadonlyMap<number, Work>>): void {
  useEffect(() => {
    const running = works.current;
    return () => {
      for (const { stop } of running.values()) stop.abort();
    };
  }, [works]);
}

function allArrived(works: readonly Work[]): Promise<boolean> | undefined {
  if (works.length === 0) return undefined;
  return Promise.all(works.map(({ arrived }) => arrived)).then((all) => all.every(Boolean));
}

/** Digests are made by the browser, which does so on a secured page alone. */
function isSendable(file: File): boolean {
  return file.size <= wholeBytes || window.isSecureContext;
}

type Progress = { readonly sent?: number; readonly isWaiting?: boolean };

/** Sends a file whole, a large one in parts; tells how much has arrived and whether the line is broken. */
async function sent(
  client: ApiClient,
  file: File,
  field: Wanted,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<UploadedFile> {
  const onProgress = (sent: number) => tell({ sent });
  const { kinds, maxMegabytes } = field;
  const isPicture = fileTypeOf(field.type) === 'image';
  if (file.size <= wholeBytes) {
    const input = {
      ...(kinds === undefined ? {} : { kinds: kinds.join(',') }),
      ...(maxMegabytes === undefined ? {} : { maxMegabytes: `${maxMegabytes}` }),
    };
    const path = isPicture ? '/v1/file/image' : '/v1/file/upload';
    return client.upload(path, file, { quiet: true, signal, onProgress, input });
  }
  const wanted = isPicture ? { kinds: ['image' as const], maxMegabytes } : { kinds, maxMegabytes };
  let arrived = 0;
  // Few files are that large.
  const { sendInParts } = await loadPart(() => import('./send-in-parts.ts'));
  return sendInParts(client, file, wanted, {
    signal,
    onProgress: (sent) => {
      arrived = sent;
      onProgress(sent);
    },
    onWaiting: (isWaiting) => tell({ sent: arrived, isWaiting }),
  });
}

function refusedBy(error: unknown, key: number, file: File, t: ReturnType<typeof useText>): UploadStage {
  const again = { key, kind: 'refused', name: file.name, file } as const;
  // The browser could not read it any more: it was moved or changed.
  if (error instanceof DOMException) return { ...again, reason: t('engine.file.unreadable') };
  if (error instanceof PartNotLoaded) return { ...again, reason: t('engine.part.missing') };
  if (!(error instanceof ApiRefusal)) throw error;
  if (!final.has(error.detail.code)) return { ...again, reason: error.message };
  return { key, kind: 'refused', name: file.name, reason: error.message };
}
