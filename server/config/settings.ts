export const modes = ['demo', 'production'] as const;
export const demoSizes = ['small', 'medium', 'large'] as const;
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type Mode = (typeof modes)[number];
export type DemoSize = (typeof demoSizes)[number];
export type LogLevel = (typeof logLevels)[number];

/** A setting as README and help list it. */
export type Setting = {
  readonly name: string;
  /** What holds when it is not set; '' where nothing does. */
  readonly byDefault: string;
  readonly expected: string;
  readonly meaning: string;
  /** Its value is never shown. */
  readonly secret?: boolean;
};

/** Every setting there is, in the order the README lists them. */
export const settings = [
  { name: 'HOST', byDefault: '127.0.0.1', expected: '主机名或 IP 地址', meaning: '监听地址' },
  { name: 'PORT', byDefault: '8000', expected: '0 到 65535 的整数', meaning: '监听端口；0 为任意空闲端口' },
  { name: 'DATA_DIR', byDefault: '.data', expected: '目录路径', meaning: '数据目录：内置数据库、密钥、演示密码' },
  {
    name: 'FILES_DIR',
    byDefault: '',
    expected: '目录路径',
    meaning: '上传与导出的文件；缺省为数据目录中的 files；多个节点须用同一个共享目录',
  },
  {
    name: 'DATABASE_URL',
    byDefault: '',
    expected: 'postgresql://用户:密码@主机:端口/数据库',
    meaning: '外部 PostgreSQL；缺省启动内置的',
    secret: true,
  },
  { name: 'MODE', byDefault: 'demo', expected: modes.join(' | '), meaning: '运行模式；demo 在空库中生成演示数据' },
  {
    name: 'SECRET_KEY',
    byDefault: '',
    expected: '至少 32 个字符',
    meaning: '摘要、加密与签名地址的密钥；生产模式必填，演示模式自动生成并保存在数据目录',
    secret: true,
  },
  {
    name: 'DEMO_PASSWORD',
    byDefault: '',
    expected: '6 到 20 个字符，字母或数字开头，含数字、字母和特殊字符，无空格',
    meaning: '演示账号的密码；缺省自动生成并保存在数据目录；仅演示模式',
    secret: true,
  },
  {
    name: 'DEMO_SIZE',
    byDefault: 'small',
    expected: demoSizes.join(' | '),
    meaning: '演示数据规模：约一千、十万、一百万客户；仅演示模式',
  },
  {
    name: 'SCHEMAS_DIR',
    byDefault: 'schemas',
    expected: '已存在的目录',
    meaning: '文档目录；换一套文档就是另一个产品',
  },
  {
    name: 'JOB_WORKERS',
    byDefault: '2',
    expected: '0 到 16 的整数',
    meaning: '本进程同时执行的后台任务（导入、导出、定时任务）数；0 为不执行，留给其他进程',
  },
  { name: 'LOG_LEVEL', byDefault: 'info', expected: logLevels.join(' | '), meaning: '日志级别' },
  {
    name: 'DATABASE_REPLICA_URL',
    byDefault: '',
    expected: 'postgresql://主机:端口/数据库',
    meaning: '只读副本：报表在那里计算；用户与密码不必写，用程序自己的角色',
    secret: true,
  },
  {
    name: 'TRUSTED_PROXIES',
    byDefault: '',
    expected: '以逗号分隔的 IP 地址或网段，例如 10.0.0.0/8',
    meaning: '反向代理的地址：来自它们的 X-Forwarded-For 才可信',
  },
  {
    name: 'IMPORT_MAX_ROWS',
    byDefault: '100000',
    expected: '1 到 1000000 的整数',
    meaning: '一次导入的最多行数',
  },
  {
    name: 'UPLOAD_DAILY_MB',
    byDefault: '5120',
    expected: '1 到 1000000 的整数',
    meaning: '每人每天（东八区）至多上传的 MB 数，全部进程合计',
  },
  {
    name: 'SMS_PROVIDER',
    byDefault: '',
    expected: 'file',
    meaning: '短信服务商；file 写入数据目录的 sms，供试用，演示模式的缺省；生产模式缺省为没有',
  },
  {
    name: 'PAYOUT_PROVIDER',
    byDefault: '',
    expected: 'file',
    meaning: '退费的打款渠道；file 写入数据目录的 payouts，供试用，演示模式的缺省；生产模式缺省为没有',
  },
  {
    name: 'INVOICE_PROVIDER',
    byDefault: '',
    expected: 'file',
    meaning: '开票渠道；file 写入数据目录的 invoices，供试用，演示模式的缺省；生产模式缺省为没有',
  },
  {
    name: 'COURIER_PROVIDER',
    byDefault: '',
    expected: 'file',
    meaning: '快递的物流查询；file 读写数据目录的 couriers，供试用，演示模式的缺省；生产模式缺省为没有，由物流登记',
  },
  {
    name: 'PUBLIC_URL',
    byDefault: '',
    expected: 'http 或 https 地址',
    meaning: '外面的人打开本系统的地址，写进短信里的签署链接；演示模式缺省为监听的地址，生产模式没有设置就不能线上签署',
  },
  {
    name: 'SMS_HOURS',
    byDefault: '8-20',
    expected: '开始-结束，0 到 24 的整数',
    meaning: '推广短信的发送时段（东八区）',
  },
  { name: 'SMS_RATE', byDefault: '20', expected: '1 到 1000 的整数', meaning: '每秒至多提交的短信条数，全部进程合计' },
  {
    name: 'METRICS_TOKEN',
    byDefault: '',
    expected: '16 到 200 个字母、数字、_ 或 -',
    meaning: '读取 /metrics（Prometheus）时出示的令牌；缺省没有 /metrics',
    secret: true,
  },
  {
    name: 'TELEPHONY_URL',
    byDefault: '',
    expected: 'http 或 https 地址',
    meaning: '电话系统的地址（软电话注册与拨号，见 docs/telephony.md）；缺省时演示模式用自带的，生产模式没有电话',
  },
  {
    name: 'TELEPHONY_SECRET',
    byDefault: '',
    expected: '至少 16 个字符',
    meaning: '与电话系统之间的签名密钥；设置 TELEPHONY_URL 时必填',
    secret: true,
  },
  {
    name: 'STUDENT_APP_SECRET',
    byDefault: '',
    expected: '至少 16 个字符',
    meaning: '与学员端之间的签名密钥（见 docs/student-app.md）；没有设置就不收学员端的事',
    secret: true,
  },
  {
    name: 'STUDENT_APP_URL',
    byDefault: '',
    expected: 'http 或 https 地址',
    meaning: '学员端的地址：短信里重置密码的链接以它开头；缺省为 https://study.example',
  },
  {
    name: 'SIP_REALM',
    byDefault: '',
    expected: '1 到 255 个可见字符，没有引号与反斜线',
    meaning: '电话系统摘要认证的 realm；缺省为它答复的 regIp',
  },
  {
    name: 'AGENT_URLS',
    byDefault: '',
    expected: '以逗号分隔的 hl=、dlsw=、xzj= 与 ws 或 wss 地址',
    meaning: '坐席系统的 WebSocket 地址；没有写的坐席不提供',
  },
  {
    name: 'CALL_HOURS',
    byDefault: '8-21',
    expected: '起-止，0 到 24 的整数',
    meaning: '可以拨打营销电话的时段（北京时间的整点）',
  },
  {
    name: 'ICE_SERVERS',
    byDefault: '',
    expected: '以逗号分隔的 stun:主机:端口 或 turn:用户:密码@主机:端口',
    meaning: '浏览器与电话系统之间的 STUN、TURN 服务器；缺省不用',
    secret: true,
  },
] as const satisfies readonly Setting[];
export type SettingName = (typeof settings)[number]['name'];

/** One refused setting. */
export type SettingFault = { readonly name: string; readonly expected: string; readonly got: string };

/** Every setting by its name. */
export const settingByName: ReadonlyMap<string, Setting> = new Map(settings.map((setting) => [setting.name, setting]));
