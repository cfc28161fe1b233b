import '../all-texts/all-texts.testing.ts';
import { describe, expect, it } from 'vitest';
import { faultMessage } from '../faults/fault-errors.ts';
import type { PageDocument } from '../generated/documents.ts';
import { loadShipped } from '../shipped.testing.ts';
import { pageDependencies } from '../view/page/page-dependencies.ts';
import { loadCandidatePage } from './load-documents.ts';
import { mutate, seeded } from './mutations.testing.ts';

const { documents } = loadShipped();
const times = process.env.TEST_DEPTH === 'deep' ? 1000 : 5;

const load = (json: unknown) => loadCandidatePage({ file: 'pages/x/x.json', text: JSON.stringify(json) }, documents);

/** Whether a JSON pointer leads somewhere in the document, or to what is missing in something that is there. */
function isLocated(json: unknown, pointer: string): boolean {
  let node = json;
  const segments = pointer.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    if (typeof node !== 'object' || node === null) return false;
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!Object.hasOwn(node, name)) return index === segments.length - 1;
    node = Reflect.get(node, name);
  }
  return true;
}

/** Keys of all items below, as paths. */
function itemsOf(json: unknown, at = ''): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  if (!Array.isArray(json)) return Object.entries(json).flatMap(([name, value]) => itemsOf(value, join(at, name)));
  return json.flatMap((item: unknown, index) => {
    const key: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'key') : item;
    const here = join(at, typeof key === 'string' ? key : String(index));
    return [here, ...itemsOf(item, here)];
  });
}

const join = (at: string, name: string) => (at === '' ? name : `${at}/${name}`);

describe.each([...documents.pages.values()].map((page) => [page.name, page] as const))('%s', (name, page) => {
  it(`stands ${times} random changes: each is told where it is, and only the bad nodes are gone`, () => {
    const random = seeded([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
    for (let count = 0; count < times; count += 1) {
      const { json, at, what } = mutate(page, random);
      const label = `${what} at ${at.join('/')}`;
      const outcome = load(json);
      for (const fault of outcome.faults) {
        expect(isLocated(json, fault.pointer), `${label}: ${fault.pointer}`).toBe(true);
        expect(faultMessage(fault, 'zh')).not.toBe('');
        const english = faultMessage({ ...fault, got: '…' }, 'en');
        expect(english, label).not.toMatch(/[一-鿿]/);
      }
      const drawn = outcome.page;
      if (drawn === undefined) {
        expect(outcome.faults.length, label).toBeGreaterThan(0);
        continue;
      }
      expect(load(drawn).faults, label).toEqual([]);
      expect(() => pageDependencies(drawn, documents), label).not.toThrow();
      if (outcome.faults.length > 0) expect(outcome.nodes.length, label).toBeGreaterThan(0);
      if (!isWhole(outcome.nodes)) expectOnlyBadNodesGone(json, drawn, outcome.nodes, label);
    }
  });
});

function isWhole(nodes: readonly { readonly at: string }[]): boolean {
  return nodes.some((node) => node.at === '');
}

function expectOnlyBadNodesGone(
  json: unknown,
  page: PageDocument,
  nodes: readonly { readonly at: string }[],
  label: string,
): void {
  const kept = new Set(itemsOf(page));
  const gone = itemsOf(json).filter((item) => !kept.has(item));
  const bad = nodes.map((node) => node.at);
  for (const item of gone)
    expect(
      bad.some((node) => item === node || item.startsWith(`${node}/`)),
      `${label}: ${item} is gone without a fault`,
    ).toBe(true);
}
