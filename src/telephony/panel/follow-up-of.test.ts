import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Call } from '../phone/phone-state.ts';
import { endsAfter, followedUp, goesOnAfter } from './follow-up-of.ts';

const call: Call = { provider: 'webphone', direction: 'out', number: '138', name: '', customerId: null };
const from = { entity: 'lead', id: 'l1', field: 'mobile', page: 'p', rest: [] };
const match = (entity: 'customer' | 'lead', id: string) => ({ entity, id, name: '', stage: '' });

it.each<[string, Partial<Call>, unknown]>([
  ['the record dialled from', { from, customerId: 'c1' }, [{ bizType: 'lead', bizId: 'l1' }]],
  [
    'the customer of a number of his',
    { from: { ...from, entity: 'customer_phone' }, customerId: 'c1' },
    [{ bizType: 'customer', bizId: 'c1' }],
  ],
  ['the one who calls', { matches: [match('lead', 'l2')] }, [{ bizType: 'lead', bizId: 'l2' }]],
  [
    'one of several that may have called',
    { matches: [match('lead', 'l2'), match('customer', 'c2')] },
    [
      { bizType: 'lead', bizId: 'l2' },
      { bizType: 'customer', bizId: 'c2' },
    ],
  ],
  ['nobody where nobody is known', {}, []],
])('follows up %s', (_, given, expected) => {
  expect(followedUp({ ...call, ...given })).toEqual(expected);
});

it('asks when to go on after the same results as the form of follow-ups', () => {
  const page: unknown = JSON.parse(readFileSync('schemas/pages/customer/allpromotepanoramic.json', 'utf8'));
  const rules = new Map<string, string>();
  JSON.stringify(page, (_, value) => {
    if (typeof value?.when === 'string') rules.set(value.key, value.when);
    return value;
  });
  const named = (key: string) => [...(rules.get(key) ?? '').matchAll(/'(\w+)'/g)].map(([, result]) => result);
  expect(named('appointment').sort()).toEqual([...goesOnAfter].sort());
  expect(named('refused').sort()).toEqual([...endsAfter].sort());
});
