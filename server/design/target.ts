import type { DesignTarget } from '../../contract/design/page-design.ts';
import type { PageDocument } from '../../engine/model/documents/index.ts';
import { formatMessage } from '../../engine/model/texts/index.ts';
import { layerName } from '../access/layers-in-force.ts';
import { isFaultPage } from '../access/overlay.ts';
import { readRoleNames, type StoredRoleName } from '../db/design/design-store.ts';
import { mayOpen } from '../kernel/caller/caller.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { invalidInput } from '../kernel/errors/invalid-input.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { customText } from '../texts/design/custom-text.ts';
import { refuseDesign } from './errors.ts';

/** Which layer of which page is designed. */
export type Target = {
  readonly page: PageDocument;
  readonly level: 'org' | 'role';
  readonly role: StoredRoleName | undefined;
  /** Under which name it is kept. */
  readonly layer: string;
};

/** What an input names: a page the caller may open, and the organisation or a role there is. */
export async function targetOf(input: DesignTarget, context: CallContext): Promise<Target> {
  const page = designedPage(input.page, context);
  const { level, role } = input;
  if (level === 'org') {
    if (role === undefined) return { page, level, role: undefined, layer: layerName(level, role) };
    throw invalidInput([{ code: 'E_INPUT_UNKNOWN', pointer: '/role', got: 'role' }]);
  }
  return { page, level, role: await roleNamed(role, '/role', context), layer: layerName(level, role) };
}

/** The role of a code; `pointer` is where the input names it. */
export async function roleNamed(
  code: string | undefined,
  pointer: string,
  { db }: Pick<CallContext, 'db'>,
): Promise<StoredRoleName> {
  if (code === undefined)
    throw invalidInput([
      { code: 'E_INPUT_REQUIRED', pointer, title: formatMessage(customText('custom.role')), act: 'choose' },
    ]);
  const role = (await readRoleNames(db)).get(code);
  if (role === undefined)
    throw invalidInput([
      { code: 'E_INPUT_CHOICE', pointer, title: formatMessage(customText('custom.role')), got: code },
    ]);
  return role;
}

/** A page that the caller may open, and of which something can be drawn. */
export function designedPage(name: string, { documents, caller }: Pick<CallContext, 'documents' | 'caller'>) {
  const page = documents.pages.get(name);
  if (page === undefined || !mayOpen(caller, name)) throw refuse('E_NO_PAGE');
  if (isFaultPage(page, documents)) throw refuseDesign('E_DESIGN_FAULT_PAGE', { title: page.title });
  return page;
}
