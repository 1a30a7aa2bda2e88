import type { SpeechLexicon } from "../speech-lexicon.js";

export const speech: SpeechLexicon = {
  verbs: {
    tasks: `réécrire=réécris,réécrirai/réécris/réécris,réécrivez refaire=refais,referai/refais/refais,refaites occuper charger=charge/charges/charge,chargez scanner mailer=maile/mailes/maile,mailez imprimer essayer=essaie,essaierai/essaies/essaie,essayez tondre=tonds/tonds/tonds repasser promener=promène/promènes/promène,promenez nourrir=nourris/nourris/nourris,nourrissez résoudre=résous/résous/résous comparer résumer valider mettre installer envoyer=envoie,enverrai/envoies/envoie,envoyez renvoyer=renvoie,renverrai/renvoies/renvoie,renvoyez écrire=écris,écrirai/écris/écris,écrivez appeler=appelle/appelles/appelle,appelez rappeler=rappelle/rappelles/rappelle,rappelez téléphoner acheter=achète,achèterai/achètes/achète,achetez apporter emporter amener=amène/amènes/amène,amenez ramener=ramène/ramènes/ramène,ramenez chercher récupérer=récupère/récupères/récupère,récupérez demander réserver commander payer=paie,paye/paies,payes/paie,paye,payez régler=règle/règles/règle,réglez virer vérifier préparer faire=fais,ferai/fais/fais,faites imprimer signer remplir=remplis/remplis/remplis,remplissez déposer poster ranger nettoyer=nettoie,nettoierai/nettoies/nettoie,nettoyez réparer organiser planifier annuler confirmer déplacer décaler prévenir=préviens,préviendrai/préviens/préviens,prévenez avertir=avertis/avertis/avertis,avertissez contacter inviter aider accompagner expliquer montrer prêter rendre=rends,rendrai/rends/rends,rendez donner transmettre=transmets,transmettrai/transmets/transmets,transmettez transférer=transfère/transfères/transfère,transférez partager rédiger corriger relire=relis,relirai/relis/relis,relisez lire=lis,lirai/lis/lis,lisez traduire=traduis/traduis/traduis,traduisez terminer finir=finis/finis/finis,finissez inscrire=inscris/inscris/inscris,inscrivez désinscrire=désinscris/désinscris/désinscris,désinscrivez résilier renouveler=renouvelle/renouvelles/renouvelle,renouvelez prendre=prends,prendrai/prends/prends,prenez mettre=mets,mettrai/mets/mets,mettez ajouter modifier installer télécharger sauvegarder laver arroser cuisiner louer vendre=vends,vendrai/vends/vends,vendez garder poser ouvrir=ouvre/ouvres/ouvre,ouvrez fermer couper peindre=peins/peins/peins,peignez changer remplacer=remplace/remplaces/remplace,remplacez échanger distribuer trier emballer noter recopier publier tester livrer regarder trouver avancer proposer lancer présenter fixer passer=passe/passes/passe,passez`,
    direct: "appeler rappeler prévenir avertir contacter inviter aider accompagner chercher amener ramener déposer",
    reflexive: "occuper charger",
    weak: "faire",
    slight: "prendre ouvrir fermer mettre poser regarder montrer lire passer garder couper expliquer",
    tells: "demander expliquer",
    conjugations: [
      { ending: /er$/, first: "e", second: "es", order: "e|ez" },
      { ending: /ir$/, first: "is", second: "is", order: "is|issez" },
      { ending: /re$/, first: "s", second: "s", order: "s|ez" },
    ],
    future: { ending: "ai", stem: (infinitive) => infinitive.replace(/e$/, "") },
  },
  infinitiveLast: false,
  leads:
    "et mais alors donc bon ben ok okay oui d'accord puis ensuite sinon moi ah oh eh voilà parfait super merci enfin bien svp tiens allez",
  fillers: "donc alors juste aussi bien vite déjà encore simplement moi-même moi",
  I: "je|j'",
  needsI: true,
  you: "tu|vous|toi",
  others: "il|elle|on|nous|ils|elles|ce|c'|ça|il y|qui",
  will: "vais",
  must: "dois|devrai|il faut que je",
  go: "aller",
  personal: "{}",
  mustYou: "dois|devrais|devez",
  canYou:
    "(?:est-ce que )?(?:tu (?:peux|pourrais|pourras|veux bien|dois|devrais)|vous (?:pouvez|pourriez|devez|voulez bien))|(?:peux|pourrais|veux)-tu(?: bien)?|(?:pouvez|pourriez|voulez)-vous(?: bien)?",
  can: "",
  shallI: "je (?:peux|dois|veux bien)|tu veux que je|vous voulez que je",
  please: "s'il te plaît|s'il vous plaît|stp|svp|n'oubliez? pas de?|n'oublie pas de?|pense à|pensez à",
  not: "ne|n'|pas|plus|jamais|rien|non",
  unsure: "peut-être|si|au cas où|voudrais|aurais|ferais|serait|dit que|disait|paraît|on verra|un jour|éventuellement",
  calling: "(?:vous |t'|j')appelle (?:pour|au sujet|parce)",
  always: "toujours|souvent|d'habitude|en général|parfois|chaque|tous les|toutes les|rarement|jamais",
  yes: "oui|merci|ouais|d'accord|ok|okay|bien sûr|volontiers|pas de problème|pas de souci|entendu|ça marche|parfait|vas-y|avec plaisir|je veux bien|ce serait|bonne idée|super|je m'en|c'est noté|sans problème|nickel|certainement|bien",
  no: "non|désolé|désolée|je peux pas|je ne peux pas|impossible|pas la peine|malheureusement|pas besoin|ça va aller|plutôt pas|jamais",
  me: "me m' moi nous",
  us: "nous",
  toYou: "te t' toi vous",
  toward: "à {}",
  pronouns: [
    ["la", "la|une|ma|ta|sa|cette|notre|votre"],
    ["le", "le|un|mon|ton|son|ce|cet|notre|votre|au=le|du=le"],
    ["les", "les|des=les|mes|tes|ses|ces|nos|vos|aux=les"],
    ["l'", "la|une|ma|ta|sa|cette|le|un|mon|ton|son|ce|l'|au=le|du=le"],
    ["ça", "le|un|mon|ton|ce"],
  ],
  clitics: "lui leur y en se s'",
  enclitics: "-(?:moi|toi|le|la|les|lui|nous|leur|y|en)(?:-(?:moi|le|la|les|lui|en))?",
  withPronoun: (infinitive, pronoun) =>
    `${/^l/.test(pronoun) && /^[aeiouéèêhâîô]/i.test(infinitive) && pronoun !== "les" ? "l'" : `${pronoun} `}${infinitive}`,
  oneself: (infinitive) => (/^[aeiouhéèê]/i.test(infinitive) ? `s'${infinitive}` : `se ${infinitive}`),
  joints: "dès lorsque si que pour comment quand où qui ce afin parce avant avec sans dont quel quelle",
  mine: "mon ma mes notre nos",
  yours: "ton ta tes votre vos",
  theirs: "son sa ses leur leurs",
  till: "avant|pour|d'ici|dès|à|vers|jusqu'à|le|au",
  facts: {
    openings:
      "rappelle-toi que|n'oublie pas que|depuis que|parce que|vu que|tu sais que|vous savez que|comme|car|et|mais|bon|d'ailleurs|moi,|moi|mais moi|oui|non|alors|en fait|malheureusement|puisque",
    lasting: [
      [
        String.raw`je suis (?:\p{L}+ ){0,2}(?:allergique|intolérante?)(?: .+)?|j'ai (?:une |des |de l'|du )?(?:\p{L}+ )?(?:allergie|intolérance|diabète|asthme|migraines?|épilepsie|hypertension|arthrose)s?(?: .+)?|je suis (?:\p{L}+ )?(?:diabétique|asthmatique|épileptique|cœliaque|dyslexique|daltonien(?:ne)?|gaucher|gauchère|enceinte|mariée?|divorcée?|veuf|veuve|pacsée?|fiancée?|célibataire|retraitée?)(?: .+)?|je supporte (?:pas|mal) (?:le|la|les|l')\s?.+`,
        "core",
      ],
      [
        String.raw`je suis née? .+|j'ai grandi .+|je viens (?:de|d')\s?\p{Lu}.+|(?:j'ai|on a|nous avons) (?:un|une|deux|trois|quatre|cinq|\d) (?:\p{L}+ )?{kin}(?: .+)?|j'ai \p{L}+ ans`,
        "core",
      ],
      [
        String.raw`je (?:ne |n')?(?:mange|bois|fume|conduis|prends|porte|supporte|regarde) (?:pas|plus|jamais)(?: .+)?|je suis (?:\p{L}+ )?(?:végétarien(?:ne)?|végane?|vegan)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`j'habite .+|je vis (?:à|en|au|dans|avec|seule?)(?: .+)?|j'ai (?:un|une|deux|trois) (?:\p{L}+ )?(?:jardin|maison|appartement|bateau|camping-car)(?: .+)?|j'ai déménagé (?:à|en|au) .+`,
        "lifestyle",
      ],
      [
        String.raw`je travaille (?:\p{L}+ ){0,2}(?:comme|chez|à|au|aux|dans|pour|en|de nuit|la nuit)(?: .+)?|je suis (?:\p{L}+ )?{job}(?: .+)?|j'enseigne .+|je dirige .+`,
        "work",
      ],
      [
        String.raw`j'apprends .+|j'étudie .+|je fais (?:une thèse|un master|des études|une formation)(?: .+)?|je (?:prends|suis) des cours .+`,
        "learnings",
      ],
      [
        String.raw`je parle (?:\p{L}+ )?(?:français|anglais|espagnol|italien|allemand|portugais|arabe|russe|chinois|japonais|breton|turc|polonais|néerlandais)(?: .+)?|je (?:ne )?sais pas nager`,
        "skills",
      ],
      [
        String.raw`je joue (?:du|de la|de l'|au|à la|aux|dans)\s?.+|je chante .+|je collectionne .+|je fais (?:du|de la|de l')\s?.+`,
        "hobbies",
      ],
      [
        String.raw`j'(?:adore|aime) (?!bien ça|ça|beaucoup ça)(?=\p{L}['’]?\s?\p{L})(?:\p{L}+(?:['’]\s?|\s|(?!\p{L}))){1,6}|je déteste (?!ça)(?:\p{L}+(?:['’]\s?|\s|(?!\p{L}))){1,6}|j'ai (?:le vertige|peur (?:de|des|du|d')\s?.+)`,
        "interests",
      ],
      [
        String.raw`{my} {kin}(?: \p{Lu}\p{L}+)? (?:s'appelle|habite|vit|travaille|étudie|joue|vient de|est (?:\p{L}+ ){0,2}(?:{job}|allergique|mariée?|morte?|décédée?|prof|professeure?|infirmière?|médecin|ingénieure?|avocate?|comptable|végétarien(?:ne)?|née?))(?: .+)?`,
        "core",
      ],
    ],
    weekly: "le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?! \\d| prochain)",
    habits: "j'ai|je (?:fais|vais|joue|travaille|cours|nage|chante|donne|suis|garde|danse)",
    jobs: String.raw`(?:prof|professeure?|infirmière?|infirmier|médecin|ingénieure?|avocate?|comptable|architecte|journaliste|cuisinière?|cuisinier|boulangère?|boulanger|étudiante?|kiné|informaticien(?:ne)?|électricien(?:ne)?|plombier|menuisier|coiffeur|coiffeuse|vendeur|vendeuse|institutrice|instituteur|sage-femme|pharmacien(?:ne)?|vétérinaire|traducteur|traductrice|pompier|policier|policière|dentiste|psychologue|graphiste|agriculteur|agricultrice|jardinier|jardinière|musicien(?:ne)?|photographe|libraire|chauffeur|caissière|fonctionnaire|au chômage|à la retraite)`,
    kin: "(?:enfants?|fils|fille|filles|garçons?|frère|frères|sœurs?|soeurs?|mère|père|maman|papa|parents|mari|femme|compagnon|compagne|copain|copine|grand-mère|grand-père|petits-enfants|petit-fils|petite-fille|tante|oncle|neveu|nièce|cousine?|belle-mère|beau-père|belle-sœur|beau-frère|jumeaux|jumelles|chien|chienne|chat|chatte|chevaux|cheval)",
    my: "(?:mon|ma|mes|notre|nos)",
    isNamed: "s'appelle|s'appellent",
    named: "{} s'appelle {}.",
    hollow: String.raw`je suis (?:\p{L}+ ){0,2}(?:allergique|intolérante?)`,
    passing:
      "ce|cet|cette|ces|aujourd'hui|demain|hier|ce soir|ce matin|maintenant|en ce moment|là|ici|malade|fatiguée?|pressée?|ça|cela|lui|elle|il|tout à l'heure|cette semaine|te|toi|t'|y|en retard|prête?|d'accord|désolée?",
    hedges:
      "peut-être|crois|pense|serais|aurais|voudrais|aimerais|si|on dirait|presque|sans doute|dit que|paraît|espère",
  },
  meetings: {
    meet: "revenir|tu viens|vous venez|on va|je peux (?:venir|passer)|on se (?:voit|retrouve|rejoint)|nous nous (?:voyons|retrouvons)|rendez-vous|rev(?:iens|enez)|venez|passe(?:s|z)? (?:me voir|à la maison|chez moi|chez nous)|viens (?:chez|à la maison)|je passe te (?:chercher|prendre)",
    meeting: "Rendez-vous avec {}",
    leave: "on (?:part|décolle)|nous partons|départ",
    departure: "Départ",
    until: "avant|d'ici|jusqu'à|au plus tard",
    come: "vient|viennent|passe",
    ride: "train|vol|avion|bus|car",
    evening: "cinéma|théâtre|opéra|restaurant|resto|dîner|concert|soirée|spectacle|apéro|fête",
    settle: "disons|plutôt|alors|d'accord|ok|okay|non|bon|parfait|entendu",
  },
};
