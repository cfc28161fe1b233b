import { phoneProviders } from '../../engine/model/index.ts';
import type { RuleBook } from '../kernel/operation/domain-rules.ts';
import { idSchema, list, noInput, nullable, object, textSchema } from '../kernel/operation/json-schema.ts';
import type { CallerOperation, OpenOperation, Operation } from '../kernel/operation/operation.ts';
import { takeEvent } from './call-event.ts';
import { callDemoSeat } from './demo-call.ts';
import { dial } from './dial.ts';
import { takeIncoming } from './incoming.ts';
import { takeLineEvent, takeRecording } from './line-event.ts';
import { endMine } from './open-calls.ts';
import { myLines, registration } from './seats.ts';

const provider = { enum: [...phoneProviders] };
const state = object({ callId: idSchema, status: textSchema, talkSeconds: { type: 'integer', minimum: 0 } });
const dialled = { callId: idSchema, callNo: textSchema };
/** Whoever has a seat telephones: the seat is the permit, and whom he may call is bound by his scope. */
const seated = { access: { kind: 'signedIn' }, scope: null } as const;
const signature = { time: textSchema, nonce: textSchema, sign: textSchema };

/** Telephoning: what a line is reached with, calls, and what is told of them. */
export function phoneOperations(rules: RuleBook): readonly Operation[] {
  return [...callerOperations(rules), ...lineOperations(rules)];
}

function callerOperations(rules: RuleBook): readonly CallerOperation[] {
  return [
    {
      ...seated,
      path: '/v1/phone/my/view',
      title: '我的线路',
      description: '有坐席号的线路；坐席系统的凭证一分钟内有效，用一次。',
      input: noInput,
      output: object({
        system: { enum: ['none', 'demo', 'real'] },
        lines: list(
          object({ provider, seatCode: textSchema, agentId: textSchema, url: textSchema, ticket: textSchema }, [
            'provider',
          ]),
        ),
        results: list(object({ key: textSchema, title: textSchema })),
      }),
      idempotency: 'none',
      audit: 'session',
      run: (_, context) => myLines(context),
    },
    {
      ...seated,
      path: '/v1/phone/registration/create',
      title: '软电话注册',
      description:
        '服务向电话系统取得注册地址；答复中是摘要 HA1，不是密码，只放在内存里。该坐席先前留下的通话随之结束，所以通话中不要调用。',
      input: noInput,
      output: object({
        hosts: list(textSchema),
        domain: textSchema,
        user: textSchema,
        ha1: textSchema,
        iceServers: list(object({ urls: textSchema, username: textSchema, credential: textSchema }, ['urls'])),
      }),
      idempotency: 'none',
      audit: 'session',
      run: (_, context) => registration(context, rules),
    },
    {
      ...seated,
      path: '/v1/phone/call/create',
      title: '呼叫',
      description:
        '按记录的号码字段（entity、id、field）或拨号盘的号码（number）。检查通过才建通话记录；看不到明文的人得到一次性的拨号码。',
      input: object(
        { provider, entity: textSchema, id: idSchema, field: textSchema, number: { type: 'string', maxLength: 40 } },
        ['provider'],
      ),
      output: object({
        ...dialled,
        target: textSchema,
        number: textSchema,
        name: textSchema,
        customerId: nullable(idSchema),
      }),
      idempotency: 'accepted',
      audit: 'change',
      run: (body, context) => dial(body, context, rules),
    },
    {
      ...seated,
      path: '/v1/phone/call/event/create',
      title: '通话事件',
      description: '只收本人的通话；晚到与重复的事件不改变通话。',
      input: object({
        callId: idSchema,
        event: object(
          {
            kind: { enum: ['ringing', 'answered', 'ended', 'rejected'] },
            hangupBy: textSchema,
            code: nullable({ type: 'integer' }),
          },
          ['kind'],
        ),
      }),
      output: state,
      idempotency: 'accepted',
      audit: 'change',
      run: (body, context) => takeEvent(body, context, rules),
    },
    {
      ...seated,
      path: '/v1/phone/call/end/mine',
      title: '结束上一通',
      description:
        '结束本人还没有结束的通话（给出 callId 时只那一通），不挂断线路；没有可结束的也成功。关闭窗口时也可用。',
      input: object({ callId: idSchema }, []),
      output: object({
        ended: { type: 'integer', minimum: 0 },
        calls: list(object({ callId: idSchema, status: textSchema })),
      }),
      idempotency: 'accepted',
      audit: 'change',
      run: (body, context) => endMine(body, context, rules),
    },
    {
      ...seated,
      path: '/v1/phone/call/incoming/create',
      title: '来电',
      description:
        '同一通来电重复告知是同一条记录；答复为本人数据范围内的客户与线索。busy 表示没有振铃（通话中、忙碌、小休），记为未接的来电。',
      input: object(
        {
          provider,
          providerCallId: { type: 'string', maxLength: 64 },
          caller: { type: 'string', maxLength: 100 },
          busy: { type: 'boolean' },
        },
        ['provider', 'providerCallId', 'caller'],
      ),
      output: object({
        ...dialled,
        status: { enum: ['ringing', 'busy'] },
        number: textSchema,
        matches: list(
          object(
            {
              entity: { enum: ['customer', 'lead'] },
              id: idSchema,
              name: textSchema,
              stage: textSchema,
              page: textSchema,
            },
            ['entity', 'id', 'name', 'stage'],
          ),
        ),
      }),
      idempotency: 'accepted',
      audit: 'change',
      run: (body, context) => takeIncoming(body, context, rules),
    },
    {
      ...seated,
      path: '/v1/phone/demo/call/create',
      title: '演示来电',
      description: '让一通电话打进本人的坐席；不给号码的是本人的一位客户。只在演示模式。',
      input: object({ provider, caller: { type: 'string', maxLength: 20 } }, ['provider']),
      output: object({ called: { type: 'boolean' } }),
      idempotency: 'none',
      audit: 'change',
      run: (body, context) => callDemoSeat(body, context),
    },
  ];
}

function lineOperations(rules: RuleBook): readonly OpenOperation[] {
  return [
    {
      path: '/v1/phone/line/event/create',
      title: '线路回报',
      description: '线路以 TELEPHONY_SECRET 签名的事实，event 是 JSON 文本；见 docs/telephony.md。',
      access: { kind: 'signed' },
      input: object({ ...signature, event: textSchema }),
      output: state,
      scope: null,
      idempotency: 'none',
      audit: 'change',
      answer: (body, context) => takeLineEvent(body, context, rules),
    },
    {
      path: '/v1/phone/line/recording/create',
      title: '线路录音',
      description: '以 multipart/form-data 发送一个录音；地址中的 callId、format、sha256 有签名。',
      access: { kind: 'signed' },
      takes: 'file',
      input: object({ ...signature, callId: idSchema, format: { enum: ['wav', 'mp3'] }, sha256: textSchema }),
      output: state,
      scope: null,
      idempotency: 'none',
      audit: 'change',
      answer: (body, context) => takeRecording(body, context, rules),
    },
  ];
}
