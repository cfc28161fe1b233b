import { KeyedCache, memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { planningContext } from './planning-context.ts';

/** What a request asks beyond the entity and who asks: all that its plan may hang on. */
export type Asked = Readonly<Record<string, unknown>>;

const maxPlans = 500;
const maxKeyLength = 2000;

let lastNumber = 0;

/** A number of its own for each object, so that a key can tell which one is meant. */
const numberOf = memoizeByIdentity((_thing: object): number => {
  lastNumber += 1;
  return lastNumber;
});

/**
 * Plans of statements, worked out once for a caller: while the same is told of him and of the days worked (then they are
 * the same objects) and he asks for the same on the same page, scope, masks and columns come out the same. A plan that reads
 * anything else on its way, be it the time, the database or a value that the product provides, is not kept.
 */
export class QueryPlanCache<Plan extends NonNullable<unknown>> {
  readonly #plans = new KeyedCache<Plan>({ max: maxPlans });

  /** The plan for what is asked, made where there is none yet. */
  async of(
    entity: EntityModel,
    asked: Asked,
    context: CallContext,
    make: (context: CallContext) => Promise<Plan>,
  ): Promise<Plan> {
    const { caller, documents, calendar, page } = context;
    const who = `${numberOf(caller)} ${numberOf(documents)} ${numberOf(calendar)}`;
    const key = `${who} ${entity.document.name} ${page?.name ?? ''} ${JSON.stringify(asked)}`;
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const planning = planningContext(context);
    const plan = await make(planning.context);
    if (planning.isSteady() && key.length <= maxKeyLength) this.#plans.set(key, plan);
    return plan;
  }
}
