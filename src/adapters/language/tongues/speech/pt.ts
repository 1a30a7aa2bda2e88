import type { SpeechLexicon } from "../speech-lexicon.js";

const ACCENTED: Readonly<Record<string, string>> = { a: "á", e: "ê", i: "i", o: "ô" };

export const speech: SpeechLexicon = {
  verbs: {
    tasks: `reescrever refazer=refaço/refazes/refaz,refaça ocupar encarregar=encarrego/encarregas/encarrega,encarregue enviar digitalizar imprimir passar anexar resumir comparar escolher recolher requisitar estender mandar escrever ligar=ligo/ligas,liga/liga,ligue telefonar comprar trazer=trago,trarei/trazes,traz/traz,traga levar buscar=busco/buscas,busca/busca,busque perguntar reservar pedir=peço/pedes,pede/pede,peça encomendar pagar=pago/pagas,paga/paga,pague transferir=transfiro/transferes,transfere/transfere,transfira verificar=verifico/verificas,verifica/verifica,verifique confirmar conferir=confiro/conferes,confere/confere,confira preparar fazer=faço,farei/fazes,faz/faz,faça imprimir assinar preencher entregar=entrego/entregas,entrega/entrega,entregue deixar arrumar limpar consertar arranjar organizar cancelar anular mudar adiar avisar contactar contatar convidar ajudar acompanhar explicar=explico/explicas,explica/explica,explique mostrar emprestar devolver dar=dou,darei/dás,dá/dá,dê passar reencaminhar encaminhar partilhar compartilhar redigir=redijo/rediges,redige/redige,redija corrigir=corrijo/corriges,corrige/corrige,corrija ler=leio/lês,lê/lê,leia traduzir=traduzo/traduzes,traduz/traduz,traduza terminar acabar inscrever renovar solicitar acrescentar adicionar alterar modificar=modifico/modificas,modifica/modifica,modifique instalar baixar descarregar lavar regar=rego/regas,rega/rega,regue cozinhar alugar vender guardar pôr=ponho,porei/pões,põe/põe,ponha colocar=coloco/colocas,coloca/coloca,coloque abrir fechar cortar pintar trocar=troco/trocas,troca/troca,troque substituir distribuir anotar copiar publicar=publico/publicas,publica/publica,publique testar dizer=digo,direi/dizes,diz/diz,diga falar apresentar propor=proponho,proporei/propões,propõe/propõe,proponha encontrar procurar lembrar resolver tratar marcar=marco/marcas,marca/marca,marque desmarcar=desmarco/desmarcas,desmarca/desmarca,desmarque agendar combinar atualizar montar rever=revejo/revês,revê/revê,reveja apanhar digitalizar carregar`,
    direct: "avisar contactar contatar convidar ajudar acompanhar apanhar",
    reflexive: "ocupar encarregar",
    weak: "fazer",
    slight: "abrir fechar pôr colocar ler dizer passar deixar guardar mostrar explicar",
    tells: "perguntar dizer explicar",
    conjugations: [
      { ending: /ar$/, first: "o", second: "as|a", order: "a|e" },
      { ending: /er$/, first: "o", second: "es|e", order: "e|a" },
      { ending: /ir$/, first: "o", second: "es|e", order: "e|a" },
    ],
    future: { ending: "ei" },
  },
  infinitiveLast: false,
  leads:
    "e mas então bom bem ok okay sim pois depois ah oh olha claro obrigado obrigada boa certo pronto perfeito aliás",
  fillers: "então também já logo depois mesmo mesma só",
  I: "eu",
  needsI: false,
  you: "tu|você|vocês",
  others: "ele|ela|eles|elas|nós|a gente|isso|é|está|há",
  will: "vou",
  must: "tenho de|tenho que|preciso de|preciso|devo",
  go: "ir",
  personal: "{}",
  mustYou: "tens de|tens que|tem de|tem que|deves",
  canYou:
    "(?:você |tu )?(?:me )?(?:podes|podias|pode|podia|poderia|poderias|consegues|consegue|importas-te de|podem)|(?:você )?(?:tens de|tens que|tem de|tem que|deves)",
  can: "",
  shallI: "queres que (?:te )?(?:eu )?|quer que (?:eu )?|posso",
  please: "por favor|se faz favor|por gentileza|não te esqueças de|não esqueças|lembra-te de",
  not: "não|nunca|nada|nem|jamais|ninguém",
  unsure:
    "talvez|se|faria|seria|teria|diz que|disse que|dizem|quem sabe|um dia|se calhar|porventura|gostava|gostaria|deveria",
  calling: "(?:estou a ligar|ligo-lhe|estou ligando) (?:por|para|da|do)",
  always: "sempre|normalmente|costumo|cada|todos os|todas as|todo|às vezes|geralmente|raramente",
  yes: "sim|posso|obrigad[oa]|claro|está bem|tá bom|ok|okay|pode ser|com certeza|de acordo|combinado|sem problema|boa|perfeito|com prazer|certo|podes contar|deixa comigo|trato disso|agora mesmo|ótimo|beleza|consigo|serve|amanhã|pois",
  no: "não|desculpa|desculpe|infelizmente|impossível|é melhor não|lamento|não posso|não consigo|deixa estar|não é preciso",
  me: "me nos mim",
  us: "nos",
  toYou: "te lhe vos ti você",
  toward: "a {}",
  pronouns: [
    ["a", "a|à=a|da=a|na=a|uma|minha|tua|sua|esta|essa|nossa"],
    ["o", "o|ao=o|do=o|no=o|um|meu|teu|seu|este|esse|nosso"],
    ["as", "as|das=as|nas=as|umas|minhas|tuas|suas|estas|essas|nossas"],
    ["os", "os|dos=os|nos=os|uns|meus|teus|seus|estes|esses|nossos"],
    ["isso", "o|os|a|as|um|uma"],
    ["isto", "o|os|a|as|um|uma"],
  ],
  clitics: "lhe lhes se",
  enclitics: "-(?:me|te|nos|vos|lhe|lhes|se|o|a|os|as|lo|la|los|las|mo|ma|to|ta)",
  withPronoun: (infinitive, pronoun) =>
    infinitive.replace(/([aeio])r$/, (_, vowel: string) => ACCENTED[vowel] ?? vowel) + `-l${pronoun}`,
  oneself: (infinitive) => `${infinitive}-se`,
  joints: "se que para quando como quem onde porque com sem antes quanto quantos",
  mine: "meu minha meus minhas nosso nossa nossos nossas",
  yours: "teu tua teus tuas vosso vossa vossos vossas",
  theirs: "seu sua seus suas seu sua seus suas",
  till: "até|para|antes|de|a|no|na|em|ao|à",
  facts: {
    openings:
      "lembra-te que|não te esqueças que|lembre-se que|desde que|porque|já que|como|sabes que|você sabe que|e|mas|que|é que|aliás|sim|infelizmente|olha|bem|pois|por acaso",
    lasting: [
      [
        String.raw`(?:eu )?sou (?:\p{L}+ ){0,2}(?:alérgic[oa]|intolerante|diabétic[oa]|asmátic[oa]|epilétic[oa]|celíac[oa]|canhot[oa]|daltónic[oa]|disléxic[oa]|viúv[oa]|casad[oa]|divorciad[oa]|adotad[oa]|solteir[oa])(?: .+)?|(?:eu )?tenho (?:\p{L}+ ){0,2}(?:alergia|intolerância|diabetes|asma|enxaquecas?|epilepsia|artrose|hipertensão|vertigens)(?: .+)?|(?:eu )?estou (?:\p{L}+ )?(?:grávida|reformad[oa]|aposentad[oa]|divorciad[oa]|noiv[oa])(?: .+)?`,
        "core",
      ],
      [
        String.raw`(?:eu )?nasci .+|(?:eu )?sou d[eoa]s? \p{Lu}.+|(?:eu )?cresci .+|(?:eu )?(?:tenho|temos) (?:um|uma|dois|duas|três|quatro|cinco|\d) (?:\p{L}+ )?{kin}(?: .+)?|tenho \p{L}+(?: e \p{L}+)? anos|(?:eu )?(?:me chamo|chamo-me) \p{Lu}.+`,
        "core",
      ],
      [
        String.raw`(?:eu )?(?:não|nunca) (?:como|bebo|fumo|conduzo|dirijo) (?:carne|peixe|marisco|álcool|glúten|lactose|leite|café|açúcar|à noite|de noite|porco|ovos|laticínios|mais)?.*|(?:eu )?sou (?:\p{L}+ )?(?:vegetarian[oa]|vegan[oa]|vegetariano)(?: .+)?|(?:eu )?já não (?:fumo|bebo|como|conduzo)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`(?:eu )?(?:moro|vivo) .+|(?:eu )?(?:me mudei|mudei-me) .+|(?:eu )?tenho (?:um|uma|dois|duas) (?:\p{L}+ )?(?:jardim|casa|barco|horta|mota|moto|autocaravana|apartamento)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`(?:eu )?trabalho (?:\p{L}+ ){0,2}(?:como|em|no|na|nos|para|com|por turnos|à noite|de noite|numa|num)(?: .+)?|(?:eu )?sou (?:\p{L}+ )?{job}(?: .+)?|(?:eu )?dou aulas? (?:de|em|a) .+`,
        "work",
      ],
      [
        String.raw`(?:eu )?estudo .+|(?:eu )?estou (?:a (?:aprender|estudar|fazer (?:um mestrado|o doutoramento|a tese|um curso))|aprendendo|estudando|fazendo (?:um mestrado|um curso))(?: .+)?`,
        "learnings",
      ],
      [
        String.raw`(?:eu )?falo (?:\p{L}+ )?(?:inglês|francês|alemão|italiano|espanhol|português|árabe|russo|chinês)(?: .+)?|não sei (?:nadar|conduzir|dirigir|cozinhar)`,
        "skills",
      ],
      [
        String.raw`(?:eu )?toco .+|(?:eu )?jogo (?:a|à|ao|no|na|em|futebol|xadrez|ténis) ?.*|(?:eu )?coleciono .+|(?:eu )?canto (?:num|no|em) .+`,
        "hobbies",
      ],
      [
        String.raw`(?:eu )?(?:adoro|odeio|detesto|amo) (?!isso|isto)(?:\p{L}+ ){0,5}\p{L}+|(?:eu )?gosto (?:muito )?d[eoa]s? (?!ti|isso|você)(?:\p{L}+ ){0,5}\p{L}+|(?:eu )?tenho medo d[eoa]s? .+`,
        "interests",
      ],
      [
        String.raw`(?:o |a |os |as )?{my} {kin}(?: \p{Lu}\p{L}+)? (?:se chama|chama-se|vive|mora|trabalha|estuda|joga|é d[eoa] \p{Lu}|é (?:\p{L}+ ){0,2}(?:{job}|alérgic[oa]|contabilista|professora?|enfermeir[oa]|médic[oa]|engenheir[oa]|advogad[oa]|vegetarian[oa]|celíac[oa])|morreu|tem (?:problemas|diabetes|asma|alzheimer)|está reformad[oa])(?: .+)?`,
        "core",
      ],
    ],
    habits: "(?:eu )?(?:tenho|faço|vou|jogo|trabalho|treino|nado|canto|dou|corro|danço|toco)",
    jobs: String.raw`(?:professora?|enfermeir[oa]|médic[oa]|engenheir[oa]|advogad[oa]|contabilista|contadora?|arquitet[oa]|jornalista|cozinheir[oa]|padeir[oa]|estudante|fisioterapeuta|informátic[oa]|eletricista|canalizadora?|encanadora?|carpinteir[oa]|cabeleireir[oa]|veterinári[oa]|farmacêutic[oa]|tradutora?|bombeir[oa]|polícia|reformad[oa]|aposentad[oa]|programadora?|dentista|psicólog[oa]|fotógraf[oa]|músic[oa]|motorista|funcionári[oa]|agricultora?|designer)`,
    kin: "(?:filh[oa]s?|irmãos?|irmãs?|mãe|pai|pais|marido|mulher|esposa|companheir[oa]|namorad[oa]|avó|avô|avós|net[oa]s?|ti[oa]s?|sobrinh[oa]s?|prim[oa]s?|sogr[oa]s?|cunhad[oa]s?|gémeos|cão|cadela|cachorr[oa]|gat[oa]s?|cavalo)",
    my: "(?:meus?|minhas?|nossos?|nossas?)",
    isNamed: "se chamam?",
    named: "{} chama-se {}.",
    hollow: String.raw`(?:eu )?sou (?:\p{L}+ ){0,2}(?:alérgic[oa]|intolerante)`,
    passing:
      "est[ea]s?|ess[ea]s?|hoje|amanhã|ontem|agora|esta (?:noite|tarde|manhã|semana)|doente|cansad[oa]|aqui|ali|lá|isso|isto|ele|ela|lhe|te|ti|pront[oa]|atrasad[oa]|a caminho|ainda|daqui a|que ver|ideia|razão|pressa|vontade",
    hedges:
      "talvez|acho|penso|seria|teria|gostaria|gostava|se (?:eu|fosse|tivesse|pudesse)|parece|quase|diz que|suponho|espero|se calhar",
  },
  meetings: {
    meet: "voltar|vens|você vem|vemo-nos|posso (?:ir|passar)|vamos|venha|volte|volta|nos vemos|encontramo-nos|a gente se (?:vê|encontra)|nos encontramos|passa (?:lá em casa|cá em casa|por (?:cá|minha casa))|vem (?:cá|a minha casa|ter comigo)|reunimos|fazemos uma reunião",
    meeting: "Encontro com {}",
    leave: "saímos|partimos|partida|saída",
    departure: "Partida",
    until: "até|antes d[aoe]s?|o mais tardar",
    come: "vem|vêm",
    ride: "comboio|trem|voo|avião|autocarro|ônibus",
    evening: "cinema|teatro|ópera|restaurante|jantar|concerto|festa|show|espetáculo",
    settle: "então|melhor|está bem|combinado|bem|não|digamos|ok|perfeito|sim",
  },
};
