// Texts in four languages, which one is spoken, and what the language layer itself says.

export { loadTexts } from './load-texts.ts';
export { expectation, type Named, type Params, type Said, say, sayIn, type Told, textsOf } from './said.ts';
export { addTexts, type Language, speakIn, spokenLanguage } from './speech.ts';
export { fillText, wordFor } from './word-for.ts';
