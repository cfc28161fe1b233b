import type { DocumentSet, EntityModel } from '../../../engine/model/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

/** What a request asks beyond the entity and who asks: all that its plan may hang on. */
export type Asked = Readonly<Record<string, unknown>>;

const maxPlans = 500;
const maxKeyLength = 2000;

type Kept<Plan> = { readonly documents: DocumentSet; readonly plans: Map<string, Plan> };

/**
 * Plans of statements, worked out once for a caller: while the session statement tells the same of him (then he is the
 * same object) and he asks for the same on the same page, scope, masks and columns come out the same. A plan that reads
 * anything else on its way, be it the time, the database or a value that the product provides, is not kept.
 */
export class QueryPlanCache<Plan> {
  #byCaller = new WeakMap<Caller, Kept<Plan>>();
  #size = 0;

  /** The plan for what is asked, made where there is none yet. */
  async of(
    entity: EntityModel,
    asked: Asked,
    context: CallContext,
    make: (context: CallContext) => Promise<Plan>,
  ): Promise<Plan> {
    const key = `${entity.document.name} ${context.page?.name ?? ''} ${JSON.stringify(asked)}`;
    const plans = this.#plansOf(context);
    const known = plans.get(key);
    if (known !== undefined) return known;
    const watched = watching(context);
    const plan = await make(watched.context);
    if (!watched.isTouched() && key.length <= maxKeyLength) this.#keep(plans, key, plan);
    return plan;
  }

  #plansOf({ caller, documents }: CallContext): Map<string, Plan> {
    const known = this.#byCaller.get(caller);
    if (known !== undefined && known.documents === documents) return known.plans;
    const plans = new Map<string, Plan>();
    this.#byCaller.set(caller, { documents, plans });
    return plans;
  }

  #keep(plans: Map<string, Plan>, key: string, plan: Plan): void {
    if (this.#size >= maxPlans) {
      this.#byCaller = new WeakMap();
      this.#size = 0;
    }
    this.#size += 1;
    plans.set(key, plan);
  }
}

/** What is the same at the caller's next request, as long as he is the same object. */
const steady: ReadonlySet<PropertyKey> = new Set(['caller', 'page', 'documents', 'protection']);

/** A context that tells whether anything else was read of it. */
function watching(context: CallContext): { readonly context: CallContext; readonly isTouched: () => boolean } {
  let isTouched = false;
  const watched = new Proxy(context, {
    get(target, key) {
      isTouched ||= !steady.has(key);
      return Reflect.get(target, key);
    },
  });
  return { context: watched, isTouched: () => isTouched };
}
