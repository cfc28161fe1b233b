import { designKey, publishKey } from '../../contract/design/page-design.ts';
import { isGranted } from '../../engine/model/access/index.ts';
import type { PageBundle } from '../../engine/model/documents/index.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { openPage, pageBundle } from './page-bundle.ts';
import { pageInForce } from './page-in-force.ts';

/** A page as it is in force for the caller; who may design it is told which layers are left out, and why. */
export async function shownPage(name: unknown, context: CallContext): Promise<PageBundle> {
  const { caller, documents, calendar } = context;
  const { page, left } = await pageInForce(openPage(name, caller, documents), context);
  const bundle = pageBundle(name, caller, documents, calendar, page);
  return left.length > 0 && mayDesign(caller) ? { ...bundle, layerFaults: left } : bundle;
}

/** Whether somebody may change pages in the app, or put such changes in force. */
export function mayDesign({ grants }: Pick<Caller, 'grants'>): boolean {
  return isGranted(grants, designKey) || isGranted(grants, publishKey);
}
