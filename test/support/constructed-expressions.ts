import { globSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ConstructedExpression } from "./regular-expressions.js";

/**
 * Prints the regular expressions that the modules of `src/` build from strings, as JSON: records the arguments of
 * `RegExp` while it loads every module and summarises a text in each language. Runs in its own process.
 */
const PROJECT_DIRECTORY = fileURLToPath(new URL("../../../", import.meta.url));
/** Programs that run when they are loaded. */
const EXCLUDED_PROGRAMS = new Set(["dist/src/main.js"]);
/** Texts that make the modules build the expressions that they build on demand. */
const TEXT_BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: "Ben: Can you send me the report by Friday? I'm allergic to nuts. We meet at the harbour on 3 May at six. My sister Ana lives in Porto. Remind me to call her tomorrow morning.",
  de: "Ich bin Vegetarier und wohne in Berlin. Wir treffen uns am 3. Mai um sechs am Hafen. Kannst du mir bis Freitag den Bericht schicken? Ich rufe morgen meine Schwester an.",
  es: "Soy vegetariano y vivo en Madrid. Nos vemos el 3 de mayo a las seis en el puerto. ¿Puedes enviarme el informe antes del viernes? Mañana llamo a mi hermana.",
  fr: "Je suis végétarien et j'habite à Lyon. On se retrouve le 3 mai à six heures au port. Peux-tu m'envoyer le rapport avant vendredi ? Demain j'appelle ma sœur.",
  it: "Sono vegetariano e vivo a Roma. Ci vediamo il 3 maggio alle sei al porto. Puoi mandarmi la relazione entro venerdì? Domani chiamo mia sorella.",
  nl: "Ik ben vegetariër en woon in Utrecht. We spreken af op 3 mei om zes uur bij de haven. Kun je me voor vrijdag het verslag sturen? Morgen bel ik mijn zus.",
  pt: "Sou vegetariano e moro em Lisboa. Encontramo-nos no dia 3 de maio às seis no porto. Podes enviar-me o relatório até sexta? Amanhã ligo à minha irmã.",
  ja: "私は菜食主義者です。五月三日に港で会いましょう。",
};

/** The line of a stack that names the caller of `RegExp`, below the error, `record` and the proxy's trap. */
const CALLER_STACK_LINE = 3;

const constructed: ConstructedExpression[] = [];

function record(expression: RegExp): RegExp {
  const caller = new Error().stack?.split("\n")[CALLER_STACK_LINE] ?? "";
  const [, url] = /(file:[^)]*?\/dist\/src\/[^):]*)/.exec(caller) ?? [];
  if (url !== undefined) {
    const file = relative(PROJECT_DIRECTORY, fileURLToPath(url))
      .replace(/^dist\//, "")
      .replace(/\.js$/, ".ts");
    constructed.push({ source: expression.source, flags: expression.flags, file });
  }
  return expression;
}

const OriginalRegExp = globalThis.RegExp;
globalThis.RegExp = new Proxy(OriginalRegExp, {
  construct: (target, [pattern, flags]: [string, string?]) => record(new target(pattern, flags)),
  apply: (target, _, [pattern, flags]: [string, string?]) => record(target(pattern, flags)),
});

for (const file of globSync("dist/src/**/*.js", { cwd: PROJECT_DIRECTORY }).toSorted()) {
  if (!EXCLUDED_PROGRAMS.has(file)) await import(pathToFileURL(`${PROJECT_DIRECTORY}${file}`).href);
}
const { BuiltInSummariser } = await import("../../src/adapters/nlp/index.js");
const { Transcript } = await import("../../src/domain/conversation/transcript.js");
const summariser = new BuiltInSummariser();
for (const [language, text] of Object.entries(TEXT_BY_LANGUAGE)) {
  for (const textSource of ["other_text", "audio_transcript"] as const) {
    const transcript = Transcript.restore([
      { id: "s1", text, speaker: "SPEAKER_00", speakerId: 0, isUser: true, personId: null, start: 0, end: 60 },
    ]);
    const startedAt = new Date("2026-03-02T09:00:00Z");
    const context = { userId: "ada", userName: "Ada", startedAt, timeZone: "UTC", language, textSource };
    await summariser.summarise(transcript, context);
  }
}
process.stdout.write(JSON.stringify(constructed));
