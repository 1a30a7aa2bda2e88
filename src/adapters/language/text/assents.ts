/** Assent, sighs and the like in six languages, which a sentence can do without. */
// prettier-ignore
export const ASSENTS: ReadonlySet<string> = new Set(
  `ja nein na naja klar gut okay ok oké super eben also stimmt ach genau danke so du nee oui non bon ben ah oh eh hein bref euh
  parfait nickel merci alors d'accord sí no bueno vale pues muy bien mal estupendo claro ya uf gracias oye sì allora ecco beh bene male
  grande giusto certo d'accordo grazie sim não pois boa bom bem então obrigado obrigada olha goed nou prima graag juist dus zo hè
  ow ouch oops wow hey hallo hola salut ciao olá hoi aua autsch aïe ay ahi ai schade pech mist`.split(/\s+/),
);
