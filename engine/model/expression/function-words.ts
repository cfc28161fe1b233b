import { designText } from '../texts/design-text.ts';
import { formatMessage } from '../texts/message.ts';
import { isAggregate } from './aggregates.ts';
import { expressionFunctions, type FunctionName } from './functions.ts';

/** What a function means, in the words of the reader; empty where there is none of that name. */
export function functionMeaning(name: string): string {
  return isFunction(name) ? formatMessage(designText(`design.function.${name}`)) : '';
}

/** What an aggregate works out of child rows, in the words of the reader; empty where there is none of that name. */
export function aggregateMeaning(name: string): string {
  return isAggregate(name) ? formatMessage(designText(`design.aggregate.${name}`)) : '';
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(expressionFunctions, name);
}
