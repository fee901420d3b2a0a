import type { Page } from '@playwright/test'
import { button, dialogOf, notice, unique } from './article-steps.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'
import { back, findKeyword, importResults, nameOf, TODAY } from './share-of-voice-steps.ts'

// These tests import results that the sample does not have.
const RIVAL = 'The Proof Kitchen'
const storyUrl = (id: string) =>
  `/ospublishing/story/${id}?ascsubtag=amzn1.osa.${id}.ATVPDKIKX0DER.en_US&tag=proof-20`
const THEIR_STORY = storyUrl('5f1c8a30-1b1e-4f7c-9a3e-6b1d2c3e4f50')
const OUR_STORY = storyUrl('6f1c8a30-1b1e-4f7c-9a3e-6b1d2c3e4f51')

/** Creates a tracked keyword that ours held three days ago and lost since: one day in four was won. */
async function loseKeyword(opm: Session, desk: Parameters<typeof importResults>[0]) {
  const keyword = unique('quiet gooseneck kettle')
  const sites = await opm.call('GET', '/api/sites')
  const { site_id: siteId } = sites.find(
    (site: { display_name: string }) => site.display_name === 'Open Kitchen',
  )
  await opm.call('POST', '/api/keywords', { keyword, tags: [], sites: [siteId], tracked: true })
  const { stats } = await findKeyword(opm, ({ stats: found }) =>
    found.some(({ parsed_data: story }) => story.items.length >= 4),
  )
  const goods = stats.find(({ parsed_data: { items } }) => items.length >= 4)?.parsed_data.items ?? []
  const blurb = 'Whisperquiet at a boil: whisperquiet on gas, whisperquiet on a plate.'
  const theirs = {
    publisher: RIVAL,
    title: 'The 4 Best Gooseneck Kettles, Poured 400 Times',
    published: 'Nov 4, 2026',
    link: THEIR_STORY,
    items: goods.map((item) => ({ ...item, blurb })),
  }
  const ours = {
    publisher: 'Open Kitchen',
    title: 'Kettles We Pour With',
    link: OUR_STORY,
    items: goods.slice(3, 4),
  }
  await importResults(desk, [
    { day: back(4), keyword, ...theirs },
    { day: back(3), keyword, ...ours },
    { day: back(2), keyword, ...theirs },
    { day: back(1), keyword, ...theirs },
    { day: TODAY, keyword, ...theirs },
  ])
  return { keyword, ours, goods, title: theirs.title }
}

async function findLostDay(page: Page, keyword: string) {
  await page.goto('/keywords')
  await page.getByLabel('Search Already Used Keywords').fill(keyword)
  await button(page, 'Add filter').click()
  await page.getByRole('menuitem', { name: 'By tracking' }).click()
  await expect(page).toHaveURL(/tracked=true/)
  await page.keyboard.press('Escape')
  await expect(page.locator('tr[data-row-key]')).toHaveCount(1)
  await page.locator('tr[data-row-key]').getByRole('button', { name: 'Show details' }).click()
  const calendar = page.getByRole('table', { name: nameOf(TODAY.slice(0, 7)) })
  await calendar.getByRole('button', { name: `${RIVAL}, losing, ${TODAY}` }).click()
  return dialogOf(page, `${RIVAL}, losing, ${TODAY}`)
}

/**
 * Selects what our story lacks: two products, a word and highlighted text. Returns the labels of the
 * selection.
 */
async function tickGaps(page: Page): Promise<string[]> {
  const dialog = dialogOf(page, /Article Comparison/)
  const ticked: string[] = []
  for (const [category, count] of [
    ['PRODUCTS', 2],
    ['WORDS', 1],
    ['BOLD CONTENT', 1],
  ] as const) {
    const boxes = dialog.getByRole('region', { name: category }).getByRole('checkbox')
    for (let index = 0; index < count; index++) {
      const box = boxes.nth(index)
      await box.check()
      ticked.push(category)
    }
  }
  // The product pictures are not counted separately.
  await expect(dialog.getByRole('region', { name: 'FIGURES' }).getByRole('checkbox')).toHaveCount(0)
  await expect(dialog.getByText(new RegExp(`^${ticked.length} of \\d+ differences ticked$`))).toBeVisible()
  return ticked
}

async function submitUpdate(page: Page) {
  const dialog = dialogOf(page, /Edit Article/)
  const awards = dialog.getByLabel(/^Award of product/)
  for (let index = 0; index < (await awards.count()); index++)
    await awards.nth(index).fill(`Pick ${index + 1}`)
  await button(dialog, 'Add question').click()
  await dialog.getByLabel('Question 1', { exact: true }).fill('Does it drip?')
  await button(dialog, 'Submit').click()
  await button(dialogOf(page, /Are you sure/), 'Yes').click()
  await expect(notice(page, 'Article submitted')).toBeVisible()
}

async function publish(page: Page, id: number, { title, qa }: { title: string; qa: Session }) {
  await page.goto('/articles/pending')
  await page.getByRole('button', { name: `Approve “${title}”` }).click()
  await button(dialogOf(page, `Approve “${title}”`), 'Approve').click()
  await expect(notice(page, 'Article approved')).toBeVisible()
  const read = () => qa.call('GET', `/api/articles/${id}`)
  await expect.poll(async () => (await read()).wordpress_id, { timeout: 30_000 }).not.toBeNull()
  const { site, wordpress_id: post } = await read()
  await page.goto(`/preview/${site.code}/${post}`)
  await page.getByRole('link', { name: 'Open post' }).click()
  await button(page, 'Publish').click()
  await button(dialogOf(page, `Publish “${title}”?`), 'Publish').click()
  await expect(notice(page, 'Post published')).toBeVisible()
  await expect.poll(async () => (await read()).status).toBe('published')
}

test('a lost day becomes an update, and the calendar shows the effect of the update', {
  tag: ['@days', '@slow'],
}, async ({ page, signIn, desk }) => {
  test.setTimeout(180_000)
  const opm = await signIn('opm')
  const { keyword, ours, goods, title: theirTitle } = await loseKeyword(opm, desk)
  const card = await findLostDay(page, keyword)
  await expect(card.getByRole('heading', { name: theirTitle })).toBeVisible()
  await button(card, 'Compare').click()
  const comparison = dialogOf(page, `Article Comparison: ${keyword}`)
  await expect(comparison.getByRole('link', { name: new RegExp(ours.title) })).toBeVisible()
  await expectAccessible(page)
  const ticked = await tickGaps(page)
  await button(comparison, 'Create update').click()

  const editor = dialogOf(page, /Edit Article/)
  await expect(page).toHaveURL(/\/articles\/pending\?edit=\d+/)
  const id = Number(new URL(page.url()).searchParams.get('edit'))
  const checklist = editor.getByRole('region', { name: 'Checklist' })
  // The products are in the form by now.
  await expect(checklist.getByRole('status')).toHaveText(`2 of ${ticked.length} done`)
  await expect(checklist.getByRole('listitem')).toContainText([
    `Product${goods[0]?.asin} ${goods[0]?.name}`,
    `Product${goods[1]?.asin} ${goods[1]?.name}`,
    /^Word“.+”: \d+ times, ours \d+$/,
    /^Bold./,
  ])
  await expect(editor.getByLabel('ASIN of product 1')).toHaveValue(goods[0]?.asin ?? '')
  await checklist.getByRole('checkbox').last().check()
  await expect(checklist.getByRole('status')).toHaveText(`3 of ${ticked.length} done`)
  const title = await editor.getByLabel('Title').inputValue()
  await submitUpdate(page)

  await publish(page, id, { title, qa: await signIn('qa') })

  await signIn('opm')
  await page.goto(`/keywords?keyword=${keyword}`)
  await page.locator('tr[data-row-key]').getByRole('button', { name: 'Show details' }).click()
  const today = page.locator('td.day', { has: page.locator(`time[datetime="${TODAY}"]`) })
  await expect(today).toContainText(`${title}: updated`)
  const events = page.getByRole('list', { name: 'Events' })
  await expect(events).toContainText('Win %: 25.0 % in the 28 days before, 0.00 % in the 28 days after')

  await importResults(desk, [{ day: TODAY, keyword, ...ours, title, link: OUR_STORY }])
  await page.reload()
  await expect(events).toContainText('Win %: 25.0 % in the 28 days before, 100 % in the 28 days after')
  await expect(today.getByRole('button', { name: `Open Kitchen, winning, ${TODAY}` })).toBeVisible()
  await expectAccessible(page)
})
