/** Actions that only users can take, as verb stems. */
const ACTS = (
  'add appl[iy] approv archiv assign block cancel chang clean clear creat delet disabl draft drop edit email enabl ' +
  'eras execut export fix import mail mark merg mov notif order paus post process publish purg queu refresh reject ' +
  'remov renam replac request rescan reset restor return revert sav scan schedul send start stop submit switch sync ' +
  'tag turn unblock unpublish updat wip'
).replaceAll(' ', '|')
const ACT = `(?:${ACTS})[a-z]*`
const PAST = `(?:(?:${ACTS})(?:l|t|p|g)?e?d|done|sent|reset|undone|finished|completed|handled|sorted|taken care of|carried out)`
const ADVERBS = String.raw`(?:(?:just|now|all|already|also|then|successfully|not|been|being|gone ahead and|went ahead and)\s+){0,3}`

/** Something that the assistant says to have done, or to be about to do: it does nothing. */
const OWN_ACT = new RegExp(
  String.raw`\b(?:i|we)\s?(?:'ve|\shave|\shad)?\s+${ADVERBS}${PAST}\b|\b(?:i|we)\s?(?:'ll|'m|'re|\swill|\sam|\sare)\s+${ADVERBS}(?:going to\s+|about to\s+)?${ACT}\b`,
  'i',
)
/** A sentence that says nothing but that it is done. */
const BARE_ACT = new RegExp(
  String.raw`^(?:(?:and|all|it's|it is|that's|that is|everything's|everything is|consider it|yes|ok|okay|sure)[,\s]+)*(?:${PAST}|all set|complete|success|successful|gone)(?:\s+(?:successfully|now|for you|as requested|as asked|it|them|all|everything|that))*$`,
  'i',
)
/** Something that was done by whomever. */
const PASSIVE_ACT = new RegExp(
  String.raw`(?:\b(?:is|are|was|were|be|been|being|got|get|has|have|had)|'s|'ve|'re)\s+${ADVERBS}(${PAST})\b`,
  'gi',
)

/** What says nothing about the workspace, as a whole sentence. */
const GREETING =
  /^(?:hello|hi|hey|good (?:morning|afternoon|evening)|welcome|thanks|thank you|you're welcome|my pleasure|goodbye|bye|sorry)(?: there| again| back| for asking)?(?:,? [\p{L}'-]+)?$/iu
const OWN_LIMITS =
  /^(?:sorry, |i'm sorry, )?(?:but )?i (?:can|can't|cannot|can only|could only|couldn't|don't|do not|won't|will not|only|am not able to|am unable to) (?:change|delete|update|edit|write|publish|remove|do|help|answer|look|know|guess|make)\b/i
const REQUEST = /^(?:please )?(?:ask|tell|try|type|use|choose|pick|give|let me know|name|rephrase)\b/i
const QUESTION =
  /^(?:which|what|who|whose|where|when|how|why|do|does|did|can|could|would|should|shall|may|want|need|anything|is there anything) /i
/** In such a sentence something is said all the same. */
const STATEMENT =
  /\b(?:that|because|since|as|so|no|none|nothing|nobody|never|all|each|every|everything|everybody|is|are|was|were|has|have|had|been|be|confirm|note)\b|n't been|[;:–—]/i

const plainOf = (words: string) => words.normalize('NFKC').replaceAll(/[’‘`´]/g, "'")
const sentencesOf = (words: string): string[] =>
  plainOf(words)
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/** Whether an answer claims an action that the results do not mention. */
export function claimsAct(words: string, results: readonly string[]): boolean {
  const known = plainOf(results.join('\n')).toLowerCase()
  return sentencesOf(words).some((sentence) => {
    const plain = sentence.replace(/[.!?…\s]+$/, '')
    if (OWN_ACT.test(plain) || BARE_ACT.test(plain)) return true
    return [...plain.matchAll(PASSIVE_ACT)].some(([, act = '']) => !known.includes(act.toLowerCase()))
  })
}

/** A sentence may only be a greeting, a question back, a request, or what the assistant itself can do. */
function isHarmless(sentence: string): boolean {
  const plain = sentence.replace(/[.!?…\s]+$/, '')
  if (GREETING.test(plain)) return !STATEMENT.test(plain)
  if (sentence.endsWith('?')) return QUESTION.test(plain) && !/[,;:–—]/.test(plain)
  return (OWN_LIMITS.test(plain) || REQUEST.test(plain)) && !STATEMENT.test(plain)
}

/** Whether an answer states anything about the workspace: without a look-up nothing is known of it. */
export const claimsFact = (words: string): boolean => !sentencesOf(words).every(isHarmless)

const NONE = /\b(?:no|none|nothing|nobody|nowhere|never|not|neither|zero|0)\b|n't\b/i
const ALL = /\b(?:all|each|every|everything|everybody|entirely|always|whole)\b/i

/** Whether an answer says "none" or "all" although no result does. */
export function claimsWhole(words: string, results: readonly string[]): boolean {
  const [said, known] = [plainOf(words), plainOf(results.join('\n'))]
  return [NONE, ALL].some((pattern) => pattern.test(said) && !pattern.test(known))
}
