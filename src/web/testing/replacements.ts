// The screen is loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import '#web/features/posts/stock-report/stock-report-screen.tsx'
import { person } from './people.ts'

/** The product that is out of stock, and the one in its place. */
export const OUT = 'B0AAAAAAS1'
export const GLIDE = 'B0AAAAAAS2'

const words = (asin: string, name: string, summary: string) => ({
  asin,
  name,
  award: 'Best Overall',
  summary,
})

/** A draft in which the product would be replaced. */
export const place = (id: number, changes = {}) => ({
  place_id: id,
  state: 'open',
  reason: null,
  article_id: id * 10,
  status: 'draft',
  title: `Article ${id}`,
  site: 'hs',
  url: null,
  award: 'Best Overall',
  way: 'save',
  mode: 'replace',
  before: words(OUT, 'Dunlarch V2', 'It is.'),
  after: words(GLIDE, 'Fennaway Glide', ''),
  moves_from: null,
  is_fitting: true,
  doubt: null,
  mentions: [],
  claims: [],
  is_drafted: false,
  is_unpublished: false,
  is_requested: false,
  result_id: null,
  ...changes,
})

/** A post that was not written here, with a sentence about the old product. */
export const post = (id: number, changes = {}) =>
  place(id, {
    article_id: null,
    status: null,
    title: `Vacuums ${id}`,
    url: `https://hs.example/${id}`,
    way: 'request',
    mentions: ['The Dunlarch V2 is loud.'],
    claims: ['The Dunlarch V2 is loud.'],
    ...changes,
  })

export const replacement = (list: object[], changes = {}) => ({
  replacement_id: 7,
  state: 'prepared',
  from: { asin: OUT, name: 'Dunlarch V2', image_url: null },
  to: { asin: GLIDE, name: 'Fennaway Glide', image_url: null },
  user: person('opm'),
  made_at: null,
  places: {},
  drafted: 0,
  unpublished: 0,
  requests: { open: 0, closed: 0 },
  is_back: false,
  undo: { state: 'none', days_left: null },
  list,
  ...changes,
})

export const CANDIDATE = {
  asin: GLIDE,
  name: 'Fennaway Glide',
  image_url: null,
  price: '$369.00',
  rating: { stars: 4.6, count: 12_204 },
  expected: 182.4,
  days_in_stock: 90,
  days_known: 90,
  used_in: 3,
}
