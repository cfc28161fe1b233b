import { dayOf } from '../../../engine/model/time/index.ts';
import { Random, type Some, some } from '../../demo/crm/values/random.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { uploadAs } from '../../testing/multipart.ts';
import type { Office } from '../../testing/office.ts';

/** What a random run takes its rows from. */
export type RandomPool = Readonly<
  Record<'teachers' | 'classTypes' | 'rooms' | 'students' | 'courses' | 'videos', Some<string>>
>;

type Try = () => Promise<{ readonly code: string }>;
const hour = 3_600_000;
const numbers = some(['13866660001', '13866660002', '13866660003', '13866660004']);

/** Random acts of two academics, alone or at the same moment: on sessions, trainees, teachers, accounts and courses. */
export class RandomActs {
  readonly #random = new Random(2910);
  readonly #start = Math.ceil(Date.now() / hour) * hour + 24 * hour;

  constructor(
    private readonly company: Office,
    private readonly pool: RandomPool,
  ) {}

  /** One step; answers how much of it was done. */
  async step(): Promise<number> {
    const acts = this.#random.chance(0.3) ? [await this.#act(), await this.#act()] : [await this.#act()];
    const answers = await Promise.all(acts.map((act) => act()));
    return answers.filter(({ code }) => code === '0').length;
  }

  #act(): Promise<Try> {
    const kinds = some([
      ...([() => this.#session(), () => this.#session(), () => this.#ofSession(), () => this.#ofSession()] as const),
      ...([() => this.#trainee(), () => this.#ofTrainee(), () => this.#ofTeacher()] as const),
      ...([() => this.#application(), () => this.#ofApplication(), () => this.#ofApplication()] as const),
      ...([() => this.#lesson(), () => this.#ofCourse(), () => this.#ofVideo()] as const),
    ]);
    return this.#random.pick(kinds)();
  }

  #call(path: string, body: Values): Try {
    const by = this.#random.pick(some(['academic', 'second']));
    return () => this.company.act(by, path, body);
  }

  /** Some row of a kind, the newest as likely as all before; undefined while there is none. */
  async #some(entity: string): Promise<string | undefined> {
    const rows = await this.company.database.rows(
      `select id from ${entity} where deleted_at is null order by created_at desc, id limit 6`,
    );
    return rows.length === 0 ? undefined : String(rows[this.#random.int(0, rows.length - 1)]?.id);
  }

  #span() {
    const startAt = this.#start + this.#random.int(0, 30) * hour;
    return {
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(startAt + this.#random.int(1, 2) * hour).toISOString(),
    };
  }

  async #session(): Promise<Try> {
    const { teachers, classTypes, rooms } = this.pool;
    const classroomId = this.#random.chance(0.3) ? null : this.#random.pick(rooms);
    const of = { teacherId: this.#random.pick(teachers), classTypeId: this.#random.pick(classTypes), classroomId };
    return this.#call('/v1/class/session/create', { title: '课', ...of, ...this.#span() });
  }

  async #ofSession(): Promise<Try> {
    const id = await this.#some('class_session');
    if (id === undefined) return this.#session();
    const path = '/v1/class/session';
    const { version } = await this.company.stored('class_session', id);
    const teacherId = this.#random.pick(this.pool.teachers);
    return this.#random.pick(
      some([
        this.#call(`${path}/modify`, { id, version, ...this.#span() }),
        this.#call(`${path}/substitute`, { id, teacherId }),
        this.#call(`${path}/leave`, { id, leaveReason: '生病' }),
        this.#call(`${path}/cancel`, { id, cancelReason: '停电' }),
      ]),
    );
  }

  async #trainee(): Promise<Try> {
    const { teachers, classTypes, students } = this.pool;
    const classTypeId = this.#random.chance(0.2) ? null : this.#random.pick(classTypes);
    const of = { teacherId: this.#random.pick(teachers), studentId: this.#random.pick(students), classTypeId };
    return this.#call('/v1/teacher/trainee/create', of);
  }

  async #ofTrainee(): Promise<Try> {
    const id = await this.#some('teacher_trainee');
    if (id === undefined) return this.#trainee();
    const toTeacherId = this.#random.pick(this.pool.teachers);
    const endOn = dayOf(Date.now());
    return this.#random.chance(0.5)
      ? this.#call('/v1/teacher/trainee/transfer', { id, toTeacherId, endReason: '换人' })
      : this.#call('/v1/teacher/trainee/end', { id, endOn, endReason: '结课' });
  }

  async #ofTeacher(): Promise<Try> {
    const [id, toTeacherId] = [this.#random.pick(this.pool.teachers), this.#random.pick(this.pool.teachers)];
    const leftOn = dayOf(Date.now());
    return this.#random.pick(
      some([
        this.#call('/v1/teacher/leave', { id, leftOn }),
        this.#call('/v1/teacher/rejoin', { id }),
        this.#call('/v1/teacher/rejoin', { id }),
        this.#looked('/v1/teacher/hand/over', { id, toTeacherId, endReason: '离职' }),
        this.#looked('/v1/teacher/hand/over/sessions', { id, toTeacherId }),
      ]),
    );
  }

  /** Does what is looked at first. */
  #looked(path: string, body: Values): Try {
    return async () => {
      const seen = await this.company.act('academic', path, { ...body, preview: true });
      if (seen.code !== '0') return seen;
      return this.company.act('academic', path, { ...body, previewed: Object(seen.data.preview).digest });
    };
  }

  async #application(): Promise<Try> {
    const op = this.#random.pick(some(['reset_password', 'cancel_account', 'change_mobile', 'change_mobile']));
    const by = this.#random.pick(some(['academic', 'second']));
    const proofs = op === 'reset_password' ? [] : [await uploadAs(this.company, by, '证明.txt', Buffer.from('同意'))];
    const newMobile = op === 'change_mobile' ? this.#random.pick(numbers) : null;
    const of = { studentId: this.#random.pick(this.pool.students), op, proofs, newMobile, reason: '本人要求' };
    return () => this.company.act(by, '/v1/student/account/op/create', of);
  }

  async #ofApplication(): Promise<Try> {
    const id = await this.#some('student_account_op');
    if (id === undefined) return this.#application();
    const verb = this.#random.pick(some(['approve', 'approve', 'reject', 'cancel', 'revoke']));
    return this.#call(`/v1/student/account/op/${verb}`, {
      id,
      ...(verb === 'reject' ? { reviewComment: '证件不清' } : {}),
    });
  }

  async #lesson(): Promise<Try> {
    const courseId = this.#random.pick(this.pool.courses);
    const [parent] = await this.company.database.rows(
      "select id from course_chapter where course_id = $1 and kind = 'chapter' limit 1",
      [courseId],
    );
    const shown = this.#random.chance(0.7) ? { videoId: this.#random.pick(this.pool.videos) } : {};
    return this.#call('/v1/course/chapter/create', { courseId, parentId: parent?.id, title: '节', ...shown });
  }

  async #ofCourse(): Promise<Try> {
    const id = this.#random.pick(this.pool.courses);
    const lesson = await this.#some('course_chapter');
    return this.#random.pick(
      some([
        this.#call('/v1/course/publish', { id }),
        this.#call('/v1/course/publish', { id }),
        this.#looked('/v1/course/unpublish', { id }),
        this.#call('/v1/course/chapter/delete', { id: lesson }),
        this.#call('/v1/course/chapter/delete', { id: lesson }),
      ]),
    );
  }

  async #ofVideo(): Promise<Try> {
    const id = this.#random.pick(this.pool.videos);
    return this.#call(`/v1/video/${this.#random.pick(some(['disable', 'enable', 'enable']))}`, { id });
  }
}

/** What must hold whatever was done: each query answers the rows that break it. */
export const brokenTeaching: Readonly<Record<string, string>> = {
  overlapping: `select a.id from class_session a join class_session b on a.id < b.id
    and tstzrange(a.start_at, a.end_at) && tstzrange(b.start_at, b.end_at)
    and (a.teacher_id = b.teacher_id or a.classroom_id = b.classroom_id or a.class_type_id = b.class_type_id)
    where a.status <> 'cancelled' and b.status <> 'cancelled'`,
  taughtByWhoLeft: `select t.id from teacher t where t.status = 'left' and (exists
    (select 1 from class_session s where s.teacher_id = t.id and s.status = 'scheduled') or exists
    (select 1 from teacher_trainee r where r.teacher_id = t.id and r.status = 'active' and r.deleted_at is null))`,
  twoTeachers: `select student_id as id from teacher_trainee where status = 'active' and deleted_at is null
    group by student_id, class_type_id having count(*) > 1`,
  endedWithoutDay: `select id from teacher_trainee where (status = 'ended') <> (end_on is not null)`,
  twoApplications: `select student_id as id from student_account_op where status in ('pending', 'approved')
    group by student_id, op having count(*) > 1`,
  reviewedByApplicant: 'select id from student_account_op where reviewer_id = operator_id',
  halfDone: `select o.id from student_account_op o where o.status = 'approved' or (o.status = 'done') <> (o.done_at is not null
    and o.status <> 'cancelled')`,
  sharedNumber: 'select min(id::text) as id from student group by mobile_hash having count(*) > 1',
  leavingUnasked: `select s.id from student s where (s.status = 'cancelling') <> exists (select 1 from student_account_op o
    where o.student_id = s.id and o.op = 'cancel_account' and o.status = 'done')`,
  soldWithoutLesson: `select c.id from course c where c.status = 'on' and not exists (select 1 from course_chapter l
    where l.course_id = c.id and l.kind = 'lesson' and l.deleted_at is null)`,
  soldWithoutFilm: `select l.id from course_chapter l join course c on c.id = l.course_id left join video v on v.id = l.video_id
    where c.status = 'on' and l.kind = 'lesson' and l.deleted_at is null and l.live_at is null
      and v.status is distinct from 'ready'`,
};
