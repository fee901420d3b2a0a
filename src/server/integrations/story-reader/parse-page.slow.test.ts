import { describe, expect, it } from 'vitest'
import { longestTurn } from '../../testing/cpu-time.ts'
import { parsePage } from './parse-page.ts'
import { trimPage } from './trim-page.ts'

const MEGABYTE = 1024 * 1024
const URL_OF_PAGE = 'https://www.amazon.com/story'
const HEAD = '<!doctype html><title>Kettles</title><article><h1>Kettles</h1><p>Steam.</p>'

const filled = (unit: string) => HEAD + unit.repeat(Math.floor((5 * MEGABYTE - HEAD.length) / unit.length))

const HOSTILE: [string, () => string][] = [
  ['nested divs', () => filled('<div>')],
  ['nested links', () => filled('<a href=/dp/B0AAAAAAAA>')],
  ['nested bold words', () => filled('<b class=x>')],
  ['unclosed paragraphs', () => filled('<p>')],
  ['unclosed items with paragraphs', () => filled('<li><p>')],
  ['unclosed cells and rows', () => filled('<dt><p><td><tr><th>')],
  ['bodies in bodies', () => filled('<html><body><thead>')],
  ['closing tags of nothing', () => filled('</x></b></p>')],
  ['misnested bold words', () => filled(`${'<b class=y>'.repeat(90)}</p>${'<p>x'.repeat(90)}`)],
  ['half of it opened, half closed otherwise', () => HEAD + '<i>'.repeat(850_000) + '</b>'.repeat(600_000)],
  ['an attribute of 100 kB', () => `${HEAD}<img alt="${'x'.repeat(100_000)}" src="${'y'.repeat(100_000)}">`],
  ['an attribute that never ends', () => `${HEAD}<a href="${'/dp/'.repeat(1_200_000)}`],
  ['a million attributes', () => `${HEAD}<a ${'b '.repeat(2_400_000)}>`],
  ['comments that never end', () => filled('<!-- ')],
  ['scripts that never end', () => filled('<script>')],
  ['names that every object has', () => filled('<constructor __proto__=x>x<__proto__>y</constructor>')],
  ['brackets', () => filled('<')],
  ['blanks', () => filled(' ')],
  ['prices', () => filled('$1,111')],
  ['digits', () => `${HEAD}<span class=price>$${'1'.repeat(4_000_000)}</span><a href=/dp/B0AAAAAAAA>x</a>`],
  ['dates', () => `${HEAD}<meta property=og:updated_time content="${'2026-01-01T'.repeat(100_000)}">`],
  [
    'linked data nested deeply',
    () => `${HEAD}<script type="application/ld+json">${'['.repeat(400_000)}</script>`,
  ],
  [
    'linked data with a long list',
    () => `${HEAD}<script type="application/ld+json">[${'{"@type":"Product"},'.repeat(20_000)}{}]</script>`,
  ],
  ['entities', () => filled('&amp;&#x41;&nosuch;')],
  ['headings', () => filled('<h2>a</h2>')],
  ['ratings', () => filled('<i>4.5 out of 5 1,234 ratings</i>')],
]

describe('a hostile page of up to 5 MB', () => {
  it.each(HOSTILE)(
    'holds nobody up, and is read as far as it is an article: %s [S24]',
    async (_name, page) => {
      const bytes = Buffer.from(page())
      let story: Awaited<ReturnType<typeof parsePage>> = null
      const begun = process.cpuUsage()
      const gap = await longestTurn(async () => {
        story = await parsePage(bytes, URL_OF_PAGE)
      })
      expect(story).toMatchObject({ title: 'Kettles' })
      expect(JSON.stringify(story).length).toBeLessThan(3 * MEGABYTE)
      expect(gap).toBeLessThan(200)
      const { user, system } = process.cpuUsage(begun)
      expect((user + system) / 1000).toBeLessThan(5000)
    },
  )

  it('is measured by a clock that does see a loop that is held', async () => {
    const held = await longestTurn(async () => {
      const begun = process.threadCpuUsage()
      while (process.threadCpuUsage(begun).user < 300_000);
    })
    expect(held).toBeGreaterThan(200)
  })
})

describe('a page', () => {
  it('of usual size stays as it is', () => {
    const page = `<html><body>${'<div><p>a<p>b<ul><li>c<li>d</ul><br></div>'.repeat(5000)}</body></html>`
    expect(trimPage(page)).toBe(page)
  })

  it('of 63 kB, about the largest that is read at once, is read in less than a fifth of a second [S24]', async () => {
    const unit =
      '<section><h2>Best: Kettle</h2><p>It <b>boils</b>.</p><a href="/dp/B0AAAAAAAA">$20</a></section>'
    const bytes = Buffer.from(HEAD + unit.repeat(Math.floor((63_000 - HEAD.length) / unit.length)))
    await parsePage(bytes, URL_OF_PAGE)
    expect(await longestTurn(() => parsePage(bytes, URL_OF_PAGE))).toBeLessThan(200)
  })
})

it('a large page waits some seconds for its turn and is refused then, and those before it are read', async () => {
  const bytes = Buffer.from(HEAD + '<p>It boils.</p>'.repeat(200_000))
  const before = [1, 2, 3].map(() => parsePage(bytes, URL_OF_PAGE))
  await expect(parsePage(bytes, URL_OF_PAGE, 5)).rejects.toMatchObject({ code: 'unavailable' })
  for (const story of await Promise.all(before)) expect(story).toMatchObject({ title: 'Kettles' })
  expect(await parsePage(bytes, URL_OF_PAGE, 5)).toMatchObject({ title: 'Kettles' })
})
