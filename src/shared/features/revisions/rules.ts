import { POST_FIELDS, type WrittenPost } from '../articles/rules.ts'

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

/** Our names of pictures end in a digest of what they show, also where a site keeps its own copy. */
const OWN_PICTURE = /-([0-9a-f]{32})(?:-scaled|-\d{1,4})?\.[a-z]{3,4}$/
const pictureOf = (address: string | null) => OWN_PICTURE.exec(address ?? '')?.[1] ?? address
const isSamePicture = (one: string | null, other: string | null) => pictureOf(one) === pictureOf(other)

function verdictOf(
  { live, written, wanted }: Pick<PostPlace, 'live' | 'written' | 'wanted'>,
  areSame = isSame,
): PlaceVerdict {
  if (areSame(live, wanted)) return 'same'
  if (areSame(live, written)) return 'article'
  return areSame(wanted, written) ? 'post' : 'both'
}

const FIELD_LABELS = {
  excerpt: 'Excerpt',
  picture: 'Picture',
  author: 'Author',
  keyword: 'Focus keyword',
} as const

/** The key of the place that the picture of a post is. */
export const PICTURE_PLACE = 'field.picture'

/** The fields that the site keeps. Of those of which nobody knows what we wrote, the editors' stay. */
function fieldPlaces({ live, written, wanted }: ThreeTexts): PostPlace[] {
  return POST_FIELDS.flatMap((field) => {
    const [there, ours] = [live.fields?.[field], wanted.fields?.[field]]
    if (there === undefined || ours === undefined) return []
    const known = written.fields?.[field] ?? (field === 'excerpt' ? written.intro : ours)
    const said = { live: there, written: known, wanted: ours }
    const verdict = verdictOf(said, field === 'picture' ? isSamePicture : isSame)
    return [{ key: `field.${field}`, label: FIELD_LABELS[field], ...said, verdict }]
  })
}

/** Its editors have written the post anew, without any part of ours. */
const isTakenOver = ({ live, written }: ThreeTexts) =>
  live.intro === '' &&
  live.products.length === 0 &&
  live.questions.length === 0 &&
  (written.intro !== '' || written.products.length > 0 || written.questions.length > 0)

/** An equal field is no news, and an excerpt that nobody has touched follows the intro. */
function isWorthShowing({ key, verdict, live, wanted }: PostPlace): boolean {
  if (verdict === 'same' || (key === 'field.excerpt' && verdict === 'article')) return false
  // A site takes no pictures but our own.
  return !(key === PICTURE_PLACE && verdict === 'post' && live === '' && !OWN_PICTURE.test(wanted ?? ''))
}

/** Every place of a post, in the order in which readers meet them, and the fields that are not as they were. */
export const placesOf = (texts: ThreeTexts): PostPlace[] => [
  ...textPlaces(texts),
  ...fieldPlaces(texts).filter(isWorthShowing),
]

function textPlaces(texts: ThreeTexts): PostPlace[] {
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

/** A field of a post that an update leaves as its site has it. */
export type KeptField = 'title' | (typeof POST_FIELDS)[number]

/**
 * What the post is to say: what the article changes, and of the rest what its editors have made of it. Where both have
 * changed the same, what was chosen; `undecided` are the places that nobody has chosen for.
 */
export function mergedPost(
  texts: ThreeTexts,
  choices: WordChoices,
): { content: WrittenPost; kept: KeptField[]; undecided: PostPlace[] } {
  const { live, wanted } = texts
  const places = [...textPlaces(texts), ...fieldPlaces(texts)]
  const takes = new Map(places.map((place) => [place.key, takeOf(place, choices)]))
  const isPosts = (key: string) => takes.get(key) === 'post'
  const equal = new Set(places.filter(({ verdict }) => verdict === 'same').map(({ key }) => key))
  const isKept = (key: string) => isPosts(key) || equal.has(key)
  // Nothing is written over what the site does not say.
  const fields = POST_FIELDS.filter(
    (field) =>
      live.fields?.[field] === undefined ||
      isKept(`field.${field}`) ||
      (field === 'excerpt' && isPosts('intro')),
  )
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
    kept: [...(isKept('title') ? (['title'] as const) : []), ...fields],
    undecided: places.filter(({ key }) => takes.get(key) === null),
  }
}

/** What keeps an update from going on. */
export const undecidedWords = (count: number): string =>
  `${count === 1 ? 'One part of the post was' : `${count} parts of the post were`} also changed on its site. Choose which text to keep.`
