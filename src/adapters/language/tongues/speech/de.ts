import type { SpeechLexicon } from "../speech-lexicon.js";

export const speech: SpeechLexicon = {
  verbs: {
    tasks: `um|schreiben kümmern=kümmere,kümmre/kümmerst/kümmere schicken senden mailen scannen ein|scannen faxen texten ein|richten heraus|finden raus|finden besichtigen verabschieden abholen be|sorgen bügeln=bügle,bügele/bügelst/bügle saugen mähen hin|fahren=fahre,fahr/fährst/fahr hin|bringen ab|geben tanken beauftragen vergleichen zusammen|fassen rüber|schicken vor|lesen=lese,les/liest/lies an|kündigen ab|bauen auf|bauen entsorgen weg|räumen um|buchen stornieren zu|sagen vor|stellen auf|schreiben mit|schreiben rein|schreiben aus|wählen an|fragen an|schauen bringen schreiben an|rufen zurück|rufen rufen=rufe,ruf/rufst/ruf,rufe kaufen ein|kaufen besorgen holen ab|holen fragen nach|fragen buchen reservieren bestellen ab|bestellen bezahlen zahlen überweisen prüfen nach|prüfen überprüfen vor|bereiten zusammen|stellen erstellen bereit|stellen um|stellen fertig|stellen ein|stellen machen fertig|machen aus|machen ab|machen auf|räumen aus|räumen ein|räumen putzen reparieren drucken aus|drucken kopieren unterschreiben kündigen verlängern beantragen melden an|melden ab|melden organisieren planen klären erledigen besprechen suchen heraus|suchen raus|suchen informieren benachrichtigen ein|laden=lade,lad/lädst/lad,lade hoch|laden=lade,lad/lädst/lad,lade runter|laden=lade,lad/lädst/lad,lade mit|bringen mit|nehmen=nehme,nehm/nimmst/nimm vorbei|bringen zurück|bringen weg|bringen zurück|geben=gebe,geb/gibst/gib geben=gebe,geb/gibst/gib ab|geben=gebe,geb/gibst/gib weiter|geben=gebe,geb/gibst/gib weiter|leiten leihen aus|leihen zeigen erklären helfen=helfe,helf/hilfst/hilf backen=backe,back/backst/back kochen gießen waschen=wasche,wasch/wäschst/wasch füttern=füttere/fütterst/füttere reinigen streichen montieren installieren aktualisieren bearbeiten korrigieren übersetzen lesen=lese,les/liest/lies durch|lesen=lese,les/liest/lies ein|reichen vereinbaren verschieben bestätigen ab|sagen bescheid|sagen verteilen sammeln=sammle,sammele/sammelst/sammle sortieren packen mieten verkaufen hängen auf|hängen legen bereit|legen setzen stellen tauschen um|tauschen aus|tauschen wechseln=wechsle,wechsele/wechselst/wechsle schließen öffnen sichern rechnen aus|rechnen nach|sehen=sehe,seh/siehst/sieh nach|schauen ein|tragen=trage,trag/trägst/trag aus|füllen hinzu|fügen ergänzen an|passen lassen=lasse,lass/lässt/lass notieren erinnern=erinnere/erinnerst/erinnere dokumentieren entwerfen=entwerfe/entwirfst/entwirf veröffentlichen testen liefern=liefere/lieferst/liefere übernehmen=übernehme/übernimmst/übernimm`,
    direct: "",
    reflexive: "kümmern",
    weak: "machen",
    slight:
      "nehmen öffnen schließen setzen legen stellen hängen lesen zeigen sagen lassen rechnen sehen erklären wechseln",
    tells: "fragen nachfragen sagen bescheidsagen erklären klären",
    conjugations: [
      {
        ending: /e?n$/,
        stem: (infinitive) => infinitive.replace(/e?n$/, ""),
        first: "e|-",
        second: "st|est",
        order: "-|e|en",
      },
    ],
    particles:
      "an ab auf aus ein mit vor zu zurück weg weiter bei rein raus rüber vorbei zusammen fertig bereit durch nach hoch runter um hin her heraus hinzu bescheid los",
  },
  infinitiveLast: true,
  leads:
    "und aber also dann ja gut okay ok na nun jetzt doch bitte ach so super prima klar genau oder denn sonst danke",
  fillers:
    "dann erst einfach unbedingt noch mal einmal also eben halt gleich schnell kurz natürlich gerne gern bitte auch ja doch schon wohl selbst selber sofort erstmal nochmal dafür davon",
  I: "ich",
  needsI: true,
  you: "du|sie|ihr",
  others: "er|sie|es|wir|man|das|da|die|der",
  will: "werde",
  must: "muss|sollte|soll",
  go: "gehen",
  personal: "{}",
  mustYou: "musst|sollst|solltest",
  canYou:
    "(?:kannst|könntest|würdest|magst|willst) du|(?:können|könnten|würden) sie|(?:könnt|könntet|würdet) ihr|du (?:musst|sollst|solltest|kannst)",
  can: "kann|könnte",
  shallI: "(?:soll|kann) ich",
  please: "bitte|vergiss nicht|vergesst nicht|vergessen sie nicht|denk(?:e|t)? (?:bitte )?(?:daran|dran)",
  not: "nicht|kein|keine|keinen|keinem|keiner|nie|niemals|nichts|kaum",
  unsure:
    "vielleicht|eventuell|falls|wenn|wäre|würde|hätte|möglicherweise|sagt|sagte|meinte|meint|hat gesagt|angeblich|mal sehen|irgendwann|als ob|lasst? uns",
  calling: "rufe? (?:\\p{L}+ ){0,2}(?:an )?wegen|rufe? an",
  always: "immer|meistens|normalerweise|oft|jeden|jede|jedes|ständig|sonst immer|manchmal|selten",
  yes: "ja|danke|vielen dank|klar|gern|gerne|natürlich|sicher|okay|ok|gut|super|mach|mache|wird gemacht|kein problem|in ordnung|alles klar|das wäre|abgemacht|prima|das wär|machen wir|einverstanden|toll|selbstverständlich|erledige|übernehme|kann ich machen",
  no: "nein|nee|ne|leider|lieber nicht|geht nicht|kann nicht|ich kann nicht|besser nicht|schaffe ich nicht|keine zeit|nicht nötig|brauchst du nicht|auf keinen fall|um gottes",
  me: "mir mich uns",
  us: "uns",
  toYou: "dir dich euch ihnen",
  toward: "{}",
  pronouns: [
    [
      "ihn",
      "^der=den|den|einen|meinen|deinen|diesen|unseren|seinen|ihren|dem=den|einem=einen|meinem=meinen|deinem=deinen",
    ],
    ["sie", "die|eine|meine|deine|diese|unsere|seine|ihre"],
    ["ihm", "dem|den=dem|einem|einen=einem|meinem|meinen=meinem"],
    ["es", "das|ein|mein|dein|dieses|unser"],
    ["das", "das|ein|mein|dein|dieses|unser"],
    ["die", "die|eine|meine|deine|diese|unsere"],
    ["den", "^der=den|den|einen|meinen|deinen|diesen|unseren"],
  ],
  clitics: "",
  oneself: () => "sich",
  joints: "ob dass wie wann wer was wo warum damit um weil bevor sobald welche welcher welches wohin",
  mine: "meinen meinem meiner meines meine mein unseren unserem unserer unsere unser",
  yours: "deinen deinem deiner deines deine dein eueren euerem eurer eure euer",
  theirs: "den dem der des die das den dem der die das",
  till: "für|auf|bis|ab|am|um|gegen|vor|zum|von|spätestens",
  facts: {
    subordinate: "ich|mein|meine|meinen|meinem|meiner",
    openings:
      "denk(?:e|t)? (?:bitte )?(?:daran|dran)|vergiss nicht|seit|seitdem|weil|da|du weißt(?: ja)?,? dass|dass|denn|übrigens|und|aber|also|naja?|weißt du|ja|nein|wie du weißt|leider",
    lasting: [
      [
        String.raw`ich (?:bin|reagiere) (?:\p{L}+ ){0,3}allergisch(?: (?:gegen|auf) .+)?|ich bin (?:gegen|auf) .+ allergisch|ich habe? (?:eine? )?(?:\p{L}+ ){0,2}\p{L}*(?:allergie|unverträglichkeit|intoleranz)(?: gegen .+)?|ich vertrage (?:\p{L}+ )?keine?n? .+|ich habe? (?:\p{L}+ ){0,2}(?:diabetes|asthma|migräne|epilepsie|rheuma|zöliakie|bluthochdruck|adhs|arthrose|heuschnupfen)`,
        "core",
      ],
      [
        String.raw`ich (?:bin|wurde) (?:\p{L}+ ){0,4}(?:geboren|aufgewachsen|verheiratet|geschieden|verwitwet|verlobt|schwanger|adoptiert|linkshänder(?:in)?|farbenblind|kurzsichtig|alleinerziehend)(?: .+)?|ich bin in .+ (?:geboren|aufgewachsen)|ich komme (?:\p{L}+ )?aus \p{L}.+|ich bin \p{L}+ jahre alt|ich habe? am .+ geburtstag`,
        "core",
      ],
      [
        String.raw`(?:ich habe?|wir haben) (?:\p{L}+ )?(?:keine|einen|eine|ein|zwei|drei|vier|fünf|\d) (?:\p{L}+ )?{kin}(?: .+)?`,
        "core",
      ],
      [
        String.raw`ich bin (?:\p{L}+ ){0,3}(?:vegetarier(?:in)?|vegetarisch|veganer(?:in)?|vegan|nichtraucher(?:in)?|raucher(?:in)?)(?: .+)?|ich ernähre mich .+|ich (?:esse|trinke|rauche) (?:\p{L}+ ){0,4}(?:kein|keine|keinen|nicht|nie)(?: .+)?|ich fahre (?:\p{L}+ ){0,4}(?:kein|keine|keinen|nicht mehr|nie)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`ich (?:wohne|lebe) .+|ich bin (?:\p{L}+ )?nach .+ gezogen|ich habe? (?:\p{L}+ )?(?:einen|eine|ein|zwei|drei) (?:\p{L}+ )?(?:hund|katze|katzen|hunde|kater|pferd|kaninchen|garten|haus|wohnung|boot|wohnmobil|ferienhaus)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`ich arbeite (?:\p{L}+ ){0,3}(?:als|bei|beim|im|in|an|für|halbtags|vollzeit|teilzeit|nachts) ?.*|ich bin (?:\p{L}+ ){0,2}{job}(?: .+)?|ich (?:unterrichte|leite|führe) .+`,
        "work",
      ],
      [
        String.raw`ich (?:lerne|studiere) .+|ich mache (?:\p{L}+ )?(?:eine ausbildung|meinen doktor|meinen master|eine weiterbildung)(?: .+)?|ich schreibe (?:\p{L}+ )?(?:eine|meine) (?:doktorarbeit|masterarbeit|bachelorarbeit|dissertation)(?: .+)?`,
        "learnings",
      ],
      [
        String.raw`ich spreche (?:\p{L}+ )?(?:deutsch|englisch|französisch|spanisch|italienisch|türkisch|polnisch|russisch|arabisch|\p{L}+isch)(?: .+)?|ich kann (?:\p{L}+ )?(?:nicht )?(?:schwimmen|auto fahren|klavier spielen|schwimmen)`,
        "skills",
      ],
      [
        String.raw`ich (?:spiele|singe|sammle|tanze|trainiere|klettere|segle|reite|male|imkere) .+|ich (?:laufe|jogge) .+`,
        "hobbies",
      ],
      [
        String.raw`ich (?:liebe|hasse|mag) (?!dich|euch|es |das )(?:\p{L}+ ){0,5}\p{L}+|ich habe? (?:\p{L}+ )?(?:angst vor .+|(?:höhen|flug|platz)angst)`,
        "interests",
      ],
      [
        String.raw`{my} {kin}(?: \p{Lu}\p{Ll}+)? (?:heißt|wohnt|lebt|arbeitet|studiert|spielt|kommt aus|ist (?:\p{L}+ ){0,3}(?:{job}|\p{L}+(?:lehrer|arzt|ärztin|in|er)|allergisch|verheiratet|gestorben|verstorben|jahre alt|vegetarisch))(?: .+)?`,
        "core",
      ],
    ],
    habits:
      "ich (?:habe|hab|gehe|spiele|mache|laufe|singe|trainiere|arbeite|schwimme|besuche|gebe|leite|tanze)|(?:habe|hab|gehe|spiele|mache|laufe|singe|trainiere|arbeite|schwimme|besuche|gebe|leite|tanze) ich",
    jobs: String.raw`(?:lehrer|ärzt|zahnärzt|krankenschwester|pfleger|krankenpfleger|ingenieur|informatiker|anwält|anwalt|arzt|zahnarzt|hausarzt|koch|köch|bäcker|verkäufer|student|rentner|schreiner|tischler|elektriker|architekt|journalist|erzieher|hebamme|polizist|feuerwehrmann|physiotherapeut|programmierer|selbstständig|freiberuf|pensioniert|mechaniker|buchhalter|steuerberater|apotheker|friseur|busfahrer|übersetzer|psycholog|professor|grafiker|landwirt|gärtner|pilot|richter|tierarzt|tierärzt|sozialarbeiter|beamt|maler|klempner|musiker|fotograf|arbeitslos)\p{L}*`,
    kin: "(?:kind|kinder|sohn|söhne|tochter|töchter|bruder|brüder|schwester|schwestern|geschwister|mutter|vater|mama|papa|eltern|mann|frau|ehemann|ehefrau|partner|partnerin|freundin|oma|opa|großmutter|großvater|enkel|enkelin|enkelkinder|tante|onkel|neffe|nichte|cousin|cousine|schwiegermutter|schwiegervater|zwillinge|hund|hündin|katze|kater)",
    my: "(?:meine?|unsere?)",
    bentMy: "meinem=mein meinen=mein meiner=meine unserem=unser unseren=unser unserer=unsere",
    isNamed: "heißt|heißen",
    named: "{} heißt {}.",
    particles: "ja|doch|halt|nämlich|übrigens|nun mal|bekanntlich",
    hollow: String.raw`ich (?:bin|reagiere) (?:(?!gegen |auf )\p{L}+ ){0,3}allergisch`,
    without: String.raw`[Kk]eine?n? (?<thing>\p{Lu}\p{L}+)`,
    filled: "Ich bin gegen {} allergisch.",
    passing:
      "diese\\p{L}?|heute|morgen|gestern|gerade|jetzt|nachher|gleich|momentan|krank|müde|unterwegs|zu hause|zuhause|spät|sauer|da|hier|dort|dran|dabei|schon|fertig|bald|er|ihn|ihm|das|es|dich|dir|diese woche|vorhin|dafür|davon|damit|darüber|daran|dran",
    hedges:
      "vielleicht|glaube|denke|wäre|würde|hätte|könnte|wenn|falls|angeblich|sagt|meint|als ob|fast|wohl|wahrscheinlich|möchte|will|eigentlich nicht",
  },
  meetings: {
    meet: "wiederkommen|zurückkommen|kommst du|kommt ihr|treffen wir uns|wir treffen uns|sehen wir uns|wir sehen uns|komm(?:t|e|st|en)? .{0,30}(?:vorbei|zu mir|zu dir|zu uns|rüber)|kommen sie|(?:kann ich|ich kann) .{0,20}kommen|wollen wir|sollen wir|gehen wir|lass uns|kommst du",
    meeting: "Treffen mit {}",
    leave: "(?:wir )?fahren (?:wir )?(?:los|ab)|wir fahren|fahren wir|los geht's|abfahrt",
    departure: "Abfahrt",
    until: "bis|spätestens",
    come: "kommt|kommen",
    ride: "zug|flug|bahn|bus|fähre|abflug|abreise",
    evening: "kino|theater|oper|restaurant|abendessen|konzert|party|feier|vorstellung|premiere",
    settle: "sagen wir|lieber|doch|also|dann|okay|ok|gut|nein|nee|abgemacht",
  },
};
