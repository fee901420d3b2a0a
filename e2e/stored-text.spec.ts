import { SCRIPT_PAYLOADS } from '../src/server/testing/script-payloads.ts'
import type { Article } from '../src/shared/features/articles/articles/contract.ts'
import type { Stat } from '../src/shared/features/market/share-of-voice/contract.ts'
import { expect, goWithin, type Session, test } from './fixtures.ts'
import { cut, payloadGroups, watchForScripts } from './script-watch.ts'
import { back, importResults } from './share-of-voice-steps.ts'

// Kept apart from other tests because users and articles with such names would disturb them.
const AMARA = 'amara.nwosu@copydesk.example'
const WEN = 'wen.castellane@copydesk.example'
const GROUPS = payloadGroups(200)
/** First and last names filled with as many payloads as they can hold. */
const [NAMES = [], SURNAMES = []] = [payloadGroups(100), payloadGroups(100).toReversed()]

interface Hostile {
  id: number
  texts: readonly string[]
}
let planted: Promise<Hostile[]> | undefined

async function rename(admin: Session, username: string, place: number) {
  const { nodes } = await admin.call('GET', `/api/users?query=${encodeURIComponent(username)}`)
  const [{ id, role_id }] = nodes
  const [first_name, last_name] = [NAMES[place]?.join(' '), SURNAMES[place]?.join(' ')]
  await admin.call('PUT', `/api/users/${id}`, { username, first_name, last_name, role_id, active: true })
}

/** An article full of payloads that was returned with one, changed, and resubmitted with another. */
async function plantArticle(author: Session, validator: Session, texts: readonly string[], place: number) {
  const [site] = await author.call('GET', '/api/sites')
  const all = texts.join(' ')
  const asin = (index: number) => `B0X${String(place).padStart(3, '0')}${String(index).padStart(4, '0')}`
  const body = {
    siteId: site.site_id,
    keywords: texts,
    title: all,
    intro: 'To be changed',
    notes: all,
    products: texts.map((text, index) => ({
      asin: asin(index),
      name: text,
      award: cut(text, 30),
      summary: cut(text, 200),
    })),
    faqs: texts.map((question) => ({ question })),
    draft: false,
    overrides: texts.map((reason, index) => ({ rule: 'unknown-asin', subject: asin(index), reason })),
  }
  const { article_id: id } = await author.call('POST', '/api/articles', body)
  const { returns } = await validator.call('PATCH', `/api/articles/validate/${id}`, {
    command: 'return',
    reason: all,
  })
  await author.call('PUT', `/api/articles/${id}`, { ...body, intro: all })
  await author.call('PATCH', `/api/articles/resubmit/${id}`, {
    articleReturnId: returns[0].article_return_id,
    comments: all,
  })
  await validator.call('PUT', `/api/articles/${id}/claim`, { take_over: true })
  return { id, texts }
}

const plant = (admin: Session, author: Session, validator: Session) => {
  planted ??= (async () => {
    await rename(admin, AMARA, 0)
    await rename(admin, WEN, 1)
    const articles: Hostile[] = []
    for (const [place, texts] of GROUPS.entries())
      articles.push(await plantArticle(author, validator, texts, place))
    return articles
  })()
  return planted
}

const LINKS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(2)',
  ' javascript:alert(3)',
  'data:text/html,<script>alert(4)</script>',
  'vbscript:alert(5)',
  '//x.example/"onmouseover="alert(6)',
]

/** A publisher's article that consists only of payloads. */
function plantedStory(payloads: readonly string[], place: number) {
  const id = `5f1c8a30-1b1e-4f7c-9a3e-${String(place).padStart(12, '0')}`
  return {
    title: cut(payloads.join(' '), 1000),
    published: cut(payloads.join(' '), 100),
    link: `/ospublishing/story/${id}?ascsubtag=amzn1.osa.${id}.ATVPDKIKX0DER.en_US`,
    items: payloads.map((name, index) => ({
      asin: `B0Y${String(place).padStart(3, '0')}${String(index).padStart(4, '0')}`,
      name,
      award: cut(name, 30),
      blurb: `Because ${name}`,
    })),
  }
}

test.describe('texts with markup are shown as they were typed', () => {
  test.beforeEach(() => {
    test.setTimeout(300_000)
    expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60)
  })

  test('to QA: in the queue, the review, the approval and the details [S13]', { tag: '@slow' }, async ({
    page,
    signIn,
    sessionOf,
    openColleague,
    allowConsole,
  }) => {
    // Wen holds the review claims.
    allowConsole(/status of 409 .* at \/api\/articles\/\d+\/claim$/)
    const [{ session: amara }, { session: wen }] = [await openColleague(AMARA), await openColleague(WEN)]
    const articles = await plant(await sessionOf('adm'), amara, wen)
    const { expectHarmless } = await watchForScripts(page)
    const qa = await signIn('qa')
    const reviewer = NAMES[1]?.join(' ') ?? ''
    const author = NAMES[0]?.join(' ') ?? ''

    const { totalCount } = await qa.call('GET', '/api/articles/pending?limit=0')
    for (let number = 1; number <= Math.ceil(totalCount / 20); number++) {
      const { nodes }: { nodes: Article[] } = await qa.call('GET', `/api/articles/pending?page=${number}`)
      const planted = articles.filter(({ id }) => nodes.some(({ article_id: each }) => each === id))
      if (planted.length === 0) continue
      await page.goto(`/articles/pending?page=${number}`)
      const folded = page.getByRole('button', { name: 'Show details' })
      await expect(folded).toHaveCount(nodes.length)
      for (let count = nodes.length; count > 0; count--) await folded.first().click()
      await expectHarmless([`${reviewer} is reviewing`, author, ...planted.flatMap(({ texts }) => texts)])
    }

    // One screen at a time, so that the text of an article is not mistaken for that of the previous one.
    await page.goto('/articles/pending')
    for (const { id, texts } of articles) {
      await goWithin(page, `/articles/pending?edit=${id}`)
      await expect(page.getByRole('region', { name: 'Preflight' })).toContainText(`“${texts.at(-1)}”`)
      await expect(page.getByRole('region', { name: 'Changed since the last return' })).toBeVisible()
      await expectHarmless([
        `${reviewer} ${SURNAMES[1]?.join(' ')} is reviewing this article`,
        texts.join(' '),
      ])
    }
    for (const { id, texts } of articles) {
      await page.goto(`/articles?article=${id}`)
      await page.getByText('Versions', { exact: true }).click()
      await expect(page.locator('.versions > ol > li')).toHaveCount(2)
      await expectHarmless([texts.join(' '), ...texts])
    }
    for (const { id, texts } of articles) {
      await goWithin(page, `/articles/${id}`)
      await expect(page.getByRole('article', { name: texts.join(' ') })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible()
      await expectHarmless([texts.join(' '), ...texts])
    }
    for (const { id, texts } of articles.filter((_, place) => place % 5 === 0)) {
      await page.goto(`/articles/pending?decide=approve&on=${id}`)
      await expect(page.getByRole('region', { name: 'Changed since the last return' })).toBeVisible()
      await expectHarmless([`Approve “${texts.join(' ')}”`])
    }
  })

  test('to all users: on the board, in its tasks and in their comments [S13]', async ({
    page,
    signIn,
    sessionOf,
    openColleague,
  }) => {
    const [{ session: amara }, { session: wen }] = [await openColleague(AMARA), await openColleague(WEN)]
    const articles = await plant(await sessionOf('adm'), amara, wen)
    const { expectHarmless } = await watchForScripts(page)
    const opm = await signIn('opm')
    let board = ''
    await page.goto('/articles')
    for (const { id, texts } of articles) {
      const read = (): Promise<Article> => opm.call('GET', `/api/articles/${id}`)
      await expect.poll(async () => (await read()).gid, { timeout: 60_000 }).not.toBeNull()
      const { gid } = await read()
      const all = texts.join(' ')
      const task = await wen.call('POST', `/api/board/task/${gid}/comments`, { text: `Comment ${all}` })
      board = task.board.gid
      await goWithin(page, `/board/task/${gid}`)
      await expectHarmless([all, `Comment ${all}`, `Returned by ${NAMES[1]?.join(' ')}`])
    }
    await page.goto(`/board/${board}`)
    await expectHarmless(GROUPS.map((texts) => texts.join(' ')))
  })

  test('to readers and notified users: in previews, posts and notices [S13]', async ({
    page,
    sessionOf,
    openColleague,
  }) => {
    const [{ session: amara, page: amaras }, { session: wen }] = [
      await openColleague(AMARA),
      await openColleague(WEN),
    ]
    const articles = await plant(await sessionOf('adm'), amara, wen)
    await page.close()
    const { expectHarmless } = await watchForScripts(amaras)
    for (const { id, texts } of articles)
      await wen.call('PATCH', `/api/articles/validate/${id}`, {
        command: 'approve',
        reason: `Approval ${texts.join(' ')}`,
      })
    const posts: { address: string; texts: readonly string[] }[] = []
    for (const { id, texts } of articles) {
      const read = (): Promise<Article> => amara.call('GET', `/api/articles/${id}`)
      await expect.poll(async () => (await read()).wordpress_id, { timeout: 60_000 }).not.toBeNull()
      const { site, wordpress_id: post } = await read()
      posts.push({ address: `${site.code}/${post}`, texts })
    }
    await amaras.goto('/notices')
    for (const { address, texts } of posts) {
      await goWithin(amaras, `/preview/${address}`)
      await expectHarmless([texts.join(' '), ...texts])
    }
    for (const { address, texts } of posts) {
      await goWithin(amaras, `/posts/${address}`)
      await expectHarmless([texts.join(' ')])
    }
    for (const page of [1, 2]) {
      await amaras.goto(`/notices?page=${page}`)
      await expect(amaras.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await expectHarmless([`${NAMES[1]?.join(' ')} ${SURNAMES[1]?.join(' ')}`])
    }
    const { nodes } = await amara.call('GET', '/api/notices')
    await amaras.goto('/notices')
    await expectHarmless(nodes.map(({ words }: { words: string }) => words.trim()))
  })

  test('to administrators: users may have any name [S13]', async ({ page, signIn }) => {
    const { expectHarmless } = await watchForScripts(page)
    const admin = await signIn('adm')
    for (const [index, payload] of SCRIPT_PAYLOADS.entries())
      await admin.call('POST', '/api/users', {
        username: `hostile.${index}@copydesk.example`,
        first_name: `Aa${payload}`,
        last_name: payload,
        role_id: 'opm',
        active: true,
      })
    for (let number = 1; number <= 3; number++) {
      const { nodes } = await admin.call('GET', `/api/users?query=hostile&page=${number}`)
      await page.goto(`/users?query=hostile&page=${number}`)
      await expectHarmless(nodes.flatMap((user: { last_name: string }) => user.last_name))
    }
    await page.goto('/articles')
    await page.getByRole('combobox', { name: 'Users' }).fill('Aa<', { timeout: 10_000 })
    await expect(page.locator('.ant-select-item-option', { hasText: 'Aa<' }).first()).toBeVisible()
    await expectHarmless([])
  })

  test('to analysts: in the names of publishers and their stories [S13]', {
    tag: '@slow',
  }, async ({ page, desk, signIn }) => {
    const { expectHarmless } = await watchForScripts(page)
    const opm = await signIn('opm')
    const { data } = await opm.call('GET', '/api/stats/keyword-winners?limit=1')
    const [{ keyword_id: id, keyword }] = data
    const stories = payloadGroups(900).map((payloads, place) => plantedStory(payloads, place))
    await importResults(desk, [
      {
        day: back(40),
        keyword,
        publisher: 'Open Kitchen',
        ...plantedStory(SCRIPT_PAYLOADS.slice(0, 20), 900),
      },
      ...stories.map((story, place) => ({ day: back(30), keyword, publisher: `Rival ${place}`, ...story })),
      // Payloads as publisher names and titles. Their links are harmful too, and must not lead anywhere but
      // to a page.
      ...SCRIPT_PAYLOADS.map((publisher, place) => ({
        day: back(31),
        keyword,
        publisher: `${place} ${publisher}`,
        won: false,
        title: publisher,
        link: LINKS[place % LINKS.length],
      })),
    ])
    const stats: Stat[] = await opm.call('GET', `/api/stats?keyword_id=${id}&from=${back(31)}&to=${back(30)}`)
    const of = (day: string) => stats.filter(({ created_at: at }) => at === day)
    for (const day of [back(31), back(30)]) {
      await page.goto(`/keywords?keyword_id=${id}&month=${day.slice(0, 7)}`)
      const cell = page.locator('td.day', { has: page.locator(`time[datetime="${day}"]`) })
      await expect(cell.locator('.stat-chip').first()).toBeVisible()
      await expectHarmless(of(day).map(({ publisher }) => publisher))
      const chips = of(day).map((stat, place) => ({ stat, place }))
      for (const { stat, place } of chips.filter((each) => day === back(30) || each.place % 6 === 0)) {
        await cell.locator('.stat-chip').nth(place).click()
        const { title, publishedDate, items } = stat.parsed_data
        const more = page.getByRole('button', { name: /more items?$/ })
        if (items.length > 3) await more.click()
        await expectHarmless([
          title,
          publishedDate ?? '',
          ...items.flatMap(({ name, blurb }) => [name, blurb]),
        ])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    }
    for (const [place, { link }] of stories.entries()) {
      const { stat_id: stat } = of(back(30)).find(({ publisher }) => publisher === `Rival ${place}`) as Stat
      await page.goto(`/reports/winners?compare=${stat}`)
      await expect(page.getByRole('region', { name: 'TITLES / SUBTITLE' })).toBeVisible({ timeout: 20_000 })
      const folded = page.getByRole('button', { name: /^Show all/ })
      for (let count = await folded.count(); count > 0; count--) await folded.first().click()
      // A payload in a product's name is also in a heading and a chart of the page.
      await expectHarmless([
        `Rival ${place} (theirs)`,
        ...(stories[place]?.items.map(({ name }) => name) ?? []),
      ])
      await page.goto(link)
      await expectHarmless([])
    }
  })
})
