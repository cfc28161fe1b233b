// Texts in four languages, and which one is spoken.

export { loadTexts } from './load-texts.ts';
export { modelText } from './model-text.ts';
export { expectation, type Said, say, sayIn, textsOf } from './said.ts';
export { type Language, languages, speakIn, spokenLanguage } from './speech.ts';
export { fillText, wordFor } from './word-for.ts';
