import type { Values } from '../kernel/operation/record-store.ts';
import type { RowClass } from './row-classes.ts';

/** The shipped roles, and somebody who holds none. */
export const roles = [
  'admin',
  'manager',
  'group_leader',
  'sales',
  'promoter',
  'hr',
  'supervisor',
  'supervisor_leader',
  'quality_inspector',
  'teacher',
  'finance',
  'academic',
  'logistics',
  'content_ops',
  'nobody',
] as const;
export type Role = (typeof roles)[number];

type Place = { readonly home: string; readonly below?: string; readonly away: string };

/** Departments of the test company: where a holder of the role works, one below it, and one outside it. */
export const places: Readonly<Record<Role, Place>> = {
  admin: { home: 'division', below: 'group1', away: 'promotion' },
  manager: { home: 'division', below: 'group1', away: 'promotion' },
  group_leader: { home: 'group1', away: 'group2' },
  sales: { home: 'group1', away: 'group2' },
  promoter: { home: 'promotion', away: 'group1' },
  hr: { home: 'division', below: 'group1', away: 'promotion' },
  supervisor: { home: 'group2', away: 'group1' },
  supervisor_leader: { home: 'group2', away: 'group1' },
  quality_inspector: { home: 'promotion', away: 'group1' },
  teacher: { home: 'group2', away: 'group1' },
  finance: { home: 'promotion', away: 'group1' },
  academic: { home: 'promotion', away: 'group1' },
  logistics: { home: 'promotion', away: 'group1' },
  content_ops: { home: 'promotion', away: 'group1' },
  nobody: { home: 'group1', away: 'group2' },
};

/**
 * Who may call what, written down by hand and from nowhere else: the test that reads it is the second opinion on the
 * role documents. A line: who, a colon, and what; a path ends with its verbs in braces. `everyone` is everybody who
 * signed in, `anybody` whoever. Administrators may call everything and are not named.
 */
const table = `
anybody: /v1/sys/user/login /v1/file/content /v1/phone/line/{event/create,recording/create} /v1/student/app/event/create
anybody: /v1/agreement/signing/{view,code/create,sign,refuse}
everyone: /v1/sys/user/logout /v1/sys/user/password/modify /v1/sys/user/my/{view,profile/view,avatar/view,avatar/modify}
everyone: /v1/sys/record/{name/query,presence/note,presence/leave}
everyone: /v1/sys/menu/{item/my/query,button/my/query} /v1/sys/page/{view,route/view,activity} /v1/sys/openapi/view /v1/sys/event/stream
everyone: /v1/sys/user/notify/{all/query,type/last/my/query,stage/modify,stage/batch/modify,status/modify}
everyone: /v1/system/update/message/{latest/query,read} /v1/web/operation/log/create /v1/common/server/time/format/query
everyone: /v1/file/{upload,image,mp3,preview,download,play,play/note} /v1/file/resumable/{create,part,finish,query,delete} /v1/qrcode/create /v2/qrcode/create
everyone: /v1/phone/{my/view,registration/create,demo/call/create} /v1/phone/call/{create,event/create,incoming/create,end/mine}
everyone: /v1/saved/view/{query,create,modify,delete,restore,use} /v1/list/preference/{query,save} /v1/home/shortcut/{query,save} /v1/search/query
everyone: /v1/analysis/{offer/query,query,create,modify,delete,restore} /v1/home/analysis/{query,save}
everyone: /v1/second/{query,confirm,refuse,withdraw}
everyone: /v1/background/job/{query,view,cancel} /v1/bulk/{undo,row/query,row/undo} /v1/import/row/query
everyone: /v1/work/order/{ten/minute/query,processing/time/query} /v1/sys/session/my/{query,end,end/others}

manager group_leader sales: /v1/customer/{query,group,view,create,create/from/call,modify,postpone,history} /v1/customer/phone/{query,view,history}
manager group_leader sales promoter supervisor supervisor_leader academic: /v1/tag/query
manager: /v1/tag/{view,create,modify,move,status/modify,check,history,import,export}
manager group_leader sales: /v1/customer/phone/{create,modify,delete}
manager group_leader: /v1/customer/{reveal,assign,unassign,transfer,untransfer} /v1/customer/phone/reveal
manager group_leader: /v1/customer/export
manager: /v1/customer/{delete,restore}
everyone: /v1/recycle/{query,restore}
manager: /v1/customer/{import,import/pool,import/pool/import}
sales: /v1/customer/{claim,unclaim,claim/room}
sales group_leader: /v1/customer/return
manager group_leader sales: /v1/lesson/record/view /v1/student/{view,history}
manager group_leader sales academic: /v1/lesson/record/{query,group}
manager group_leader sales academic supervisor supervisor_leader: /v1/student/query /v1/report/student/distribution/query
manager group_leader: /v1/lesson/record/export
nobody: /v1/student/reveal
nobody: /v1/csp/report/{query,view}
nobody: /v1/holiday/{query,group,view,create,modify,delete,restore,check,history,import,export}
manager group_leader: /v1/customer/{lock,unlock}
nobody: /v1/customer/auto/return /v1/customer/{freeze,unfreeze,redistribute,redistribute/pool,take/back}
manager group_leader sales supervisor supervisor_leader: /v1/follow/up/{query,view,create,modify,history}
manager group_leader sales: /v1/owner/record/{query,view,group}
manager group_leader sales promoter supervisor supervisor_leader quality_inspector: /v1/call/record/{query,view,group,history,play}
manager group_leader sales promoter supervisor supervisor_leader quality_inspector: /v1/report/call/statistics/query
manager group_leader supervisor_leader: /v1/call/record/reveal
manager group_leader supervisor_leader quality_inspector: /v1/call/record/export
manager quality_inspector: /v1/call/record/inspect
quality_inspector: /v1/call/record/transcribe
manager: /v1/call/record/{create,import,download}
manager quality_inspector: /v1/forbidden/word/{query,group}
quality_inspector: /v1/forbidden/word/{view,create,modify,delete,restore,status/modify,check,history,import,export,rescan}
manager group_leader sales promoter supervisor supervisor_leader quality_inspector: /v1/forbidden/word/hit/{query,group}
manager quality_inspector: /v1/forbidden/word/hit/{view,history,export}
quality_inspector: /v1/forbidden/word/hit/{confirm,ignore,queue/next,queue/keep,queue/release}
manager group_leader sales promoter supervisor supervisor_leader quality_inspector: /v1/qa/review/{query,group,view,history}
manager quality_inspector: /v1/qa/review/{export,judge}
quality_inspector: /v1/qa/review/{accept,give/up,submit}
manager group_leader sales promoter supervisor supervisor_leader: /v1/qa/review/appeal
nobody: /v1/qa/review/expire
manager group_leader: /v1/owner/record/export /v1/opportunity/export
manager group_leader finance: /v1/sales/order/export
manager hr: /v1/handover/batch/{query,view,create,modify,history,export}
manager: /v1/handover/batch/{distribute,undo,preview,cancel}
nobody: /v1/handover/batch/{finish,stop}
manager supervisor supervisor_leader academic: /v1/study/service/{query,group,view,history}
manager supervisor_leader: /v1/study/service/{transfer,untransfer}
manager supervisor supervisor_leader: /v1/study/service/modify
manager supervisor_leader academic: /v1/service/batch/{query,view,history} /v1/service/batch/{receiver,item}/query
manager supervisor_leader: /v1/service/batch/{create,modify,export,plan,distribute,undistribute,cancel} /v1/service/batch/item/export
supervisor: /v1/study/service/{claim,unclaim,first/contact,plan}
manager supervisor_leader: /v1/study/service/{assign,unassign,export}
supervisor supervisor_leader: /v1/study/service/{return,pause,resume,assess/risk,outcome}
nobody: /v1/study/service/{auto/return,finish,terminate}
manager group_leader sales promoter supervisor supervisor_leader quality_inspector finance academic: /v1/scenario/{query,view,modify,delete}
manager group_leader sales: /v1/opportunity/{query,group,view,create,modify,history}
sales: /v1/opportunity/{advance,step/back,quote,unquote,lose,unlose}
sales group_leader: /v1/opportunity/reopen
manager group_leader sales: /v1/user/explain/{query,create,user/id/query}
nobody: /v1/user/explain/{view,delete}

manager group_leader sales promoter: /v1/lead/{query,group,view,history}
manager promoter: /v1/lead/{create,create/from/call,modify,import,check}
manager group_leader promoter: /v1/lead/export
manager promoter hr quality_inspector: /v1/import/batch/{query,view}
manager group_leader: /v1/lead/{assign,auto/assign,unassign,reassign,unreassign,reveal}
manager: /v1/lead/{approve/invalid,reject/invalid}
sales: /v1/lead/{first/follow,apply/invalid,convert}
nobody: /v1/lead/{auto/reassign,dedupe/hit,reactivate} /v1/customer/merge
manager group_leader: /v1/lead/duplicate/{query,group,view,history,export,keep}
manager: /v1/lead/duplicate/{transfer,reject}
group_leader: /v1/lead/duplicate/reactivate
nobody: /v1/lead/duplicate/merge
manager group_leader sales promoter: /v1/social/lead/{query,group,view,create,modify,check,history,follow,got/contact,convert,lose}
manager group_leader: /v1/social/lead/export
nobody: /v1/social/lead/reveal
manager group_leader sales promoter: /v1/promote/wechat/query
manager promoter: /v1/promote/wechat/{view,history}
manager promoter: /v1/promote/wechat/{create,modify,import,enable,disable,ban}
manager: /v1/promote/wechat/{delete,export}
nobody: /v1/promote/wechat/reveal
manager group_leader: /v1/assign/rule/query
nobody: /v1/assign/rule/{view,create,modify,delete,status/modify,history} /v1/channel/{create,modify,check}

manager group_leader sales academic finance: /v1/agreement/{query,group,view,history,print/paper,read,download}
manager group_leader sales academic finance: /v1/agreement/{event,message,template}/query
manager academic: /v1/agreement/export
group_leader sales: /v1/agreement/{create,modify,send,remind,upload}
group_leader sales academic: /v1/agreement/revoke
academic finance: /v1/agreement/{approve,reject}
academic: /v1/agreement/archive
manager: /v1/agreement/void
nobody: /v1/agreement/{reveal,opened,sign,refuse,expire}
manager academic: /v1/agreement/template/{view,history,publish,archive,preview}
academic: /v1/agreement/template/{create,modify,delete,revise,copy,export}
academic: /v1/agreement/process/{query,view,create,modify,delete,status/modify,history,import,export}
academic: /v1/course/{query,group,view,create,modify,history,export,publish,unpublish} /v1/class/type/course/query
academic manager: /v1/academic/task/{query,group,view,history,export,cancel}
academic: /v1/{teacher,classroom}/print/{timetable,next/timetable}
academic: /v1/classroom/{view,history} /v1/class/session/export
academic teacher: /v1/classroom/query /v1/class/session/{query,group,view,history}
academic: /v1/classroom/{create,modify,status/modify,export} /v1/academic/task/{create,modify,start,finish}
academic: /v1/class/session/{create,modify,cancel,substitute,series,copy/week}
academic teacher: /v1/class/session/{finish,leave}
nobody: /v1/academic/task/due
academic: /v1/course/type/{query,view,create,modify,move,delete,restore,status/modify,history,export}
academic: /v1/course/chapter/{query,view,create,modify,move,delete,restore,history,export}
academic content_ops: /v1/video/{query,group}
academic: /v1/video/{view,create,modify,history,export,retry,disable,enable} /v1/author/{query,view,history}
academic: /v1/material/{query,group,view,create,modify,delete,restore,status/modify,history,export,download}
academic content_ops: /v1/law/regulation/{create,modify,check,delete,restore,status/modify,import,export,revise,repeal}
academic content_ops teacher: /v1/law/regulation/{query,group,view,history,print/text}
nobody: /v1/law/regulation/take/effect
academic content_ops: /v1/english/word/{query,group,view,create,modify,check,delete,restore,status/modify,history,import,export}
academic: /v1/project/item/type/{query,view,create,modify,check,delete,restore,status/modify,history,import,export}
academic supervisor: /v1/student/account/op/{query,group,view,create,modify,history,cancel}
academic: /v1/student/account/op/{export,approve,reject,revoke}
nobody: /v1/student/account/op/execute /v1/student/{freeze,unfreeze,apply/cancel,revoke/cancel,complete/cancel}
academic: /v1/teacher/{view,create,modify,check,delete,restore,history,import,export,leave,rejoin}
academic: /v1/teacher/hand/over /v1/teacher/hand/over/sessions
academic teacher: /v1/teacher/trainee/{query,group,view,history}
academic: /v1/teacher/trainee/{create,modify,delete,restore,import,export,end,transfer}
academic teacher: /v1/teacher/interaction/{query,group,view,create,modify,history}
academic: /v1/teacher/interaction/{delete,restore,export}
teacher academic: /v1/teacher/{query,group}
nobody: /v1/video/{process,ready,fail} /v1/author/{create,modify,delete,restore,status/modify,export}
manager promoter: /v1/sms/batch/{query,view,create,modify,history,submit,cancel,preview} /v1/sms/record/query /v1/sms/opt/out/{query,create}
manager promoter: /v1/sms/template/query /v1/report/sms/sent/query
manager: /v1/sms/batch/{approve,reject,export} /v1/sms/template/{view,create,modify,submit,approve,reject,withdraw,history,check}
manager promoter: /v1/sms/opt/out/check
nobody: /v1/sms/batch/{send,finish} /v1/sms/record/view /v1/sms/opt/out/{view,delete,restore,history} /v1/sms/template/{delete,export}

manager group_leader sales promoter finance quality_inspector academic: /v1/sales/order/{query,group}
manager group_leader sales finance quality_inspector academic: /v1/sales/order/{view,history}
manager group_leader sales: /v1/sales/order/{create,modify,submit,cancel,print/confirmation}
academic: /v1/sales/order/start/service
nobody: /v1/sales/order/{reveal,approve,reject,withdraw,pay,unpay,expire,finish} /v1/opportunity/win
manager group_leader sales finance: /v1/order/share/query /v1/ledger/item/query /v1/payment/plan/{query,history}
manager group_leader sales finance academic: /v1/order/item/query /v1/class/type/{view,history}
manager group_leader sales finance academic content_ops logistics supervisor supervisor_leader teacher: /v1/class/type/query
manager academic: /v1/class/type/{create,modify,publish,unpublish}
manager group_leader sales: /v1/payment/plan/extend
nobody: /v1/payment/plan/{fill,due,cancel}
manager finance: /v1/payment/print/receipt
manager group_leader sales finance: /v1/payment/{query,group,view,history,create}
manager group_leader finance: /v1/payment/export
finance: /v1/payment/{confirm,confirm/import,reject,reverse} /v1/month/close/{query,view,create,history}
manager group_leader sales finance: /v1/order/review/{query,group,view,history}
manager group_leader: /v1/order/review/{approve,reject,queue/next,queue/keep,queue/release}
manager group_leader sales: /v1/order/review/withdraw
nobody: /v1/order/review/drop /v1/discount/policy/{create,modify,status/modify}
manager: /v1/review/deputy/{query,view,create,modify,status/modify,history}
manager finance: /v1/discount/policy/{query,view,history}
manager group_leader sales finance academic supervisor_leader: /v1/user/match/{query,group,view,history}
academic supervisor_leader: /v1/user/match/match
academic: /v1/user/match/unmatch
manager group_leader sales finance: /v1/refund/{query,group,view,history,print/form} /v1/refund/payout/query
manager group_leader sales: /v1/refund/{create,modify,submit,revise,withdraw}
manager group_leader: /v1/refund/{approve,reject}/leader
manager: /v1/refund/{approve,reject}/manager
finance: /v1/refund/{approve/finance,reject,pay,retry,reveal} /v1/refund/payout/export
finance: /v1/refund/payout/{arrive,bounce} /v1/refund/payout/{arrive,bounce}/import
finance: /v1/payout/batch/{query,view,create,history,download}
manager group_leader finance: /v1/refund/export
nobody: /v1/refund/{paid,pay/fail,expire} /v1/refund/payout/{done,wait,fail,again,drop}
nobody: /v1/sales/order/{refund,refund/apply,refund/release} /v1/work/order/refunded
manager group_leader sales finance: /v1/invoice/{query,group,view,history,cancel,request/red} /v1/invoice/item/query
manager group_leader sales: /v1/invoice/{create,modify}
manager group_leader finance: /v1/invoice/export
finance: /v1/invoice/{approve,reject,issue,red/flush,reveal}
nobody: /v1/invoice/{wait,fail,issued,flushed}
manager academic logistics: /v1/textbook/{query,group,view,history,export} /v1/textbook/use/query /v1/stock/ledger/{query,group,view}
manager academic: /v1/textbook/{create,modify,check,revise,disable,enable}
manager logistics: /v1/stock/ledger/export
logistics: /v1/textbook/{receive,count} /v1/textbook/{receive,count}/import
manager group_leader sales supervisor supervisor_leader logistics: /v1/shipment/{query,group,view,history} /v1/shipment/item/query
manager logistics: /v1/shipment/export
manager group_leader: /v1/shipment/reveal
logistics: /v1/shipment/{create,modify,pick,unpick,split,ship,transit,sign,return,lose,resend,cancel}
logistics: /v1/shipment/{ship,sign}/import /v1/shipment/print/{picking,label}
manager group_leader sales promoter finance: /v1/performance/ledger/{query,view}
manager group_leader sales promoter finance: /v1/report/order/stat/{hour,week}/query /v2/report/order/stat/hour/query
manager group_leader sales promoter finance: /v1/report/order/stat/price/week/query /v1/report/department/order/stat/{hour,week,price/week}/query
manager group_leader sales promoter finance: /v1/report/project/order/{stat,price/stat}/query /v1/report/source/order/stat/{query,price/week/query}
manager group_leader sales promoter finance: /v1/report/yewu/stat/query
manager group_leader sales: /v1/report/workbench/{assigned,due,reached,opportunity,ownership}/query
manager group_leader sales promoter supervisor supervisor_leader quality_inspector: /v1/report/workbench/call/query
manager group_leader sales supervisor supervisor_leader: /v1/report/workbench/followup/query

manager group_leader sales: /v1/work/order/create
manager group_leader sales supervisor supervisor_leader quality_inspector: /v1/work/order/{modify,derive}
manager group_leader sales supervisor supervisor_leader quality_inspector finance: /v1/work/order/{query,group,view,history}
manager group_leader sales supervisor supervisor_leader quality_inspector: /v1/work/order/{accept,decline,transfer,pause,resume}
manager group_leader sales supervisor supervisor_leader quality_inspector: /v1/work/order/{resolve,escalate}
manager group_leader sales supervisor supervisor_leader quality_inspector: /v1/work/order/confirm
manager group_leader sales supervisor supervisor_leader: /v1/work/order/{reopen,cancel,urge}
manager group_leader supervisor_leader: /v1/work/order/{assign,reject}
manager group_leader supervisor_leader quality_inspector: /v1/work/order/export
manager: /v1/work/order/{reopen/closed,reassign}
manager group_leader sales supervisor supervisor_leader quality_inspector finance: /v1/report/work/order/{open,handling}/query
manager group_leader sales supervisor supervisor_leader quality_inspector finance: /v1/report/workbench/work/order/query
manager group_leader sales supervisor supervisor_leader quality_inspector: /v1/report/complaint/stat/query
manager group_leader sales finance: /v1/report/refund/{stat,class/type/stat}/query
manager supervisor supervisor_leader academic: /v1/report/supervisor/stat/query
nobody: /v1/work/order/release
manager group_leader sales supervisor supervisor_leader quality_inspector finance: /v1/work/order/log/{query,view}
manager group_leader sales supervisor supervisor_leader quality_inspector: /v1/work/order/log/create
manager group_leader supervisor_leader quality_inspector: /v1/sla/policy/query
manager: /v1/sla/policy/{view,create,modify,status/modify,history}
manager quality_inspector: /v1/callback/template/query
manager: /v1/callback/template/{view,create,modify,status/modify,history}
nobody: /v1/work/order/auto/confirm

manager group_leader sales promoter hr supervisor supervisor_leader quality_inspector finance academic content_ops teacher logistics: /v1/sys/user/{query,group}
manager group_leader sales promoter hr supervisor supervisor_leader finance academic teacher content_ops logistics: /v1/project/query
manager group_leader sales promoter finance: /v1/channel/query
manager group_leader sales hr supervisor supervisor_leader quality_inspector finance academic content_ops: /v1/department/query
manager group_leader sales supervisor supervisor_leader: /v1/pool/query
hr: /v1/sys/user/view /v1/department/view /v1/role/query
nobody: /v1/menu/{query,view,history,catalogue,arrange,reset}
nobody: /v1/role/{view,create,modify,delete,status/modify,check,history,export,grant}
manager group_leader sales promoter supervisor supervisor_leader quality_inspector finance academic logistics: /v1/masking/policy/mine /v1/reveal/log/query
nobody: /v1/role/{view/as,view/end,why,matrix,matrix/export}
nobody: /v1/design/page/{view,parts/view,check,draft/save,draft/discard,publish,release/query,compare,rollback,preview,presence/note}
nobody: /v1/design/page/{shipped/view,query} /v1/design/{upgrade/query,upgrade/settle,grammar/view}
nobody: /v1/design/made/{sources/view,offers/view,board/offers/view,check,save,discard,publish,retire,restore,query}
nobody: /v1/design/package/{export,check,import} /v1/design/rehearse
nobody: /v1/design/field/{query,check,create,modify,move,use/query,retire,restore,remove} /v1/design/dictionary/{query,save}
nobody: /v1/masking/policy/{query,group,view,create,modify,delete,status/modify,history,export}
hr: /v1/sys/user/{create,modify,check,history,import,export,disable,enable,leave,finish/leave,cancel/leave}
hr: /v1/sys/user/{reset/password,kick,set/seat} /v1/department/{create,modify,move,delete,restore,status/modify,check,history}
hr: /v1/job/{query,view,create,modify,delete,restore,status/modify,check,history,import,export}
nobody: /v1/login/session/{query,view,end} /v1/audit/seal/{query,view,verify} /v1/audit/verification/{query,view}
nobody: /v1/pool/{create,modify} /v1/{project,channel,pool}/{view,history,status/modify}

manager group_leader sales promoter hr supervisor supervisor_leader quality_inspector teacher finance academic logistics content_ops: /v1/commodity/{query,exchange} /v1/points/account/query /v1/points/ledger/query
manager group_leader sales promoter hr supervisor supervisor_leader quality_inspector teacher finance academic logistics content_ops: /v1/exchange/record/{query,cancel,receive}
content_ops: /v1/commodity/{view,create,modify,move,history,publish,unpublish} /v1/points/{account,ledger}/view
content_ops: /v1/commodity/ledger/query
nobody: /v1/commodity/export /v1/commodity/ledger/export
manager: /v1/points/grant/{query,view,create,history,approve,reject,withdraw}
nobody: /v1/points/{grant,ledger}/export
content_ops: /v1/commodity/catalog/{query,view,create,modify,move,delete,restore,history,status/modify}
nobody: /v1/commodity/catalog/export
logistics content_ops: /v1/exchange/record/{view,history}
logistics: /v1/exchange/record/{export,ship,ship/import,deliver,reject,print/shipping}
nobody: /v1/exchange/record/auto/receive

teacher academic content_ops: /v1/question/{query,group,view,history,export,offline,republish}
teacher content_ops: /v1/question/{create,modify,delete,restore,check,submit}
teacher academic: /v1/question/{publish,reject}
academic: /v1/question/rescore
nobody: /v1/question/follow
teacher content_ops academic: /v1/paper/{query,group,view,history} /v1/paper/question/query
teacher content_ops: /v1/paper/{create,modify,delete,restore,export,publish,close,reopen,copy} /v1/paper/type/{query,view,history}
content_ops: /v1/paper/type/{create,modify,move,status/modify,check}
teacher content_ops: /v1/exam/catalog/{query,view,history,publish,offline} /v1/catalog/{question,paper}/query
content_ops: /v1/exam/catalog/{create,modify,move,delete,restore,export}
teacher academic content_ops: /v1/exam/{label,point}/{query,view,history}
teacher academic: /v1/exam/attempt/{query,group,view,history} /v1/attempt/answer/query
teacher: /v1/exam/attempt/{modify,claim,finish,release,queue/next,queue/keep,queue/release}
academic: /v1/exam/attempt/{export,return,void} /v1/mark/change/query
nobody: /v1/exam/attempt/submit
teacher academic content_ops supervisor supervisor_leader: /v1/student/question/{query,group,view,history} /v1/student/answer/query
teacher: /v1/student/question/{claim,release,answer,queue/next,queue/keep,queue/release} /v1/student/answer/{view,modify}
teacher academic: /v1/student/question/transfer
academic content_ops: /v1/student/question/{hide,export}
content_ops: /v1/student/question/modify
nobody: /v1/student/question/{ask/more,close}
academic content_ops supervisor supervisor_leader: /v1/question/transfer/query
academic content_ops supervisor supervisor_leader: /v1/comment/{query,group,view,history}
content_ops: /v1/comment/{approve,hide,show,reply,export}
academic supervisor supervisor_leader: /v1/study/daily/stat/{query,group,view} /v1/report/study/ranking/query
academic: /v1/study/daily/stat/export
academic content_ops supervisor supervisor_leader: /v1/user/log/query
nobody: /v1/user/log/view
content_ops: /v1/exam/{label,point}/{create,modify,status/modify} /v1/exam/point/{move,delete,restore}

manager hr: /v1/system/update/message/{query,view,history}
nobody: /v1/system/update/message/{create,modify,delete,publish,offline}
nobody: /v1/announcement/{query,view,create,modify,history,publish,offline,schedule}
manager group_leader sales: /v1/notification/query
nobody: /v1/notification/view /v1/outbox/message/{query,view,retry} /v1/reveal/log/view
nobody: /v1/web/operation/log/{query,view,export,changes/view} /v1/user/log/{export,count/query,count/export}
`;

const expected = new Map<string, ReadonlySet<string>>();
for (const line of table.split('\n').filter((text) => text.includes(':'))) {
  const [who = '', what = ''] = line.split(': ');
  for (const path of what.split(' ').flatMap(spelled)) {
    if (expected.has(path)) throw new TypeError(`${path} is told of twice`);
    expected.set(path, new Set(who.split(' ')));
  }
}

/** `/v1/{a,b}/query` is `/v1/a/query` and `/v1/b/query`. */
function spelled(path: string): readonly string[] {
  const [, before, choices, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return choices === undefined ? [path] : choices.split(',').flatMap((choice) => spelled(`${before}${choice}${after}`));
}

/** Whether the table says anything of an operation. */
export function isTold(path: string): boolean {
  return expected.has(path);
}

/** Operations of the table. */
export function toldPaths(): readonly string[] {
  return [...expected.keys()];
}

/** Whether the table lets the role call an operation; `nobody` on a line stands for: administrators alone. */
export function mayCall(role: Role, path: string): boolean {
  const who = expected.get(path);
  if (role === 'admin' || who?.has('everyone') || who?.has('anybody')) return true;
  return role !== 'nobody' && who?.has(role) === true;
}

/** What some operations ask a further key for, by what the body says, and who may say it. */
export const furtherBodies: readonly { readonly path: string; readonly body: Values; readonly who: readonly Role[] }[] =
  [
    {
      path: '/v1/saved/view/create',
      body: { page: 'alllist', name: '核对', state: {}, share: 'department' },
      who: ['admin', 'manager'],
    },
    {
      path: '/v1/saved/view/create',
      body: { page: 'alllist', name: '核对', state: {}, share: 'all' },
      who: ['admin', 'manager'],
    },
    {
      path: '/v1/saved/view/modify',
      body: {
        id: '0190f0a0-0000-7000-8000-000000000001',
        version: 1,
        name: '核对',
        state: {},
        share: 'department',
      },
      who: ['admin', 'manager'],
    },
    {
      path: '/v1/saved/view/modify',
      body: {
        id: '0190f0a0-0000-7000-8000-000000000001',
        version: 1,
        name: '核对',
        state: {},
        share: 'all',
      },
      who: ['admin', 'manager'],
    },
    ...(['department', 'all'] as const).map((share) => ({
      path: '/v1/analysis/modify',
      body: { id: '0190f0a0-0000-7000-8000-000000000001', version: 1, name: '核对', ask: undefined, share },
      who: ['admin', 'manager'] as const,
    })),
  ];

/** The classes of rows a role reaches of entities that rows have owners in. */
const rowsOf: Readonly<Record<Role, readonly RowClass[]>> = {
  admin: ['own', 'department', 'below', 'other', 'foreignProject', 'pool'],
  manager: ['own', 'department', 'below'],
  group_leader: ['own', 'department'],
  sales: ['own'],
  promoter: ['own'],
  hr: ['own', 'department', 'below', 'other', 'foreignProject', 'pool'],
  supervisor: ['own'],
  supervisor_leader: ['own', 'department'],
  quality_inspector: ['own', 'department', 'below', 'other', 'foreignProject', 'pool'],
  teacher: ['own'],
  finance: ['own', 'department', 'below', 'other', 'foreignProject', 'pool'],
  academic: ['own', 'department', 'below', 'other', 'foreignProject', 'pool'],
  logistics: ['own', 'department', 'below', 'other', 'foreignProject', 'pool'],
  content_ops: ['own', 'department', 'below', 'other', 'foreignProject', 'pool'],
  nobody: ['own'],
};

/** Operations that reach further, into the pool. */
const intoPool: Readonly<Record<string, readonly Role[]>> = {
  '/v1/customer/claim': ['sales'],
  '/v1/customer/assign': ['manager', 'group_leader'],
};

/** Entities whose rows are a person's: everybody reaches his own, however far he reaches otherwise; administrators all. */
const personal = new Set([
  'import_batch',
  'saved_view',
  'saved_analysis',
  'login_session',
  'notification',
  'operation_log',
  'reveal_log',
]);

/** Entities whose rows are made of a kind that is reserved from these roles: they reach their own of it alone. */
const reserved: Readonly<Record<string, readonly Role[]>> = {
  work_order: ['quality_inspector', 'finance'],
  work_order_log: ['quality_inspector', 'finance'],
};

/** The classes of rows an operation on an entity reaches for a role; of entities without owners, `own` is every row there is. */
export function seenClasses(role: Role, entity: string, path: string): ReadonlySet<RowClass> {
  const isOwnOnly = (personal.has(entity) && role !== 'admin') || reserved[entity]?.includes(role) === true;
  const own = isOwnOnly ? (['own'] as const) : rowsOf[role];
  return new Set([...own, ...(intoPool[path]?.includes(role) === true ? (['pool'] as const) : [])]);
}
