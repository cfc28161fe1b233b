/** What an `.env` file holds, and the lines that are no setting. */
export type EnvFile = {
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly { readonly line: number; readonly text: string }[];
};

const assignment = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

/** Reads the text of an `.env` file: `NAME=value` lines, `#` comments, values optionally in quotes. */
export function parseEnvFile(text: string): EnvFile {
  const values: Record<string, string> = {};
  const faults: { line: number; text: string }[] = [];
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return;
    const match = assignment.exec(line);
    const name = match?.[1];
    if (name === undefined || Object.hasOwn(values, name))
      faults.push({ line: index + 1, text: line.replace(/=.*/, '=…') });
    else values[name] = unquote(match?.[2] ?? '');
  });
  return { values, faults };
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value);
  return quoted?.[2] ?? value.replace(/\s+#.*$/, '');
}
