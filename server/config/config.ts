import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { editDistance } from '../../engine/model/naming/index.ts';
import { readSecret } from '../kernel/crypto/kept-secrets.ts';
import { codeOf, messageOf, StartError } from '../kernel/errors/start-error.ts';
import { type Hours, readHours, usualHours } from '../kernel/services/hours.ts';
import type { IceServer } from '../kernel/services/telephony.ts';
import { type AgentUrls, agentUrls, iceServers } from '../telephony/addresses.ts';
import { parseEnvFile } from './env-file.ts';
import {
  addressList,
  folderPath,
  hoursOfDay,
  isAcceptablePassword,
  isLongEnough,
  oneOf,
  postgresUrl,
  webUrl,
} from './setting-values.ts';
import {
  type DemoSize,
  demoSizes,
  type LogLevel,
  logLevels,
  type Mode,
  modes,
  type Setting,
  type SettingFault,
  type SettingName,
  settingByName,
  settings,
} from './settings.ts';

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
  readonly invoiceProvider: 'file' | undefined;
  readonly courierProvider: 'file' | undefined;
  /** Where people reach this product from outside; undefined where nobody told, and links cannot be sent. */
  readonly publicUrl: string | undefined;
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
  /** What the students' app signs with; undefined where there is none. */
  readonly studentAppSecret: string | undefined;
  /** Where students open the app; links in messages begin with it. */
  readonly studentAppUrl: string | undefined;
  /** WebSocket addresses of the agent integrations. */
  readonly agentUrls: AgentUrls;
  /** Realm of the digest of seats; the domain that the telephone host names unless told. */
  readonly sipRealm: string | undefined;
  readonly iceServers: readonly IceServer[];
  /** When people may be called to be sold something. */
  readonly callHours: Hours;
};

/** Settings before the data folder is touched: secrets that will be made there are still undefined. */
export type ParsedConfig = Omit<Config, 'keyFile' | 'demoPasswordFile' | 'filesDir'> & {
  readonly filesDir: string | undefined;
};

export type ParseOutcome =
  | { readonly ok: true; readonly config: ParsedConfig }
  | { readonly ok: false; readonly faults: readonly SettingFault[] };

type Values = Readonly<Record<string, string | undefined>>;

/** Checks settings from the environment and from an `.env` file (the environment wins), collecting every fault. */
export function parseConfig(environment: Values, file: Values = {}): ParseOutcome {
  const faults: SettingFault[] = [...unknownNames(environment, file)];
  const misread: SettingFault[] = [];
  const values: Values = { ...file, ...environment };
  const read = <T>(name: SettingName, convert: (text: string) => T | undefined): T | undefined => {
    const setting = settingByName.get(name);
    const text = values[name] ?? (setting?.byDefault === '' ? undefined : setting?.byDefault);
    if (text === undefined) return undefined;
    const value = convert(text);
    if (value === undefined) misread.push({ name, expected: setting?.expected ?? '', got: shown(setting, text) });
    return value;
  };
  const { needed, ...config } = readSettings(read);
  faults.push(...asListed(misread));
  if (needed.mode === 'production') faults.push(...productionFaults(values));
  if (config.telephonyUrl !== undefined && values.TELEPHONY_SECRET === undefined)
    faults.push({
      name: 'TELEPHONY_SECRET',
      expected: `设置 TELEPHONY_URL 时必填，${settingByName.get('TELEPHONY_SECRET')?.expected}`,
      got: '未设置',
    });
  if (faults.length > 0 || !isWhole(needed)) return { ok: false, faults };
  return { ok: true, config: { ...config, ...needed } };
}

type Read = <T>(name: SettingName, convert: (text: string) => T | undefined) => T | undefined;

/** Faults in the order in which the settings are listed. */
function asListed(faults: readonly SettingFault[]): readonly SettingFault[] {
  const places = settings.map(({ name }): string => name);
  return faults.toSorted((one, other) => places.indexOf(one.name) - places.indexOf(other.name));
}

/** What always has a value, its own or the usual one, unless it is at fault. */
function readNeeded(read: Read) {
  return {
    host: read('HOST', (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined)),
    port: read('PORT', (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined)),
    dataDir: read('DATA_DIR', folderPath),
    mode: read('MODE', oneOf(modes)),
    demoSize: read('DEMO_SIZE', oneOf(demoSizes)),
    schemasDir: read('SCHEMAS_DIR', folderPath),
    jobWorkers: read('JOB_WORKERS', (text) =>
      /^\d{1,2}$/.test(text) && Number(text) <= 16 ? Number(text) : undefined,
    ),
    logLevel: read('LOG_LEVEL', oneOf(logLevels)),
    importMaxRows: read('IMPORT_MAX_ROWS', (text) =>
      /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined,
    ),
    uploadDailyBytes: read('UPLOAD_DAILY_MB', (text) =>
      /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) * 1_048_576 : undefined,
    ),
    smsHours: read('SMS_HOURS', hoursOfDay),
    smsRate: read('SMS_RATE', (text) =>
      /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000 ? Number(text) : undefined,
    ),
  };
}

/** What belongs to the telephone system. */
function readTelephony(read: Read) {
  return {
    telephonyUrl: read('TELEPHONY_URL', webUrl),
    telephonySecret: read('TELEPHONY_SECRET', (text) => (text.length >= 16 ? text : undefined)),
    studentAppSecret: read('STUDENT_APP_SECRET', (text) => (text.length >= 16 ? text : undefined)),
    studentAppUrl: read('STUDENT_APP_URL', webUrl),
    sipRealm: read('SIP_REALM', (text) => (/^[^\p{C}"\\]{1,255}$/u.test(text) ? text : undefined)),
    agentUrls: read('AGENT_URLS', agentUrls) ?? {},
    callHours: read('CALL_HOURS', readHours) ?? usualHours,
    iceServers: read('ICE_SERVERS', iceServers) ?? [],
  };
}

function readSettings(read: Read) {
  return {
    needed: readNeeded(read),
    ...readTelephony(read),
    payoutProvider: read('PAYOUT_PROVIDER', oneOf(['file'] as const)),
    courierProvider: read('COURIER_PROVIDER', oneOf(['file'] as const)),
    invoiceProvider: read('INVOICE_PROVIDER', oneOf(['file'] as const)),
    publicUrl: read('PUBLIC_URL', webUrl)?.replace(/\/+$/, ''),
    filesDir: read('FILES_DIR', folderPath),
    databaseUrl: read('DATABASE_URL', postgresUrl),
    secretKey: read('SECRET_KEY', (text) => (isLongEnough(text) ? text : undefined)),
    demoPassword: read('DEMO_PASSWORD', (text) => (isAcceptablePassword(text) ? text : undefined)),
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', postgresUrl),
    trustedProxies: read('TRUSTED_PROXIES', addressList) ?? [],
    smsProvider: read('SMS_PROVIDER', oneOf(['file'] as const)),
    metricsToken: read('METRICS_TOKEN', (text) => (/^[\w-]{16,200}$/.test(text) ? text : undefined)),
  };
}

type Whole<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> };

function isWhole<T extends object>(values: T): values is T & Whole<T> {
  return Object.values(values).every((value) => value !== undefined);
}

function shown(setting: Setting | undefined, text: string): string {
  if (text === '') return '空';
  return setting?.secret === true ? `${text.length} 个字符（内容不显示）` : `“${text}”`;
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
    courierProvider: parsed.courierProvider ?? 'file',
    invoiceProvider: parsed.invoiceProvider ?? 'file',
    publicUrl: parsed.publicUrl ?? `http://${parsed.host}:${parsed.port}`,
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
