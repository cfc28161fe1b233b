/** Keys of fields that are made in the app: shipped ones never begin so, today or after any upgrade. */
const customKey = /^x[A-Z][A-Za-z0-9]*$/;
const customDictionary = /^x_[a-z0-9_]+$/;

/** Whether a field of this key was made in the app. */
export function isCustomKey(key: string): boolean {
  return customKey.test(key);
}

/** Whether a dictionary of this name was made in the app. */
export function isCustomDictionary(name: string): boolean {
  return customDictionary.test(name);
}
