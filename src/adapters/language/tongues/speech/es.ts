import type { SpeechLexicon } from "../speech-lexicon.js";

export const speech: SpeechLexicon = {
  verbs: {
    tasks: `reescribir rehacer=rehago/rehaces/rehaz,rehaga ocupar escanear fotocopiar imprimir planchar tender=tiendo/tiendes/tiende,tienda fregar=friego/friegas/friega,friegue comparar resumir echar validar adjuntar agendar elegir=elijo/eliges/elige,elija enviar=envío/envías/envía,envíe mandar escribir llamar comprar traer=traigo/traes/trae,traiga llevar recoger=recojo/recoges/recoge,recoja buscar=busco/buscas/busca,busque preguntar reservar pedir=pido/pides/pide,pida encargar=encargo/encargas/encarga,encargue pagar=pago/pagas/paga,pague transferir=transfiero/transfieres/transfiere,transfiera revisar comprobar=compruebo/compruebas/comprueba,compruebe preparar hacer=hago,haré/haces/haz,haga imprimir firmar rellenar entregar=entrego/entregas/entrega,entregue dejar=dejo/dejas/deja,deje ordenar limpiar reparar arreglar organizar=organizo/organizas/organiza,organice cancelar anular confirmar cambiar aplazar=aplazo/aplazas/aplaza,aplace avisar contactar invitar ayudar acompañar explicar=explico/explicas/explica,explique enseñar prestar devolver=devuelvo/devuelves/devuelve,devuelva dar=doy,daré/das/da,dé pasar=paso/pasas/pasa,pase reenviar=reenvío/reenvías/reenvía,reenvíe compartir redactar corregir=corrijo/corriges/corrige,corrija leer traducir=traduzco/traduces/traduce,traduzca terminar acabar inscribir apuntar matricular renovar=renuevo/renuevas/renueva,renueve solicitar añadir modificar=modifico/modificas/modifica,modifique instalar descargar=descargo/descargas/descarga,descargue subir lavar regar=riego/riegas/riega,riegue cocinar alquilar vender guardar=guardo/guardas/guarda,guarde poner=pongo,pondré/pones/pon,ponga colocar=coloco/colocas/coloca,coloque abrir cerrar=cierro/cierras/cierra,cierre cortar pintar sustituir=sustituyo/sustituyes/sustituye,sustituya repartir embalar anotar copiar publicar=publico/publicas/publica,publique probar=pruebo/pruebas/prueba,pruebe decir=digo,diré/dices/di,diga mirar hablar consultar presentar proponer=propongo,propondré/propones/propón,proponga encontrar=encuentro/encuentras/encuentra,encuentre sacar=saco/sacas/saca,saque recordar=recuerdo/recuerdas/recuerda,recuerde resolver=resuelvo/resuelves/resuelve,resuelva conseguir=consigo/consigues/consigue,consiga tramitar gestionar actualizar=actualizo/actualizas/actualiza,actualice montar`,
    direct: "llamar avisar invitar ayudar acompañar contactar",
    reflexive: "encargar ocupar",
    weak: "hacer",
    slight: "abrir cerrar poner mirar sacar leer decir pasar dejar guardar enseñar colocar echar explicar",
    tells: "preguntar decir explicar",
    conjugations: [
      { ending: /ar$/, first: "o", second: "as", order: "a|e" },
      { ending: /er$/, first: "o", second: "es", order: "e|a" },
      { ending: /ir$/, first: "o", second: "es", order: "e|a" },
    ],
    future: { ending: "é" },
  },
  infinitiveLast: false,
  leads:
    "y e pero pues entonces bueno vale ok sí luego después ah oh ay claro muy bien estupendo gracias además venga oye mira perfecto",
  fillers: "pues entonces también ya luego mismo misma enseguida solo sólo",
  I: "yo",
  needsI: false,
  you: "tú|usted|vosotros|ustedes",
  others: "él|ella|ellos|ellas|nosotros|eso|esto|es|está|hay|usted",
  will: "voy a",
  must: "tengo que|debo|he de|tendré que|me toca",
  go: "ir(?: a)?",
  personal: "a {}",
  mustYou: "tienes que|tiene que|debes",
  canYou:
    "(?:me )?(?:puedes|podrías|puede|podría|podéis|podríais|quieres|te importa|le importa)|(?:me |lo |la |los |las |se )*(?:tienes que|tiene que|debes)",
  can: "",
  shallI: "(?:quieres|quiere) que (?:te |le )?(?:lo |la |los |las )?|¿?puedo",
  please: "por favor|porfa|no te olvides de|no olvides|acuérdate de|recuerda",
  not: "no|nunca|nada|tampoco|jamás|ni",
  unsure:
    "quizás?|quizá|tal vez|a lo mejor|si|haría|sería|habría|dice que|dijo que|dicen|igual|algún día|acaso|debería",
  calling: "(?:le |te |os |les )?llamo (?:por|para|de)",
  always: "siempre|normalmente|a menudo|cada|todos los|todas las|a veces|suelo|de costumbre|casi nunca",
  yes: "sí|puedo|gracias|si|claro|vale|de acuerdo|por supuesto|ok|okay|bueno|perfecto|sin problema|hecho|venga|encantad[oa]|muy bien|estupendo|desde luego|cuenta con ello|ahora mismo|con mucho gusto|genial|me parece bien|dale|sin falta",
  no: "no|lo siento|imposible|no puedo|mejor no|qué va|desgraciadamente|no hace falta|ni hablar|deja",
  me: "me nos",
  us: "nos",
  toYou: "te le les os",
  toward: "a {}",
  pronouns: [
    ["la", "la|una|esta|esa|nuestra"],
    ["lo", "el|un|este|ese|nuestro|al|del=el"],
    ["las", "las|unas|estas|esas|nuestras"],
    ["los", "los|unos|estos|esos|nuestros"],
    ["eso", "el|un|este"],
  ],
  clitics: "se le les",
  enclitics: "(?:me|te|nos|os|le|les|se)?(?:lo|la|los|las)?",
  withPronoun: (infinitive, pronoun) => infinitive + pronoun,
  oneself: (infinitive) => `${infinitive}se`,
  joints: "si que para cuándo cuando cómo como quién qué dónde porque con sin por antes cuánto a",
  mine: "mi mis nuestro nuestra nuestros nuestras",
  yours: "tu tus vuestro vuestra vuestros vuestras",
  theirs: "su sus su su sus sus",
  till: "del|al|para|antes|de|hasta|a|por|en|el|sobre",
  facts: {
    openings:
      "recuerda que|acuérdate de que|no olvides que|desde que|porque|ya que|como|sabes que|ya sabes que|y|pero|es que|que|la verdad es que|bueno|además|sí|yo,|a mí|por cierto|resulta que|desgraciadamente",
    lasting: [
      [
        String.raw`(?:yo )?soy (?:\p{L}+ ){0,2}(?:alérgic[oa]|intolerante|diabétic[oa]|asmátic[oa]|epiléptic[oa]|celíac[oa]|zurd[oa]|daltónic[oa]|disléxic[oa]|viud[oa]|adoptad[oa]|huérfan[oa])(?: .+)?|(?:yo )?tengo (?:\p{L}+ ){0,2}(?:alergia|intolerancia|diabetes|asma|migrañas?|epilepsia|artrosis|hipertensión|vértigo)(?: .+)?|(?:yo )?estoy (?:\p{L}+ )?(?:casad[oa]|divorciad[oa]|embarazada|jubilad[oa]|prometid[oa]|separad[oa])(?: .+)?`,
        "core",
      ],
      [
        String.raw`(?:yo )?nací .+|(?:yo )?soy de \p{Lu}.+|me crié .+|(?:yo )?(?:tengo|tenemos) (?:un|una|dos|tres|cuatro|cinco|\d) (?:\p{L}+ )?{kin}(?: .+)?|tengo \p{L}+(?: y \p{L}+)? años|me llamo \p{Lu}.+`,
        "core",
      ],
      [
        String.raw`(?:yo )?(?:nunca|no) (?:como|bebo|fumo|conduzco|tomo|pruebo) (?:carne|pescado|marisco|alcohol|gluten|lactosa|leche|café|azúcar|de noche|cerdo|huevos?|lácteos|nunca|más|ya)?.*|(?:yo )?soy (?:\p{L}+ )?(?:vegetarian[oa]|vegan[oa])(?: .+)?|ya no (?:fumo|bebo|como|conduzco)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`(?:yo )?vivo .+|me mudé .+|(?:yo )?tengo (?:un|una|dos|tres) (?:\p{L}+ )?(?:jardín|casa|piso|barco|huerto|moto|autocaravana)(?: .+)?`,
        "lifestyle",
      ],
      [
        String.raw`(?:yo )?trabajo (?:\p{L}+ ){0,2}(?:de|como|en|para|con|por las noches|desde)(?: .+)?|(?:yo )?soy (?:\p{L}+ )?{job}(?: .+)?|(?:yo )?doy clases? (?:de|en|a) .+|cambié (?:al|de|a) (?:turno|trabajo|empresa|puesto)(?: .+)?|empecé a trabajar .+`,
        "work",
      ],
      [
        String.raw`(?:yo )?estudio .+|(?:yo )?estoy (?:aprendiendo|estudiando|haciendo (?:un máster|el doctorado|la tesis|un curso))(?: .+)?|(?:yo )?aprendo .+`,
        "learnings",
      ],
      [
        String.raw`(?:yo )?hablo (?:\p{L}+ )?(?:inglés|francés|alemán|italiano|portugués|catalán|gallego|euskera|árabe|ruso|chino|español)(?: .+)?|no sé (?:nadar|conducir|cocinar)`,
        "skills",
      ],
      [String.raw`(?:yo )?(?:toco|colecciono) .+|(?:yo )?juego (?:a|al|en) .+|(?:yo )?canto en .+`, "hobbies"],
      [
        String.raw`me (?:encanta|gusta|gustan|encantan) (?:el|la|los|las|\p{L}+r) ?.*|odio (?:el|la|los|las|\p{L}+r) ?.*|tengo miedo (?:a|de) .+|me dan? miedo .+`,
        "interests",
      ],
      [
        String.raw`{my} {kin}(?: \p{Lu}\p{L}+)? (?:se llama|se llaman|vive|viven|trabaja|estudia|juega|es de|es (?:\p{L}+ ){0,2}(?:{job}|alérgic[oa]|contable|profesora?|enfermer[oa]|médic[oa]|ingenier[oa]|abogad[oa]|vegetarian[oa]|celíac[oa])|murió|está (?:casad[oa]|jubilad[oa]))(?: .+)?`,
        "core",
      ],
    ],
    habits: "(?:yo )?(?:tengo|hago|voy|juego|trabajo|entreno|nado|canto|doy|corro|libro|bailo)",
    jobs: String.raw`(?:profesora?|maestr[oa]|enfermer[oa]|médic[oa]|ingenier[oa]|abogad[oa]|contable|arquitect[oa]|periodista|cociner[oa]|panader[oa]|estudiante|fisioterapeuta|informátic[oa]|electricista|fontaner[oa]|carpinter[oa]|peluquer[oa]|dependient[ea]|autónom[oa]|veterinari[oa]|farmacéutic[oa]|traductora?|bomber[oa]|policía|jubilad[oa]|taxista|programadora?|dentista|psicólog[oa]|fotógraf[oa]|músic[oa]|conductora?|camarer[oa]|administrativ[oa]|funcionari[oa]|agricultora?|pintora?|actriz|actor)`,
    kin: "(?:hij[oa]s?|herman[oa]s?|madre|padre|padres|mamá|papá|marido|mujer|espos[oa]|pareja|novi[oa]|abuel[oa]s?|niet[oa]s?|tí[oa]s?|sobrin[oa]s?|prim[oa]s?|suegr[oa]s?|cuñad[oa]s?|mellizos|gemelos|perr[oa]s?|gat[oa]s?|caballo)",
    my: "(?:mis?|nuestr[oa]s?)",
    isNamed: "se llaman?",
    named: "{} se llama {}.",
    hollow: String.raw`(?:yo )?soy (?:\p{L}+ ){0,2}(?:alérgic[oa]|intolerante)`,
    passing:
      "est[ea]s?|es[ea]s?|hoy|mañana|ayer|ahora|esta (?:noche|tarde|mañana|semana)|enferm[oa]|cansad[oa]|aquí|ahí|allí|eso|esto|él|ella|lo|te|ti|list[oa]|tarde|de camino|todavía|en un rato|el \\p{L}+ que viene|que ver|idea|razón|prisa|ganas",
    hedges:
      "quizás?|creo|pienso|sería|haría|tendría|si|a lo mejor|parece|casi|quisiera|gustaría|dice que|supongo|espero",
  },
  meetings: {
    meet: "volver|vienes|venís|nos vemos|puedo (?:ir|pasar)|vamos a|venga|vuelva|vuelve|quedamos|nos reunimos|nos encontramos|pásate|vente|venid|paso a (?:buscarte|recogerte)|te (?:recojo|espero)",
    meeting: "Reunión con {}",
    leave: "salimos|nos vamos|salida|partimos",
    departure: "Salida",
    until: "antes de|hasta|como muy tarde",
    come: "viene|vienen",
    ride: "tren|vuelo|avión|autobús",
    evening: "cine|teatro|ópera|restaurante|cena|concierto|fiesta|función",
    settle: "entonces|mejor|vale|de acuerdo|bueno|no|pues|perfecto|digamos",
  },
};
