import type { TestApp } from '../../testing/test-app.ts';

/** The tables in which a text stands somewhere, plain or encrypted. */
export async function tablesWith(text: string, company: TestApp): Promise<readonly string[]> {
  const tables = await company.database.rows(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const found: string[] = [];
  for (const { table_name: table } of tables) {
    const rows = await company.database.rows(`select to_jsonb(t) as row from "${String(table)}" t`);
    if (rows.some(({ row }) => JSON.stringify(clear(row, company)).includes(text))) found.push(String(table));
  }
  return found;
}

/** A value with whatever is encrypted in it made readable. */
function clear(value: unknown, company: TestApp): unknown {
  if (typeof value === 'string') return decrypted(value, company) ?? value;
  if (Array.isArray(value)) return value.map((one) => clear(one, company));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clear(one, company)]));
}

function decrypted(text: string, { records }: TestApp): string | undefined {
  if (!/^[A-Za-z0-9+/]{40,}={0,2}$/.test(text)) return undefined;
  try {
    return records.platform.protection.decrypt(text);
  } catch {
    return undefined;
  }
}
