import { addTexts } from './speech.ts';
import checkEnglish from './words/check.en-US.json';
import checkPortuguese from './words/check.pt-BR.json';
import checkTraditional from './words/check.zh-TW.json';
import designEnglish from './words/design.en-US.json';
import designPortuguese from './words/design.pt-BR.json';
import designTraditional from './words/design.zh-TW.json';
import expressionEnglish from './words/expression.en-US.json';
import expressionPortuguese from './words/expression.pt-BR.json';
import expressionTraditional from './words/expression.zh-TW.json';
import modelEnglish from './words/model.en-US.json';
import modelPortuguese from './words/model.pt-BR.json';
import modelTraditional from './words/model.zh-TW.json';

/** Adds all the language layer says in every language, for a server and a terminal; a browser fetches what it shows (`loadTexts`). */
export function addAllTexts(): void {
  addTexts('zh-TW', { ...checkTraditional, ...designTraditional, ...expressionTraditional, ...modelTraditional });
  addTexts('en-US', { ...checkEnglish, ...designEnglish, ...expressionEnglish, ...modelEnglish });
  addTexts('pt-BR', { ...checkPortuguese, ...designPortuguese, ...expressionPortuguese, ...modelPortuguese });
}
