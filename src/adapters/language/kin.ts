const list = (words: string): string => words.trim().split(/\s+/).join("|");

/** People and animals of somebody's own. */
const one = list(`
  sister brother mother father mum mom dad wife husband partner girlfriend boyfriend fiancé fiancée son daughter child
  baby grandmother grandfather grandma grandpa granny aunt uncle cousin niece nephew godson goddaughter godmother godfather
  stepmother stepfather stepson stepdaughter ex-wife ex-husband twin flatmate roommate housemate neighbour neighbor friend
  boss landlord landlady dog cat rabbit horse parrot puppy kitten hamster tortoise pony
`);
const several = list(`
  sisters brothers parents sons daughters children kids grandparents twins cousins in-laws dogs cats grandchildren
`);

/** For a pattern, the longer ones first. */
export const kinWords = `${several}|${one}`;
