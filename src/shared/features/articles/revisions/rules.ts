import { POST_FIELDS, type WrittenPost } from '../articles/rules.ts'

/** Which text wins if both the post on its site and the article were changed. */
export const TAKES = ['post', 'article'] as const
export type Take = (typeof TAKES)[number]

/** Changes of a place since our last write: none, in one of the two texts, or in both. */
export const VERDICTS = ['same', 'article', 'post', 'both'] as const
export type PlaceVerdict = (typeof VERDICTS)[number]

/**
 * One place of a post: its live text, the text we last wrote, and the article's text; null if the place does
 * not exist.
 */
export interface PostPlace {
  key: string
  label: string
  live: string | null
  written: string | null
  wanted: string | null
  verdict: PlaceVerdict
}

/**
 * A user's choice for a place, with the two texts that the user saw. If either changes, the user must choose
 * again.
 */
export interface WordChoice {
  take: Take
  live: string | null
  wanted: string | null
}
export type WordChoices = Readonly<Record<string, WordChoice>>

/** The three versions of a post that are compared. */
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

/** Ignores line breaks and blanks, because sites reformat them. */
const isSame = (one: string | null, other: string | null) =>
  one === null || other === null
    ? one === other
    : one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim()

/** Our picture names end in a digest of the picture, even in a site's own copy. */
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

/** Key of the place for the post's picture. */
export const PICTURE_PLACE = 'field.picture'

/** The fields of the post on its site. If our last written value is unknown, the editors' value stays. */
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

/** The site's editors have rewritten the post, without any of our parts. */
const isTakenOver = ({ live, written }: ThreeTexts) =>
  live.intro === '' &&
  live.products.length === 0 &&
  live.questions.length === 0 &&
  (written.intro !== '' || written.products.length > 0 || written.questions.length > 0)

/** Hides equal fields, and an untouched excerpt that follows the intro. */
function isWorthShowing({ key, verdict, live, wanted }: PostPlace): boolean {
  if (verdict === 'same' || (key === 'field.excerpt' && verdict === 'article')) return false
  // A site accepts only our own pictures.
  return !(key === PICTURE_PLACE && verdict === 'post' && live === '' && !OWN_PICTURE.test(wanted ?? ''))
}

/** Every place of a post in reading order, then the fields that differ. */
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

/** Which text wins at a place; null if the user must choose first. */
export function takeOf({ key, live, wanted, verdict }: PostPlace, choices: WordChoices): Take | null {
  if (verdict !== 'both') return verdict === 'post' ? 'post' : 'article'
  const choice = choices[key]
  // Choices from before the article's words were stored with them must be made again.
  return choice && isSame(choice.live, live) && isSame(choice.wanted ?? null, wanted) ? choice.take : null
}

/** A field of a post that an update does not touch. */
export type PreservedField = 'title' | (typeof POST_FIELDS)[number]

/** Products with others inserted, each after one of those that it follows in its own list: `after` picks its place. */
function withInserted(
  products: readonly Product[],
  { others, list }: { others: readonly Product[]; list: readonly Product[] },
  after: (places: readonly number[]) => number,
): Product[] {
  const result = [...products]
  const placeOf = (asin: string) => result.findIndex((each) => each.asin.toUpperCase() === asin)
  for (const other of others) {
    const at = list.findIndex(({ asin }) => asin.toUpperCase() === other.asin.toUpperCase())
    const before = list.slice(0, at).map(({ asin }) => placeOf(asin.toUpperCase()))
    result.splice(after(before.filter((place) => place !== -1)) + 1, 0, other)
  }
  return result
}

const orderOf = (products: readonly Product[], others: readonly Product[]) =>
  products
    .map(({ asin }) => asin.toUpperCase())
    .filter((asin) => find(others, asin) !== undefined)
    .join()

/**
 * The products in the order of the article, or in the order of the post if its editors have moved any since our last
 * write.
 */
function ordered(
  { live, written, wanted }: ThreeTexts,
  { own, theirs }: { own: readonly Product[]; theirs: readonly Product[] },
): Product[] {
  const isMoved = orderOf(live.products, written.products) !== orderOf(written.products, live.products)
  if (!isMoved)
    return withInserted(own, { others: theirs, list: live.products }, (places) => Math.max(-1, ...places))
  const all = [...own, ...theirs]
  const there = live.products.flatMap(({ asin }) => find(all, asin.toUpperCase()) ?? [])
  const others = own.filter((product) => !there.includes(product))
  // A new first product has no neighbour there and comes last.
  return withInserted(there, { others, list: wanted.products }, (places) => places.at(-1) ?? all.length)
}

/**
 * The post to publish: the article's changes, and the editors' changes everywhere else. If both changed a
 * place, the user's choice applies; `undecided` lists the places without one.
 */
export function mergedPost(
  texts: ThreeTexts,
  choices: WordChoices,
): { content: WrittenPost; kept: PreservedField[]; undecided: PostPlace[] } {
  const { live, wanted } = texts
  const places = [...textPlaces(texts), ...fieldPlaces(texts)]
  const takes = new Map(places.map((place) => [place.key, takeOf(place, choices)]))
  const isPosts = (key: string) => takes.get(key) === 'post'
  const equal = new Set(places.filter(({ verdict }) => verdict === 'same').map(({ key }) => key))
  const isKept = (key: string) => isPosts(key) || equal.has(key)
  // Fields that the site does not report are never overwritten.
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
      products: ordered(texts, { own, theirs }),
      questions: isPosts('questions') ? live.questions : wanted.questions,
    },
    kept: [...(isKept('title') ? (['title'] as const) : []), ...fields],
    undecided: places.filter(({ key }) => takes.get(key) === null),
  }
}

/** Message that blocks an update. */
export const undecidedWords = (count: number): string =>
  `${count === 1 ? 'One part of the post was' : `${count} parts of the post were`} also changed on its site. Choose which text to keep.`
