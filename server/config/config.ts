import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { editDistance } from '../../engine/model/index.ts';
import { readSecret } from '../kernel/crypto/kept-secrets.ts';
import { codeOf, messageOf, StartError } from '../kernel/errors/start-error.ts';
import { type Hours, readHours, usualHours } from '../kernel/services/hours.ts';
import type { IceServer } from '../kernel/services/telephony.ts';
import { type AgentUrls, agentUrls, iceServers } from '../telephony/addresses.ts';
import { parseEnvFile } from './env-file.ts';

/** The server's settings, checked. */
export type Config = {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Absolute path of the folder for contents of files; one for all nodes. */
  readonly filesDir: string;
  /** An outside PostgreSQL; undefined means the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly mode: Mode;
  /** Undefined where none was set and none is kept yet; the first start makes one in `keyFile`. */
  readonly secretKey: string | undefined;
  /** Absolute path of the file that keeps a key nobody set; production has none. */
  readonly keyFile: string | undefined;
  /** Password of the demo accounts; undefined in production, and where none was set and none is kept yet. */
  readonly demoPassword: string | undefined;
  /** Absolute path of the file that keeps a demo password nobody set. */
  readonly demoPasswordFile: string;
  readonly demoSize: DemoSize;
  /** Absolute path of the folder with the documents. */
  readonly schemasDir: string;
  /** Background jobs this node works on at a time. */
  readonly jobWorkers: number;
  readonly logLevel: LogLevel;
  /** Most rows of one import. */
  readonly importMaxRows: number;
  /** Most bytes one person uploads in a Shanghai day. */
  readonly uploadDailyBytes: number;
  /** Who sends short messages; undefined where nobody does. */
  readonly smsProvider: 'file' | undefined;
  readonly payoutProvider: 'file' | undefined;
  /** Hours of the Shanghai day between which promotion is sent. */
  readonly smsHours: { readonly from: number; readonly to: number };
  /** Short messages handed over in a second. */
  readonly smsRate: number;
  /** Who shows it may read the metrics; undefined where there are none. */
  readonly metricsToken: string | undefined;
  /** Addresses of proxies whose word on where a call comes from is taken; none where nothing stands in front. */
  readonly trustedProxies: readonly string[];
  /** A copy of the database that answers reports; undefined where the database itself does. */
  readonly databaseReplicaUrl: string | undefined;
  /** Address of the telephone host; undefined where there is none, or in demo mode our own. */
  readonly telephonyUrl: string | undefined;
  /** What signs between us and the telephone host. */
  readonly telephonySecret: string | undefined;
  /** WebSocket addresses of the agent integrations. */
  readonly agentUrls: AgentUrls;
  /** Realm of the digest of seats; the domain that the telephone host names unless told. */
  readonly sipRealm: string | undefined;
  readonly iceServers: readonly IceServer[];
  /** When people may be called to be sold something. */
  readonly callHours: Hours;
};

const modes = ['demo', 'production'] as const;
const demoSizes = ['small', 'medium', 'large'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
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

/** Settings before the data folder is touched: secrets that will be made there are still undefined. */
export type ParsedConfig = Omit<Config, 'keyFile' | 'demoPasswordFile' | 'filesDir'> & {
  readonly filesDir: string | undefined;
};

export type ParseOutcome =
  | { readonly ok: true; readonly config: ParsedConfig }
  | { readonly ok: false; readonly faults: readonly SettingFault[] };

type Values = Readonly<Record<string, string | undefined>>;

/** Whether a password keeps the product's rule: 6 to 20 characters, a letter or digit first, with digit, letter and special character. */
export function isAcceptablePassword(password: string): boolean {
  return /^[A-Za-z0-9](?=.*[^A-Za-z0-9\s])\S{5,19}$/.test(password) && /[A-Za-z]/.test(password) && /\d/.test(password);
}

/** Checks settings from the environment and from an `.env` file (the environment wins), collecting every fault. */
export function parseConfig(environment: Values, file: Values = {}): ParseOutcome {
  const faults: SettingFault[] = [...unknownNames(environment, file)];
  const values: Values = { ...file, ...environment };
  const read = <T>(name: SettingName, convert: (text: string) => T | undefined): T | undefined => {
    const setting = settingByName.get(name);
    const text = values[name] ?? (setting?.byDefault === '' ? undefined : setting?.byDefault);
    if (text === undefined) return undefined;
    const value = convert(text);
    if (value === undefined) faults.push({ name, expected: setting?.expected ?? '', got: shown(setting, text) });
    return value;
  };
  const config = {
    host: read('HOST', (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined)),
    port: read('PORT', (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined)),
    dataDir: read('DATA_DIR', folderPath),
    filesDir: read('FILES_DIR', folderPath),
    databaseUrl: read('DATABASE_URL', postgresUrl),
    mode: read('MODE', oneOf(modes)),
    secretKey: read('SECRET_KEY', (text) => (isLongEnough(text) ? text : undefined)),
    demoPassword: read('DEMO_PASSWORD', (text) => (isAcceptablePassword(text) ? text : undefined)),
    demoSize: read('DEMO_SIZE', oneOf(demoSizes)),
    schemasDir: read('SCHEMAS_DIR', folderPath),
    jobWorkers: read('JOB_WORKERS', (text) =>
      /^\d{1,2}$/.test(text) && Number(text) <= 16 ? Number(text) : undefined,
    ),
    logLevel: read('LOG_LEVEL', oneOf(logLevels)),
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', postgresUrl),
    trustedProxies: read('TRUSTED_PROXIES', addressList) ?? [],
    importMaxRows: read('IMPORT_MAX_ROWS', (text) =>
      /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined,
    ),
    telephonyUrl: read('TELEPHONY_URL', webUrl),
    telephonySecret: read('TELEPHONY_SECRET', (text) => (text.length >= 16 ? text : undefined)),
    sipRealm: read('SIP_REALM', (text) => (/^[^\p{C}"\\]{1,255}$/u.test(text) ? text : undefined)),
    agentUrls: read('AGENT_URLS', agentUrls) ?? {},
    callHours: read('CALL_HOURS', readHours) ?? usualHours,
    iceServers: read('ICE_SERVERS', iceServers) ?? [],
    uploadDailyBytes: read('UPLOAD_DAILY_MB', (text) =>
      /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) * 1_048_576 : undefined,
    ),
    smsProvider: read('SMS_PROVIDER', oneOf(['file'] as const)),
    payoutProvider: read('PAYOUT_PROVIDER', oneOf(['file'] as const)),
    smsHours: read('SMS_HOURS', hoursOfDay),
    smsRate: read('SMS_RATE', (text) =>
      /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000 ? Number(text) : undefined,
    ),
    metricsToken: read('METRICS_TOKEN', (text) => (/^[\w-]{16,200}$/.test(text) ? text : undefined)),
  };
  if (config.mode === 'production') faults.push(...productionFaults(values));
  if (config.telephonyUrl !== undefined && values.TELEPHONY_SECRET === undefined)
    faults.push({
      name: 'TELEPHONY_SECRET',
      expected: `设置 TELEPHONY_URL 时必填，${settingByName.get('TELEPHONY_SECRET')?.expected}`,
      got: '未设置',
    });
  const { host, port, dataDir, mode, demoSize, schemasDir, jobWorkers, importMaxRows, logLevel, smsHours, smsRate } =
    config;
  const { uploadDailyBytes } = config;
  const whole = host !== undefined && port !== undefined && dataDir !== undefined && mode !== undefined;
  if (
    faults.length > 0 ||
    !whole ||
    demoSize === undefined ||
    schemasDir === undefined ||
    jobWorkers === undefined ||
    importMaxRows === undefined ||
    uploadDailyBytes === undefined ||
    smsHours === undefined ||
    smsRate === undefined ||
    logLevel === undefined
  ) {
    return { ok: false, faults };
  }
  return {
    ok: true,
    config: {
      ...config,
      host,
      port,
      dataDir,
      mode,
      demoSize,
      schemasDir,
      jobWorkers,
      importMaxRows,
      uploadDailyBytes,
      logLevel,
      smsHours,
      smsRate,
    },
  };
}

const settingByName: ReadonlyMap<string, Setting> = new Map(settings.map((setting) => [setting.name, setting]));

function shown(setting: Setting | undefined, text: string): string {
  if (text === '') return '空';
  return setting?.secret === true ? `${text.length} 个字符（内容不显示）` : `“${text}”`;
}

function oneOf<T extends string>(choices: readonly T[]): (text: string) => T | undefined {
  return (text) => choices.find((choice) => choice === text);
}

function folderPath(text: string): string | undefined {
  return text.trim() === '' || text.includes('\0') ? undefined : text;
}

function postgresUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined;
}

function webUrl(text: string): string | undefined {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

function hoursOfDay(text: string): Config['smsHours'] | undefined {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const hours = { from: Number(from), to: Number(to) };
  return hours.from < hours.to && hours.to <= 24 ? hours : undefined;
}

function addressList(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((part) => part.trim());
  const isAddress = (part: string) => {
    const [ip = '', bits, ...more] = part.split('/');
    const most = isIP(ip) === 6 ? 128 : 32;
    return (
      isIP(ip) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    );
  };
  return addresses.every(isAddress) ? addresses : undefined;
}

function productionFaults(values: Values): SettingFault[] {
  const faults: SettingFault[] = [];
  if (values.SECRET_KEY === undefined)
    faults.push({
      name: 'SECRET_KEY',
      expected: `生产模式必填，${settingByName.get('SECRET_KEY')?.expected}`,
      got: '未设置',
    });
  for (const name of ['DEMO_PASSWORD', 'DEMO_SIZE']) {
    if (values[name] !== undefined) faults.push({ name, expected: '生产模式下不设置', got: '已设置' });
  }
  return faults;
}

// Names of common programs that lie one letter away from ours and mean something else.
const foreignNames = new Set(['NODE', 'CODE', 'POST', 'MODEL', 'SORT', 'HOSTS']);

function unknownNames(environment: Values, file: Values): SettingFault[] {
  const faults: SettingFault[] = [];
  const refuse = (name: string, from: string) => {
    const nearest = nearestSetting(name);
    faults.push({
      name,
      expected: nearest === undefined ? '已有的设置名' : `已有的设置名；是否为 ${nearest}？`,
      got: `${from}中的未知设置`,
    });
  };
  for (const name of Object.keys(file)) if (!settingByName.has(name)) refuse(name, ' .env ');
  for (const name of Object.keys(environment)) {
    if (environment[name] === undefined || settingByName.has(name) || foreignNames.has(name)) continue;
    if (/^(DEMO|SCHEMAS)_/i.test(name) || nearestSetting(name) !== undefined) refuse(name, '环境变量');
  }
  return faults;
}

/** The setting one slip away: two letters for long names, one for short ones, where two would hit `HOME`. */
function nearestSetting(name: string): string | undefined {
  const slips = (known: string) => (known.length >= 8 ? 2 : 1);
  return settings
    .map((setting) => setting.name)
    .find((known) => editDistance(name.toUpperCase(), known, slips(known) + 1) <= slips(known));
}

function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory();
  } catch {
    return false;
  }
}

function isLongEnough(key: string): boolean {
  return key.length >= 32;
}

/** Reads environment, `.env` and the secrets that demo mode keeps, and refuses with all faults at once. Makes nothing. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env, folder: string = process.cwd()): Config {
  const file = parseEnvFile(readIfThere(path.join(folder, '.env')));
  const outcome = parseConfig(environment, file.values);
  const faults: SettingFault[] = file.faults.map(({ line, text }) => ({
    name: `.env:${line}`,
    expected: '名称=值，每个名称一次',
    got: text,
  }));
  if (!outcome.ok) faults.push(...outcome.faults);
  const schemasDir = path.resolve(
    folder,
    environment.SCHEMAS_DIR ?? file.values.SCHEMAS_DIR ?? settingByName.get('SCHEMAS_DIR')?.byDefault ?? '',
  );
  if (!isFolder(schemasDir)) faults.push({ name: 'SCHEMAS_DIR', expected: '已存在的目录', got: `“${schemasDir}”` });
  if (!outcome.ok || faults.length > 0) return refuse(faults);
  const parsed = outcome.config;
  const dataDir = path.resolve(folder, parsed.dataDir);
  const filesDir = path.resolve(folder, parsed.filesDir ?? path.join(dataDir, 'files'));
  const keyFile = path.join(dataDir, 'secret.key');
  const demoPasswordFile = path.join(dataDir, 'demo-password');
  const whole = { ...parsed, dataDir, schemasDir, filesDir, keyFile, demoPasswordFile };
  if (parsed.mode === 'production') return { ...whole, keyFile: undefined };
  return {
    ...whole,
    secretKey: parsed.secretKey ?? kept(keyFile, 'SECRET_KEY', isLongEnough),
    demoPassword: parsed.demoPassword ?? kept(demoPasswordFile, 'DEMO_PASSWORD', isAcceptablePassword),
    smsProvider: parsed.smsProvider ?? 'file',
    payoutProvider: parsed.payoutProvider ?? 'file',
  };
}

/** A secret that an earlier start made; undefined where there is none. One that was spoilt since is refused. */
function kept(file: string, name: SettingName, accepts: (text: string) => boolean): string | undefined {
  const setting = settingByName.get(name);
  const expected = `${setting?.expected}（保存在 ${file}，请放回原来的内容）`;
  let text: string | undefined;
  try {
    text = readSecret(file);
  } catch (error) {
    return refuse([{ name, expected, got: messageOf(error) }]);
  }
  return text === undefined || accepts(text) ? text : refuse([{ name, expected, got: shown(setting, text) }]);
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    return refuse([{ name: '.env', expected: '可读的文件', got: messageOf(error) }]);
  }
}

function refuse(faults: readonly SettingFault[]): never {
  throw new StartError('E_SETTINGS', {
    faults,
    got: faults.map(({ name, expected, got }) => `  ${name}：应为 ${expected}；实际为 ${got}`).join('\n'),
  });
}
