import type { SpeechLexicon } from "../speech-lexicon.js";

export const speech: SpeechLexicon = {
  verbs: {
    tasks: `riscrivere rifare=rifaccio,rifarò/rifai/rifai,rifaccia occupare incaricare=incarico/incarichi/incarica,incarichi mandare scansionare fotocopiare stirare allegare riassumere confrontare scegliere=scelgo/scegli/scegli,scelga togliere=tolgo/togli/togli,tolga raccogliere=raccolgo/raccogli/raccogli,raccolga inviare=invio/invii/invia,invii spedire=spedisco/spedisci/spedisci,spedisca scrivere chiamare richiamare telefonare comprare portare riportare prendere ritirare chiedere domandare prenotare ordinare pagare=pago,pagherò/paghi/paga,paghi versare controllare verificare=verifico,verificherò/verifichi/verifica,verifichi preparare fare=faccio,farò/fai/fai,fa',faccia stampare firmare compilare consegnare lasciare=lascio,lascerò/lasci/lascia,lasci pulire=pulisco/pulisci/pulisci,pulisca riparare aggiustare sistemare organizzare annullare disdire=disdico,disdirò/disdici/disdici,disdica confermare spostare rimandare avvisare avvertire contattare sentire invitare aiutare accompagnare spiegare=spiego,spiegherò/spieghi/spiega,spieghi mostrare prestare restituire=restituisco/restituisci/restituisci,restituisca dare=do,darò/dai/dai,dà,da',dia passare=passo/passi/passa,passi inoltrare condividere correggere leggere rileggere tradurre=traduco,tradurrò/traduci/traduci,traduca finire=finisco/finisci/finisci,finisca terminare iscrivere rinnovare richiedere aggiungere=aggiungo/aggiungi/aggiungi,aggiunga modificare=modifico,modificherò/modifichi/modifica,modifichi installare scaricare=scarico,scaricherò/scarichi/scarica,scarichi caricare=carico,caricherò/carichi/carica,carichi lavare annaffiare=annaffio/annaffi/annaffia,annaffi cucinare affittare vendere mettere aprire chiudere tagliare=taglio/tagli/taglia,tagli dipingere cambiare=cambio/cambi/cambia,cambi sostituire=sostituisco/sostituisci/sostituisci,sostituisca distribuire=distribuisco/distribuisci/distribuisci,distribuisca annotare copiare=copio/copi/copia,copi pubblicare=pubblico,pubblicherò/pubblichi/pubblica,pubblichi provare dire=dico,dirò/dici/di',dica guardare parlare presentare proporre=propongo,proporrò/proponi/proponi,proponga trovare cercare=cerco,cercherò/cerchi/cerca,cerchi ricordare risolvere gestire=gestisco/gestisci/gestisci,gestisca aggiornare montare caricare bonificare=bonifico,bonificherò/bonifichi/bonifica,bonifichi fissare informare recuperare`,
    direct: "chiamare richiamare avvisare avvertire contattare sentire invitare aiutare accompagnare informare",
    reflexive: "occupare incaricare",
    weak: "fare",
    slight:
      "prendere aprire chiudere mettere guardare leggere dire passare lasciare provare mostrare togliere cercare spiegare",
    tells: "chiedere domandare dire spiegare",
    conjugations: [
      { ending: /are$/, first: "o", second: "i", order: "a|i" },
      { ending: /ere$/, first: "o", second: "i", order: "i|a" },
      { ending: /ire$/, first: "o", second: "i", order: "i|a" },
    ],
    future: { ending: "ò", stem: (infinitive) => infinitive.replace(/are$/, "er").replace(/e$/, "") },
  },
  infinitiveLast: false,
  leads:
    "e ma allora quindi bene va ok okay sì poi ecco dunque beh d'accordo grazie certo perfetto dai senti ascolta oh ah però",
  fillers: "allora poi anche subito pure magari senz'altro",
  I: "io",
  needsI: false,
  you: "tu|lei|voi",
  others: "lui|lei|loro|noi|è|c'è|si|questo",
  will: "vado a",
  must: "devo|dovrò|mi tocca",
  go: "andare(?: a)?",
  personal: "{}",
  mustYou: "devi|dovresti",
  canYou:
    "(?:mi |ci |lo |la |li |le |gli |me lo |me la |me li )*(?:puoi|potresti|può|potrebbe|potete|potreste|riesci a|devi|dovresti|ti va di|ti dispiace)",
  can: "",
  shallI: "vuoi che (?:ti )?(?:lo |la |li |le )?|posso",
  please: "per favore|per piacere|per cortesia|mi raccomando|non dimenticare di|ricordati di",
  not: "non|mai|niente|nessuno|nemmeno|neanche|né",
  unsure:
    "forse|magari|se|potrei|farei|sarebbe|avrei|dice che|ha detto|dicono|semmai|casomai|un giorno|chissà|vorrei|dovrei",
  calling: "(?:la |ti |vi )?chiamo (?:per (?:il|la|lo|un|una|l'|sapere|chiedere)|da)",
  always: "sempre|di solito|spesso|ogni|tutti i|tutte le|a volte|normalmente|raramente",
  yes: "sì|grazie|si|certo|va bene|d'accordo|ok|okay|volentieri|senz'altro|perfetto|nessun problema|ci penso|fatto|come no|bene|sicuro|ottimo|grande|magari|certamente|benissimo|contaci|subito|con piacere",
  no: "no|purtroppo|mi dispiace|non posso|impossibile|meglio di no|lascia stare|non serve|non ce la faccio|macché",
  me: "mi ci me",
  us: "ci",
  toYou: "ti vi te",
  toward: "a {}",
  pronouns: [
    ["la", "la|alla=la|della=la|dalla=la|una|mia|tua|sua|questa|quella|nostra"],
    ["lo", "il|lo|un|uno|mio|tuo|suo|questo|quel|nostro|al=il|del=il|dal=il|allo=lo"],
    ["le", "le|alle=le|delle=le|mie|tue|sue|queste|quelle|nostre"],
    ["li", "i|gli|ai=i|dei=i|miei|tuoi|suoi|questi|quei|nostri"],
    ["questo", "il|lo|un|questo"],
  ],
  clitics: "si gli ne le ce",
  enclitics: "(?:mi|ti|ci|vi|gli|le|si|me|te|ce|glie|se)?(?:lo|la|li|le|ne)?",
  wholeInfinitive: (bent) => `${bent}e`,
  withPronoun: (infinitive, pronoun) => infinitive.replace(/e$/, "") + pronoun,
  oneself: (infinitive) => infinitive.replace(/e$/, "si"),
  joints: "appena finché se che per quando come chi cosa dove perché con senza prima quanto quanti da a",
  mine: "mio mia miei mie nostro nostra nostri nostre",
  yours: "tuo tua tuoi tue vostro vostra vostri vostre",
  theirs: "suo sua suoi sue loro loro loro loro",
  till: "entro|per|a|da|prima|verso|di|il|la",
  facts: {
    openings:
      "ricordati che|ti ricordo che|da quando|perché|siccome|sai che|lo sai che|visto che|e|ma|però|che|io,|comunque|sì|no|eh|purtroppo|tra l'altro|dato che|beh",
    lasting: [
      [
        String.raw`(?:io )?sono (?:\p{L}+ ){0,2}(?:allergic[oa]|intollerante|diabetic[oa]|asmatic[oa]|epilettic[oa]|celiac[oa]|mancin[oa]|daltonic[oa]|dislessic[oa]|vedov[oa]|sposat[oa]|divorziat[oa]|incinta|fidanzat[oa]|separat[oa]|adottat[oa])(?: .+)?|(?:io )?ho (?:\p{L}+ ){0,2}(?:allergia|intolleranza|diabete|asma|emicrania|epilessia|artrosi|ipertensione|vertigini|celiachia)(?: .+)?|(?:io )?ho (?:il|la|un|una) (?:\p{L}+ )?(?:ginocchio|schiena|spalla|anca|caviglia|braccio|mano|piede|occhio) (?:operat[oa]|rott[oa]|fratturat[oa]|malandat[oa])(?: .+)?|soffro di .+`,
        "core",
      ],
      [
        String.raw`(?:io )?sono nat[oa] .+|(?:io )?sono di \p{Lu}.+|sono cresciut[oa] .+|(?:io )?(?:ho|abbiamo) (?:un|una|due|tre|quattro|cinque|\d) (?:\p{L}+ )?{kin}(?: .+)?|ho \p{L}+ anni|mi chiamo \p{Lu}.+`,
        "core",
      ],
      [
        String.raw`(?:io )?non (?:mangio|bevo|fumo|guido|prendo) (?:più |mai )?(?:carne|pesce|alcol|alcolici|glutine|lattosio|latte|caffè|zucchero|di notte|maiale|uova|latticini|crostacei|funghi)?.*|(?:io )?sono (?:\p{L}+ )?(?:vegetarian[oa]|vegan[oa])(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`(?:io )?(?:abito|vivo) .+|mi sono trasferit[oa] .+|(?:io )?ho (?:un|una|due|tre) (?:\p{L}+ )?(?:giardino|casa|barca|orto|moto|camper|terrazzo)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`(?:io )?lavoro (?:\p{L}+ ){0,2}(?:come|da|in|per|con|a|al|alla|nel|nella|di notte|presso)(?: .+)?|(?:io )?sono (?:\p{L}+ )?{job}(?: .+)?|(?:io )?faccio (?:il|la|l') ?\p{L}+(?:ista|iere|iera|tore|trice|nte|aio|aia|ico)(?: .+)?|(?:io )?(?:insegno|alleno|dirigo) .+|sono in pensione(?: .+)?`,
        "work",
      ],
      [
        String.raw`(?:io )?studio .+|sto (?:imparando|studiando|facendo (?:un master|il dottorato|la tesi|un corso))(?: .+)?|(?:io )?imparo .+`,
        "learnings",
      ],
      [
        String.raw`(?:io )?parlo (?:\p{L}+ )?(?:inglese|francese|tedesco|spagnolo|portoghese|arabo|russo|cinese|italiano)(?: .+)?|non so (?:nuotare|guidare|cucinare)`,
        "skills",
      ],
      [
        String.raw`(?:io )?suono (?:il|la|lo|l'|in) ?.+|(?:io )?gioco (?:a|nel|nella|in) .+|(?:io )?colleziono .+|(?:io )?canto in .+|(?:io )?ho giocato (?:a|in|nel|nella) .+`,
        "hobbies",
      ],
      [
        String.raw`(?:mi piace|mi piacciono|adoro|odio|amo) (?:il|la|lo|i|gli|le|l'|\p{L}+re) ?.*|ho paura (?:di|del|della|dei|delle) .+`,
        "interests",
      ],
      [
        String.raw`(?:il |la |i |le )?{my} {kin}(?: \p{Lu}\p{L}+)? (?:si chiama|si chiamano|vive|vivono|abita|lavora|studia|gioca|è di|è (?:\p{L}+ ){0,2}(?:{job}|allergic[oa]|contabile|insegnante|infermier[ea]|medico|ingegnere|avvocat[oa]|vegetarian[oa]|celiac[oa]|sposat[oa]|mort[oa]))(?: .+)?`,
        "core",
      ],
    ],
    weekly: "(?:il (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato)|la domenica)(?! \\d| prossim)",
    habits: "(?:io )?(?:ho|faccio|vado|gioco|lavoro|alleno|nuoto|canto|corro|suono|ballo)",
    jobs: String.raw`(?:un |una |un')?(?:insegnante|maestr[oa]|infermier[ea]|medico|ingegnere|avvocat[oa]|contabile|architett[oa]|giornalista|cuoc[oa]|fornai[oa]|studente|studentessa|fisioterapista|informatic[oa]|elettricista|idraulico|falegname|parrucchier[ea]|commess[oa]|veterinari[oa]|farmacista|traduttore|traduttrice|pompiere|poliziott[oa]|pensionat[oa]|ragionier[ea]|professore(?:ssa)?|programmatore|programmatrice|dentista|psicolog[oa]|grafic[oa]|musicista|fotograf[oa]|autista|impiegat[oa]|agricoltore|camerier[ea]|ostetrica)`,
    kin: "(?:figli[oae]?|fratell[oi]|sorell[ae]|madre|padre|mamma|papà|genitori|marito|moglie|compagn[oa]|ragazz[oa]|fidanzat[oa]|nonn[oae]|nipot[ei]|zi[oae]|cugin[oaie]|suocer[oa]|cognat[oa]|gemelli|can[ei]|cagnolin[oa]|gatt[oaie]|cavallo)",
    my: "(?:mi[oae]i?|miei|nostr[oaie])",
    isNamed: "si chiaman?o?",
    named: "{} si chiama {}.",
    hollow: String.raw`(?:io )?sono (?:\p{L}+ ){0,2}(?:allergic[oa]|intollerante)`,
    passing:
      "quest[aei]|oggi|domani|ieri|adesso|ora|stasera|stamattina|questa settimana|malat[oa]|stanc[oa]|qui|qua|lì|là|questo|quello|lui|lei|lo|ti|te|pront[oa]|in ritardo|per strada|ancora|tra poco|bisogno|voglia|fretta|ragione|idea",
    hedges: "forse|credo|penso|sarebbe|sarei|avrei|vorrei|se|sembra|quasi|magari|dice che|suppongo|spero",
  },
  meetings: {
    meet: "tornare|vieni|venite|ci vediamo|posso venire|andiamo|venga|torni|ci troviamo|ci incontriamo|ritrovo|vieni (?:da me|a casa|da noi)|venite|passa da (?:me|noi)|passo a prender\\p{L}+",
    meeting: "Incontro con {}",
    leave: "partiamo|si parte|partenza|usciamo",
    departure: "Partenza",
    until: "entro|prima|fino a|al più tardi",
    come: "viene|vengono",
    ride: "treno|volo|aereo|pullman",
    evening: "cinema|teatro|opera|ristorante|cena|concerto|festa|spettacolo",
    settle: "allora|meglio|va bene|d'accordo|bene|no|facciamo|diciamo|ok|perfetto|anzi",
  },
};
