import { describe, expect, it } from 'vitest';
import { evaluate, parseExpression } from '../../../engine/model/expression/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import { offeredIn, type ShownPage, scopeOn, shownPage } from '../../testing/shown-pages.ts';
import {
  type Action,
  type Answer,
  actions,
  attempt,
  company,
  everybody,
  isDeep,
  isHeld,
  type Kind,
  kinds,
  newSubject,
  orderIn,
  outcomeOf,
  type Person,
  people,
  resultOf,
  type Status,
  standings,
  startOrderTable,
  statuses,
} from './order-table.testing.ts';

startOrderTable();

/** The panorama of each type. */
const panoramas: Readonly<Record<Kind, string>> = {
  service: 'servicepromotepanoramic',
  complaint: 'userPanoramaMyComplaintWorkOrder',
  call_back: 'callBackWorkOrderUserPanoramic',
  after_sales: 'workOrderPromotePanoramic',
  rescue: 'workOrderPromotePanoramic',
  refund: 'workOrderPromotePanoramic',
};

/** The lists of each type: where orders are raised and handed out, and where whoever handles them finds his own. */
const lists: Readonly<Record<Kind, readonly [leader: string, handler: string]>> = {
  service: ['servicelist', 'servicelist'],
  complaint: ['complaintWorkOrderDepartmentList', 'myComplaintWorkOrder'],
  call_back: ['callBackWorkOrderList', 'callBackMyWorkOrderList'],
  after_sales: ['workorderlist', 'myworkorder'],
  rescue: ['rescueorderlist', 'myrescueorder'],
  refund: ['returnpremiumlist', 'myreturnpremium'],
};

/** What is not a step of the order: changing it, asking for the money of it back, saying something of it. */
type Offer = Action | 'modify' | 'refund' | 'comment';

/** What calls a page makes for what it offers. */
const offers: ReadonlyMap<string, Offer> = new Map<string, Offer>([
  ...actions.map((action) => [`/v1/work/order/${action}`, action] as const),
  ['/v1/work/order/modify', 'modify'],
  ['/v1/refund/create', 'refund'],
  ['/v1/work/order/log/create', 'comment'],
]);

/** What becomes of what is not a step, on an order of its own that looks as the one it was offered of. */
async function attemptOffer(person: Person, offer: Offer, kind: Kind, status: Status, over: Record<string, unknown>) {
  const [account] = people[person];
  // Once asked for, money is not asked for again.
  const subject = offer === 'refund' ? await newSubject() : undefined;
  const id = await orderIn(kind, status, { ...over, ...subject });
  switch (offer) {
    case 'modify':
      return company.call<NonNullable<Answer['data']>>(account, '/v1/work/order/modify', {
        id,
        version: 1,
        title: '换个说法',
      });
    case 'comment':
      return company.call<NonNullable<Answer['data']>>(account, '/v1/work/order/log/create', {
        workOrderId: id,
        content: '已联系',
      });
    case 'refund':
      return company.call<NonNullable<Answer['data']>>(
        account,
        '/v1/refund/create',
        {
          ...{ orderId: subject?.orderId, workOrderId: id, applyAmount: 10_000, kind: 'partial', reason: 'personal' },
          ...{ closeRights: false, payeeName: '张三', payeeAccount: '6222020000001231' },
        },
        { 'idempotency-key': crypto.randomUUID() },
      );
    default:
      return attempt(person, offer, kind, id);
  }
}

/** A page as somebody has it; undefined where it is not his. */
const pageOf = (person: Person, name: string) => shownPage(company, people[person][0], name);

/** What the conditions of buttons read, of an order as somebody reads it on a page; undefined where it is not there. */
async function scopeOf(person: Person, id: string, page: ShownPage) {
  const [account] = people[person];
  return scopeOn(page, id, company.ids[account] ?? (await company.records.findOne('staff', { account }))?.id);
}

/** What somebody is shown of an order on a page, to be used; undefined where it is not there. */
async function offeredTo(person: Person, id: string, page: ShownPage): Promise<readonly Offer[] | undefined> {
  const scope = await scopeOf(person, id, page);
  if (scope === undefined) return undefined;
  // The tabs of the customer, with their buttons, are those of his own page.
  const tools = page.tools.filter(({ api = '' }) => offers.has(api));
  return [...offeredIn(scope, page.actions), ...tools].map(({ api = '', key }) => {
    const offer = offers.get(api);
    if (offer === undefined) throw new TypeError(`${page.name} offers ${key}, which nobody tries`);
    return offer;
  });
}

/** All of them in a deep run, else every second, so that of each type each is tried by half of the people. */
const standingsFor = (person: Person, kind: Kind) =>
  standings.filter((_, place) => isDeep || (place + everybody.indexOf(person) + kinds.indexOf(kind)) % 2 === 0);

/** How what lists offer of an order differs from what its panorama offers. */
async function otherOnLists(person: Person, id: string, offered: readonly Offer[], listed: readonly ShownPage[]) {
  const wrong: string[] = [];
  for (const page of listed) {
    const there = await offeredTo(person, id, page);
    // Words are for the panorama, which has room for them.
    const here = offered.filter((offer) => offer !== 'comment');
    if (there !== undefined && there.toSorted().join() !== here.toSorted().join())
      wrong.push(`${person} ${page.name}: ${there.join()}, not ${here.join()}`);
  }
  return wrong;
}

/** What becomes of what somebody is offered on the panorama of the orders of a type; its lists offer the same. */
async function tryOffered(person: Person, kind: Kind): Promise<readonly string[]> {
  const panorama = await pageOf(person, panoramas[kind]);
  if (panorama === undefined) return [];
  const pages = await Promise.all(lists[kind].map((name) => pageOf(person, name)));
  const listed = pages.filter((page) => page !== undefined);
  const outcomes: string[] = [];
  for (const [place, { status, over }] of standingsFor(person, kind).entries()) {
    const id = await orderIn(kind, status, over);
    const offered = await offeredTo(person, id, panorama);
    if (offered === undefined) continue;
    if (isDeep || place % 3 === 0) outcomes.push(...(await otherOnLists(person, id, offered, listed)));
    for (const offer of offered) {
      const got = outcomeOf(await attemptOffer(person, offer, kind, status, over));
      outcomes.push(got === 'ok' ? got : `${person} ${status} ${offer}: ${got}`);
    }
  }
  return outcomes;
}

it.each(kinds)('shows nobody a button for a %s order that the server would refuse him', async (kind) => {
  const outcomes: string[] = [];
  for (const person of everybody) outcomes.push(...(await tryOffered(person, kind)));
  expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(isDeep ? 40 : 20);
});

it('opens the questions of a call-back to its handler while he is at work on it, as the server does, and to nobody else', async () => {
  const opened: string[] = [];
  const handler = await company.records.findOne('staff', { account: people.supervisor[0] });
  for (const person of everybody) {
    const shown = await pageOf(person, panoramas.call_back);
    if (shown === undefined) continue;
    for (const status of statuses) {
      const id = await orderIn('call_back', status, isHeld(status) ? { assigneeId: handler?.id } : {});
      const answer = await company.records.insert('callback_answer', {
        ...{ workOrderId: id, place: 1, question: '满意吗', kind: 'score', required: true },
      });
      const scope = await scopeOf(person, id, shown);
      const isOpen = scope !== undefined && shown.forms.every((form) => form.isPossible(scope));
      const body = { id, version: 1, answers: [{ id: answer, score: 5 }] };
      const { code } = await company.call(people[person][0], '/v1/work/order/modify', body);
      expect(code === '0', `${person} ${status}`).toBe(isOpen);
      if (isOpen) opened.push(`${person} ${status}`);
    }
  }
  expect(opened).toEqual(['supervisor processing']);
});

/** What the form of raising an order asks of its type beyond what it asks of all, and the form of its result. */
const ownFields: Readonly<Record<Kind, readonly [raising: readonly string[], result: readonly string[]]>> = {
  service: [[], []],
  after_sales: [[], []],
  complaint: [
    ['complaintTarget', 'complaintChannel', 'liableStaffId'],
    ['liable', 'liableStaffId', 'liableDeptId', 'compensation'],
  ],
  call_back: [['callbackKind'], ['callbackResult']],
  rescue: [['refundApplyAmount'], ['rescueResult', 'rescueOffer', 'rescueAmount']],
  refund: [['refundApplyAmount'], []],
};

/** The fields of a form that are there for some types only, as they are shown for one. */
function fieldsFor(kind: Kind, page: string, form: 'create' | 'resolve'): readonly string[] {
  const found = company.documents.pages.get(page);
  if (found?.kind !== 'list') throw new TypeError(page);
  const scope = { form: { type: kind }, record: { type: kind }, now: new Date().toISOString(), calendar: weekdaysOnly };
  return (found.forms?.[form]?.sections ?? []).flatMap(({ fields = [] }) =>
    fields.flatMap((field) => {
      if (typeof field === 'string' || !('visibleWhen' in field) || field.visibleWhen === undefined) return [];
      const parsed = parseExpression(field.visibleWhen);
      return parsed.ok && evaluate(parsed.expression, scope) === true ? [field.key] : [];
    }),
  );
}

describe.each(kinds)('the pages of %s orders', (kind) => {
  const [leading, own] = lists[kind];

  it('ask for what the type needs, and for nothing of the others', () => {
    for (const page of lists[kind])
      expect([fieldsFor(kind, page, 'create'), fieldsFor(kind, page, 'resolve')], page).toEqual(ownFields[kind]);
  });

  it('are enough to raise one, hand it out, answer and confirm it; it stands in no list of another type', async () => {
    const leader = people.leader[0];
    const handler = kind === 'call_back' ? people.supervisor[0] : people.handler[0];
    const found = company.documents.pages.get(leading);
    const add = found?.kind === 'list' ? found.toolbar?.find(({ key }) => key === 'add') : undefined;
    const type = add?.values?.type?.replaceAll("'", '');
    const body = { type, title: '自己的页面', content: '内容', callbackKind: 'service', ...(await newSubject()) };
    const does = async (account: string, page: string, verb: string, values: Record<string, unknown>) => {
      const answer = await company.call<Answer & { id: string }>(account, `/v1/work/order/${verb}`, values, {
        'x-app-page': page,
      });
      expect(answer, `${verb} on ${page}: ${answer.message}`).toMatchObject({ code: '0' });
      return answer.data.id;
    };
    const id = await does(leader, leading, 'create', body);
    expect(await company.records.findOne('work_order', { id })).toMatchObject({ type: kind, isDivision: false });
    for (const other of kinds) {
      const where = { field: 'id', op: 'eq', value: id };
      const headers = { 'x-app-page': lists[other][0] };
      const listed = await company.call<{ list: unknown[] }>(leader, '/v1/work/order/query', { where }, headers);
      expect(listed.data.list, other).toHaveLength(other === kind ? 1 : 0);
    }
    const staff = await company.records.findOne('staff', { account: handler });
    await does(leader, leading, 'assign', { id, assigneeId: staff?.id });
    await does(handler, own, 'accept', { id });
    await does(handler, own, 'resolve', { id, ...resultOf(kind) });
    await does(leader, leading, 'confirm', { id, satisfaction: 5 });
    expect(await company.records.findOne('work_order', { id })).toMatchObject({ status: 'closed', satisfaction: 5 });
  });
});
