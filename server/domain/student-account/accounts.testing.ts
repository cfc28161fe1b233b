import type { StudentEvent } from '../../../contract/student-app.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { signed } from '../../kernel/crypto/signature.ts';
import { importDriver } from '../../testing/import-driver.ts';
import { uploadAs } from '../../testing/multipart.ts';
import type { Office } from '../../testing/office.ts';
import { downloaded } from '../../testing/read-export.ts';
import { testStudentSecret } from '../../testing/test-app.ts';

type Body = Readonly<Record<string, unknown>>;
type Kind = 'reset_password' | 'cancel_account' | 'change_mobile';

/** Students with accounts, and what is applied for about them: by `supervisor`, who looks after each of them. */
export class Accounts {
  #serial = 0;

  private constructor(
    readonly company: Office,
    readonly supervisorId: string,
  ) {}

  static async of(company: Office): Promise<Accounts> {
    await company.hire('academic', 'academic');
    await company.hire('academic2', 'academic');
    return new Accounts(company, await company.hire('supervisor', 'supervisor'));
  }

  /** A number for rows that tell themselves apart by one. */
  get serial(): number {
    return this.#serial;
  }

  freshNumber = (): string => {
    this.#serial += 1;
    return `1385550${String(1000 + this.#serial)}`;
  };

  /** A student who is a customer too, under the same number. */
  student = async (over: Body = {}) => {
    const { company, supervisorId } = this;
    const mobile = this.freshNumber();
    const serial = this.#serial;
    const customerId = await company.done('sales', '/v1/customer/create', {
      ...{ name: `学员${serial}`, mobile, intentionProjectIds: [company.ids.project], channelId: company.ids.channel },
    });
    const id = await company.records.insert('student', {
      ...{ studentNo: `XA${serial}`, realName: `学员${serial}`, mobile, customerId, supervisorId },
      ...{ registeredAt: '2026-01-01T00:00:00Z', ...over },
    });
    return { id, customerId, mobile };
  };

  proof = (by: string): Promise<string> => uploadAs(this.company, by, '证明.txt', Buffer.from('同意'));

  create = async (studentId: string, op: Kind, over: Body = {}, by = 'supervisor') =>
    this.company.act(by, '/v1/student/account/op/create', {
      ...{ studentId, op, reason: '本人要求' },
      ...(op === 'reset_password' ? {} : { proofs: [await this.proof(by)] }),
      ...over,
    });

  /** What was applied for, by its id. */
  applied = async (studentId: string, op: Kind, over: Body = {}, by = 'supervisor'): Promise<string> => {
    const answer = await this.create(studentId, op, over, by);
    if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
    return String(answer.data.id);
  };

  on = (by: string, verb: string, id: string, more: Body = {}) =>
    this.company.act(by, `/v1/student/account/op/${verb}`, { id, ...more });

  statusOf = async (id: string) => (await this.company.stored('student_account_op', id)).status;

  tell = (event: StudentEvent) => {
    const text = JSON.stringify(event);
    const body = { ...signed(text, testStudentSecret), event: text };
    return this.company.call<{ readonly id: string; readonly status: string }>(
      undefined,
      '/v1/student/app/event/create',
      body,
    );
  };

  /** Lets the days pass in which a student may think better of it. */
  passed = async (id: string): Promise<void> => {
    const past = "update student set cancel_due_at = now() - interval '1 minute' where id = $1";
    await this.company.database.rows(past, [id]);
    await this.company.run('student.completeCancel');
  };

  /** The link of an application as it is signed for the moment at which it ends. */
  signedLink = async (id: string): Promise<string> => {
    const { linkExpiresAt } = await this.company.stored('student_account_op', id);
    const until = new Date(String(linkExpiresAt)).toISOString();
    return `${id}.${createProtection(this.company.database.secretKey).sign(`reset ${id} ${until}`)}`;
  };

  /** What an export has to say, as text. */
  exported = async (by: string, path: string, columns: readonly string[]): Promise<string> => {
    const { data } = await this.company.act(by, path, { format: 'csv', columns });
    const job = await importDriver(this.company).done(data);
    return (await downloaded(this.company, by, String(job.fileId))).toString('utf8');
  };
}
