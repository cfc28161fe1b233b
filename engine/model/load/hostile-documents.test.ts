import { afterAll, describe, expect, it } from 'vitest';
import { faultMessage } from '../faults/fault-errors.ts';
import { loadShipped } from '../shipped.testing.ts';
import { pageDependencies } from '../view/page/page-dependencies.ts';
import { hostileDocument } from './hostile-documents.testing.ts';
import { loadCandidatePage, loadDocuments } from './load-documents.ts';
import { seeded } from './mutations.testing.ts';

const { documents } = loadShipped();
const pages = [...documents.pages.values()];
const count = process.env.TEST_DEPTH === 'deep' ? 2000 : 40;
/** Milliseconds one document may take, whatever the machine does beside it. */
const patience = 5_000;
const prototypeNames = Object.getOwnPropertyNames(Object.prototype).sort();

describe('documents that mean harm', { timeout: 1_200_000 }, () => {
  it(`answers ${count} of them with faults that have a place, soon and without an exception`, () => {
    const random = seeded(20_260_301);
    for (let place = 0; place < count; place += 1) {
      const page = pages[place % pages.length] ?? {};
      const { what, text } = hostileDocument(page, place, random);
      const label = `${place} ${what}: ${text.slice(0, 300)}`;
      const begin = performance.now();
      const outcome = loaded(text, label);
      expect(performance.now() - begin, label).toBeLessThan(patience);
      expect(outcome.page !== undefined || outcome.faults.length > 0, label).toBe(true);
      for (const fault of outcome.faults) {
        expect(fault.file, label).toBe('pages/x/x.json');
        expect(fault.pointer, label).toMatch(/^(\/|$)/);
        const message = faultMessage(fault, 'zh');
        expect(message.trim().length, label).toBeGreaterThan(3);
        // A fault is read by people: what came is told, not repeated by the megabyte.
        expect(message.length, label).toBeLessThan(1_000);
      }
      const drawn = outcome.page;
      if (drawn !== undefined) expect(() => pageDependencies(drawn, documents), label).not.toThrow();
    }
  });

  it('tells circles of extends, however long', () => {
    const circle = (length: number) =>
      Array.from({ length }, (_, place) => ({
        file: `pages/p${place}.json`,
        text: JSON.stringify({
          schemaVersion: 2,
          name: `p${place}`,
          extends: `p${(place + 1) % length}`,
          kind: 'list',
        }),
      }));
    for (const length of [1, 2, 3, 500]) {
      const begin = performance.now();
      const { faults } = loadDocuments(circle(length));
      expect(faults.map((fault) => fault.pointer)).toContain('/extends');
      expect(performance.now() - begin).toBeLessThan(patience);
    }
  });

  afterAll(() => {
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototypeNames);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

function loaded(text: string, label: string) {
  try {
    return loadCandidatePage({ file: 'pages/x/x.json', text }, documents);
  } catch (error) {
    throw new TypeError(`exception for ${label}`, { cause: error });
  }
}
