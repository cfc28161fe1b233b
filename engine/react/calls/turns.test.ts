import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('begins the first at once and each further one when the one before it is over, however it ended', async () => {
  const turns = new Turns<string>();
  const begun: string[] = [];
  const work = (name: string, end: Promise<string>) => (before: string | undefined) => {
    begun.push(`${name} after ${before ?? 'nothing'}`);
    return end;
  };
  const first = held();
  const second = held();
  const done = [
    turns.take('row', work('first', first.promise)),
    turns.take('row', work('second', second.promise)),
    turns.take('row', work('third', Promise.resolve('3'))),
  ];
  void turns.take('other', work('other', Promise.resolve('0')));
  expect(begun).toEqual(['first after nothing', 'other after nothing']);
  first.resolve('1');
  await done[0];
  await Promise.resolve();
  expect(begun.at(-1)).toBe('second after 1');
  second.reject(new Error('refused'));
  await expect(done[1]).rejects.toThrow('refused');
  expect(await done[2]).toBe('3');
  expect(begun.at(-1)).toBe('third after nothing');
  await turns.take('row', work('later', Promise.resolve('4')));
  expect(begun.at(-1)).toBe('later after nothing');
});

function held() {
  let resolve: (name: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
