import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { crmDemo } from './crm-demo.ts';
import type { DemoAccount, DemoFilling, DemoFinishing, DemoGenerator } from './demo-generator.ts';
import { fillFromDocuments } from './fill-documents.ts';

const generators: readonly DemoGenerator[] = [crmDemo];

/** The documents' own demo rows win; a generator serves where it fits; else there is one account per role. */
function generatorFor(documents: DocumentSet): DemoGenerator | undefined {
  if (documents.demo.size > 0) return undefined;
  return generators.find((generator) => generator.entities.every((name) => documents.entities.has(name)));
}

/** Fills an empty demo database. */
export async function fillDemoDatabase(filling: DemoFilling): Promise<void> {
  const generator = generatorFor(filling.documents);
  if (generator === undefined) await fillFromDocuments(filling, filling.password);
  else await generator.fill(filling);
}

/** Adds to a demo database that was filled just now what comes by the ways of the server itself. */
export async function finishDemoDatabase(finishing: DemoFinishing): Promise<void> {
  await generatorFor(finishing.documents)?.finish?.(finishing);
}

/** The accounts a filled demo database has. */
export function demoAccounts(documents: DocumentSet): readonly DemoAccount[] {
  const generator = generatorFor(documents);
  if (generator !== undefined) return generator.accounts;
  const people = documents.demo.get('staff')?.rows;
  if (people === undefined) return [...documents.roles.keys()].map((code) => ({ account: code, role: code }));
  return people.map(({ values }) => ({ account: String(values.account), role: String([values.roleIds].flat()[0]) }));
}
