import { describe, expect, it } from 'vitest';
import { parseExpression } from '../expression/parse.ts';
import { plainConditions } from './plain-conditions.ts';

function said(source: string): readonly string[] | undefined {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new TypeError(source);
  const conditions = plainConditions(parsed.expression);
  return conditions?.map(({ field, op, value, than }) =>
    [field, op, ...(value === undefined ? [] : [JSON.stringify(value)]), ...(than === undefined ? [] : [than])].join(
      ' ',
    ),
  );
}

describe('an expression as conditions of a list', () => {
  it.each([
    ["record.status == 'answered' && record.talkSeconds >= 30", ['status eq "answered"', 'talkSeconds gte 30']],
    ['30 < record.talkSeconds', ['talkSeconds gt 30']],
    ["!record.frozen && record.kind != 'refund'", ['frozen eq false', 'kind ne "refund"', 'kind notNull']],
    ["record.action in ['claim', 'assign']", ['action in ["claim","assign"]']],
    ["!(record.action in ['claim'])", ['action notIn ["claim"]', 'action notNull']],
    ["record.status == 'fined' || record.status in ['settled']", ['status in ["fined","settled"]']],
    ['!(record.a == null || record.b > -1)', ['a notNull', 'b lte -1']],
    ['record.sourceLead.assigneeId != null', ['sourceLead.assigneeId notNull']],
    [
      'record.staffId == user.id && record.departmentId == user.departmentId',
      ['staffId eq "@me"', 'departmentId eq "@myDepartment"'],
    ],
    ['record.resolveDue < now', ['resolveDue within "overdue"']],
    ['!(record.resolveDue < now)', ['resolveDue within "upcoming"']],
    ['now <= record.resolveDue', ['resolveDue within "upcoming"']],
    ['record.lastFollowAt >= record.assignedAt', ['lastFollowAt gte assignedAt']],
    ['!(record.paid >= record.amount)', ['paid lt amount']],
    ['true', []],
  ])('%s', (source, expected) => expect(said(source)).toEqual(expected));
});

describe('what a list has no words for', () => {
  it.each([
    'record.lastFollowAt == null || record.lastFollowAt < record.assignedAt',
    'record.dueAt <= now',
    'record.dueAt == now',
    'record.paid == record.amount',
    'record.a == 1 || record.b == 1',
    'record.a + 1 == 2',
    'record.a ? true : false',
    'record.a < null',
    "record.a in ['x', null]",
    'record.departmentId in user.departmentIds',
    'size(record.name) > 3',
    'false',
  ])('%s', (source) => expect(said(source)).toBeUndefined());
});
