import type { SpeechLexicon } from "../speech-lexicon.js";

/** "Maken" is "maak", "zetten" is "zet", "geven" is "geef". */
function stemOf(infinitive: string): string {
  const bare = infinitive.replace(/en$/, "");
  const single = bare.replace(/([b-df-hj-np-tv-xz])\1$/, "$1");
  // "Regelen" has no long vowel at its end, "delen" has.
  const isLight = /[aeiouy].*el$/.test(bare);
  const open = !isLight && single === bare && /(?:^|[^aeiouy])[aeou][b-df-hj-np-tv-z]$/.test(bare);
  const long = open ? bare.replace(/([aeou])([b-df-hj-np-tv-z])$/, "$1$1$2") : single;
  return long.replace(/v$/, "f").replace(/z$/, "s");
}

export const speech: SpeechLexicon = {
  verbs: {
    tasks: `herschrijven zorgen sturen scannen in|scannen faxen strijken op|maken vergelijken samen|vatten kiezen uit|kiezen op|schonen stofzuigen=stofzuig/stofzuig/stofzuig maaien opmeten op|meten mee|sturen toe|sturen door|sturen op|sturen mailen appen schrijven op|schrijven bellen op|bellen terug|bellen kopen op|zeggen laten=laat/laat/laat halen op|halen af|halen brengen mee|brengen langs|brengen weg|brengen terug|brengen mee|nemen vragen na|vragen boeken reserveren bestellen betalen over|maken controleren na|kijken maken af|maken klaar|maken schoon|maken regelen voor|bereiten klaar|zetten uit|zetten aan|zetten neer|zetten zetten leggen klaar|leggen uit|leggen printen uit|printen kopiëren=kopieer/kopieer/kopieer tekenen ondertekenen in|vullen in|leveren=lever/lever/lever leveren=lever/lever/lever in|dienen op|ruimen poetsen repareren organiseren plannen in|plannen annuleren af|zeggen bevestigen verplaatsen verzetten waarschuwen laten in|lichten uit|nodigen helpen=help/help/help verschonen tonen lenen uit|lenen terug|geven geven=geef/geef/geef af|geven door|geven delen vertalen lezen na|lezen door|lezen corrigeren verbeteren aan|passen toe|voegen installeren in|stellen downloaden=download/download/download uploaden=upload/upload/upload op|slaan=sla/sla/sla wassen koken bakken=bak/bak/bak huren verhuren verkopen bewaren openen=open/open/open sluiten schilderen verwisselen=verwissel/verwissel/verwissel wisselen=wissel/wissel/wissel vervangen uit|delen sorteren in|pakken noteren publiceren testen uit|zoeken op|zoeken zoeken voor|stellen verlengen aan|vragen aan|melden af|melden melden verzamelen=verzamel/verzamel/verzamel overleggen bespreken herinneren=herinner/herinner/herinner verwijderen=verwijder/verwijder/verwijder op|hangen voeren informeren updaten=update/update/update aan|leveren=lever/lever/lever`,
    direct: "",
    reflexive: "",
    weak: "maken",
    slight: "openen sluiten leggen zetten lezen tonen laten uitleggen kiezen",
    tells: "vragen navragen uitleggen overleggen",
    conjugations: [{ ending: /en$/, stem: stemOf, first: "-", second: "-", order: "-|t" }],
    particles:
      "aan af op uit in mee voor toe terug weg door na langs klaar eruit erin over neer samen schoon vast om bij heen",
  },
  infinitiveLast: true,
  leads: "en maar dus dan ja goed oké oke ok nou nu toch graag prima ach zo super of want anders dank bedankt",
  fillers: "dan eerst gewoon nog even maar wel ook zelf snel graag meteen gelijk straks zo alvast nu zolang er",
  I: "ik|'k",
  needsI: true,
  you: "je|jij|u|jullie",
  others: "hij|zij|ze|het|we|wij|dat|er|die|men",
  will: "zal|ga",
  must: "moet|dien te",
  go: "gaan",
  personal: "{}",
  mustYou: "moet",
  canYou:
    "(?:kun|kan|zou|wil|wilt|kunt) (?:je|jij|u|jullie)(?: (?:kunnen|willen|even))*|(?:je|jij|u) (?:moet|kunt|kan)",
  can: "kan",
  shallI: "(?:zal|moet|kan) ik",
  please: "alsjeblieft|alstublieft|graag|aub|vergeet niet(?: om)?|denk eraan(?: om)?",
  not: "niet|geen|nooit|niets|niks|nauwelijks",
  unsure:
    "misschien|als (?:ik|je|we|het|hij|ze|de)|indien|zou|wellicht|eventueel|zegt|zei|schijnt|ooit|mogelijk|tenzij|laat ons|laten we",
  calling: "bel (?:je |u )?(?:even )?(?:over|voor|omdat|in verband)",
  always: "altijd|meestal|normaal|vaak|elke|iedere|soms|zelden|telkens|steeds",
  yes: "ja|dank|dankjewel|bedankt|oké|oke|ok|graag|goed|prima|natuurlijk|tuurlijk|zeker|doe ik|dat doe ik|komt goed|komt voor elkaar|geen probleem|is goed|afgesproken|leuk|fijn|doen we|lekker|dat zou|goed zo|uiteraard|top",
  no: "nee|sorry|helaas|liever niet|kan niet|lukt niet|dat kan niet|hoeft niet|ik kan niet|jammer genoeg|geen tijd|niet nodig",
  me: "me mij ons",
  us: "ons",
  toYou: "je jou u jullie",
  toward: "{}",
  pronouns: [
    ["hem", "de|een|mijn|jouw|je|die|deze|onze"],
    ["ze", "de|mijn|jouw|je|die|deze|onze"],
    ["het", "het|dit|dat|ons"],
    ["die", "de|een|mijn|jouw|je|deze|onze"],
    ["dat", "het|een|dit|dat"],
    ["er een", "een"],
    ["er eentje", "een"],
  ],
  clitics: "",
  oneself: () => "zich",
  joints: "of dat om hoe wanneer wie wat waar waarom zodat omdat voordat zodra welke",
  clauses: "of om hoe wanneer zodat omdat dat wat zodra als terwijl voordat totdat zolang",
  mine: "mijn mijn onze ons",
  yours: "jouw je jullie",
  theirs: "eigen eigen eigen eigen",
  till: "voor|tegen|uiterlijk|om|op|rond|vanaf|tot",
  facts: {
    subordinate: "ik|mijn|m'n",
    openings:
      "denk eraan dat|vergeet niet dat|onthoud dat|sinds|omdat|want|je weet dat|je weet toch dat|dat|en|maar|dus|nou|ja|nee|trouwens|overigens|zoals je weet|helaas|aangezien",
    lasting: [
      [
        String.raw`ik ben (?:\p{L}+ ){0,3}(?:allergisch|intolerant|overgevoelig)(?: .+)?|ik ben voor .+ allergisch|ik heb (?:een )?(?:\p{L}+ )?\p{L}*(?:allergie|intolerantie|diabetes|suikerziekte|astma|migraine|epilepsie|reuma|coeliakie|hooikoorts|adhd|hoogtevrees)(?: .+)?|ik kan (?:\p{L}+ )?niet tegen .+`,
        "core",
      ],
      [
        String.raw`ik ben (?:\p{L}+ ){0,4}(?:geboren|opgegroeid|getrouwd|gescheiden|verloofd|zwanger|geadopteerd|linkshandig|kleurenblind|bijziend|dyslectisch|weduwnaar|weduwe)(?: .+)?|ik kom (?:\p{L}+ )?uit \p{Lu}.+|ik ben \p{L}+ jaar(?: oud)?|(?:ik heb|we hebben|wij hebben) (?:\p{L}+ )?(?:een|twee|drie|vier|vijf|geen|\d) (?:\p{L}+ )?{kin}(?: .+)?|ik heet \p{Lu}.+`,
        "core",
      ],
      [
        String.raw`ik ben (?:\p{L}+ ){0,3}(?:vegetari[eë]r|vegetarisch|veganist(?:isch)?|vegan)(?: .+)?|ik (?:eet|drink|rook) (?:\p{L}+ ){0,4}(?:geen|niet|nooit)(?: .+)?|ik rijd? (?:\p{L}+ ){0,3}(?:geen|niet meer|nooit)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`ik woon .+|ik ben (?:\p{L}+ )?naar .+ verhuisd|ik heb (?:een|twee|drie) (?:\p{L}+ )?(?:tuin|huis|boot|camper|moestuin|appartement|motor)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`ik werk (?:\p{L}+ ){0,3}(?:als|bij|in|op|voor|aan|parttime|fulltime|'s nachts)(?: .+)?|ik ben (?:\p{L}+ )?{job}(?: .+)?|ik geef (?:\p{L}+ )?les .*|ik leid .+`,
        "work",
      ],
      [
        String.raw`ik (?:leer|studeer) .+|ik volg (?:een|de) (?:\p{L}+ )?(?:cursus|opleiding|studie)(?: .+)?|ik schrijf (?:\p{L}+ )?(?:een|mijn) (?:scriptie|proefschrift|boek)(?: .+)?`,
        "learnings",
      ],
      [
        String.raw`ik spreek (?:\p{L}+ )?(?:engels|frans|duits|spaans|italiaans|nederlands|arabisch|turks|pools|russisch)(?: .+)?|ik kan niet (?:zwemmen|autorijden|koken)`,
        "skills",
      ],
      [String.raw`ik (?:speel|zing|verzamel|dans|zeil|schilder) .+`, "hobbies"],
      [
        String.raw`ik (?:haat) .+|ik hou (?:\p{L}+ )?van (?!je|jou)(?:\p{L}+ ){0,5}\p{L}+|ik ben bang voor .+|ik heb (?:\p{L}+ )?(?:vlieg|hoogte)angst|ik ben dol op .+`,
        "interests",
      ],
      [
        String.raw`{my} {kin}(?: \p{Lu}\p{L}+)? (?:heet|woont|werkt|studeert|speelt|komt uit|is (?:\p{L}+ ){0,2}(?:{job}|allergisch|getrouwd|overleden|vegetari[eë]r|leraar|lerares|verpleegkundige|arts|ingenieur|advocaat|boekhouder|docent))(?: .+)?`,
        "core",
      ],
    ],
    habits:
      "ik (?:heb|ga|speel|doe|werk|zing|train|zwem|geef|dans|loop|sport)|(?:heb|ga|speel|doe|werk|zing|train|zwem|geef|dans|loop|sport) ik",
    jobs: String.raw`(?:leraar|lerares|docent|docente|verpleegkundige|verpleegster|arts|huisarts|ingenieur|advocaat|boekhouder|architect|journalist|kok|bakker|student|studente|fysiotherapeut|programmeur|elektricien|loodgieter|timmerman|kapper|kapster|verkoper|zzp'er|dierenarts|apotheker|vertaler|brandweerman|agent|politieagent|gepensioneerd|tandarts|psycholoog|accountant|verloskundige|muzikant|fotograaf|boer|chauffeur|ambtenaar|juf|meester)`,
    kin: "(?:kind|kinderen|zoon|zonen|zoons|dochter|dochters|broer|broers|broertje|zus|zussen|zusje|moeder|vader|mama|papa|ouders|man|vrouw|partner|vriendin|oma|opa|kleinkinderen|kleinzoon|kleindochter|tante|oom|neef|nicht|schoonmoeder|schoonvader|schoonzus|zwager|tweeling|hond|kat|kater|paard|konijn)",
    my: "(?:mijn|m'n|onze)",
    isNamed: "heet|heten",
    named: "{} heet {}.",
    particles: "toch|immers|nou eenmaal|trouwens",
    hollow: String.raw`ik ben (?:(?!voor )\p{L}+ ){0,3}(?:allergisch|intolerant|overgevoelig)`,
    without: String.raw`[Gg]een (?<thing>\p{Ll}+)`,
    filled: "Ik ben allergisch voor {}.",
    passing:
      "deze|die|dit|vandaag|morgen|gisteren|nu|net|straks|vanavond|vanmiddag|deze week|ziek|moe|onderweg|thuis|laat|hier|daar|er|dat|het|hem|hij|ze|jou|je|klaar|bijna|zo|eraan|bezig",
    hedges:
      "misschien|denk|geloof|zou|als (?:ik|je|we|het|hij)|schijnbaar|zegt|bijna|waarschijnlijk|wil|eigenlijk niet|hoop",
  },
  meetings: {
    meet: "terugkomen|kom je|komen jullie|zien we elkaar|kom(?:t)? u|we zien elkaar|spreken we af|we spreken af|ontmoeten we|kom(?:t|en)? .{0,30}(?:langs|naar mij|naar ons|bij mij|bij ons)|zullen we|(?:kan ik|ik kan) .{0,20}komen|gaan we|laten we",
    meeting: "Afspraak met {}",
    leave: "vertrekken we|we vertrekken|we gaan weg|vertrek",
    departure: "Vertrek",
    until: "voor|uiterlijk|tot",
    come: "komt|komen",
    ride: "trein|vlucht|vliegtuig|bus|boot",
    evening: "bioscoop|theater|restaurant|diner|concert|feest|feestje|voorstelling|borrel|etentje",
    settle: "laten we|liever|dan|oké|ok|goed|nee|of nee|prima|afgesproken|doe maar|dus",
  },
};
