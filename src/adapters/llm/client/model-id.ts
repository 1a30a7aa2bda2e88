/** The ID that is stored with everything a model generates. */
export const formatModelId = (model: string): string => `llm:${model}`;
