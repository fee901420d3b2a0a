import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import type { Finding } from '#shared/features/articles/preflight/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { Avatar } from '#web/ui/cells/person.tsx'
import { useHeadingFocus } from '#web/ui/hooks/use-heading-focus.ts'
import { LinkedText } from '#web/ui/text/linked-text.tsx'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { productsQuery } from '../queries.ts'
import { BlockPanel } from './block-panel.tsx'
import { ProductPanel } from './product-panel.tsx'
import { type ArticleBlocks, isChanged, isProductChanged, type TextPair } from './use-blocks.ts'

/**
 * The part of the page that a finding is about, by the path of its field; null for the article as a whole.
 */
export function placeOfFinding(path: string | null): string | null {
  const [list = '', position] = path?.split('.') ?? []
  if ((list === 'products' || list === 'faqs') && position !== undefined) return `${list}.${position}`
  return list === 'title' || list === 'imageUrl' || list === 'intro' || list === 'keywords' ? list : null
}

interface ReadingPanelProps {
  article: Article
  blocks: ArticleBlocks
  findings: readonly Finding[]
  onQuote: ((words: string) => void) | undefined
}

function Hero({ blocks }: Pick<ReadingPanelProps, 'blocks'>) {
  const [broken, setBroken] = useState<string | null>(null)
  if (!blocks.imageUrl) return <p className="page-hero none quiet">No hero image</p>
  if (blocks.imageUrl === broken) return <p className="page-hero none quiet">The hero image didn’t load</p>
  return (
    <img
      className={blocks.isOtherImage ? 'page-hero changed' : 'page-hero'}
      src={blocks.imageUrl}
      onError={() => setBroken(blocks.imageUrl)}
      alt={blocks.isOtherImage ? 'Hero image, changed since the last return' : 'Hero image'}
    />
  )
}

function Heading({ article, blocks }: Pick<ReadingPanelProps, 'article' | 'blocks'>) {
  const { user, site } = article
  return (
    <>
      <SiteBadge site={site} />
      <h2 dir="auto" {...useHeadingFocus()}>
        <WordsDifference {...blocks.title} />
      </h2>
      <div className="row gap-12">
        <Avatar person={user} size={32} />
        <div>
          <b>{fullName(user)}</b>
          <p className="quiet">
            for <WordsDifference {...blocks.keywords} />
          </p>
        </div>
      </div>
    </>
  )
}

/** Text as paragraphs with changes marked. */
function Prose({ pair, none }: { pair: TextPair; none: string }) {
  if (!pair.before && !pair.after) return <p className="quiet">{none}</p>
  return (
    <p className="words page-lead" dir="auto">
      <WordsDifference {...pair} />
    </p>
  )
}

/** An article as its readers will see it, with changes marked in the text and findings beside it. */
export function ReadingPanel({ article, blocks, findings, onQuote }: ReadingPanelProps) {
  const asins = blocks.products.flatMap(({ index, asin }) =>
    index === null ? [] : [asin.after, asin.before],
  )
  const { data } = useQuery(productsQuery([...new Set(asins)].filter((asin) => asin !== '')))
  const cards = new Map((data ?? []).map((card) => [card.asin, card]))
  const block = (field: string, places: readonly string[], changed: boolean, children: ReactNode) => (
    <BlockPanel
      field={field}
      isChanged={changed}
      findings={findings.filter(({ path }) => places.includes(placeOfFinding(path) ?? ''))}
      onQuote={onQuote}
    >
      {children}
    </BlockPanel>
  )
  const { title, keywords, intro, notes, products, faqs } = blocks
  return (
    <article className="page-article" aria-label={title.after}>
      <Hero blocks={blocks} />
      {block(
        'Title',
        ['title', 'keywords', 'imageUrl'],
        isChanged(title) || isChanged(keywords),
        <Heading article={article} blocks={blocks} />,
      )}
      {block('Intro', ['intro'], isChanged(intro), <Prose pair={intro} none="No intro" />)}
      {products.map((product, at) => {
        const { index } = product
        const field = index === null ? 'Product' : `Product ${index + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: products have no identity but their place
          <Fragment key={at}>
            {block(
              field,
              index === null ? [] : [`products.${index}`],
              isProductChanged(product),
              <ProductPanel product={product} cards={cards} />,
            )}
          </Fragment>
        )
      })}
      {products.length === 0 && block('Products', [], false, <p className="quiet">No products</p>)}
      {faqs.length > 0 &&
        block(
          'Questions',
          faqs.map((_, at) => `faqs.${at}`),
          faqs.some(isChanged),
          <section>
            <h3>Questions</h3>
            <ul className="page-questions">
              {faqs.map((pair, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: questions have no identity but their place
                <li key={at} dir="auto">
                  <WordsDifference {...pair} />
                </li>
              ))}
            </ul>
          </section>,
        )}
      {(notes.before || notes.after) &&
        block(
          'Notes',
          [],
          isChanged(notes),
          <section>
            <h3>Notes</h3>
            <p className="words" dir="auto">
              {isChanged(notes) ? <WordsDifference {...notes} /> : <LinkedText text={notes.after} />}
            </p>
          </section>,
        )}
    </article>
  )
}
