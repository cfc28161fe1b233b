import { rehearseCall } from '../../../contract/design/rehearse-call.ts';
import { type DeclaredOperation, declaredOperations } from '../../../engine/model/access/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { type CallerOperation, hasCaller, implement, type Operation } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { Rehearsed } from '../../kernel/operation/rehearsed.ts';
import { isListed } from '../../records/policy/page-operations.ts';
import { namesManyRows } from '../bulk/bulk-request.ts';
import { withoutOutside } from './without-outside.ts';

/** What is needed of the registry of operations. */
export type Registered = {
  readonly operation: (path: string) => Operation | undefined;
  readonly run: (operation: Operation, body: Values, context: CallContext) => Promise<unknown>;
  readonly page: (name: string | undefined, context: CallContext) => CallContext['page'];
};

/** Kinds of which all that is written is written in one change, which can be taken back. */
const changing: ReadonlySet<DeclaredOperation['kind']> = new Set<DeclaredOperation['kind']>([
  ...(['create', 'modify', 'delete', 'restore', 'status', 'transition', 'revise', 'action'] as const),
]);

function isTaken(operation: DeclaredOperation | undefined): boolean {
  if (operation === undefined || !changing.has(operation.kind)) return false;
  // One that is about no row in particular writes as it likes.
  return operation.kind !== 'action' || !operation.isWhole;
}

/**
 * The operation that tries out another one with the rights of the caller: everything is checked and written as it would be,
 * up to what would leave the database, and then taken back. Lookups of masked values count as ever.
 */
export function rehearsalOf({ operation: operationAt, run, page: pageNamed }: Registered): CallerOperation {
  return implement(rehearseCall, async ({ path, page: name, body }, context) => {
    const operation = operationAt(path);
    const declared = declaredOperations(context.documents).find((one) => one.path === path);
    const isRehearsed = operation !== undefined && hasCaller(operation) && isTaken(declared) && !namesManyRows(body);
    if (!isRehearsed) return { isRehearsed: false };
    const { made: _, ...call } = context;
    const page = pageNamed(name, context);
    const isPlaced = page !== undefined && isListed(path, page, context.documents);
    const services = withoutOutside(context.services);
    // What only the design puts on a page is tried as if no page were named.
    const placed = { services, page: isPlaced ? page : undefined };
    // A key of its own, where one is asked for: it is taken back with the rest.
    const tried = { ...call, ...placed, idempotencyKey: crypto.randomUUID(), isRehearsal: true } as const;
    try {
      await run(operation, body, tried);
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error;
    }
    return { isRehearsed: true };
  });
}
