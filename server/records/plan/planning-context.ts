import type { CallContext } from '../../kernel/operation/context.ts';

/**
 * Whether a property of a call's context is the same at every call that has the same key: the caller, the page and the
 * documents are in it, and the keys of the server never change. A new property has to be put on one side or the other.
 */
const isInKey: { readonly [Key in keyof Required<CallContext>]: boolean } = {
  caller: true,
  page: true,
  documents: true,
  protection: true,
  now: false,
  calendar: true,
  designed: false,
  userAttributes: false,
  widgets: true,
  db: false,
  replica: false,
  primary: false,
  services: false,
  requestId: false,
  idempotencyKey: false,
  found: false,
  made: false,
  isRehearsal: false,
  step: false,
};

const varying = Object.entries(isInKey).flatMap(([name, isFixed]) => (isFixed ? [] : [name]));

/**
 * The context a plan is made with. Whoever reads what may be otherwise at the next call gets it too, but what he makes
 * is good for this call only, which `isSteady` then tells. A copy of the context reads all of it.
 */
export function planningContext(context: CallContext): {
  readonly context: CallContext;
  readonly isSteady: () => boolean;
} {
  let isSteady = true;
  const planning: CallContext = { ...context };
  for (const name of varying)
    Object.defineProperty(planning, name, {
      enumerable: true,
      get: () => {
        isSteady = false;
        return Reflect.get(context, name);
      },
    });
  return { context: planning, isSteady: () => isSteady };
}
