import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { type LoadOptions, type LoadReport, loadEmptyTables, type TableLoad } from '../../db/load/load-tables.ts';
import type { LoadedRow, Sealed } from '../../db/load/table-writer.ts';
import { tailHash } from '../../kernel/crypto/tail.ts';
import { addHolidays } from './company/holiday-rows.ts';
import { buildOrganisation, type Organisation, type Period } from './company/organisation.ts';
import { arrivals, periodOf } from './customer/arrivals.ts';
import { addCustomer } from './customer/customer-rows.ts';
import { demoOrders } from './customer/demo-orders.ts';
import { addLooseLead } from './customer/lead-rows.ts';
import { addPromotion, type KnownCustomer } from './customer/promotion-rows.ts';
import { Tags } from './customer/tag-rows.ts';
import { addPapers } from './exam/paper-rows.ts';
import { addAsked } from './exam/qa-rows.ts';
import { addQuestions } from './exam/question-rows.ts';
import { addStudyDays } from './exam/study-day-rows.ts';
import { Courses } from './project/course-rows.ts';
import { addRegisters } from './project/register-rows.ts';
import { Timetable } from './project/timetable-rows.ts';
import { Quality } from './quality/quality-rows.ts';
import { addWords } from './quality/word-rows.ts';
import { day, startOfDay } from './values/calendar.ts';
import { DemoNumbers } from './values/demo-ids.ts';
import { type DemoScale, type DemoSize, demoScales } from './values/demo-size.ts';
import { mobileNumber } from './values/names.ts';
import { Random } from './values/random.ts';
import { Handover } from './work/handover-rows.ts';
import { KeptCustomers } from './work/kept-customers.ts';
import { addMall } from './work/mall-rows.ts';
import { addNotices } from './work/notice-rows.ts';
import { addRefundChains } from './work/refund-chain-rows.ts';
import { addSms, SmsAudience } from './work/sms-rows.ts';
import { addWorkOrders } from './work/work-order-rows.ts';
import { addAccountOps, proofContent } from './world/account-op-rows.ts';
import { Agreements } from './world/agreement-rows.ts';
import { Invoices } from './world/invoice-rows.ts';
import { KeptStudents } from './world/kept-students.ts';
import { Refunds } from './world/refund-rows.ts';
import { Sales } from './world/sale-rows.ts';
import { StudyServices } from './world/service-rows.ts';
import { Shipments } from './world/shipment-rows.ts';
import { addTeaching } from './world/teacher-rows.ts';
import type { World } from './world/world.ts';

export type FillDemoOptions = LoadOptions & {
  readonly documents: DocumentSet;
  readonly size: DemoSize;
  /** The same protection the server works with, or it could not read the masked fields. */
  readonly protect: { hash(value: string): string; encrypt(value: string): string };
  readonly hashPassword: (plain: string) => Promise<string>;
  /** Keeps a content of the file store. */
  readonly keepFile: (key: string, content: Uint8Array) => Promise<void>;
  /** Password of every demo account. */
  readonly demoPassword: string;
  /** When the histories end. */
  readonly now: Date;
  readonly log?: (message: string) => void;
  readonly seed?: number;
};

const fixedSeed = 20_260_101;
const customersPerTurn = 40;

/**
 * Fills an empty database with a company, its staff and the histories of its customers, in one transaction: all of
 * it or nothing. Answers undefined, and changes nothing, where any table of the documents has rows. `createIndexes`
 * must follow: it makes the foreign keys and whatever else is faster made afterwards.
 */
export function fillDemo(options: FillDemoOptions): Promise<LoadReport | undefined> {
  return loadEmptyTables(options, (load) => writeAll(load, options));
}

const newNumbers = () => ({
  customer: new DemoNumbers('customer.customerNo', 'KH'),
  lead: new DemoNumbers('lead.leadNo', 'XS'),
  opportunity: new DemoNumbers('opportunity.opportunityNo', 'SJ'),
  call: new DemoNumbers('call_record.callNo', 'TH'),
  order: new DemoNumbers('sales_order.orderNo', 'DD'),
  ledger: new DemoNumbers('performance_ledger.entryNo', 'YJ'),
  workOrder: new DemoNumbers('work_order.woNo', 'GD'),
  commodity: new DemoNumbers('commodity.commodityNo', 'SP'),
  exchange: new DemoNumbers('exchange_record.exchangeNo', 'DH'),
  student: new DemoNumbers('student.studentNo', 'XY'),
  question: new DemoNumbers('question.questionNo', 'ST'),
  paper: new DemoNumbers('paper.paperNo', 'KJ'),
  attempt: new DemoNumbers('exam_attempt.attemptNo', 'DJ'),
  asked: new DemoNumbers('student_question.questionNo', 'TW'),
});

function sealer(protect: FillDemoOptions['protect']): (text: string) => Sealed {
  return (text) => ({ stored: protect.encrypt(text), hash: protect.hash(text), tail: tailHash(protect, text) });
}

async function writeAll(load: TableLoad, options: FillDemoOptions): Promise<readonly DemoNumbers[]> {
  const scale = demoScales[options.size];
  const random = new Random(options.seed ?? fixedSeed);
  const now = options.now.getTime();
  const period = periodOf(scale.days, now);
  const seal = sealer(options.protect);
  const passwordHash = await options.hashPassword(options.demoPassword);
  const organisation = buildOrganisation(options.documents, scale, period, { seal, passwordHash }, random, load.add);
  const numbers = newNumbers();
  const handover = new Handover(organisation, now);
  const lookers = lookersOf(organisation);
  const { words, tags } = addSettings(organisation, options, load);
  const served: TableLoad['add'] = (entity, row) => load.add(entity, tags.marked(entity, row));
  const services = new StudyServices(organisation, now, startOfDay(period.start) - 400 * day, served);
  const agreements = new Agreements(
    { now, seal, add: load.add, keeperId: organisation.byAccount('academic').id },
    startOfDay(period.start),
  );
  let mobiles = 0;
  const quality = new Quality(organisation, words, now, load.add);
  const refunds = new Refunds({ organisation, now, seal, add: load.add });
  const courses = new Courses({ organisation, now, add: load.add });
  const spoken = addRegisters({ organisation, now, add: load.add });
  const opened = startOfDay(period.start) - 30 * day;
  const sales = new Sales({ organisation, courses }, now, quality.numbers, opened, load.add);
  const invoices = new Invoices({ organisation, now, seal, add: load.add });
  const shipments = new Shipments({ organisation, now, opened, seal, add: load.add }, [...sales.classes.values()]);
  const world: World = {
    ...{ organisation, quality, random, now, numbers, seal, chained: refunds.chained },
    sealedSeat: sealedSeats(seal),
    add(entity, row) {
      const written = tags.marked(entity, entity === 'customer' ? handover.frozen(row) : row);
      lookAt(entity, written, lookers);
      load.add(entity, entity === 'student' ? lookers.known.written(written, now) : written);
    },
    newMobile: () => mobileNumber(mobiles++),
    students: lookers.known.students,
    courses: courses.commented(),
    supervisorOf: (customerId, paidAt) => services.supervisorOf(customerId, paidAt),
    serve: (order) => services.serve(order),
    agree: (order) => agreements.write(order),
    sell: (order) => sales.sell(order),
    giveBack: (order) => refunds.write(order),
    bill: (order) => invoices.write(order),
    send: (order) => shipments.send(order),
    young: () => sales.young(),
  };
  const recent = await addCustomers(scale, period, load, world, options.log);
  addLooseLeads(scale.customers, recent, world);
  addAround(lookers, world);
  const teachers = addTeaching(world, classesByProject(sales));
  courses.settle(teachers);
  const timetable = new Timetable({ organisation, now, add: load.add, teachers, classes: [...sales.classes.values()] });
  const accountOps = addAccountOps(world);
  handover.write(load.add);
  shipments.settle();
  services.settle();
  sales.settle(organisation.roleIds, startOfDay(period.start));
  const contents = [quality.sounds, courses.contents, invoices.contents, agreements.contents, refunds.file.settle()];
  for (const { key, content } of [...contents.flat(), proofContent, ...spoken]) await options.keepFile(key, content);
  const single = [services, handover, agreements, quality, invoices, shipments, timetable].map((part) => part.numbers);
  return [numbers, sales.numbers, refunds.numbers, courses.numbers]
    .flatMap((several): readonly DemoNumbers[] => Object.values(several))
    .concat(single, services.batchNumbers, accountOps);
}

/** Writes the customers in the order they came, and the tables as they fill up; answers the last 500 of them. */
async function addCustomers(
  { customers }: DemoScale,
  period: Period,
  load: TableLoad,
  world: World,
  log: FillDemoOptions['log'],
): Promise<readonly KnownCustomer[]> {
  const { organisation, random } = world;
  const orders = demoOrders(customers, organisation, random);
  const recent: KnownCustomer[] = [];
  let made = 0;
  for (const createdAt of arrivals(customers, period, random)) {
    recent[made % 500] = addCustomer({ ...orders.get(made), createdAt }, world);
    made += 1;
    if (made % customersPerTurn === 0) await nextTurn();
    if (load.isFull) await load.flush();
    if (made % 100_000 === 0) log?.(`示例数据：已生成 ${made / 10_000} 万位客户`);
  }
  return recent;
}

type Lookers = { readonly kept: KeptCustomers; readonly audience: SmsAudience; readonly known: KeptStudents };

const lookersOf = (organisation: Organisation): Lookers => ({
  kept: new KeptCustomers(organisation),
  audience: new SmsAudience(organisation),
  known: new KeptStudents(),
});

/** Lets those who remember some of the rows see one go by. */
function lookAt(entity: string, row: LoadedRow, { kept, audience, known }: Lookers): void {
  if (entity === 'customer') {
    kept.look(row);
    audience.look(row);
  }
  if (entity === 'sales_order') kept.lookAtOrder(row);
  if (entity === 'student') known.look(row);
}

/** A class on sale of each project. */
function classesByProject({ classes }: Sales): ReadonlyMap<string, string> {
  return new Map([...classes].map(([key, { id }]) => [key.split(' ')[0] ?? '', id]));
}

/** What there is beside the histories of the customers. */
function addAround({ kept, audience }: Lookers, world: World) {
  addPromotion(world);
  addWorkOrders(kept, world);
  addRefundChains(world.chained, world);
  addMall(world);
  const questions = addQuestions(world);
  addPapers(questions, world);
  addAsked(questions, world);
  addStudyDays(world);
  addNotices(kept.customers, world);
  addSms(audience, world);
}

/** The words that must not be said, which it answers, and the holidays: each with a sequence of its own. */
function addSettings(organisation: Organisation, { seed = fixedSeed, now }: FillDemoOptions, load: TableLoad) {
  const parts = () => ({ random: new Random(seed), now: now.getTime(), add: load.add });
  const { id: createdBy } = organisation.byAccount('admin');
  const words = addWords({ ...parts(), createdBy });
  addHolidays({ ...parts(), createdBy });
  return { words, tags: new Tags({ ...parts(), createdBy }) };
}

function sealedSeats(seal: (text: string) => Sealed): World['sealedSeat'] {
  const known = new Map<string, Sealed>();
  return (seatCode) => {
    const sealed = known.get(seatCode) ?? seal(`0108888${seatCode}`);
    known.set(seatCode, sealed);
    return sealed;
  };
}

/** Leads nobody works on yet, and the same people asking again; the demo account sees some of both. */
function addLooseLeads(customers: number, known: readonly KnownCustomer[], world: World): void {
  const { random, organisation } = world;
  const own = organisation.byAccount('promoter');
  for (let place = 0; place < 8; place++) addLooseLead('valid', own, undefined, world);
  for (let place = 0; place < 5; place++) addLooseLead('duplicate', own, known[random.int(0, known.length - 1)], world);
  for (let place = 0; place < customers * 0.03; place++) {
    const promoter = random.pick(organisation.promoters);
    const isDuplicate = random.chance(0.7);
    addLooseLead(
      isDuplicate ? 'duplicate' : 'valid',
      promoter,
      isDuplicate ? known[random.int(0, known.length - 1)] : undefined,
      world,
    );
  }
}
