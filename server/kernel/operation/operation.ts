import type { TSchema } from 'typebox';
import type {
  CallerAccess,
  CallerFacts,
  OpenAccess,
  OperationContract,
  OperationFacts,
} from '../../../contract/definition/operation.ts';
import type { Value } from '../../../contract/definition/schema.ts';
import { type Grants, isGranted } from '../../../engine/model/access/index.ts';
import type { CallContext, OpenContext } from './context.ts';
import { type JsonSchema, plain } from './json-schema.ts';
import type { Values } from './record-store.ts';
import type { RowWork } from './row-work.ts';
import type { StreamReply } from './stream-reply.ts';

type Schemas = {
  /** The body (of a GET, the query); JSON Schema 2020-12, with `ref('name')` for shared parts. */
  readonly input: JsonSchema;
  /** The data of the envelope. */
  readonly output: JsonSchema;
  /**
   * What is checked of the input before anything else: all of its schema unless told; that no name is unknown (`names`),
   * where a parser tells what is wrong inside; nothing where the input is fields of a record (`record`), which are judged,
   * unknown names too, by the function that forms use.
   */
  readonly check?: 'names' | 'record';
};

/** An operation for people who signed in: any of them, or those who hold the permission key. */
export type CallerOperation = OperationFacts &
  CallerFacts &
  Schemas & {
    readonly access: CallerAccess;
    readonly run: (body: Values, context: CallContext) => Promise<unknown>;
    /**
     * Whether it does nothing but read rows of the database, and hold them, until it writes there: it may then be asked
     * beside the session it is called with.
     */
    readonly isBesideSession?: boolean;
    /** How it works on each of many rows, where a call may name many. */
    readonly rows?: RowWork;
  };

/** An operation without a session: signing in (`open`), or an address whose signature stands in its place (`signed`). */
export type OpenOperation = OperationFacts &
  Schemas & {
    readonly access: OpenAccess;
    readonly answer: (body: Values, context: OpenContext) => Promise<unknown>;
  };

/** A contract with its schemas as plain data. */
function described<Contract extends { readonly input: TSchema; readonly output: TSchema }>(contract: Contract) {
  return { ...contract, input: plain(contract.input), output: plain(contract.output) };
}

/** Implements an operation of the contract: `run` gets input that was checked, and answers what the contract says. */
export function implement<Input extends TSchema, Output extends TSchema>(
  contract: OperationContract<Input, Output, CallerAccess>,
  run: (input: Value<Input>, context: CallContext) => Promise<Value<Output>>,
): CallerOperation {
  // Checked against this very schema at the one door, see `check-input.ts`.
  return { ...described(contract), run: (body, context) => run(body as Value<Input>, context) };
}

/** The same for an operation whose answer is sent as it stands: a stream. */
export function implementStream<Input extends TSchema>(
  contract: OperationContract<Input, TSchema, CallerAccess>,
  run: (input: Value<Input>, context: CallContext) => Promise<StreamReply>,
): CallerOperation {
  return { ...described(contract), run: (body, context) => run(body as Value<Input>, context) };
}

/** The same for an operation that takes a file: `file` is what was sent, beside the checked query of the address. */
export function implementUpload<Input extends TSchema, Output extends TSchema>(
  contract: OperationContract<Input, Output, CallerAccess>,
  run: (body: Values, context: CallContext) => Promise<Value<Output>>,
): CallerOperation {
  return { ...described(contract), run };
}

/** The same for an operation without a session; `body` is the checked input, with the `file` of one that takes it. */
export function implementOpen<Input extends TSchema, Output extends TSchema>(
  contract: OperationContract<Input, Output, OpenAccess>,
  answer: (
    input: Value<Input> & { readonly file?: unknown },
    context: OpenContext,
  ) => Promise<Value<Output> | StreamReply>,
): OpenOperation {
  return {
    ...described(contract),
    answer: (body, context) => answer(body as Value<Input> & { readonly file?: unknown }, context),
  };
}

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
