import type { Line } from './catalogue.ts';

/** A department of the demo company with the people to hire for it. */
export type DepartmentPlan = {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly kind: 'company' | 'division' | 'department' | 'group';
  readonly function: string;
  readonly line?: Line;
  /** Accounts with a role of their own, and how many colleagues of each role beside them. */
  readonly accounts?: readonly { readonly account: string; readonly role: string }[];
  readonly colleagues?: Readonly<Record<string, number>>;
  /** Accounts hired after everybody else, by a chance of their own: all who were there stay who they were. */
  readonly late?: readonly { readonly account: string; readonly role: string }[];
  /** Whether the first of its sales staff is about to leave the company. */
  readonly isLeaving?: boolean;
};

const group = (code: string, name: string, parent: string, line: Line, sales: number): DepartmentPlan => ({
  code,
  name,
  parent,
  kind: 'group',
  function: 'business',
  line,
  colleagues: { group_leader: 1, sales },
});

const office = (code: string, name: string, kind: string, people: number): DepartmentPlan => ({
  code,
  name,
  parent: 'hq',
  kind: 'department',
  function: kind,
  colleagues: { none: people },
});

const company: readonly DepartmentPlan[] = [
  {
    code: 'hq',
    name: '启明教育集团',
    parent: null,
    kind: 'company',
    function: 'operation',
    late: [
      { account: 'logistics', role: 'logistics' },
      { account: 'content_ops', role: 'content_ops' },
    ],
  },
  {
    code: 'business',
    name: '业务事业部',
    parent: 'hq',
    kind: 'division',
    function: 'business',
    accounts: [{ account: 'manager', role: 'manager' }],
  },
  { code: 'business_bj', name: '北京业务部', parent: 'business', kind: 'department', function: 'business' },
  {
    ...group('business_bj_1', '业务一组', 'business_bj', 'academic', 4),
    accounts: [
      { account: 'group_leader', role: 'group_leader' },
      { account: 'sales', role: 'sales' },
      { account: 'sales2', role: 'sales' },
    ],
    colleagues: { sales: 4 },
  },
  { ...group('business_bj_2', '业务二组', 'business_bj', 'academic', 5), isLeaving: true },
  group('business_bj_3', '业务三组', 'business_bj', 'profession', 5),
  { code: 'business_sh', name: '上海业务部', parent: 'business', kind: 'department', function: 'business' },
  group('business_sh_1', '业务一组', 'business_sh', 'profession', 5),
  {
    code: 'promotion',
    name: '推广事业部',
    parent: 'hq',
    kind: 'division',
    function: 'promotion',
    colleagues: { manager: 1 },
  },
  {
    code: 'promotion_1',
    name: '推广一组',
    parent: 'promotion',
    kind: 'group',
    function: 'promotion',
    accounts: [{ account: 'promoter', role: 'promoter' }],
    colleagues: { promoter: 4 },
  },
  {
    code: 'promotion_2',
    name: '推广二组',
    parent: 'promotion',
    kind: 'group',
    function: 'promotion',
    colleagues: { promoter: 4 },
  },
  { code: 'supervision', name: '督学部', parent: 'hq', kind: 'department', function: 'supervision' },
  {
    code: 'supervision_1',
    name: '督学一组',
    parent: 'supervision',
    kind: 'group',
    function: 'supervision',
    accounts: [
      { account: 'supervisor_leader', role: 'supervisor_leader' },
      { account: 'supervisor', role: 'supervisor' },
    ],
  },
  {
    ...office('teaching', '教学部', 'teaching', 1),
    late: [
      { account: 'teacher', role: 'teacher' },
      { account: 'teacher2', role: 'teacher' },
      { account: 'academic', role: 'academic' },
    ],
  },
  {
    code: 'quality',
    name: '质检部',
    parent: 'hq',
    kind: 'department',
    function: 'quality',
    accounts: [{ account: 'quality_inspector', role: 'quality_inspector' }],
    late: [{ account: 'quality_inspector2', role: 'quality_inspector' }],
  },
  { ...office('finance', '财务部', 'finance', 1), late: [{ account: 'finance', role: 'finance' }] },
  {
    code: 'hr',
    name: '人事部',
    parent: 'hq',
    kind: 'department',
    function: 'hr',
    accounts: [{ account: 'hr', role: 'hr' }],
  },
  {
    code: 'tech',
    name: '技术部',
    parent: 'hq',
    kind: 'department',
    function: 'tech',
    accounts: [{ account: 'admin', role: 'admin' }],
    colleagues: { none: 1 },
  },
];

const branchNames = [
  '广州',
  '成都',
  '武汉',
  '西安',
  '郑州',
  '南京',
  '长沙',
  '济南',
  '沈阳',
  '合肥',
  '重庆',
  '杭州',
] as const;
const groupNames = ['业务一组', '业务二组', '业务三组', '业务四组'] as const;

/** The company: its usual departments and as many regional branches as the size asks for. */
export function departmentPlans(branches: number): readonly DepartmentPlan[] {
  const regional = branchNames.slice(0, branches).flatMap((city, place) => {
    const code = `business_b${place + 1}`;
    const head: DepartmentPlan = {
      code,
      name: `${city}业务部`,
      parent: 'business',
      kind: 'department',
      function: 'business',
    };
    const groups = groupNames.map((name, index) =>
      group(`${code}_${index + 1}`, name, code, index % 2 === 0 ? 'academic' : 'profession', 9),
    );
    return [head, ...groups];
  });
  return [...company, ...regional];
}
