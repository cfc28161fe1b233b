import { expect, it } from 'vitest';
import { keepRunning } from './restarted-child.mjs';

/** Programs that end when they are told to, and not before somebody lets them. */
function programs() {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const start = () => {
    const name = `program ${ends.length + 1}`;
    log.push(`${name} starts`);
    let end: (code: number) => void = () => undefined;
    const ended = new Promise<number>((resolve) => {
      end = resolve;
    });
    ends.push(() => {
      log.push(`${name} ends`);
      end(0);
    });
    return { ended, stop: (signal: string) => void log.push(`${name} is told ${signal}`) };
  };
  return { log, start, end: (number: number) => ends[number - 1]?.() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('starts a program anew only when the one before has ended, once for all changes meanwhile', async () => {
  const { log, start, end } = programs();
  const kept = keepRunning(start);
  await kept.restart();
  void kept.restart();
  await settled();
  void kept.restart();
  void kept.restart();
  await settled();
  expect(log).toEqual(['program 1 starts', 'program 1 is told SIGTERM']);
  end(1);
  await settled();
  expect(log.slice(2)).toEqual(['program 1 ends', 'program 2 starts']);
});

it('ends it for good, and starts none that was asked for', async () => {
  const { log, start, end } = programs();
  const kept = keepRunning(start);
  await kept.restart();
  void kept.restart();
  await settled();
  const stopped = kept.stop('SIGINT');
  end(1);
  expect(await stopped).toBe(0);
  await kept.restart();
  expect(log).toEqual(['program 1 starts', 'program 1 is told SIGTERM', 'program 1 is told SIGINT', 'program 1 ends']);
});
