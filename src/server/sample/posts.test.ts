import { expect, test } from 'vitest'
import { readContent } from '#server/integrations/publishing-site/block-markup.ts'
import { sampleArticles } from './articles.ts'
import { SAMPLE_PEOPLE, sampleNameOf } from './people.ts'
import { samplePost } from './posts.ts'

const now = new Date('2026-11-20T15:00:00Z')
const articles = sampleArticles(now)
const posts = articles.flatMap((article) => {
  const post = samplePost(article)
  return post ? [{ article, post, read: readContent(post.content) }] : []
})

test('every approved and published article of the sample has a post, and no other has', () => {
  const titles = articles
    .filter(({ status }) => status === 'approved' || status === 'published')
    .map(({ title }) => title)
  expect(posts.map(({ post }) => post.title)).toEqual(titles)
  for (const { article, post } of posts) {
    expect(post.status, article.title).toBe(article.status === 'published' ? 'publish' : 'draft')
    expect(post.publishedAt === null, article.title).toBe(article.status !== 'published')
    expect(post.createdAt.getTime()).toBeGreaterThan(article.createdAt.getTime())
    expect(post.modifiedAt.getTime()).toBeLessThan(now.getTime())
  }
})

test('sample posts are written to the end: products described, questions answered, a last word', () => {
  for (const { article, read } of posts) {
    expect(read.introText, article.title).toBe(article.intro)
    expect(read.products.map(({ asin }) => asin)).toEqual(article.products.map(({ asin }) => asin))
    expect(read.questions.map(({ headline }) => headline)).toEqual(article.faqs)
    const words = [
      read.introCopy,
      read.outroCopy,
      read.trustStatement,
      ...read.products.flatMap(({ headline, description }) => [headline, description]),
      ...read.questions.map(({ acceptedAnswer }) => acceptedAnswer),
    ]
    for (const text of words) expect(text.length, article.title).toBeGreaterThan(10)
  }
})

test('no two sample posts say the same, and each is by one of its people', () => {
  const texts = posts.flatMap(({ read }) => [
    read.introCopy,
    read.outroCopy,
    ...read.products.map(({ description }) => description),
    ...read.questions.map(({ acceptedAnswer }) => acceptedAnswer),
  ])
  expect(new Set(texts).size).toBe(texts.length)
  const names = SAMPLE_PEOPLE.map(({ key }) => sampleNameOf(key))
  for (const { post } of posts) {
    expect(names).toContain(post.authorName)
    expect(post.authorDescription).not.toBeNull()
  }
})
