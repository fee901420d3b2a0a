/** A picture with what it shows. */
interface Figure {
  address: string
  caption: string
}

export interface PageProduct {
  asin: string
  name: string
  award: string
  paragraphs: string[]
  /** Points, each of which begins with a word that stands out. */
  points: { word: string; text: string }[]
  figure: Figure | null
  /** As people write it. */
  price: string | null
  oldPrice: string | null
  isOutOfStock: boolean
  rating: { stars: number; count: number } | null
}

/** An article of a buying guide, as its page shows it. */
export interface PageArticle {
  title: string
  writer: string | null
  /** ISO. */
  updatedAt: string | null
  figure: Figure | null
  opening: string[]
  products: PageProduct[]
  sections: { heading: string; level: 2 | 3; paragraphs: string[] }[]
  questions: { question: string; answer: string }[]
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const STYLE = `body{margin:0;background:#fff;color:#1b1e23;font:17px/1.6 Georgia,serif}article{max-width:680px;margin:0 auto;padding:32px 20px 64px}h1{font-size:34px;line-height:1.2}h2{margin:40px 0 4px}figure{margin:16px 0}img{max-width:100%;height:auto;border-radius:6px}figcaption,.by,.facts{color:#5f6672;font-size:14px}.badge{display:inline-block;padding:0 8px;border-radius:4px;background:#ebf2f2;color:#0b5e63;font-size:13px}a{color:#0b5e63}`

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escaped(text)}</p>`).join('\n')

const figureHtml = (figure: Figure | null) =>
  figure === null
    ? ''
    : `<figure><img src="${escaped(figure.address)}" alt="${escaped(figure.caption)}"><figcaption>${escaped(figure.caption)}</figcaption></figure>`

function factsHtml({ asin, price, oldPrice, isOutOfStock, rating }: PageProduct): string {
  const link = `https://www.amazon.com/dp/${encodeURIComponent(asin)}`
  const parts = [
    `<a href="${link}">${price === null ? 'See it on Amazon' : `${escaped(price)} on Amazon`}</a>`,
    oldPrice === null ? '' : `<del>${escaped(oldPrice)}</del>`,
    isOutOfStock ? '<span>Out of stock</span>' : '',
    rating === null
      ? ''
      : `<span>${rating.stars} out of 5, ${rating.count.toLocaleString('en-US')} ratings</span>`,
  ]
  return `<div class="facts">${parts.filter((part) => part !== '').join(' · ')}</div>`
}

function productHtml(product: PageProduct): string {
  const points = product.points.map(
    ({ word, text }) => `<li><strong>${escaped(word)}</strong> ${escaped(text)}</li>`,
  )
  return `<section>
<h2>${escaped(product.name)}</h2>
${product.award === '' ? '' : `<span class="badge">${escaped(product.award)}</span>`}
${figureHtml(product.figure)}
${paragraphs(product.paragraphs)}
${points.length === 0 ? '' : `<ul>${points.join('')}</ul>`}
${factsHtml(product)}
</section>`
}

function linkedData({ title, writer, updatedAt, questions }: PageArticle): string {
  const article = {
    '@type': 'Article',
    headline: title,
    ...(writer === null ? {} : { author: { '@type': 'Person', name: writer } }),
    ...(updatedAt === null ? {} : { dateModified: updatedAt }),
  }
  const faq = {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  const graph = questions.length === 0 ? [article] : [article, faq]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
}

function bylineOf({ writer, updatedAt }: PageArticle): string {
  const by = writer === null ? '' : `By <span class="author-name" rel="author">${escaped(writer)}</span>`
  const updated =
    updatedAt === null
      ? ''
      : `Updated <time datetime="${escaped(updatedAt)}">${DATE.format(new Date(updatedAt))}</time>`
  return [by, updated].filter((part) => part !== '').join(' · ')
}

/** The page of an article: plain HTML that says what it is about for people and for machines, and runs nothing. */
export function articlePage(article: PageArticle): string {
  const { title, opening, products, sections, questions } = article
  const more = sections.map(
    ({ heading, level, paragraphs: texts }) =>
      `<h${level}>${escaped(heading)}</h${level}>\n${paragraphs(texts)}`,
  )
  const asked = questions.map(
    ({ question, answer }) => `<h3>${escaped(question)}</h3>\n${paragraphs([answer])}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta property="og:title" content="${escaped(title)}">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<script type="application/ld+json">${linkedData(article)}</script>
</head>
<body>
<article>
<h1>${escaped(title)}</h1>
<div class="by">${bylineOf(article)}</div>
${figureHtml(article.figure)}
${paragraphs(opening)}
${products.map(productHtml).join('\n')}
${more.join('\n')}
${asked.length === 0 ? '' : `<h2>Questions and answers</h2>\n${asked.join('\n')}`}
</article>
</body>
</html>
`
}
