import { type Grants, isGranted } from '../../../engine/model/index.ts';
import type { RowWork } from '../../operations/bulk/row-work.ts';
import type { Values } from '../../records/store/record-store.ts';
import type { CallContext, OpenContext } from './context.ts';
import type { JsonSchema } from './json-schema.ts';

/** Whether a repeated call with the same `Idempotency-Key` gives the first answer, and whether it must carry one. */
export type Idempotency = 'none' | 'accepted' | 'required';

/** What the log and an auditor call it: it reads, changes data, shows masked values, takes data out, or is about sessions. */
export type AuditClass = 'read' | 'change' | 'reveal' | 'export' | 'session';

/** What is said of every operation, whoever may call it. */
type OperationFacts = {
  /** Its one address. */
  readonly path: string;
  /** POST unless told; GET for streams and downloads, their input is the query of the address. */
  readonly method?: 'POST' | 'GET';
  readonly title: string;
  /** What a caller has to know beyond the title. */
  readonly description?: string;
  /** What the request carries; JSON unless told. */
  readonly takes?: 'json' | 'file';
  /** What it answers: data in the envelope, or a `StreamReply` that is sent as it stands; data unless told. */
  readonly gives?: 'data' | 'stream';
  /** The body (of a GET, the query); JSON Schema 2020-12, with `ref('name')` for shared parts. */
  readonly input: JsonSchema;
  /** The data of the envelope. */
  readonly output: JsonSchema;
  /** The entity whose row scope binds it; null where no row of an entity is touched. */
  readonly scope: string | null;
  readonly idempotency: Idempotency;
  readonly audit: AuditClass;
  /** The sentence of a successful answer; 操作成功 unless told. */
  readonly message?: string;
};

/** For those who hold the key; where the input decides which key it is, for those who hold one of `or`, and the handler checks which. */
export type PermissionAccess = { readonly kind: 'permission'; readonly key: string; readonly or?: readonly string[] };

/** An operation for people who signed in: any of them, or those who hold the permission key. */
export type CallerOperation = OperationFacts & {
  readonly access: PermissionAccess | { readonly kind: 'signedIn' };
  readonly run: (body: Values, context: CallContext) => Promise<unknown>;
  /** Whether somebody who looks as another calls it as himself: leaving, and asking why. */
  readonly asOneself?: boolean;
  /** Whether it answers somebody who has still to change the password he was given. */
  readonly openBeforeChange?: boolean;
  /** How it works on each of many rows, where a call may name many. */
  readonly rows?: RowWork;
};

/** An operation without a session: signing in (`open`), or an address whose signature stands in its place (`signed`). */
export type OpenOperation = OperationFacts & {
  readonly access: { readonly kind: 'open' } | { readonly kind: 'signed' };
  readonly answer: (body: Values, context: OpenContext) => Promise<unknown>;
};

/** An operation of the API: its one address, who may call it, what it takes, answers and does. */
export type Operation = CallerOperation | OpenOperation;

/** Whether the grants open an operation, for some input at least; signing in and signed addresses are open to all. */
export function isOpenTo({ access }: Pick<Operation, 'access'>, grants: Grants): boolean {
  if (access.kind !== 'permission') return true;
  return [access.key, ...(access.or ?? [])].some((key) => isGranted(grants, key));
}

/** Whether somebody who looks as another may call it: it only reads, or is his own matter. */
export function isOpenToViewers({ audit, asOneself }: Pick<CallerOperation, 'audit' | 'asOneself'>): boolean {
  return audit === 'read' || asOneself === true;
}

/** Whether it is called with a session. */
export function hasCaller(operation: Operation): operation is CallerOperation {
  return operation.access.kind === 'permission' || operation.access.kind === 'signedIn';
}
