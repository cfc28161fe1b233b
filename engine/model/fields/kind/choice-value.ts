import { modelText } from '../../texts/model-text.ts';
import { faulty } from './check-outcome.ts';
import type { ValueCheck } from './field-type.ts';

/** One value of the field's dictionary that is still offered. */
export const checkChoice: ValueCheck = (raw, field, { dictionaries }) => {
  const dictionary = field.dictionary === undefined ? undefined : dictionaries.get(field.dictionary);
  const known = dictionary?.values.some((value) => value.key === raw && value.disabled !== true) === true;
  return known ? { value: raw } : faulty('E_INPUT_CHOICE', undefined, raw);
};

/** Several values of a dictionary, each once. */
export const checkChoices: ValueCheck = (raw, field, options) => {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  if (!Array.isArray(raw)) return faulty('E_INPUT_TYPE', modelText('model.value.choices'), raw);
  const wrong = list.map((item) => checkChoice(item, field, options)).find((outcome) => 'fault' in outcome);
  return wrong ?? { value: [...new Set(list)] };
};
