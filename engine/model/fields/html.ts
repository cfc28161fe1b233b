import type { EntityField, TextFormat, TextVariable } from '../generated/documents.ts';
import type { Message } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import { faulty } from './kind/check-outcome.ts';
import type { CheckOutcome, FieldType, ValueCheck } from './kind/field-type.ts';
import { formulasOf, isBlank, paragraphsOf, picturesOf } from './kind/html-parts.ts';
import { textType } from './kind/text-value.ts';

/** Most characters of the LaTeX of one formula. */
export const maxFormula = 2000;
/** Most pictures of one text. */
export const maxPictures = 50;

/** Every format there is, in the order of the tools. */
export const textFormats: readonly TextFormat[] = [
  ...(['heading', 'bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'list', 'quote'] as const),
  ...(['code', 'rule', 'table', 'link', 'picture', 'formula'] as const),
];

const text = textType(100_000);

/** Formatted text. */
export const html: FieldType = { ...text, check: htmlCheck, operators: [], isLong: true };

function htmlCheck(...[raw, field, options]: Parameters<ValueCheck>): CheckOutcome {
  const outcome = text.check(raw, field, options);
  if ('fault' in outcome || typeof outcome.value !== 'string') return outcome;
  if (isBlank(outcome.value)) return { value: null };
  const refusal = refusalOf(outcome.value, field);
  return refusal === undefined ? outcome : faulty('E_INPUT_RULE', refusal);
}

/** Why formatted text is not taken, said in one sentence with its place; undefined where it is. */
function refusalOf(written: string, { title, variables }: EntityField): Message | undefined {
  const long = formulasOf(written).findIndex((latex) => [...latex].length > maxFormula);
  if (long !== -1) return modelText('model.html.longFormula', { title, number: long + 1, most: maxFormula });
  const pictures = picturesOf(written).length;
  if (pictures > maxPictures) return modelText('model.html.pictures', { title, most: maxPictures, count: pictures });
  return variables === undefined ? undefined : unknownVariable(written, title, variables);
}

const maxListed = 10;

function unknownVariable(written: string, title: string, variables: readonly TextVariable[]): Message | undefined {
  const known = new Set(variables.map(({ key }) => key));
  for (const [index, paragraph] of paragraphsOf(written).entries()) {
    const place = { title, number: index + 1 };
    for (const { key, isClosed } of variablesIn(paragraph)) {
      if (!isClosed) return modelText('model.html.unclosed', { ...place, written: `{${shortened(key)}`, brace: '}' });
      if (known.has(key)) continue;
      const listed = variables.slice(0, maxListed).map((variable) => `{${variable.key}} ${variable.title}`);
      const all = variables.length > maxListed ? 'model.html.unknownOfMany' : 'model.html.unknown';
      return modelText(all, { ...place, written: `{${shortened(key)}}`, listed });
    }
  }
  return undefined;
}

/** A variable as it stands in a text: `{key}`, from `from` up to `to`. */
export type WrittenVariable = {
  readonly key: string;
  readonly isClosed: boolean;
  readonly from: number;
  readonly to: number;
};

/** The variables that stand in plain text; one that is not closed reaches to its end. */
export function variablesIn(paragraph: string): readonly WrittenVariable[] {
  return [...paragraph.matchAll(/\{([^{}]*)(\}?)/g)].map((found) => ({
    key: (found[1] ?? '').trim(),
    isClosed: found[2] === '}',
    from: found.index,
    to: found.index + found[0].length,
  }));
}

function shortened(key: string): string {
  return key.length > 30 ? `${key.slice(0, 30)}…` : key;
}
