/** A question with its answer; `{noun}` and `{nouns}` are placeholders for the product. */
interface BankedQuestion {
  question: string
  answer: string
  source: string
}

/** Questions that fit any product. */
const OF_ALL: readonly BankedQuestion[] = [
  {
    question: 'How much should I spend on a {noun}?',
    answer:
      'Decide first how often it will be used. For weekly use the middle of the shelf is enough; the most expensive third mostly adds finish and features.',
    source: 'plainbuyer.example',
  },
  {
    question: 'How many years should a {noun} last?',
    answer:
      'With ordinary care five years is a fair expectation. Look for spare parts that can be bought for longer than the warranty runs.',
    source: 'keepitrunning.example',
  },
  {
    question: 'What should I look for in a {noun}?',
    answer:
      'A size that fits your space, parts that can be cleaned or replaced, and a warranty of two years or more, in that order.',
    source: 'plainbuyer.example',
  },
  {
    question: 'Is an expensive {noun} worth it?',
    answer:
      'If you use it every day, often yes: you pay for better motors, seams and coatings. If you use it a few times a year, a simple one will do.',
    source: 'secondopinion.example',
  },
  {
    question: 'When is the best time to buy a {noun}?',
    answer:
      'When everyone else has stopped looking for one. Prices fall a few weeks after demand has peaked.',
    source: 'priceweather.example',
  },
  {
    question: 'Are refurbished {nouns} any good?',
    answer:
      'From the maker, usually: they come with a new warranty. From others, ask which parts were changed and for how long they answer for them.',
    source: 'secondopinion.example',
  },
  {
    question: 'How do I clean a {noun}?',
    answer:
      'Warm water, mild soap and a soft cloth for the outside; clean anything that comes off separately, and dry it before it goes back.',
    source: 'keepitrunning.example',
  },
  {
    question: 'Can I return a {noun} after using it?',
    answer:
      'Most shops take it back within 30 days if it is complete. Keep the box until the first month is over.',
    source: 'plainbuyer.example',
  },
]

/** Additional questions per category. */
const BY_CATEGORY: Readonly<Record<string, readonly BankedQuestion[]>> = {
  'Home & Kitchen': [
    {
      question: 'Is a {noun} dishwasher safe?',
      answer: 'Parts of it mostly are, the base never is. Coatings last longer when they are washed by hand.',
      source: 'kitchenbench.example',
    },
    {
      question: 'What size of {noun} do I need for two people?',
      answer:
        'The smallest or the second smallest of a series. One that is half empty works no better and takes more room.',
      source: 'kitchenbench.example',
    },
    {
      question: 'Which material is best for a {noun}?',
      answer: 'Steel if it gets knocked about, glass if taste matters, and plastic only if weight does.',
      source: 'kitchenbench.example',
    },
  ],
  'Sports & Outdoors': [
    {
      question: 'How heavy should a {noun} be?',
      answer:
        'If you carry it all day, get the lightest that your budget allows. If it stays near the car, weight hardly matters.',
      source: 'trailnotes.example',
    },
    {
      question: 'Is a {noun} waterproof?',
      answer:
        'Water resistant means a shower, waterproof means an afternoon of rain. Look for a rating, not for the word.',
      source: 'trailnotes.example',
    },
  ],
  'Pet Supplies': [
    {
      question: 'What size of {noun} does my dog need?',
      answer:
        'Measure length and height and add a hand’s width. If it’s between two sizes, take the larger one.',
      source: 'goodpaws.example',
    },
    {
      question: 'Is a {noun} safe to leave with a pet alone?',
      answer:
        'After a week of watching how it is used, mostly yes. Loose cords and small parts are what vets see.',
      source: 'goodpaws.example',
    },
  ],
  'Baby Products': [
    {
      question: 'From what age can I use a {noun}?',
      answer: 'The label gives it in months and in weight. If they differ, go by the weight.',
      source: 'firstyears.example',
    },
    {
      question: 'Should I buy a {noun} second-hand?',
      answer:
        'Anything that protects a child in a fall or a crash should be new, since you can’t see what a used one has been through.',
      source: 'firstyears.example',
    },
  ],
  'Tools & Home Improvement': [
    {
      question: 'Corded or cordless: which {noun} is better?',
      answer: 'Cordless for an hour at a time and for ladders, corded for a whole day in one place.',
      source: 'shopfloor.example',
    },
    {
      question: 'Do I need a professional {noun} at home?',
      answer: 'Rarely. A tool for a few weekends a year may cost a third of one that is used every day.',
      source: 'shopfloor.example',
    },
  ],
  'Patio, Lawn & Garden': [
    {
      question: 'How do I store a {noun} over winter?',
      answer: 'Dry, empty and off the ground. Metal is wiped with oil, batteries come indoors.',
      source: 'gardenjournal.example',
    },
    {
      question: 'Which {noun} is best for a small yard?',
      answer: 'The lightest that does the work: it is taken out and put away more often than it is used.',
      source: 'gardenjournal.example',
    },
  ],
  Electronics: [
    {
      question: 'How long does the battery of a {noun} last?',
      answer:
        'About four fifths of what the box says, and a little less each year. Look for one that can be changed.',
      source: 'signalpath.example',
    },
  ],
  'Beauty & Personal Care': [
    {
      question: 'How often should I replace a {noun}?',
      answer: 'Heads and pads every three months, the device itself when its battery no longer lasts a week.',
      source: 'dailyroutine.example',
    },
  ],
}

/** Words that qualify a product rather than name it. */
const AROUND = /^(the )?(best|cheap|cheapest|top|good) |( (for|under|with|without|vs) .*)$/g

/** The product that a search names, without its qualifiers. */
export function nounOf(words: string): string {
  const noun = words.toLowerCase().replace(AROUND, '').replace(AROUND, '').trim()
  return noun === '' ? words : noun
}

const isPlural = (noun: string) => /[^s]s$/.test(noun)
const pluralOf = (noun: string) => (isPlural(noun) ? noun : `${noun}s`)

/** Fits `a {noun}` to the word: no article before a plural, "an" before a vowel. */
function filled(text: string, noun: string): string {
  const vowel = /^[aeiou]/i.test(noun) ? 'an' : 'a'
  const article = isPlural(noun) ? '' : `${vowel} `
  const words = text
    .replace(/\b(A|a|An|an) \{noun\}/g, `${article}${noun}`)
    .replaceAll('{nouns}', pluralOf(noun))
    .replaceAll('{noun}', noun)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Questions about a search, the narrower ones first. */
export const questionsAbout = (words: string, category: string | undefined): BankedQuestion[] => {
  const noun = nounOf(words)
  const own = category === undefined ? [] : (BY_CATEGORY[category] ?? [])
  return [...own, ...OF_ALL].map(({ question, answer, source }) => ({
    question: filled(question, noun),
    answer,
    source,
  }))
}
