// Fields and dictionaries that are made in the app, beside the shipped ones.

export { customFieldFaults, maxCustomFields } from './custom-field-faults.ts';
export {
  type CustomContent,
  type CustomDictionary,
  jsonOfDictionary,
  withCustom,
} from './with-custom.ts';
