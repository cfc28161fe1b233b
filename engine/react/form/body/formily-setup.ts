import { Schema } from '@formily/json-schema';

// Formily compiles `{{…}}` with `new Function`. Our documents hold no code: what looks like it is text,
// and the page runs under a policy without `unsafe-eval`.
Schema.registerCompiler((source: string) => `{{${source}}}`);
