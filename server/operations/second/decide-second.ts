import type { Value } from '../../../contract/definition/schema.ts';
import type { confirmSecond, refuseSecond, withdrawSecond } from '../../../contract/second.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import { formatMessage, formatMessageIn, type Message } from '../../../engine/model/texts/index.ts';
import { publishSecond, publishSecondDone } from '../../events/second-events.ts';
import { actorOf, authorOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { isReachableAnyhow } from '../../records/read/view.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { transitionText } from '../../texts/transition-text.ts';
import { isOver } from '../transition/ask-second.ts';
import { askedTransition, requestOf, type SecondRequest, secondEntity } from '../transition/second-request.ts';
import { confirmTransition } from '../transition/transition.ts';

/**
 * Does what somebody asked for, by another person: he holds the permission, the record lies within his reach and is as it
 * was when this was asked. All that the transition asks for is looked at again.
 */
export async function confirm(
  { id }: Value<typeof confirmSecond.input>,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string }> {
  const request = await requestFor(id, context);
  const asked = askedTransition(request, context);
  if (asked === undefined) throw gone('noTransition');
  const settle = async (record: StoredRecord, inside: RuleContext): Promise<void> => {
    await waitingRequest(id, inside);
    if (record.version !== request.recordVersion)
      throw refuse('E_SECOND_CHANGED', { expected: asked.entity.document.title });
    await decide(request, 'done', {}, inside);
  };
  const { recordId, input } = request;
  await confirmTransition(asked.entity, asked.declared, { recordId, input, settle }, context, rules);
  return { id: recordId };
}

/** Another person does not agree: nothing is done, and why is told. */
export async function disagree(
  body: Value<typeof refuseSecond.input>,
  context: CallContext,
): Promise<{ readonly id: string }> {
  const request = await requestFor(body.id, context);
  return settled(request, body, context, 'refused', { reason: body.reason });
}

/** Whoever asked takes it back. */
export async function withdraw(
  body: Value<typeof withdrawSecond.input>,
  context: CallContext,
): Promise<{ readonly id: string }> {
  const request = await readRequest(body.id, context);
  if (request?.askedById !== authorOf(context.caller)) throw refuse('E_NOT_FOUND');
  return settled(request, body, context, 'withdrawn', {});
}

async function settled(
  request: SecondRequest,
  body: Values,
  context: CallContext,
  status: Decision,
  values: Values,
): Promise<{ readonly id: string }> {
  await mutate(`second.${status}`, body, context, async (inside) => {
    await waitingRequest(request.id, inside);
    await decide(request, status, values, inside);
    return { id: request.id };
  });
  return { id: request.recordId };
}

/** A request the caller may decide: to anybody else it is one that is missing, and to whoever asked not his. */
async function requestFor(id: string, context: CallContext): Promise<SecondRequest> {
  const request = await readRequest(id, context);
  if (request === undefined) throw refuse('E_NOT_FOUND');
  const people = [context.caller, actorOf(context.caller)].map(authorOf);
  if (people.includes(request.askedById)) throw refuse('E_SECOND_SELF');
  if (!isGranted(context.caller.grants, request.permission))
    throw refuse('E_NO_PERMISSION', { expected: request.permission });
  const isThere = context.documents.entities.has(request.entity);
  if (!isThere || !(await isReachableAnyhow(modelOf(context.documents, request.entity), request.recordId, context)))
    throw refuse('E_NOT_FOUND');
  return request;
}

async function readRequest(id: string, context: CallContext): Promise<SecondRequest | undefined> {
  const records = new SqlRecordStore(context, { staffId: authorOf(context.caller), now: context.now });
  const row = await records.findOne(secondEntity, { id });
  return row === undefined ? undefined : requestOf(row);
}

/** Holds a request for the rest of the transaction; refused where it waits no longer. */
async function waitingRequest(id: string, context: RuleContext): Promise<void> {
  const row = await context.records.lockOne(secondEntity, id);
  const request = row === undefined ? undefined : requestOf(row);
  if (request === undefined || request.status !== 'waiting')
    throw gone(ends.find((end) => end === request?.status) ?? 'gone');
  if (isOver(request, context.now)) throw gone('expired');
}

type Decision = 'done' | 'refused' | 'withdrawn';

/** How a request ends. */
const ends = ['done', 'refused', 'withdrawn', 'expired'] as const;

function gone(why: (typeof ends)[number] | 'noTransition' | 'gone') {
  return refuse('E_SECOND_GONE', { expected: formatMessage(transitionText(`second.${why}`)) });
}

/** Writes down what came of a request, tells whoever asked, and open pages. */
async function decide(request: SecondRequest, status: Decision, values: Values, context: RuleContext): Promise<void> {
  const { caller, now, records } = context;
  const decided = { status, decidedById: authorOf(caller), decidedAt: now, ...values };
  await records.update(secondEntity, request.id, decided);
  const entity = modelOf(context.documents, request.entity);
  const { transition, title, recordId: id } = request;
  if (status !== 'done')
    await logChange(
      {
        ...{ entity, id, action: `${transition}${status}`, facts: values },
        title: transitionText(`second.log.${status}`, { title }),
      },
      context,
    );
  if (status !== 'withdrawn')
    await records.insert('notification', {
      receiverId: request.askedById,
      type: '14',
      title: formatMessageIn('zh-CN', transitionText(`second.notice.${status}`, { title })),
      content: formatMessageIn('zh-CN', decisionText(status, caller.name, values)),
      ...linkTo(request, context),
      dedupeKey: `second/${request.id}`,
    });
  await publishSecond(context.db);
  if (status === 'done') await publishSecondDone(request.askedById, request.entity, context.db);
}

/** What whoever asked is told. */
function decisionText(status: 'done' | 'refused', name: string, { reason }: Values): Message {
  return status === 'done'
    ? transitionText('second.agreed', { name })
    : transitionText('second.disagreed', { name, reason: String(reason) });
}

/** A product whose notices name records of this kind leads to it. */
function linkTo({ entity, recordId }: SecondRequest, { documents }: CallContext): Values {
  const named = modelOf(documents, 'notification').fields.get('linkId')?.refBy?.entities ?? {};
  return Object.values(named).includes(entity) ? { linkEntity: entity, linkId: recordId } : {};
}
