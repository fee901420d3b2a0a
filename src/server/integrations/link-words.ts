/** Words of links that say where to go or what to do there, and nothing of a product. */
const WORDS = [
  'buy|shop|see|check|view|get|read|learn|find|visit|try|grab|order|click|tap|go|look|out|now|here|there|more|less|also',
  "it|its|it’s|it's|this|that|these|those|them|one|ones|both|same|another|other|our|my|your|the|a|an|to|for|in|of|and|or|is|are|at|on|from|via|by|with",
  'amazon|com|co|store|shop|seller|website|site|page|link|links|product|products|item|items|listing|option|options',
  "price|prices|cost|deal|deals|offer|offers|sale|discount|latest|current|currently|today|today’s|today's|best|availability|available|stock",
  'review|reviews|rating|ratings|detail|details|info|information|specs|source|photo|image|picture',
  'us|usa|uk|gb|eu|ca|canada|au|australia|de|germany|fr|france|es|spain|it|italy|jp|japan|india|mx|mexico|nl|se|pl|br',
].join('|')
const NOTHING_ELSE = new RegExp(`^[^\\p{L}\\p{N}]*(?:(?:${WORDS})(?![\\p{L}\\p{N}])[^\\p{L}\\p{N}]*)*$`, 'iu')
/** What asks for a click, whatever it says of the product after that; and what begins with a sum or a number. */
const ASKING =
  /^(?:(?:buy|shop|see|check|view|get|read|learn|find|order|click|more|from|at|on|price|now|here)\s|[$£€\d])/i
/** No list of words is longer. */
const LONGEST = 120

/** Tells whether the words of a link are no name of what it leads to: “this one”, “UK”, “Check price”. */
export const isLinkWords = (words: string): boolean =>
  ASKING.test(words) || (words.length <= LONGEST && NOTHING_ELSE.test(words))
