// Texts in four languages, and which one is spoken.

export { currentLanguage, type Language, languages, setLanguageSource } from './current-language.ts';
export { loadTexts } from './load-texts.ts';
export { expectation, formatMessage, formatMessageIn, Message, messagesOf, type Named } from './message.ts';
export { modelText } from './model-text.ts';
export { fillText, wordFor } from './word-for.ts';
