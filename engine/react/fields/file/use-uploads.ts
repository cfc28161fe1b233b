import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiRefusal, type OperationPath } from '../../../client/index.ts';
import { type FileFieldType, fileFault, type UploadedFile } from '../../../model/index.ts';
import { useEngine } from '../../host/engine-context.tsx';

/** Where the file of each field is sent. */
const paths = { file: '/v1/file/upload', image: '/v1/file/image' } as const satisfies Record<
  FileFieldType,
  OperationPath
>;

/** Where a file that was chosen stands: it is being sent or waits for its turn, or it was refused. */
export type UploadStage =
  | { readonly key: number; readonly kind: 'sending'; readonly file: File /** From 0 to 1. */; readonly sent: number }
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
  readonly type: FileFieldType;
  /** Told of a file that arrived, and under which key it was sent. */
  readonly onSent: (file: UploadedFile, key: number) => void;
  /** Told of files on their way: the promise says whether all arrived. Undefined when none is wanted any more. */
  readonly onWork: ((work: Promise<boolean> | undefined) => void) | undefined;
};

/** Sends files of a field one after another, in the order they were chosen: checked before, stopped, and tried again. */
export function useUploads({ type, onSent, onWork }: UploadOptions) {
  const { client } = useEngine();
  const [stages, setStages] = useState<readonly UploadStage[]>([]);
  const works = useRef(new Map<number, Work>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const count = useRef(0);
  useStoppedAtEnd(works);

  const tell = () => onWork?.(allArrived([...works.current.values()]));
  const put = (stage: UploadStage) =>
    setStages((all) =>
      all.some(({ key }) => key === stage.key)
        ? all.map((one) => (one.key === stage.key ? stage : one))
        : [...all, stage],
    );
  /** Stops sending, or forgets what was refused. */
  const drop = (key: number) => {
    works.current.get(key)?.stop.abort();
    works.current.delete(key);
    setStages((all) => all.filter((one) => one.key !== key));
    tell();
  };
  const send = async (key: number, file: File, { signal }: AbortController): Promise<boolean> => {
    if (signal.aborted) return false;
    const onProgress = (sent: number) => signal.aborted || put({ key, kind: 'sending', file, sent });
    try {
      const answer = await client.upload(paths[type], file, { quiet: true, signal, onProgress });
      if (signal.aborted) return false;
      onSent(answer, key);
      drop(key);
      return true;
    } catch (error) {
      if (!signal.aborted) put(refusedBy(error, key, file));
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
    put({ key, kind: 'sending', file, sent: 0 });
    const arrived = last.current.then(() => send(key, file, stop));
    // The next one does not wait for one that was stopped.
    const stopped = new Promise((done) => stop.signal.addEventListener('abort', done));
    last.current = Promise.race([arrived.catch(() => undefined), stopped]);
    works.current.set(key, { stop, arrived });
    tell();
  };
  /** Sends a file and answers its key; undefined where it is not even tried. */
  const start = (file: File): number | undefined => {
    const reason = fileFault(file, type);
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

function refusedBy(error: unknown, key: number, file: File): UploadStage {
  if (!(error instanceof ApiRefusal)) throw error;
  const isFinal = final.has(error.detail.code);
  return { key, kind: 'refused', name: file.name, reason: error.message, ...(isFinal ? {} : { file }) };
}
