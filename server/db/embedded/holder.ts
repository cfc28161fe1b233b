import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf, StartError } from '../../kernel/errors/start-error.ts';
import { birthOf } from './process-facts.ts';

/** Who holds a data folder. */
type Holder = {
  readonly pid: number;
  /** See `birthOf`; keeps a later process with the same id from passing for the holder. */
  readonly birth: string;
  readonly since: string;
  readonly address: string;
  readonly released: boolean;
};

/** The right to run a server on a folder. */
export type Hold = {
  /** Notes where the server listens, for whoever is refused. */
  setAddress(address: string): void;
  release(): void;
};

/**
 * Takes the folder, or refuses and says who holds it. Notes are numbered: whoever links the next number
 * has the folder, so that of two processes that both find a dead holder only one can follow it.
 */
export function takeHold(folder: string): Hold {
  for (;;) {
    const numbers = noteNumbers(folder);
    const latest = numbers.at(-1) ?? 0;
    const holder = latest === 0 ? undefined : readNote(folder, latest);
    if (holder !== undefined && isHolding(holder)) {
      throw new StartError('E_DATA_HELD', { folder, pid: holder.pid, address: holder.address, since: holder.since });
    }
    const note: Holder = {
      pid: process.pid,
      birth: birthOf(process.pid) ?? '',
      since: new Date().toISOString(),
      address: '启动中',
      released: false,
    };
    if (!linkNote(folder, latest + 1, note)) continue;
    for (const number of numbers) rmSync(notePath(folder, number), { force: true });
    return holdOn(folder, latest + 1, note);
  }
}

function holdOn(folder: string, number: number, note: Holder): Hold {
  let current = note;
  const update = (change: Partial<Holder>) => {
    current = { ...current, ...change };
    const draft = draftPath(folder);
    writeFileSync(draft, JSON.stringify(current), { mode: 0o600 });
    renameSync(draft, notePath(folder, number));
  };
  // The note stays after release: were it removed, numbers could begin anew under a slow contender.
  return { setAddress: (address) => update({ address }), release: () => update({ released: true }) };
}

const notePath = (folder: string, number: number) => path.join(folder, `holder-${number}.json`);
const draftPath = (folder: string) => path.join(folder, `holder.${process.pid}.draft`);

function noteNumbers(folder: string): number[] {
  const numbers = readdirSync(folder).map((name) => Number(/^holder-(\d+)\.json$/.exec(name)?.[1]));
  return numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
}

function readNote(folder: string, number: number): Holder | undefined {
  try {
    const note: Partial<Holder> = JSON.parse(readFileSync(notePath(folder, number), 'utf8'));
    const { pid, birth, since = '?', address = '?', released = false } = note;
    return pid === undefined || birth === undefined ? undefined : { pid, birth, since, address, released };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Where the server of a folder listens, if a living process holds it and its server is up. */
export function heldAddress(folder: string): string | undefined {
  const latest = existsSync(folder) ? noteNumbers(folder).at(-1) : undefined;
  const holder = latest === undefined ? undefined : readNote(folder, latest);
  return holder !== undefined && isHolding(holder) && /:\d+$/.test(holder.address) ? holder.address : undefined;
}

function isHolding(holder: Holder): boolean {
  return !holder.released && birthOf(holder.pid) === holder.birth;
}

function linkNote(folder: string, number: number, note: Holder): boolean {
  const draft = draftPath(folder);
  writeFileSync(draft, JSON.stringify(note), { mode: 0o600 });
  try {
    linkSync(draft, notePath(folder, number));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
