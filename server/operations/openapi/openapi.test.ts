import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredOperations } from '../../../engine/model/access/index.ts';
import { sessionOperations } from '../../account/session-operations.ts';
import { auditRules } from '../../audit/audit-rules.ts';
import { domainOperationsFor, domainRulesFor } from '../../domain/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { permissionRules } from '../../permissions/index.ts';
import { startProduct, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildRegistry } from '../registry/registry.ts';
import { openApiOf } from './openapi-operation.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

type Described = {
  readonly requestBody?: { readonly content: Record<string, { readonly schema?: Record<string, unknown> }> };
  readonly 'x-permission'?: string;
  readonly 'x-audit': string;
};
type Document = {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, object> };
};

const documentOf = async (account: string) =>
  (await company.call<Document & Record<string, unknown>>(account, '/v1/sys/openapi/view')).data;

const methodsOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );

/** Judges values by schemas of the document, as a client that reads it would. */
const judge = (document: Document) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const at = (path: string, ...rest: readonly string[]) => {
    const steps = ['paths', path, 'post', ...rest].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
    return ajv.compile({ $ref: `api#/${steps.map(encodeURIComponent).join('/')}` });
  };
  return {
    answer: (path: string) => at(path, 'responses', '200', 'content', 'application/json', 'schema'),
    input: (path: string) => at(path, 'requestBody', 'content', 'application/json', 'schema'),
  };
};

describe('the document', () => {
  it('is valid OpenAPI 3.1 and holds every operation for one who may all', async () => {
    const document = await documentOf('admin');
    const outcome = await new Validator().validate({ ...document });
    expect(outcome).toEqual({ valid: true });
    const declared = declaredOperations(company.documents).map(({ path }) => path);
    for (const path of [...declared, '/v1/sys/user/login', '/v1/sys/user/logout', '/v1/sys/openapi/view'])
      expect(document.paths, path).toHaveProperty([path]);
  });

  it('says of every operation what it takes', async () => {
    for (const { path, described } of methodsOf(await documentOf('admin'))) {
      const schema = described.requestBody?.content['application/json']?.schema;
      if (schema === undefined) continue;
      const said = ['properties', '$ref', 'anyOf', 'oneOf'].some((word) => Object.hasOwn(schema, word));
      expect(said, `${path}: add it to server/operations/schema/declared-facts.ts`).toBe(true);
    }
  });

  it('names every schema that has parts, and gives each name a title', async () => {
    const document = await documentOf('admin');
    const inline = methodsOf(document).filter(({ described }) => {
      const schema = described.requestBody?.content['application/json']?.schema;
      return schema !== undefined && schema.$ref === undefined && Object.keys(Object(schema.properties)).length > 0;
    });
    expect(inline.map(({ path }) => path)).toEqual([]);
    const untitled = Object.entries(document.components.schemas).filter(([, schema]) => !('title' in schema));
    expect(untitled.map(([name]) => name)).toEqual([]);
    expect(document.components.schemas['v1.sys.user.login.output']).toMatchObject({ title: '登录 · 答复' });
    expect(document.paths).toMatchObject({
      '/v1/sys/user/login': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/v1.sys.user.login.input' } } },
          },
        },
      },
    });
  });

  it('is not for anonymous readers', async () => {
    expect(await company.call(undefined, '/v1/sys/openapi/view')).toMatchObject({ code: '1002' });
  });

  it.each(['sales', 'promoter', 'group_leader'])('tells %s only of what he may call', async (account) => {
    const document = await documentOf(account);
    const grants = new Set(company.documents.roles.get(account)?.permissions);
    const ofDomain = domainOperationsFor(company.documents, []).flatMap(({ path, access }) =>
      access.kind === 'permission' ? [{ path, permission: access.key }] : [],
    );
    const mine = [...declaredOperations(company.documents), ...ofDomain].filter(({ permission }) =>
      grants.has(permission),
    );
    const listed = methodsOf(document).flatMap(({ path, described }) =>
      described['x-permission'] === undefined ? [] : [path],
    );
    expect(listed.sort()).toEqual(mine.map(({ path }) => path).sort());
    expect(mine.length).toBeLessThan(declaredOperations(company.documents).length);
    const named = JSON.stringify(document);
    for (const name of Object.keys(document.components.schemas))
      expect(named.includes(`schemas/${name}"`), name).toBe(true);
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  it('does not name fields that are hidden from the reader', () => {
    const { documents } = company;
    const registry = buildRegistry(
      documents,
      [auditRules, ...permissionRules, ...domainRulesFor(documents)],
      sessionOperations(documents),
    );
    const reader = (mode: 'mask' | 'hidden'): Caller => ({
      sessionId: '',
      staffId: '',
      name: '',
      departmentId: '',
      dataScope: 'all',
      departmentIds: [],
      projectIds: [],
      grants: new Set(['*']),
      menus: new Set(['*']),
      maskModes: new Map([['wechat', mode]]),
      ip: '',
    });
    const named = (mode: 'mask' | 'hidden') => JSON.stringify(openApiOf(documents, registry.values(), reader(mode)));
    expect(named('mask').includes('"x-mask":"wechat"')).toBe(true);
    expect(named('hidden').includes('"x-mask":"wechat"')).toBe(false);
  });
});

/** Calls as somebody and holds every answer to the document. */
const witness = async (product: TestApp, reader: string) => {
  const { data } = await product.call<Document>(reader, '/v1/sys/openapi/view');
  const rules = judge(data);
  return async (account: string, path: string, body: Record<string, unknown> = {}, code = '0') => {
    const answer = await product.call<{ id?: string; jobId?: string }>(account, path, body);
    const validate = rules.answer(path);
    expect(answer.code, `${path}: ${JSON.stringify(answer).slice(0, 500)}`).toBe(code);
    expect(validate(answer), `${path}: ${JSON.stringify(validate.errors?.slice(0, 4))}`).toBe(true);
    return answer.data;
  };
};

describe('what is answered', () => {
  it('is as the document says, for each kind of operation', async () => {
    const call = await witness(company, 'admin');
    await call('admin', '/v1/sys/user/my/view');
    await call('admin', '/v1/sys/menu/item/my/query');
    await call('admin', '/v1/sys/menu/button/my/query');
    await call('admin', '/v1/sys/page/view', { name: 'alllist' });
    await call('admin', '/v1/sys/openapi/view');
    const { project, channel: channelId, sales2 } = company.ids;
    const customer = { name: '赵一', mobile: '13800138000', intentionProjectIds: [project], channelId };
    const { id } = await call('sales', '/v1/customer/create', customer);
    await call('sales', '/v1/customer/view', { id });
    await call('sales', '/v1/customer/modify', { id, version: 1, name: '赵二' });
    await call('admin', '/v1/customer/reveal', { id, field: 'mobile', reason: '回访核对' });
    await call('group_leader', '/v1/customer/assign', { ids: [id], staffId: sales2 });
    await call('sales', '/v1/customer/return', { id, reason: '无法联系' });
    await call('sales', '/v1/customer/view', { id: 'none' }, '1');
    const matching = { count: 1, where: { field: 'id', op: 'eq', value: id } };
    await call('admin', '/v1/customer/history', { id });
    const exported = await call('admin', '/v1/customer/export', { format: 'csv', columns: ['name'], ids: [id] });
    await call('admin', '/v1/background/job/view', { id: exported.jobId });
    await call('admin', '/v1/customer/import', { mode: 'template' });
    await call('admin', '/v1/customer/modify', { matching, level: 'a' });
    await call('admin', '/v1/bulk/row/query', { size: 1 });
    for (const { kind, path } of declaredOperations(company.documents))
      if (kind === 'query' || kind === 'dataset') await call('admin', path);
  }, 60_000);

  it('is so for another product, with child rows and checks', async () => {
    const library = await startProduct('e2e/fixtures/library');
    try {
      const call = await witness(library, 'head');
      const grants = library.documents.roles.get('head_librarian')?.permissions ?? [];
      for (const { kind, path, permission } of declaredOperations(library.documents))
        if (kind === 'query' && grants.includes(permission)) await call('head', path);
      await call('head', '/v1/reader/check', { field: 'mobile', value: '13800138000' });
      const book = { isbn: '978-7-1', title: '天工开物', author: '宋应星', category: 'science', price: 4500 };
      const { id } = await call('head', '/v1/book/create', book);
      await call('head', '/v1/book/delete', { id });
      await call('head', '/v1/book/restore', { id });
    } finally {
      await library.close();
    }
  }, 60_000);
});

describe('what is taken', () => {
  const shapes = new Set(['E_INPUT_TYPE', 'E_INPUT_UNKNOWN', 'E_INPUT_READONLY', 'E_INPUT_REQUIRED', 'E_INPUT_RANGE']);
  const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
    ['/v1/customer/query', { size: 1, where: { and: [{ field: 'name', op: 'contains', value: '赵' }] } }],
    ['/v1/customer/query', { sort: ['-createdAt', 'name'], fields: ['name', 'owner.name'], count: 'none' }],
    ['/v1/customer/query', { size: 0 }],
    ['/v1/customer/query', { size: '20' }],
    ['/v1/customer/query', { sort: 'name' }],
    ['/v1/customer/query', { where: { field: 'name', op: 'like', value: '赵' } }],
    ['/v1/customer/query', { where: { or: {} } }],
    ['/v1/customer/query', { fields: [5] }],
    ['/v1/customer/view', { id: 'none' }],
    ['/v1/customer/view', {}],
    ['/v1/customer/create', { name: 5 }],
    ['/v1/customer/create', { name: '赵', mobile: '13800138001', unknown: 1 }],
    ['/v1/customer/create', { name: '赵', mobile: '13800138001', createdAt: '2026-01-01T00:00:00Z' }],
    ['/v1/customer/modify', { id: 'x', version: 1 }],
    ['/v1/customer/modify', { id: '00000000-0000-7000-8000-000000000000' }],
    ['/v1/follow/up/create', {}],
    ['/v1/follow/up/create', { content: 5 }],
  ];

  it.each(bodies)('is judged alike by the schema and by the API: %s %o', async (path, body) => {
    const validate = judge(await documentOf('admin')).input(path);
    const answer = await company.call<{ error?: { faults?: { code: string }[] } }>('admin', path, body);
    const refused = answer.data?.error?.faults?.some(({ code }) => shapes.has(code)) === true;
    expect(validate(body), `${JSON.stringify(answer)} ${JSON.stringify(validate.errors)}`).toBe(!refused);
  });
});
