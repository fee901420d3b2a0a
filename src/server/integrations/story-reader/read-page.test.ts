import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONTENT_TYPES, ScannedArticle } from '#shared/features/comparison/contract.ts'
import { SCRIPT_PAYLOADS } from '../../testing/script-payloads.ts'
import { decodePage } from './decode-page.ts'
import { readPage } from './read-page.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')
const PAGES = {
  'marketplace-story': 'https://www.amazon.com/ospublishing/story/1',
  'wordpress-guide': 'https://trailalmanac.example/chairs/',
  'list-cards': 'https://opendesk.example/gifts',
  'graph-itemlist': 'https://tidymode.example/air',
  'plain-old': 'https://www.amazon.com/grinders',
  'single-review': 'https://hearthside.example/drift',
}

describe('a stored page', () => {
  it.each(Object.entries(PAGES))(
    '%s says what it says, and null where it does not [CMP-023]',
    async (name, url) => {
      const story = readPage(decodePage(readFileSync(join(FIXTURES, `${name}.html`))), url)
      expect(ScannedArticle.omit({ keywords: true }).strict().parse(story)).toEqual(story)
      const golden = `${JSON.stringify(story, null, 2)}\n`
      await expect(golden).toMatchFileSnapshot(`fixtures/${name}.json`)
    },
  )

  it('has paragraphs, figures, headings and bold words, and nothing else [CMP-024]', () => {
    const types = Object.entries(PAGES).flatMap(([name, url]) => {
      const story = readPage(decodePage(readFileSync(join(FIXTURES, `${name}.html`))), url)
      return story?.content.map(({ type }) => type) ?? []
    })
    expect([...new Set(types)].sort()).toEqual(['b', 'figure', 'h1', 'h2', 'h3', 'p'])
    expect([...CONTENT_TYPES]).toEqual(['p', 'figure', 'h1', 'h2', 'h3', 'b'])
  })
})

it.each([
  '',
  '<p>Words without a title</p>',
  '<title> </title><article><p>x</p></article>',
  '{"json": true}',
])('a page without a title is no article: %s [CMP-019]', (html) => {
  expect(readPage(html, 'https://www.amazon.com/a')).toBeNull()
})

/** Every text of a story with the name of its field. */
function textsOf(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, key))
}

describe('markup that runs', () => {
  const page = (words: string, attribute: string) => `<!doctype html><head>
    <meta property="og:title" content="${attribute}"><meta name="author" content="${attribute}">
    <meta property="og:image" content="${attribute}"></head><body><article><h1>Kettles ${words}</h1>
    <p>Before ${words} after</p><h2>${words} Pourwell</h2><img src="${attribute}" alt="${attribute}">
    <span class="badge">${words}</span><a href="/dp/B0KETTLE01">${words} Pourwell</a><b>${words}</b>
    <figure><figcaption>${words}</figcaption></figure></article></body>`

  it.each(SCRIPT_PAYLOADS.map((payload, index) => [index + 1, payload] as const))(
    'in a page comes out as text, and never as an address: payload %i [S13]',
    (_number, payload) => {
      const attribute = payload.replaceAll('"', '&quot;')
      for (const words of [payload, payload.replaceAll('<', '&lt;')]) {
        const story = readPage(page(words, attribute), 'https://www.amazon.com/story')
        for (const [name, text] of textsOf(story)) {
          if (/^(url|image|writerIcon)$/.test(name)) expect(text).toMatch(/^https:\/\//)
          // What the page wrote as markup is gone; only what it wrote as text still has its brackets.
          else if (words.startsWith('<') && name === 'value')
            expect(text).not.toMatch(/<(img|svg|iframe|object|a)\b[^>]*>/i)
        }
      }
    },
  )
})
