/** As what a model makes is signed. */
export const modelId = (model: string): string => `llm:${model}`;
