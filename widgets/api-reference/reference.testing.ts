const answer = (data: object) => ({
  200: {
    content: {
      'application/json': { schema: { oneOf: [{ type: 'object', properties: { code: { const: '0' }, data } }] } },
    },
  },
});
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const facts = (permission: string, audit: string) => ({
  'x-access': 'permission',
  'x-permission': permission,
  'x-scope': 'book',
  'x-idempotency': audit === 'change' ? 'accepted' : 'none',
  'x-audit': audit,
});

/** A small document as the server writes them. */
export const sampleReference = {
  openapi: '3.1.0',
  paths: {
    '/v1/book/query': {
      post: {
        summary: '查询',
        tags: ['图书'],
        ...facts('book:query', 'read'),
        requestBody: body({
          type: 'object',
          properties: {
            where: { anyOf: [{ $ref: '#/components/schemas/Where' }, { type: 'null' }] },
            size: { type: ['integer', 'null'], minimum: 1, maximum: 1000, default: 20, title: '每页条数' },
          },
        }),
        responses: answer({
          type: 'object',
          properties: { list: { type: 'array', items: { $ref: '#/components/schemas/book.create' } } },
        }),
      },
    },
    '/v1/book/create': {
      post: {
        summary: '新增',
        tags: ['图书'],
        ...facts('book:add', 'change'),
        requestBody: body({ $ref: '#/components/schemas/book.create' }),
        responses: answer({ type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }),
      },
    },
    '/v1/book/cover': {
      get: {
        summary: '封面',
        tags: ['图书'],
        ...facts('book:get', 'read'),
        parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } }],
        responses: { 200: { content: { 'image/png': {} } } },
      },
    },
    '/v1/sys/user/logout': {
      post: {
        summary: '退出登录',
        tags: ['系统'],
        'x-access': 'signedIn',
        'x-scope': null,
        'x-idempotency': 'none',
        'x-audit': 'session',
        requestBody: body({ type: 'object', properties: {} }),
        responses: answer({ type: 'null' }),
      },
    },
  },
  components: {
    schemas: {
      Where: {
        title: '查询条件',
        oneOf: [
          { type: 'object', properties: { and: { type: 'array', items: { $ref: '#/components/schemas/Where' } } } },
          { type: 'object', properties: { field: { type: 'string', title: '字段' } } },
        ],
      },
      'book.create': {
        type: 'object',
        title: '新增图书',
        properties: {
          title: { type: 'string', title: '书名', minLength: 1, maxLength: 100 },
          category: {
            type: ['string', 'null'],
            title: '分类',
            enum: ['novel', 'science', null],
            'x-choices': { novel: '小说', science: '科学' },
          },
          tagIds: { type: ['array', 'null'], title: '标签', items: { type: 'string', format: 'uuid' }, maxItems: 200 },
        },
        required: ['title'],
      },
    },
  },
};
