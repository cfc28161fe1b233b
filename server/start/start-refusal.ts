import { DocumentFault } from '../kernel/errors/document-fault.ts';
import { codeOf, messageOf, StartError } from '../kernel/errors/start-error.ts';
import { isUnavailable } from '../kernel/errors/unavailable.ts';
import { documentFile } from '../product/documents.ts';

/** What is known of a start when it fails; nothing of it while the settings are read. */
export type StartFacts = {
  readonly schemasDir?: string | undefined;
  readonly dataDir?: string | undefined;
  /** Undefined for the embedded database. */
  readonly databaseUrl?: string | undefined;
};

/**
 * Turns whatever stopped a start into the sentence for the person at the terminal: a setting, a folder, the database or
 * a document with its file and place. The one place where that is decided, so that a stack is never shown.
 */
export function startRefusal(error: unknown, facts: StartFacts = {}): StartError {
  if (error instanceof StartError) return error;
  if (error instanceof DocumentFault) return refusedDocument(error, facts);
  const options = { cause: error };
  const got = messageOf(error).split('\n', 1)[0];
  const code = codeOf(error) ?? '';
  // A password that is refused, and roles that may not sign in.
  if (isUnavailable(error) || code.startsWith('28'))
    return new StartError('E_DATABASE_UNREACHABLE', { address: addressOf(facts.databaseUrl), got }, options);
  if (code === '42501')
    return new StartError(
      'E_DATABASE_PRIVILEGES',
      { role: '*_migrator', expected: '对 public 模式的全部权限', got },
      options,
    );
  if (/^E[A-Z]+$/.test(code))
    return new StartError('E_DATA_FOLDER', { folder: pathOf(error) ?? facts.dataDir, got }, options);
  return new StartError('E_START', { got }, options);
}

function refusedDocument({ place, cause }: DocumentFault, { schemasDir }: StartFacts): StartError {
  const { kind, name, pointer } = place;
  const file = (schemasDir === undefined ? undefined : documentFile(schemasDir, kind, name)) ?? `${kind} ${name}`;
  const got = messageOf(cause).split('\n', 1)[0];
  return new StartError('E_DOCUMENTS', { got: `  ${file}#${pointer} 服务不能照此运行：${got}` }, { cause });
}

function addressOf(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return '（内置）';
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port === '' ? '5432' : port}${pathname}`;
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}
