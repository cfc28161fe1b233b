import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptSecret, randomKey, readablePassword } from '../kernel/crypto/kept-secrets.ts';
import { StartError } from '../kernel/errors/start-error.ts';
import { loadConfig, parseConfig } from './config.ts';
import { isAcceptablePassword } from './setting-values.ts';
import { type SettingFault, settings } from './settings.ts';

const faultsOf = (environment: Record<string, string>, file: Record<string, string> = {}): readonly SettingFault[] => {
  const outcome = parseConfig(environment, file);
  return outcome.ok ? [] : outcome.faults;
};
const namesOf = (environment: Record<string, string>, file: Record<string, string> = {}) =>
  faultsOf(environment, file).map((fault) => fault.name);

describe('parseConfig', () => {
  it('fills every default from the table of settings', () => {
    expect(parseConfig({})).toEqual({
      ok: true,
      config: {
        host: '127.0.0.1',
        port: 8000,
        dataDir: '.data',
        filesDir: undefined,
        databaseUrl: undefined,
        mode: 'demo',
        secretKey: undefined,
        demoPassword: undefined,
        demoSize: 'small',
        schemasDir: 'schemas',
        logLevel: 'info',
        metricsToken: undefined,
        databaseReplicaUrl: undefined,
        smsHours: { from: 8, to: 20 },
        smsProvider: undefined,
        payoutProvider: undefined,
        invoiceProvider: undefined,
        courierProvider: undefined,
        smsRate: 20,
        trustedProxies: [],
        jobWorkers: 2,
        importMaxRows: 100_000,
        uploadDailyBytes: 5120 * 1_048_576,
        telephonyUrl: undefined,
        telephonySecret: undefined,
        studentAppSecret: undefined,
        studentAppUrl: undefined,
        sipRealm: undefined,
        agentUrls: {},
        iceServers: [],
        callHours: { from: 8, until: 21 },
      },
    });
  });

  it.each([
    ['HOST', 'a b'],
    ['PORT', '80000'],
    ['PORT', '8e3'],
    ['DATA_DIR', ''],
    ['FILES_DIR', ''],
    ['TELEPHONY_URL', 'ws://pbx'],
    ['TELEPHONY_SECRET', 'short'],
    ['STUDENT_APP_SECRET', 'short'],
    ['SIP_REALM', 'a"b'],
    ['AGENT_URLS', 'hl=http://agents'],
    ['AGENT_URLS', 'other=ws://agents'],
    ['ICE_SERVERS', 'turn:host:3478'],
    ['CALL_HOURS', '21-8'],
    ['IMPORT_MAX_ROWS', '0'],
    ['UPLOAD_DAILY_MB', '0.5'],
    ['SMS_HOURS', '20-8'],
    ['SMS_HOURS', '8-25'],
    ['SMS_RATE', '0'],
    ['SMS_PROVIDER', 'post'],
    ['PAYOUT_PROVIDER', 'bank'],
    ['INVOICE_PROVIDER', 'tax'],
    ['COURIER_PROVIDER', 'sf'],
    ['PUBLIC_URL', 'ftp://x'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgresql://localhost'],
    ['MODE', 'prod'],
    ['SECRET_KEY', 'short'],
    ['DEMO_PASSWORD', 'abc123'],
    ['DEMO_SIZE', 'huge'],
    ['SCHEMAS_DIR', ''],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['DATABASE_REPLICA_URL', 'mysql://localhost/x'],
  ])('refuses %s=%s by its name, with what was expected', (name, value) => {
    const [fault, ...others] = faultsOf({ [name]: value });
    expect(others).toEqual([]);
    expect(fault?.name).toBe(name);
    expect(fault?.expected).toBe(settings.find((setting) => setting.name === name)?.expected);
  });

  it('names all faults at once', () => {
    expect(namesOf({ PORT: 'x', MODE: 'y', SECRET_KEY: 'z' }, { LOG_LEVEL: 'w', COLOUR: 'red' })).toEqual([
      'COLOUR',
      'PORT',
      'MODE',
      'SECRET_KEY',
      'LOG_LEVEL',
    ]);
  });

  it('never shows a secret that it refuses', () => {
    const faults = faultsOf({ SECRET_KEY: 'hunter2', DATABASE_URL: 'hunter2', DEMO_PASSWORD: 'hunter2' });
    expect(faults).toHaveLength(3);
    expect(JSON.stringify(faults)).not.toContain('hunter2');
  });

  it.each([
    'DATA_DIRS',
    'DATABSE_URL',
    'DATABASE_URI',
    'SECRETKEY',
    'DEMO_PASWORD',
    'DEMO_USERS',
    'SCHEMAS_FOLDER',
    'LOG_LEVL',
    'PORTS',
    'data_dir',
  ])('refuses the variable %s', (name) => {
    expect(namesOf({ [name]: 'x' })).toEqual([name]);
  });

  it('says which setting a misspelt variable may mean', () => {
    expect(faultsOf({ DATA_DIRS: 'x' })[0]?.expected).toContain('DATA_DIR');
  });

  it.each([
    'HOME',
    'PATH',
    'NODE',
    'NODE_ENV',
    'USER',
    'TEST',
    'HOSTNAME',
    'DATABASE_PORT',
    'npm_config_port',
    'LOGNAME',
    'MODEL',
  ])('leaves the variable %s alone', (name) => {
    expect(namesOf({ [name]: 'x' })).toEqual([]);
  });

  it('lets the environment win over the file', () => {
    const outcome = parseConfig({ PORT: '9000' }, { PORT: '7000', HOST: '0.0.0.0' });
    expect(outcome).toMatchObject({ ok: true, config: { port: 9000, host: '0.0.0.0' } });
  });

  it('asks for a key and refuses demo settings in production', () => {
    expect(namesOf({ MODE: 'production', DEMO_SIZE: 'small', DEMO_PASSWORD: 'Abcd-1234' })).toEqual([
      'SECRET_KEY',
      'DEMO_PASSWORD',
      'DEMO_SIZE',
    ]);
    expect(namesOf({ MODE: 'production', SECRET_KEY: 'k'.repeat(32) })).toEqual([]);
  });
});

describe('loadConfig', () => {
  const folder = () => {
    const made = mkdtempSync(path.join(tmpdir(), 'config-'));
    mkdirSync(path.join(made, 'schemas'));
    return made;
  };

  it('makes no secret itself: whether there are data that need another is known later', () => {
    const cwd = folder();
    const config = loadConfig({}, cwd);
    expect(config).toMatchObject({ secretKey: undefined, demoPassword: undefined });
    expect(existsSync(config.dataDir)).toBe(false);
  });

  it('reads the secrets of demo mode that an earlier start kept', () => {
    const cwd = folder();
    const { keyFile = '', demoPasswordFile } = loadConfig({}, cwd);
    const secretKey = keptSecret(keyFile, randomKey);
    const demoPassword = keptSecret(demoPasswordFile, readablePassword);
    expect(loadConfig({}, cwd)).toMatchObject({ secretKey, demoPassword });
    expect(secretKey.length).toBeGreaterThanOrEqual(32);
    expect(isAcceptablePassword(demoPassword)).toBe(true);
    for (const file of [keyFile, demoPasswordFile]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'too short', '\n'])('refuses a kept key that was spoilt: %j', (text) => {
    const cwd = folder();
    const { keyFile = '' } = loadConfig({}, cwd);
    mkdirSync(path.dirname(keyFile));
    writeFileSync(keyFile, text);
    expect(() => loadConfig({}, cwd)).toThrow(/SECRET_KEY：.*secret.key/);
  });

  it('makes no secret in production', () => {
    const config = loadConfig({ MODE: 'production', SECRET_KEY: 'k'.repeat(40) }, folder());
    expect(config.secretKey).toBe('k'.repeat(40));
    expect(config.demoPassword).toBeUndefined();
  });

  it('reads .env and refuses its unknown names and unreadable lines together with a missing folder', () => {
    const cwd = folder();
    writeFileSync(
      path.join(cwd, '.env'),
      '# note\nexport PORT="9001" # inline\nCOLOUR=red\nnonsense\nSCHEMAS_DIR=nowhere\n',
    );
    try {
      loadConfig({}, cwd);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(StartError);
      expect(error).toMatchObject({
        code: 'E_SETTINGS',
        facts: { faults: [{ name: '.env:4' }, { name: 'COLOUR' }, { name: 'SCHEMAS_DIR' }] },
      });
    }
    writeFileSync(path.join(cwd, '.env'), 'export PORT="9001" # inline\n');
    expect(loadConfig({}, cwd).port).toBe(9001);
  });

  it('refuses a kept password that breaks the rule, by the name of its file', () => {
    const cwd = folder();
    const { dataDir } = loadConfig({}, cwd);
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'demo-password'), 'weak');
    expect(() => loadConfig({}, cwd)).toThrow(/DEMO_PASSWORD.*demo-password/);
  });
});

describe('passwords', () => {
  it('are made so that they keep the rule', () => {
    for (let index = 0; index < 200; index++) expect(isAcceptablePassword(readablePassword())).toBe(true);
  });

  it.each(['Ab-12', '-abc123', 'abcdef1', 'abc-def', '123-456', 'ab 12-cd', `A1-${'x'.repeat(18)}`])(
    'refuse %s',
    (password) => {
      expect(isAcceptablePassword(password)).toBe(false);
    },
  );
});

it('stands in the README as it is', () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
  for (const { name, byDefault, expected, meaning } of settings) {
    const shown = byDefault === '' ? '—' : `\`${byDefault}\``;
    expect(readme).toContain(`| \`${name}\` | ${shown} | ${expected.replaceAll('|', '\\|')} | ${meaning} |`);
  }
});
