import { expect, it } from 'vitest';
import { ShownSteps } from './shown-steps.ts';

it('sends what waited once the step before it is answered', () => {
  const steps = new ShownSteps<string>();
  steps.begin('a', 'first');
  steps.wait('a', 'second');
  steps.wait('a', 'third');
  expect(steps.last('a')).toBe('third');
  expect(steps.answered('a', 'first')).toBe('second');
  steps.begin('a', 'second');
  expect(steps.shown().get('a')).toEqual(['second', 'third']);
  expect(steps.answered('a', 'second')).toBe('third');
});

it('gives up with a refused step what waited for it, and nothing of another record', () => {
  const steps = new ShownSteps<string>();
  steps.begin('b', 'other');
  steps.begin('a', 'first');
  steps.wait('a', 'second');
  expect(steps.refused('a', 'first')).toEqual(['second']);
  expect([...steps.shown().keys()]).toEqual(['b']);
});

it('keeps what was sent beside a refused step', () => {
  const steps = new ShownSteps<string>();
  steps.begin('a', 'first');
  steps.begin('a', 'asked first');
  expect(steps.refused('a', 'first')).toEqual([]);
  expect(steps.last('a')).toBe('asked first');
});

it('sends nothing more while another step of the record is on its way', () => {
  const steps = new ShownSteps<string>();
  steps.begin('a', 'first');
  steps.begin('a', 'asked first');
  steps.wait('a', 'waits');
  expect(steps.answered('a', 'first')).toBeUndefined();
  expect(steps.answered('a', 'asked first')).toBe('waits');
});

it('joins steps that wait, never one that was sent', () => {
  const steps = new ShownSteps<string>();
  const join = (waiting: string, next: string) => `${waiting}+${next}`;
  steps.begin('a', '1');
  steps.wait('a', '2', join);
  steps.wait('a', '3', join);
  expect(steps.shown().get('a')).toEqual(['1', '2+3']);
});

it('tells that what is shown changed', () => {
  const steps = new ShownSteps<string>();
  const seen: number[] = [];
  steps.subscribe(() => seen.push(steps.shown().size));
  steps.begin('a', 'first');
  steps.answered('a', 'first');
  expect(seen).toEqual([1, 0]);
});
