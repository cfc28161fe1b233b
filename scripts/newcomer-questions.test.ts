import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/**
 * What somebody new asks, the word he looks for among the names of files, the file that answers, and what stands there
 * and nowhere else. A file that is renamed or a rule that moves is named here anew.
 */
const questions: readonly [question: string, word: string, file: string, onlyThere: RegExp][] = [
  ['who sees a value masked', 'mask', 'server/access/masks-in-force.ts', /export function masksInForce\b/],
  ['how a masked value looks', 'mask', 'engine/model/documents/masks.ts', /export function maskValue\b/],
  ['how a column is drawn', 'column', 'engine/react/data-table/list-columns.tsx', /export function tableColumn\b/],
  ['where a field type is added', 'field-type', 'engine/model/fields/field-types.ts', /export const fieldTypes\b/],
  ['how a form is validated', 'validate', 'engine/model/record/validate-record.ts', /export function checkValue\b/],
  [
    'how many customers may be claimed',
    'claim-limit',
    'server/domain/customer/ownership/claim-limits.ts',
    /refuseCustomer\('E_CUSTOMER_CLAIM_DAILY'/,
  ],
  ['how pages are cut by keyset', 'keyset', 'server/records/read/keyset.ts', /export function writeCursor\b/],
  ['which rows lie in scope', 'policy', 'server/records/policy/row-policy.ts', /export async function rowPolicy\b/],
  ['which error codes there are', 'errors', 'engine/model/faults/errors.ts', /export const errorCatalogue\b/],
  ['which page a route leads to', 'route', 'src/routes/menu-routes.ts', /export function menuRoutes\b/],
  ['when a cron expression is due', 'cron', 'server/jobs/cron-times.ts', /from 'cron-parser'/],
  ['how a repeated call is known', 'idempotency', 'server/db/idempotency-store.ts', /into idempotency_key\b/],
  ['who gets which menu', 'menu', 'server/access/menu.ts', /export function menuOf\b/],
  [
    'where the rate of calls is limited',
    'rate-limit',
    'server/kernel/limits/rate-limit.ts',
    /export class RateLimit\b/,
  ],
  [
    'what goes into the audit log',
    'audit',
    'server/records/log/record-audit.ts',
    /export async function recordAudit\b/,
  ],
  [
    'how a transition is made',
    'transition',
    'server/operations/transition/apply-transition.ts',
    /export async function applyTransition\b/,
  ],
];

const sources = execFileSync('git', ['ls-files', 'engine', 'contract', 'server', 'src', 'widgets'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /[.]tsx?$/.test(file) && !/[.](test|stories|testing)[.]|^server\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

it.each(questions)('%s: answered by a file named for it, and only there', (_, word, file, onlyThere) => {
  expect(path.basename(file)).toContain(word);
  expect(sources.filter(({ text }) => onlyThere.test(text)).map((source) => source.file)).toEqual([file]);
});
