import { defineOperation } from './definition/operation.ts';
import {
  bool,
  choice,
  either,
  id,
  integer,
  list,
  noInput,
  nullable,
  object,
  optional,
  text,
  type Value,
} from './definition/schema.ts';
import { type HangupBy, hangupParties, phoneProviders } from './phone-words.ts';

/** Whoever has a seat telephones: the seat is the permit, and whom he may call is bound by his scope. */
const seated = { access: { kind: 'signedIn' }, scope: null } as const;
const provider = choice(phoneProviders, { title: '线路' });
const dialled = { callId: id(), callNo: text() };

/** One line of the caller: the browser's phone registers by itself, an agent logs in at the integration's server. */
const phoneLine = either([
  object({ provider: choice(['webphone']), seatCode: text() }),
  object({
    provider: choice(['hl', 'dlsw', 'xzj']),
    agentId: text(),
    url: text({ description: '坐席系统的 WebSocket 地址。' }),
    ticket: text({ description: '坐席系统的凭证：一分钟内有效，用一次。' }),
  }),
]);
export type PhoneLine = Value<typeof phoneLine>;

export const myPhoneLines = defineOperation({
  ...seated,
  path: '/v1/phone/my/view',
  title: '我的线路',
  description: '有坐席号的线路；坐席系统的凭证一分钟内有效，用一次。',
  input: noInput,
  output: object({
    system: choice(['none', 'demo', 'real'], { description: '有怎样的电话系统；demo 可以让一通电话打进来。' }),
    lines: list(phoneLine),
    results: list(object({ key: text(), title: text() }), {
      description: '通话可有的结果（跟进结果）；不能写跟进的为空。',
    }),
  }),
  idempotency: 'none',
  audit: 'session',
});
export type PhoneLinesAnswer = Value<typeof myPhoneLines.output>;

export const registerPhone = defineOperation({
  ...seated,
  path: '/v1/phone/registration/create',
  title: '软电话注册',
  description:
    '服务向电话系统取得注册地址；答复中是摘要 HA1，不是密码，只放在内存里。该坐席先前留下的通话随之结束，所以通话中不要调用。',
  input: noInput,
  output: object({
    hosts: list(text(), { description: '注册服务器的 WebSocket 地址，按尝试的次序。' }),
    domain: text(),
    user: text(),
    ha1: text({ description: 'user:realm:password 的 MD5，十六进制（RFC 2617）。' }),
    iceServers: list(object({ urls: text(), username: optional(text()), credential: optional(text()) })),
  }),
  idempotency: 'none',
  audit: 'session',
});
export type PhoneRegistrationAnswer = Value<typeof registerPhone.output>;

export const dialCall = defineOperation({
  ...seated,
  path: '/v1/phone/call/create',
  title: '呼叫',
  description:
    '按记录的号码字段（entity、id、field）或拨号盘的号码（number）。检查通过才建通话记录；看不到明文的人得到一次性的拨号码。',
  input: object({
    provider,
    entity: optional(text({ title: '数据' })),
    id: optional(id()),
    field: optional(text({ title: '号码字段', description: '页面显示的字段路径，如 mobile、customer.mobile。' })),
    number: optional(text({ maxLength: 40, title: '号码' })),
  }),
  output: object({
    ...dialled,
    target: text({ description: '拨什么：看得到明文的是号码，否则是线路一分钟内认得的拨号码。' }),
    number: text({ description: '本人看到的号码。' }),
    name: text(),
    customerId: nullable(id()),
  }),
  idempotency: 'accepted',
  audit: 'change',
});
export type DialInput = Value<typeof dialCall.input>;
export type DialAnswer = Value<typeof dialCall.output>;

const callEvent = either([
  object({ kind: choice(['ringing', 'answered']) }),
  object({ kind: choice(['ended']), hangupBy: choice(hangupParties) }),
  object({
    kind: choice(['rejected']),
    code: optional(
      nullable(integer({ minimum: 100, maximum: 699 }), {
        description: '线路给出的代码：480、486、408、500、487、484 等。',
      }),
    ),
  }),
]);
/** What happens to a call; the server puts the time to it. */
export type CallEvent =
  | { readonly kind: 'ringing' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'ended'; readonly hangupBy: HangupBy }
  | { readonly kind: 'rejected'; readonly code: number | null };

const state = object({
  callId: id(),
  status: text({ description: '字典 call_record_status。' }),
  talkSeconds: integer({ minimum: 0 }),
});
/** A call as it stands. */
export type CallStateAnswer = Value<typeof state>;

export const tellCallEvent = defineOperation({
  ...seated,
  path: '/v1/phone/call/event/create',
  title: '通话事件',
  description: '只收本人的通话；晚到与重复的事件不改变通话。',
  input: object({ callId: id(), event: callEvent }),
  output: state,
  idempotency: 'accepted',
  audit: 'change',
});
export type CallEventInput = Value<typeof tellCallEvent.input>;

export const endMyCalls = defineOperation({
  ...seated,
  path: '/v1/phone/call/end/mine',
  title: '结束上一通',
  description: '结束本人还没有结束的通话（给出 callId 时只那一通），不挂断线路；没有可结束的也成功。关闭窗口时也可用。',
  input: object({ callId: optional(id()) }),
  output: object({ ended: integer({ minimum: 0 }), calls: list(object({ callId: id(), status: text() })) }),
  idempotency: 'accepted',
  audit: 'change',
});
export type EndMineInput = Value<typeof endMyCalls.input>;
export type EndMineAnswer = Value<typeof endMyCalls.output>;

export const tellIncoming = defineOperation({
  ...seated,
  path: '/v1/phone/call/incoming/create',
  title: '来电',
  description:
    '同一通来电重复告知是同一条记录；答复为本人数据范围内的客户与线索。busy 表示没有振铃（通话中、忙碌、小休），记为未接的来电。',
  input: object({
    provider,
    providerCallId: text({ minLength: 1, maxLength: 64, pattern: '^[\\x21-\\x7e]*$', title: '线路通话编号' }),
    caller: text({ maxLength: 100, title: '主叫', description: '只有服务端能打开的号码，或线路自己的号码。' }),
    busy: optional(bool()),
  }),
  output: object({
    ...dialled,
    status: choice(['ringing', 'busy']),
    number: text(),
    matches: list(
      object({
        entity: choice(['customer', 'lead']),
        id: id(),
        name: text(),
        stage: text({ description: '到了哪一步，如 意向客户。' }),
        page: optional(text({ description: '能打开它的页面。' })),
      }),
    ),
  }),
  idempotency: 'accepted',
  audit: 'change',
});
export type IncomingInput = Value<typeof tellIncoming.input>;
export type IncomingAnswer = Value<typeof tellIncoming.output>;

export const callDemoSeat = defineOperation({
  ...seated,
  path: '/v1/phone/demo/call/create',
  title: '演示来电',
  description: '让一通电话打进本人的坐席；不给号码的是本人的一位客户。只在演示模式。',
  input: object({ provider, caller: optional(text({ pattern: '^\\d{3,20}$', title: '主叫号码' })) }),
  output: object({ called: bool() }),
  idempotency: 'none',
  audit: 'change',
});

const signed = {
  access: { kind: 'signed' },
  scope: null,
  idempotency: 'none',
  audit: 'change',
  output: state,
} as const;
/** What is missing or bent makes a signature nobody gave. */
const signature = { time: optional(text()), nonce: optional(text()), sign: optional(text()) };

export const tellLineEvent = defineOperation({
  ...signed,
  path: '/v1/phone/line/event/create',
  title: '线路回报',
  description: '线路以 TELEPHONY_SECRET 签名的事实，event 是 JSON 文本；见 docs/telephony.md。',
  input: object({ ...signature, event: optional(text()) }),
});

export const sendRecording = defineOperation({
  ...signed,
  path: '/v1/phone/line/recording/create',
  title: '线路录音',
  description: '以 multipart/form-data 发送一个录音；地址中的 callId、format、sha256 有签名。',
  takes: 'file',
  input: object({
    ...signature,
    callId: optional(text()),
    format: optional(text({ description: 'wav 或 mp3。' })),
    sha256: optional(text()),
  }),
});

/** A call that goes on, as the refusal of another tells of it (`data.error.call` of `E_PHONE_IN_CALL`). */
export type OpenCall = {
  readonly callId: string;
  readonly callNo: string;
  /** The other party's number, masked as for this person; '' where he sees none. */
  readonly number: string;
  /** Name of the customer, '' where there is none. */
  readonly name: string;
  readonly direction: 'in' | 'out';
  readonly startedAt: string;
};

/** What open pages of a person hear on the topic `phone`: his seats are other ones, or the line told of a call of his. */
export type PhoneNews =
  | { readonly kind: 'seats' }
  | { readonly kind: 'call'; readonly callId: string; readonly status: string };
