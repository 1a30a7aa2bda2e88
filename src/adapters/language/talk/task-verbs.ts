/**
 * Verbs of things that can be done and ticked off. Speech is full of "I'll say", "we'll see", "can you tell us": a
 * closed list of doings keeps those out, at the price of some that are missed. What must follow a verb before it
 * counts is its pattern, matched right behind it.
 */
const ANYTHING = /^(?: \S|$)/;
const THING =
  /^ (?:\S+ )?(?:the|a|an|my|our|your|his|her|their|some|this|that|these|those|all|\d+|two|three|four|five|\p{Lu}\S*|\p{L}+s)\b/u;
const ARTICLE = /^ (?:the|a|an|my|our|your|his|her|their|some|all) \S/i;
const NAMED = /^ (?:\p{Lu}\S*|my|our|the|your|his|her|him|them|me|you)\b/u;
/** Verbs with so many uses that only a day or hour makes a task of them. */
const DATED = null;

const entries: readonly (readonly [string, RegExp | null])[] = [
  [
    "send|resend|email|e-mail|mail|forward|post|ship|deliver|submit|upload|publish|distribute|circulate",
    /^ (?!off\b)\S/,
  ],
  [
    "write|rewrite|draft|type|print|scan|copy|sign|file|edit|proofread|translate|format|fill|compile|summarize|summarise",
    /^ (?!off\b|the code\b.*would)\S/,
  ],
  [
    "prepare|arrange|organize|organise|schedule|reschedule|plan|book|reserve|order|buy|purchase|pay|renew|cancel|confirm",
    /^ (?!on\b|to\b)\S/,
  ],
  ["call|phone|ring|text|message|contact|invite|notify|inform", /^ (?!it\b|this\b|that\b|myself\b|upon\b|for\b)\S/],
  [
    "prep|redo|tidy|dust|sweep|mop|polish|sand|trim|prune|plant|frost|ice|wrap|label|laminate|photocopy|digitise|digitize|transcribe|invoice|reimburse|refund|deposit|log|file|ship|courier|sketch|mock up|benchmark|reboot|restart|patch|rewrite|tighten|oil|charge|sterilise|disinfect|defrost|marinate|insulate|tile|plaster|weld|solder|sew|hem|knit|mend|reserve|rebook|reorder|resubmit|reissue|endorse|notarise|notarize|sponsor|staple|mount|frame|hoover|shovel|rake|groom|deworm|vaccinate|bandage|review|update|fix|repair|install|upgrade|deploy|test|debug|refactor|implement|configure|verify|validate|document|migrate|merge|refill|replace|measure|calculate|analyse|analyze|assemble|paint|wash|clean|cook|bake|water|feed|mow|vacuum|pack|iron|donate|register|apply|enrol|enroll|download|backup|archive|hire|recruit|negotiate|approve|investigate|research|double-check",
    /^ \S/,
  ],
  ["find|get|ask", /^ (?:somebody|someone)\b/],
  ["lend", /^ (?:me|you|us|him|her|\p{Lu}\S*) \S/u],
  ["check", /^ (?!out$|it$|that$|,)\S/],
  [
    "be in touch with|have a word with|have a chat with|have a quick word with|have a talk with|lock up|get on to|get onto|get hold of|chase|chase up|courier|fax|redo|turn off|turn on|switch off|switch on|shut off|set up|put together|pick up|drop off|write up|write down|type up|print out|fill in|fill out|follow up|sort out|work out|draw up|hand in|hand out|sign up|tidy up|clean up|look up|find out|hook up|top up|look into|get in touch|get back to|get hold of|reach out|check in|chase up|take out|throw out|turn in|send out|send over|wrap up|catch up on|work on|put up|bring back|bring along",
    ANYTHING,
  ],
  [
    "put|add|collect|return|attach|share|change|remove|transfer|move|make|build|create|design|record|find|finish|complete|extend|rent|hang|sell|ask|hand",
    ARTICLE,
  ],
  [
    "bring|get|fetch|grab",
    /^ (?:the|some|a|an|my|our|your|more|milk|bread|[a-z]+s) ?(?!sense\b|feel\b|feeling\b|idea\b|bit\b|lot\b|chance\b|question\b|point\b|way\b|kick\b|things?\b|hang\b)\S/,
  ],
  [
    "ask|tell|remind|meet|pay|visit|help|train|update|brief|join",
    /^ (?:\p{Lu}\S*|(?:my|your|our|his|her|their) \p{Ll}+|the (?:team|library|orchestra|city|neighbours?|neighbors?|builder|garage|clinic|doctor|landlord|teacher|bank|plumber|supplier|client|customer|school|office|lawyer|manager|vet))\b/u,
  ],
  ["get back to|meet with|let", NAMED],
  [
    "talk to|speak to|speak with|talk with|check with|sync with|write to",
    /^ (?!(?:that|this|it|you|us|myself|each|everyone|people|what|how)\b)\p{L}/u,
  ],
  [
    "give",
    /^ (?:\p{Lu}\S* \S|(?:the|your|my) \S+ (?:to|back)|(?:him|her|them|you|me) (?:a|the) (?:call|ring|ride|lift|shout|key|keys|list|file|update)\b|your \S+ a )/u,
  ],
  [
    "do",
    /^ (?:the|my|our|your) (?:laundry|dishes|shopping|taxes|homework|slides|minutes|report|expenses|paperwork|invoices|booking|research|write-up|working design|groceries|ironing|presentation|budget|washing)\b/,
  ],
  ["ask", /^ (?:(?:him|her|them)(?:$|[ ,.])|(?:about|at|around|in) \S)/],
  ["tell|remind", /^ (?:him|her|them)(?:$|[,.]| (?:to|about|that)\b)/],
  ["leave", /^ (?:the|a|my|your|our) (?:key|keys|letter|parcel|package|note|message)\b/],
  ["collect|drive|join|help|lock|unplug|return", NAMED],
  ["make", /^ sure \S/],
  ["fetch", NAMED],
  [
    "get|grab|fetch|buy|bring",
    /^ (?:petrol|gas|fuel|diesel|milk|bread|coffee|wine|beer|cheese|butter|flour|sugar|rice|ice|paper|ink|food|dinner|lunch|cash|medicine|cream|fruit|salad|cake|juice)\b/i,
  ],
  ["take care of|see to|look after|clear", THING],
  ["put|type|write|print|pick|fill|sort|set|hand|drop|clean", /^ (?:\S+ ){1,4}(?:together|up|down|out|off)\b/],
  ["keep", DATED],
  [
    "present|start|begin|read|take|do|get|bring|finalize|finalise|go over|go through|discuss|show|deal with|add|release|launch|leave|drive|have|return|finish|complete|share|put|handle|run|study|make",
    DATED,
  ],
];

interface TaskVerb {
  readonly verb: string;
  /** What must follow; null when only a date makes it a task. */
  readonly needs: RegExp | null;
}

const verbs: readonly TaskVerb[] = entries
  .flatMap(([list, needs]) => list.split("|").map((verb) => ({ verb, needs })))
  .sort((a, b) => b.verb.split(" ").length - a.verb.split(" ").length);

const byFirstWord = Map.groupBy(verbs, ({ verb }) => verb.split(" ")[0] ?? verb);

/** Uses of those verbs that do nothing outside the conversation. */
const IDLE =
  /^(?:let (?:\S+ ?)(?:$|(?!know\b))|let (?:you|me|us) know[.?!]?$|make it\b|talk to you (?:on|at|later|soon|tomorrow|then)\b|move (?:on|to|into|forward|back|ahead)|make (?:a|the|my|your) (?:point|comment|guess|mistake|difference|case|remark|lot|decision|announcement)|share (?:my|the|your) (?:screen|view|thoughts?|experience|thinking)|ask (?:a|the|my|your|another|one|some) (?:\w+ )?questions?|add (?:a|one|the) (?:thing|comment|point|note)|change the (?:subject|topic|channel|volume)|get (?:a|the|some|my) (?:sense|feel|idea|point|hang|answer|more)|take (?:a|the) (?:look|moment|minute|second|break|point|lead)|have (?:a|the) (?:look|go|think|discussion|chat|break|question)|call (?:it|you back in)|plan (?:on|to|for)|check (?:that|this|it)(?: out)?[.?!]?$|find (?:a|the|our) (?:way|balance)|write (?:papers|as)|return to|start (?:with|by|off)|begin (?:with|by)|put (?:it|the|a) (?:question|point|in (?:question|a nutshell|perspective|context|other words|words)\b|in[.?!]?$)|order to|record show|do (?:it|that|this|so)\b|do (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|get the (?:door|lights?|phone)\b|put the kettle on\b|have to|get (?:to|into)\b|show (?:you|us)|read (?:it|that) out|run (?:through|by|out)|leave (?:it|that|you|this)|post it[.?!]?$|clean slate|help (?:but|us))\b/i;

/** What is said, thought, felt or just done on the spot: of these no object makes a task. */
// prettier-ignore
const IDLE_VERBS = new Set(["accept", "admit", "agree", "answer", "argue", "be", "beat", "become", "believe", "bet", "blame", "blow", "call", "care", "change", "come", "consider", "continue", "cry", "die", "drink", "drop", "eat", "end", "enjoy", "expect", "explain", "faint", "fall", "feel", "forget", "forgive", "get", "give", "go", "guess", "hate", "have", "hear", "hit", "hold", "hope", "imagine", "include", "jump", "keep", "kill", "kiss", "know", "laugh", "leave", "let", "lie", "like", "listen", "live", "look", "lose", "love", "manage", "marry", "mean", "mention", "mind", "miss", "move", "need", "never", "not", "notice", "own", "pass", "play", "point", "prefer", "promise", "put", "read", "realise", "realize", "remain", "remember", "repeat", "roll", "run", "say", "see", "seem", "show", "sing", "sit", "skip", "sleep", "smell", "speak", "stand", "start", "stay", "steal", "step", "stick", "stop", "suggest", "survive", "swear", "swim", "take", "talk", "tell", "thank", "think", "throw", "touch", "trust", "try", "turn", "understand", "use", "wait", "wake", "walk", "want", "wear", "win", "wish", "wonder", "work"]);
/** Verbs of many uses that are doings where they move a thing to a place or to somebody. */
const MOVING =
  /^look (?:(?:it|them|that|those|(?:the|a|an|my|your|our|some) (?:[\p{L}'-]+ ){1,3}))(?: ?)(?:out|up)\b|^(?:hold|keep|save) (?:the|a|an|your|you|my|his|her|their) (?:[\p{L}'-]+ ){1,4}(?:for|till|until|from)\b|^(?:take|put|give|get|bring|leave|move|drop|pass|call|tell|show|carry|run|hand)(?: (?:in|out|up|down|off|over|back|on|by|round|around|away|through|along))? (?:(?:the|a|an|my|your|our|his|her|their|some|this|that|these|those) (?:[\p{L}'-]+ ){1,4}|it |them |one |him |her |you |[\p{Lu}][\p{L}'-]+ )(?:(?:in|out|up|down|off|over|back|on|by|round|around|along)(?: |$)|(?:to|into|onto|in|at|with|through|for|from) (?:the|my|your|our|his|her|their|a|an|\p{Lu}|them|him|you|it|me|us)|the |a |an |my |your |some |that |about )/u;

/** Verbs of what is mostly done on the spot; only a time makes more of them. */
const OF_THE_MOMENT =
  /^(?:get|bring|grab|take|give|hand|pass|put|change|open|close|shut|keep|hold|turn|clean|pour|cut|press|push|pull|lift|move|help|show|start|add|set|read|write (?:it|that|this|them|the \S+) down|write down|plug|unplug|click|scroll|mute|repeat|draw|weigh|test|run|check|copy|measure|share|print)\b/i;
/** What one moves oneself. */
const BODY =
  /^\S+(?: \S+)? (?:your|my|his|her|the|both|one) (?:(?:left|right|other|upper|lower) )?(?:head|back|arms?|legs?|feet|foot|hands?|eyes?|mouth|shoulders?|knees?|chin|chest|fingers?|toes?|elbows?|hips?|neck|body|tongue|sleeves?|breath|weight)\b/i;

/** Whether it takes a time before this is more than something done on the spot. */
export function isOfTheMoment(imperative: string): boolean {
  return OF_THE_MOMENT.test(imperative);
}

/** Whether one is told how to hold oneself. */
export function isBodily(imperative: string): boolean {
  return BODY.test(imperative);
}

/** Whether a phrase that begins with a verb is only talk or of the moment. */
export function idleVerb(imperative: string): boolean {
  const [first = ""] = imperative.toLowerCase().split(/[ ,.?!]/, 1);
  return IDLE_VERBS.has(first) && !MOVING.test(imperative);
}

/** Uses of doing verbs that do nothing outside the conversation. */
export function isIdle(imperative: string): boolean {
  return IDLE.test(imperative);
}

/**
 * How many words of `words`, from the first, make a verb of doing, with what it needs behind it; 0 for none.
 * @param dated whether a day or an hour was named with it.
 */
export function taskVerbLength(clause: string, dated: boolean): number {
  if (IDLE.test(clause)) return 0;
  const lower = clause.toLowerCase();
  const [first = ""] = lower.split(/[ ,.?!]/, 1);
  for (const { verb, needs } of byFirstWord.get(first) ?? []) {
    if (!lower.startsWith(verb) || /^[\p{L}'-]/u.test(lower.slice(verb.length))) continue;
    if (
      needs === null
        ? dated && THING.test(clause.slice(verb.length))
        : needs.test(clause.slice(verb.length)) || (dated && THING.test(clause.slice(verb.length)))
    )
      return verb.split(" ").length;
  }
  return 0;
}
