export const isEnglish = (language: string | undefined): boolean => /^en\b/i.test(language ?? "");
