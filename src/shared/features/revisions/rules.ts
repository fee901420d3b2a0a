import type { WrittenPost } from '../articles/rules.ts'

/** Whose words stay where a post was changed on its site and in the article. */
export const TAKES = ['post', 'article'] as const
export type Take = (typeof TAKES)[number]

/** What became of a place since we wrote it: both say the same, or one of the two was changed, or both were. */
export const VERDICTS = ['same', 'article', 'post', 'both'] as const
export type PlaceVerdict = (typeof VERDICTS)[number]

/** What one place of a post says there, what we wrote there last, and what the article says; null where it is not there. */
export interface PostPlace {
  key: string
  label: string
  live: string | null
  written: string | null
  wanted: string | null
  verdict: PlaceVerdict
}

/** A decision about a place, by whoever saw what the post and the article say there: another text of either asks anew. */
export interface WordChoice {
  take: Take
  live: string | null
  wanted: string | null
}
export type WordChoices = Readonly<Record<string, WordChoice>>

/** The three texts of a post that are compared. */
export interface ThreeTexts {
  live: WrittenPost
  written: WrittenPost
  wanted: WrittenPost
}

type Product = WrittenPost['products'][number]
const productKey = (asin: string) => `product.${asin.toUpperCase()}`
const find = (products: readonly Product[], asin: string) =>
  products.find((product) => product.asin.toUpperCase() === asin)
const wordsOf = (product: Product | undefined) =>
  product === undefined
    ? null
    : [product.award, product.name, product.summary].filter((words) => words !== '').join('\n')

/** Where lines and blanks are does not matter: a site keeps them as it likes. */
const isSame = (one: string | null, other: string | null) =>
  one === null || other === null
    ? one === other
    : one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim()

function verdictOf({ live, written, wanted }: Pick<PostPlace, 'live' | 'written' | 'wanted'>): PlaceVerdict {
  if (isSame(live, wanted)) return 'same'
  if (isSame(live, written)) return 'article'
  return isSame(wanted, written) ? 'post' : 'both'
}

/** Its editors have written the post anew, without any part of ours. */
const isTakenOver = ({ live, written }: ThreeTexts) =>
  live.intro === '' &&
  live.products.length === 0 &&
  live.questions.length === 0 &&
  (written.intro !== '' || written.products.length > 0 || written.questions.length > 0)

/** Every place of a post, in the order in which readers meet them. */
export function placesOf(texts: ThreeTexts): PostPlace[] {
  const { live, written, wanted } = texts
  const place = (key: string, label: string, say: (text: WrittenPost) => string | null): PostPlace => {
    const said = { live: say(live), written: say(written), wanted: say(wanted) }
    return { key, label, ...said, verdict: verdictOf(said) }
  }
  const title = place('title', 'Title', (text) => text.title)
  if (isTakenOver(texts)) return [title]
  const asins = new Set(
    [wanted, live, written].flatMap(({ products }) => products.map(({ asin }) => asin.toUpperCase())),
  )
  const products = [...asins].map((asin) =>
    place(productKey(asin), asin, (text) => wordsOf(find(text.products, asin))),
  )
  return [
    title,
    place('intro', 'Intro', (text) => text.intro),
    ...products.filter((each) => each.live !== null || each.wanted !== null),
    place('questions', 'FAQs', (text) => text.questions.join('\n')),
  ]
}

/** Whose words a place has; null where somebody has to say so first. */
export function takeOf({ key, live, wanted, verdict }: PostPlace, choices: WordChoices): Take | null {
  if (verdict !== 'both') return verdict === 'post' ? 'post' : 'article'
  const choice = choices[key]
  // What was chosen before the article's words were kept with it is asked anew.
  return choice && isSame(choice.live, live) && isSame(choice.wanted ?? null, wanted) ? choice.take : null
}

/**
 * What the post is to say: what the article changes, and of the rest what its editors have made of it. Where both have
 * changed the same, what was chosen; `undecided` are the places that nobody has chosen for.
 */
export function mergedPost(
  texts: ThreeTexts,
  choices: WordChoices,
): { content: WrittenPost; undecided: PostPlace[] } {
  const { live, wanted } = texts
  const places = placesOf(texts)
  const takes = new Map(places.map((place) => [place.key, takeOf(place, choices)]))
  const isPosts = (key: string) => takes.get(key) === 'post'
  const own = wanted.products.flatMap((product) => {
    if (!isPosts(productKey(product.asin))) return [product]
    return find(live.products, product.asin.toUpperCase()) ?? []
  })
  const theirs = live.products.filter(
    ({ asin }) => isPosts(productKey(asin)) && find(wanted.products, asin.toUpperCase()) === undefined,
  )
  return {
    content: {
      title: isPosts('title') ? live.title : wanted.title,
      intro: isPosts('intro') ? live.intro : wanted.intro,
      products: [...own, ...theirs],
      questions: isPosts('questions') ? live.questions : wanted.questions,
    },
    undecided: places.filter(({ key }) => takes.get(key) === null),
  }
}

/** What keeps an update from going on. */
export const undecidedWords = (count: number): string =>
  `${count === 1 ? 'One part of the post was' : `${count} parts of the post were`} also changed on its site. Choose which text to keep.`
