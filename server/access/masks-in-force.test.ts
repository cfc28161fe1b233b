import { expect, it } from 'vitest';
import type { EntityDocument } from '../../engine/model/documents/index.ts';
import type { StoredPolicy, StoredRole } from '../db/session-store.ts';
import { masksInForce } from './masks-in-force.ts';

const patient: EntityDocument = {
  ...{ schemaVersion: 2, name: 'patient', title: '病人', label: 'name', operations: ['query'] },
  fields: [{ key: 'mobile', title: '手机号', type: 'mobile', mask: 'mobile', maskPolicy: 'patient_mobile' }],
};
const documents = { entities: new Map([['patient', patient]]) };

const usual = { depth: 0, limit: 50, lookupMinute: 20, lookupDay: 200, callOnly: false };
const policy = (target: StoredPolicy['target'], field: string, over: Partial<StoredPolicy> = {}): StoredPolicy => ({
  ...usual,
  target,
  targetId: target,
  field,
  mode: 'plain',
  ...over,
});

const role: StoredRole = {
  ...{ id: 'role', code: 'doctor', name: '医生', dataScope: 'all', customDepartmentIds: null },
  ...{ menus: null, permissions: null, entityScopes: null, projectIds: null },
};

/** How a doctor with two roles sees the fields of a policy. */
const seen = (name: string, policies: readonly StoredPolicy[]) => {
  const roles = [role, { ...role, id: 'second' }];
  const { mode, source, limit, callOnly } = masksInForce({ roles, policies }, documents).get(name) ?? {};
  return { mode, source, limit, callOnly };
};
const hidden = { mode: 'hidden' };

it.each<[string, readonly StoredPolicy[], object]>([
  ['masked where nothing is told', [], { mode: 'mask', source: 'default' }],
  ['as is told of its kind', [policy('role', 'mobile')], { mode: 'plain', source: 'role' }],
  [
    'as is told of it, before its kind',
    [policy('department', 'mobile'), policy('department', 'patient_mobile', hidden)],
    { mode: 'hidden', source: 'department' },
  ],
  [
    'by the person before the role, be it told of the kind alone',
    [policy('staff', 'mobile', hidden), policy('role', 'patient_mobile')],
    { mode: 'hidden', source: 'staff' },
  ],
  [
    'by the nearest department, be it told of the kind alone',
    [
      policy('department', 'patient_mobile', { targetId: 'hospital', depth: 1 }),
      policy('department', 'mobile', { ...hidden, targetId: 'ward', depth: 2 }),
    ],
    { mode: 'hidden', source: 'department' },
  ],
  [
    'by the clearest of several roles, each by its own words of it or of its kind',
    [policy('role', 'patient_mobile', hidden), policy('role', 'mobile', { targetId: 'second', limit: 7 })],
    { mode: 'plain', limit: 50 },
  ],
  [
    'with the limit and the dialling told of it',
    [
      policy('staff', 'mobile', { mode: 'mask', callOnly: true }),
      policy('staff', 'patient_mobile', { mode: 'mask', limit: 3 }),
    ],
    { mode: 'mask', limit: 3, callOnly: false },
  ],
])('a field with a policy of its own is shown %s', (_, policies, told) => {
  expect(seen('patient_mobile', policies)).toMatchObject(told);
});

it('what is told of a field changes nothing for others of its kind', () => {
  expect(seen('mobile', [policy('staff', 'patient_mobile', hidden)])).toMatchObject({
    mode: 'mask',
    source: 'default',
  });
});
