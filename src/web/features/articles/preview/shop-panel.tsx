import { type CSSProperties, useContext } from 'react'
import type { PreviewPost } from '#shared/features/articles/preview/contract.ts'
import type { Site } from '#shared/features/ground/sites/contract.ts'
import { DISCLOSURE } from '#shared/features/ground/sites/rules.ts'
import { legibleOn } from '#shared/format/color.ts'
import { Avatar } from '#web/ui/cells/person.tsx'
import { PALETTES } from '#web/ui/theme/tokens.ts'
import { TimeZone } from '#web/ui/time-zone.ts'
import { GlanceList } from './glance-list.tsx'
import { NO_PRODUCTS } from './messages.ts'
import { PreviewProductCard } from './product-card.tsx'
import { ProseList } from './prose-list.tsx'
import { QuestionsList } from './questions-list.tsx'
import type { PreviewSearch } from './search.ts'
import type { LiveProduct } from './use-products.ts'

/** From this number of products on, readers want to see the winners first. */
const GLANCE_FROM = 2

function Author({ post }: { post: PreviewPost }) {
  const timeZone = useContext(TimeZone)
  const { authorName, authorDescription, datePublished } = post
  const day =
    datePublished &&
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(datePublished))
  const words = [authorDescription, day].filter(Boolean).join(' · ')
  if (!authorName && !words) return null
  const [first = '', ...rest] = (authorName ?? '').split(' ')
  return (
    <div className="row gap-12 mt-16">
      {authorName && <Avatar person={{ first_name: first, last_name: rest.at(-1) ?? '' }} size={32} />}
      <div>
        {authorName && <b>{authorName}</b>}
        {words && <p className="meta">{words}</p>}
      </div>
    </div>
  )
}

interface ShopPanelProps {
  post: PreviewPost
  site: Site
  /** `#RRGGBB`; null if the site uses the product's default colour. */
  siteColor: string | null
  live: ReadonlyMap<string, LiveProduct>
  view: PreviewSearch['view']
}

function Products({ post, live, view }: Omit<ShopPanelProps, 'site' | 'siteColor'>) {
  if (post.products.length === 0) return <p className="shop-none quiet">{NO_PRODUCTS}</p>
  return (
    <div className={view === 'full' ? 'shop-products' : 'shop-products collapsed'}>
      {post.products.map((product, index) => (
        <PreviewProductCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a post may name a product twice, and the list only shows
          key={index}
          product={product}
          live={live.get(product.asin)}
          isCollapsed={view === 'collapsed'}
        />
      ))}
    </div>
  )
}

/** The site's colour, adjusted for text in both themes. */
function coloursOf(color: string): CSSProperties {
  const { light, dark } = PALETTES
  const own = { '--site-light': legibleOn(light.sheet, color), '--site-dark': legibleOn(dark.sheet, color) }
  return own as CSSProperties
}

/**
 * A post as the shopping page that its readers see: in full, or collapsed to its headline and its winners.
 */
export function ShopPanel({ post, site, siteColor, live, view }: ShopPanelProps) {
  const isFull = view === 'full'
  const [opening = ''] = post.introText.split('\n\n')
  return (
    <div
      className={siteColor === null ? 'shop' : 'shop own-color'}
      style={siteColor === null ? {} : coloursOf(siteColor)}
      data-view={view}
    >
      <p className="shop-masthead row justify-center gap-10">
        <img src={site.logo_url} alt="" width={24} height={24} />
        {site.display_name}
      </p>
      {post.heroImageUrl && <img className="shop-hero" src={post.heroImageUrl} alt="" />}
      <div className="shop-body">
        <h2>{post.title}</h2>
        <Author post={post} />
        <p className="shop-disclosure">{DISCLOSURE}</p>
        <ProseList text={isFull ? post.introText : opening} className="shop-lead" />
        {isFull && <ProseList text={post.introCopy} className="shop-lead" />}
        {isFull && post.products.length >= GLANCE_FROM && <GlanceList products={post.products} live={live} />}
        <Products post={post} live={live} view={view} />
        {isFull && (
          <>
            <ProseList text={post.outroCopy} className="shop-lead" />
            {post.questions.length > 0 && <QuestionsList questions={post.questions} />}
            {post.trustStatement && (
              <section className="shop-trust">
                <h3 className="mb-4">Why you can trust us</h3>
                <ProseList text={post.trustStatement} className="meta" />
              </section>
            )}
          </>
        )}
      </div>
    </div>
  )
}
