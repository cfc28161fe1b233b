import type { ErrorEntry } from '../../engine/model/faults/index.ts';
import { errorCatalogues } from '../http/all-errors.testing.ts';
import type { Place } from './bent-text.testing.ts';
import type { FuzzRequest } from './generate-request.testing.ts';

/** An answer as it came. */
export type FuzzAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly milliseconds: number;
};

const known: Readonly<Record<string, ErrorEntry>> = Object.assign({}, ...errorCatalogues);
/** Refusals that end in 503 on purpose. */
const deliberate = new Set(['E_BUSY', 'E_TOO_LONG', 'E_OVERLOADED', 'E_DATABASE_AWAY']);
const transportStatus = new Set([400, 401, 404, 405, 413, 415, 416, 429]);
const maxMilliseconds = 15_000;

// Words of the inside: statements, stacks, constraints and columns that no document names.
const inside =
  /\bselect\s.+\sfrom\b|insert into|violates|syntax error|relation "|column "|constraint "|node_modules|\bat .+\.(ts|js):\d+|pg_catalog|_hash\b|search_text|\$argon2|ECONN|\bSQLSTATE\b|TypeError|RangeError/i;

/** What is wrong with an answer; undefined when nothing is. */
export function judge(request: Pick<FuzzRequest, 'method'>, answer: FuzzAnswer): string | undefined {
  const { status, body, headers, milliseconds } = answer;
  if (milliseconds > maxMilliseconds) return `took ${milliseconds} ms`;
  const type = String(headers['content-type'] ?? '');
  if (request.method === 'HEAD' || status === 204) return status >= 500 ? `status ${status}` : undefined;
  if (!type.includes('json')) return status < 300 || status === 304 ? undefined : `status ${status} as ${type}`;
  return judgeEnvelope(status, body, headers);
}

function judgeEnvelope(status: number, text: string, headers: FuzzAnswer['headers']): string | undefined {
  const answer: unknown = JSON.parse(text);
  if (!isRecord(answer)) return 'no envelope';
  if (!('code' in answer)) return status < 400 ? undefined : 'no envelope';
  if (typeof answer.code !== 'string' || !answer.message) return 'no code or no message';
  if (answer.code === '0') return status === 200 ? undefined : `success with ${status}`;
  return judgeRefusal(status, answer, headers);
}

function judgeRefusal(
  status: number,
  answer: Readonly<Record<string, unknown>>,
  headers: FuzzAnswer['headers'],
): string | undefined {
  const error = isRecord(answer.data) ? answer.data.error : undefined;
  if (!isRecord(error) || typeof error.code !== 'string') return 'a refusal without its code';
  const entry = known[error.code];
  if (entry === undefined) return `unknown code ${error.code}`;
  if (entry.http !== status || entry.envelope !== answer.code) return `${error.code} with ${status} ${answer.code}`;
  const leak = inside.exec(withoutEchoes(answer));
  if (leak !== null) return `tells its inside: ${leak[0]}`;
  if (error.code === 'E_INPUT_INVALID') return judgeFaults(error.faults);
  return judgeStatus(status, error.code, headers);
}

function judgeStatus(status: number, code: string, headers: FuzzAnswer['headers']): string | undefined {
  if (status >= 500 && !deliberate.has(code)) return `status ${status} ${code}`;
  if (status === 503 && headers['retry-after'] === undefined) return '503 without Retry-After';
  return status === 200 || status >= 500 || transportStatus.has(status) ? undefined : `status ${status}`;
}

function judgeFaults(faults: unknown): string | undefined {
  if (!Array.isArray(faults) || faults.length === 0) return 'E_INPUT_INVALID without faults';
  for (const fault of faults) {
    if (!isRecord(fault) || typeof fault.code !== 'string' || !(fault.code in known)) return 'a fault without a code';
    if (typeof fault.pointer !== 'string' || (fault.pointer !== '' && !fault.pointer.startsWith('/')))
      return `a fault without a place: ${JSON.stringify(fault)}`;
  }
  return undefined;
}

/** What is wrong with the answer to a text that cannot be kept: it has to name the place; undefined when it does. */
export function judgeBadText({ body }: FuzzAnswer, place: Place): string | undefined {
  if (!body.startsWith('{')) return 'a bad text taken';
  const answer: unknown = JSON.parse(body);
  const data = isRecord(answer) ? answer.data : undefined;
  const error = isRecord(data) ? data.error : undefined;
  if (!isRecord(error) || !Array.isArray(error.faults)) return 'a bad text taken';
  // A bad name of a key is shown with what can be shown of it.
  const wanted = place
    .map((key) => String(key).replace(/[\0\p{Cs}]/gu, '\ufffd'))
    .map((key) => `/${key}`)
    .join('');
  const pointers = error.faults.map((fault) => (isRecord(fault) ? fault.pointer : undefined));
  return pointers.includes(wanted) ? undefined : `${wanted} is not named`;
}

/** What the caller sent comes back as `got`, whatever it says. */
function withoutEchoes(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) => (['got', 'pointer', 'message'].includes(key) ? '' : value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
