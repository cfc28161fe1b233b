import type { Value } from '../../../contract/definition/schema.ts';
import type {
  discardMadePage,
  publishMadePage,
  restoreMadePage,
  retireMadePage,
  saveMadePage,
} from '../../../contract/design/made-pages.ts';
import type { PackedPage } from '../../../contract/design/page-packages.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import { isJsonObject } from '../../../engine/model/json/index.ts';
import { loadCandidatePage } from '../../../engine/model/load/index.ts';
import { nearestName } from '../../../engine/model/naming/index.ts';
import { formatMessage, type Message } from '../../../engine/model/texts/index.ts';
import { isTaken } from '../../access/documents-in-force.ts';
import { operationsIn } from '../../access/layers-in-force.ts';
import { shippedNodes } from '../../access/menu-in-force.ts';
import { type MadeLine, readEdits, readMadeLines } from '../../db/design/design-store.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { madeText } from '../../texts/design/made-text.ts';
import { refuseDesign } from '../errors.ts';
import { digestOf } from '../layer-state.ts';
import { insertRelease } from '../publish.ts';
import { roleNamed } from '../target.ts';
import { documentOfChoices } from './page-choices.ts';
import { giveToRoles } from './page-roles.ts';

/** What a page made in the app is just now. */
export type MadeState = 'draft' | 'published' | 'retired';

const stateWords = {
  draft: madeText('made.state.draft'),
  published: madeText('made.state.published'),
  retired: madeText('made.state.retired'),
} as const;

/** The state of a page made in the app by its last release. */
export function stateOfMade({ released }: Pick<MadeLine, 'released'>): MadeState {
  if (released === null) return 'draft';
  return released === 'retire' ? 'retired' : 'published';
}

/** Keeps what somebody chose for a page that is not published yet. */
export async function keepMade(
  input: Value<typeof saveMadePage.input>,
  context: CallContext,
): Promise<Value<typeof saveMadePage.output>> {
  const { version, choices, parent, roles } = input;
  const document = documentOfChoices(choices, context);
  refuseGroup(parent, context);
  for (const [index, role] of roles.entries()) await roleNamed(role, `/roles/${index}`, context);
  return mutate('page_made.save', input, context, async (inside) => {
    await holdMade(inside);
    const lines = await readMadeLines(inside.db);
    const known = input.name === undefined ? undefined : madeNamed(input.name, lines);
    if (known !== undefined) refuseState(known, ['draft'], madeText('made.act.choose'));
    if ((known?.version ?? 0) !== version) throw refuseDesign('E_DESIGN_VERSION');
    const { name, path, title } = addressOf(document);
    refuseTaken(
      { name, path },
      lines.filter((line) => line !== known),
      inside,
    );
    const values = {
      name,
      title,
      choices,
      document,
      parent,
      roles,
      madeBy: authorOf(inside.caller),
      madeAt: inside.now,
    };
    const id = known?.id ?? (await inside.records.insert('page_made', values));
    if (known !== undefined) await inside.records.update('page_made', id, values);
    await logMade('draft', `保存新页面“${title}”的草稿`, id, { page: name }, inside);
    return { name, version: known === undefined ? 1 : known.version + 1 };
  });
}

/** Throws a page away that was never published. */
export async function dropMade(input: Value<typeof discardMadePage.input>, context: CallContext): Promise<null> {
  return mutate('page_made.discard', input, context, async (inside) => {
    const line = await heldMade(input.name, inside);
    refuseState(line, ['draft'], madeText('made.act.discard'));
    if (line.version !== input.version) throw refuseDesign('E_DESIGN_VERSION');
    await inside.records.remove('page_made', line.id);
    await logMade('discard', `放弃新页面“${line.title}”`, line.id, { page: line.name }, inside);
    return null;
  });
}

type Released = { readonly release: number };

/** Puts a page in force, in the menu and for the roles it was made for. */
export async function publishMade(input: Value<typeof publishMadePage.input>, context: CallContext): Promise<Released> {
  return mutate('page_made.publish', input, context, async (inside) => {
    const line = await heldMade(input.name, inside);
    refuseState(line, ['draft'], madeText('made.act.publish'));
    if (line.version !== input.version) throw refuseDesign('E_DESIGN_VERSION');
    const { path } = addressOf(line.document);
    refuseTaken({ name: line.name, path }, [], inside);
    refuseFaulty(line, inside);
    await giveToRoles(line, inside);
    return releaseMade(line, { kind: 'publish', note: input.note }, inside);
  });
}

/** Takes a page out of force; it stays, and so does everything that was made with it. */
export async function retireMade(input: Value<typeof retireMadePage.input>, context: CallContext): Promise<Released> {
  return mutate('page_made.retire', input, context, async (inside) => {
    const line = await heldMade(input.name, inside);
    refuseState(line, ['published'], madeText('made.act.retire'));
    return releaseMade(line, { kind: 'retire', note: input.note }, inside);
  });
}

/** Puts a retired page in force again, as it was. */
export async function restoreMade(input: Value<typeof restoreMadePage.input>, context: CallContext): Promise<Released> {
  return mutate('page_made.restore', input, context, async (inside) => {
    const line = await heldMade(input.name, inside);
    refuseState(line, ['retired'], madeText('made.act.restore'));
    refuseFaulty(line, inside);
    await giveToRoles(line, inside);
    return releaseMade(line, { kind: 'rollback', note: input.note }, inside);
  });
}

/** Adds a release of the page as a whole; what was changed of it in the app before goes on over it. */
async function releaseMade(
  line: MadeLine,
  { kind, note }: { readonly kind: 'publish' | 'retire' | 'rollback'; readonly note: string },
  inside: RuleContext,
): Promise<Released> {
  const last = await readEdits(inside.db, { page: line.name, layer: 'org' });
  const words = { publish: '发布', retire: '停用', rollback: '恢复' } as const;
  return insertRelease(
    {
      ...{ page: line.name, layer: 'org', number: (last?.number ?? 0) + 1, kind, note },
      fromNumber: kind === 'rollback' ? (last?.number ?? 0) : null,
      edits: operationsIn(last?.edits),
      basedOn: digestOf(isJsonObject(line.document) ? line.document : {}),
    },
    { title: `${words[kind]}新页面“${line.title}”`, action: kind, level: 'org' },
    inside,
  );
}

async function heldMade(name: string, inside: RuleContext): Promise<MadeLine> {
  await holdMade(inside);
  const line = madeNamed(name, await readMadeLines(inside.db));
  await inside.records.hold(`page_layer ${name} org`);
  return line;
}

/** Two pages are not made at one address at once. */
async function holdMade({ records }: RuleContext): Promise<void> {
  await records.hold('page_made');
}

function madeNamed(name: string, lines: readonly MadeLine[]): MadeLine {
  const line = lines.find((one) => one.name === name);
  if (line === undefined) throw refuse('E_NO_PAGE');
  return line;
}

function refuseState(line: MadeLine, allowed: readonly MadeState[], what: Message): void {
  const state = stateOfMade(line);
  if (!allowed.includes(state))
    throw refuseDesign('E_DESIGN_MADE_STATE', { title: line.title, state: stateWords[state], what });
}

function refuseGroup(parent: string | null, { documents }: CallContext): void {
  if (parent === null || shippedNodes(documents.menu).get(parent)?.node.children !== undefined) return;
  throw invalidInput([
    { code: 'E_INPUT_CHOICE', pointer: '/parent', title: formatMessage(madeText('made.parent')), got: parent },
  ]);
}

/** An address has one page: of the product, or made in the app, be it a draft or retired. */
function refuseTaken(
  { name, path }: { readonly name: string; readonly path: string },
  others: readonly MadeLine[],
  { documents }: CallContext,
): void {
  const other = others.find((line) => line.name === name);
  if (other === undefined && !isTaken({ name, path }, documents)) return;
  const title = other?.title ?? documents.pages.get(name)?.title ?? name;
  throw refuseDesign('E_DESIGN_ADDRESS', { path, title });
}

/** What is wrong with a page that comes from elsewhere: its address, its place, its document. */
export function unfitMade({ name, document, parent }: Brought, context: CallContext): readonly Fault[] {
  const { path } = addressOf(document);
  const { menu } = context.documents;
  if (isTaken({ name, path }, context.documents)) return [{ code: 'E_SCHEMA_DUPLICATE', pointer: '/path', got: path }];
  const groups = [...shippedNodes(menu)].filter(([, { node }]) => node.children !== undefined).map(([group]) => group);
  if (parent !== null && !groups.includes(parent)) {
    const nearest = nearestName(parent, groups);
    return [
      { code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '/parent', got: parent, ...(nearest === undefined ? {} : { nearest }) },
    ];
  }
  return documentFaults(name, document, context);
}

type Brought = Pick<PackedPage, 'name' | 'document' | 'parent'>;

/** Keeps a page that comes from elsewhere and puts it in force. */
export async function bringMade(page: PackedPage, note: string, inside: RuleContext): Promise<void> {
  const { name, title, document, choices, parent, roles } = page;
  const author = { madeBy: authorOf(inside.caller), madeAt: inside.now };
  await inside.records.insert('page_made', { name, title, document, choices, parent, roles, ...author });
  const line = madeNamed(name, await readMadeLines(inside.db));
  await giveToRoles(line, inside);
  await releaseMade(line, { kind: 'publish', note }, inside);
}

function refuseFaulty({ name, document }: MadeLine, context: CallContext): void {
  const faults = documentFaults(name, document, context);
  if (faults.length > 0) throw refuseDesign('E_DESIGN_FAULTS', { count: faults.length }, { faults });
}

function documentFaults(name: string, document: unknown, { documents, widgets }: CallContext): readonly Fault[] {
  const file = { file: `pages/${name}.json`, text: JSON.stringify(document) };
  return loadCandidatePage(file, documents, widgets === undefined ? {} : { widgets }).faults;
}

/** What a document of a page is called and where it lies. */
export function addressOf(document: unknown): { readonly name: string; readonly path: string; readonly title: string } {
  const { name, path, title } = isJsonObject(document) ? document : {};
  return { name: String(name), path: String(path), title: String(title) };
}

async function logMade(
  action: string,
  title: string,
  id: string,
  facts: Readonly<Record<string, unknown>>,
  inside: RuleContext,
) {
  await logChange({ entity: modelOf(inside.documents, 'page_made'), id, action, title, facts }, inside);
}
