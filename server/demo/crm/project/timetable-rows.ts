import type { LoadedRow } from '../../../db/load/table-writer.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour, isoDay, startOfDay } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

type Parts = {
  readonly organisation: Organisation;
  readonly now: number;
  readonly add: (entity: string, row: LoadedRow) => void;
  /** Who teaches which projects. */
  readonly teachers: readonly { readonly id: string; readonly projectIds: readonly string[] }[];
  /** The classes on sale. */
  readonly classes: readonly (LoadedRow & { readonly id: string })[];
};

type Shared = Readonly<Record<'classTypeId' | 'projectId' | 'teacherId', string>> & {
  readonly classroomId: string | null;
};

const rooms = [
  ['101 阶梯教室', 120],
  ['203 教室', 40],
  ['205 教室', 30],
  ['301 研讨室', 12],
] as const;

/** Days of the week from Monday, and hours, at which each of them teaches. */
const hours = [
  [0, 9],
  [0, 14],
  [2, 9],
  [2, 19],
  [4, 14],
  [5, 10],
] as const;

const tasks = [
  ['schedule', '排下月的课', 'doing', -10, 5, 60],
  ['open_class', '冲刺班开班', 'todo', 1, 12, 0],
  ['exam_signup', '报名提醒与核对', 'doing', -5, 2, 30],
  ['admission', '准考证领取通知', 'overdue', -12, -2, 70],
  ['result', '收集上次考试成绩', 'done', -40, -20, 100],
  ['material', '发放冲刺资料', 'cancelled', -30, -15, 10],
  ['other', '教室设备检查', 'todo', 2, 9, 0],
] as const;

/** Four rooms, four weeks of sessions around today, and tasks in every state, one of them overdue. */
export class Timetable {
  readonly numbers = new DemoNumbers('academic_task.taskNo', 'JW');
  readonly #random = new Random(2904);

  constructor(private readonly parts: Parts) {
    const { organisation, now, add } = parts;
    const opened = now - 60 * day;
    const base = () => ({
      id: demoId(opened, this.#random),
      createdAt: opened,
      createdBy: organisation.byAccount('academic').id,
    });
    const roomIds = rooms.map(([name, seats]) => {
      const row = { ...base(), name, seats, place: '教学楼', enabled: true };
      add('classroom', row);
      return { id: row.id, seats };
    });
    const monday = mondayOf(now) - 14 * day;
    const taken = new Set<string>();
    for (const [place, { id: teacherId, projectIds }] of parts.teachers.slice(0, 3).entries()) {
      const open = parts.classes.filter((row) => projectIds.includes(String(row.projectId)) && !taken.has(row.id));
      // Students ask about what the first of them teaches.
      const asked = place === 0 ? organisation.projectId('law_master') : '';
      const classType = open.find((row) => row.projectId === asked) ?? open[0];
      const room = roomIds[place];
      if (classType === undefined || room === undefined) continue;
      taken.add(classType.id);
      const shared = { classTypeId: classType.id, projectId: String(classType.projectId), teacherId };
      // The first of them teaches online.
      this.#sessions(monday, String(classType.name), { ...shared, classroomId: place === 0 ? null : room.id });
    }
    this.#tasks();
  }

  #sessions(monday: number, name: string, shared: Shared): void {
    const { add, organisation } = this.parts;
    const createdAt = monday - 7 * day;
    const createdBy = organisation.byAccount('academic').id;
    for (let at = 0; at < 4 * hours.length; at += 1) {
      const [weekday, from] = hours[at % hours.length] ?? hours[0];
      const startAt = monday + (Math.floor(at / hours.length) * 7 + weekday) * day + from * hour;
      const endAt = startAt + 1.5 * hour;
      add('class_session', {
        ...{ id: demoId(createdAt, this.#random), createdAt, createdBy, ...shared },
        ...{ title: `${name} 第 ${at + 1} 讲`, startAt, endAt, lessonUnits: 2, students: 20 },
        ...this.#state(at, endAt, createdAt),
      });
    }
  }

  /** What became of a session: one was cancelled, of one its teacher asked leave. */
  #state(at: number, endAt: number, createdAt: number) {
    if (at === 9) return { status: 'cancelled', cancelReason: '教师外出' };
    const leave = at === 22 ? { leaveAt: createdAt + day, leaveReason: '参加阅卷' } : {};
    return { status: endAt <= this.parts.now ? 'finished' : 'scheduled', ...leave };
  }

  #tasks(): void {
    const { organisation, now, add } = this.parts;
    const owner = organisation.byAccount('academic');
    for (const [kind, title, status, start, due, progress] of tasks) {
      const createdAt = now + Math.min(start, -1) * day - 2 * day;
      add('academic_task', {
        ...{ id: demoId(createdAt, this.#random), createdAt, createdBy: owner.id, kind, title, status, progress },
        ...{ taskNo: this.numbers.next(createdAt), projectId: organisation.projectId('law_exam') },
        ...{ ownerId: owner.id, departmentId: owner.departmentId, startAt: now + start * day, dueAt: now + due * day },
        ...(status === 'done' ? { doneAt: now + due * day - 3 * hour } : {}),
        ...(status === 'cancelled' ? { cancelReason: '改发电子版' } : {}),
      });
    }
  }
}

function mondayOf(moment: number): number {
  const weekday = (new Date(`${isoDay(moment)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return startOfDay(moment) - weekday * day;
}
