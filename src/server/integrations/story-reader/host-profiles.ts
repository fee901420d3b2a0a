/** Selectors for the parts of a story on a host's pages. */
export interface HostProfile {
  /** The article itself. */
  container: string
  title: string
  hero: string
  writer: string
  writerIcon: string
  /** An element with the moment in `datetime`. */
  updated: string
  /** A product's award. */
  badge: string
  /** A word about the offer, such as the name of a sale. */
  offerBadge: string
  price: string
  oldPrice: string
}

/** Defaults that fit most pages; used if a host's own selector finds nothing. */
const USUAL: HostProfile = {
  container: 'article',
  title: 'h1',
  hero: '[class*="standfirst"], [class*="dek"], .intro, .lede',
  writer: '[rel="author"], [itemprop="author"], .author-name, .byline-name',
  writerIcon: '.author-image, .byline img, .author img',
  updated: 'time[datetime]',
  badge: '[class*="badge"], [class*="award"], [class*="ribbon"], [class*="eyebrow"]',
  offerBadge: '[class*="deal"], [class*="offer-badge"]',
  price: '[class*="price"]',
  oldPrice: 'del, s, strike, [class*="list-price"], [class*="old-price"]',
}

const PROFILES: readonly { host: RegExp; profile: Partial<HostProfile> }[] = [
  {
    host: /^(www\.)?amazon\.[a-z.]+$/,
    profile: {
      price: '.a-price:not([data-a-strike]) .a-offscreen, [class*="price"]',
      oldPrice: '.a-price[data-a-strike] .a-offscreen, del, s, strike',
      badge: '.a-badge-text, [class*="badge"], [class*="award"]',
      offerBadge: '.a-badge-label, [class*="deal"]',
    },
  },
]

export function profileOf(url: string): HostProfile {
  const host = URL.parse(url)?.hostname ?? ''
  return { ...USUAL, ...PROFILES.find((each) => each.host.test(host))?.profile }
}
