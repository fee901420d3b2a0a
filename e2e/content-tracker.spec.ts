import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a post is found by its site and opened to its products, earnings and notes, and all of the site’s posts are exported [TRACK-001] [TRACK-003] [TRACK-005] [TRACK-006] [TRACK-007] [TRACK-028]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  await page.goto('/content-tracker')
  await expect(page.getByRole('heading', { level: 1, name: 'Content Tracker' })).toBeVisible()
  const table = page.getByRole('region', { name: 'Posts', exact: true }).getByRole('table').first()
  await expect(table.locator('tbody tr[data-row-key]')).toHaveCount(20)

  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Tidy Mode' }).click()
  await expect(page).toHaveURL(/site=tm/)
  const { edges, pageInfo } = await opm.call('GET', '/api/snowflake/content?site=tm')
  await expect(table.locator('tbody tr[data-row-key]')).toHaveCount(edges.length)
  expect(edges.length).toBe(pageInfo.total)

  // The article of the sample with a task of its own.
  await page.getByRole('textbox', { name: 'Search by article title' }).fill('for Pet Hair')
  await page.keyboard.press('Enter')
  const title = 'The Best Robot Vacuums for Pet Hair, Tested with Two Labradors'
  await expect(table.locator('tbody tr[data-row-key]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show details' }).click()
  const panel = page.getByRole('region', { name: `Details of ${title}` })
  await expect(panel.getByRole('table', { name: `Products of ${title}` })).toBeVisible()
  await panel.getByRole('tab', { name: 'Earnings history' }).click()
  const chart = panel.getByRole('img', { name: /^Earnings per week/ })
  await expect(chart).toBeVisible()
  // The drawing has the height given by its axis at any width.
  for (const width of [1900, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const heights = await page
        .locator('.plot-picture')
        .evaluateAll((plots) =>
          plots.map((plot) => plot.clientHeight - (plot.querySelector('svg')?.clientHeight ?? 0)),
        )
      expect(heights.length).toBeGreaterThan(0)
      expect(heights.every((rest) => Math.abs(rest) <= 1)).toBe(true)
    }).toPass({ timeout: 5000 })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)
  await panel.getByRole('tab', { name: 'Notes' }).click()
  await expect(panel.getByText('robot vacuum').first()).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Open task' })).toHaveAttribute('href', /^\/board\/task\//)

  await page.getByRole('textbox', { name: 'Search by article title' }).fill('')
  await expect(page).not.toHaveURL(/title=/)
  await page.getByRole('button', { name: 'CSV Export' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download content-tracker-/ }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(pageInfo.total + 1)
  for (const line of lines.slice(1)) expect(line).toMatch(/^tm,/)
})

test('a post gives the reasons of its refresh score, and a requested draft has them as its checklist', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  const { edges } = await opm.call('GET', '/api/snowflake/content?sort=REFRESH&refresh=10')
  const [post] = edges.filter(
    ({ update, FLAGS, ARTICLE_URL }: { update: unknown; FLAGS: string[]; ARTICLE_URL: string | null }) =>
      update === null && (ARTICLE_URL !== null || !FLAGS.includes('NO_KEYWORD')),
  )
  await page.goto(`/content-tracker?sort=REFRESH&title=${encodeURIComponent(post.POST_TITLE)}`)
  await page
    .getByRole('button', { name: `Refresh ${post.refresh}: why, for ${post.POST_TITLE}`, exact: true })
    .first()
    .click()
  const card = page.getByRole('dialog', { name: `Refresh ${post.POST_TITLE}` })
  for (const { text } of post.reasons) await expect(card).toContainText(text)
  await expectAccessible(page)
  await card.getByRole('button', { name: /^Request (update|new article)$/ }).click()
  // For a post that was not written here, the user is first asked what to do.
  if (post.renews !== 'article')
    await page
      .getByRole('dialog')
      .filter({ hasText: /Rewrite this post|This creates a second post/ })
      .getByRole('button', { name: 'Request', exact: true })
      .click()
  await expect(page).toHaveURL(/\/articles\/\d+/)
  const checklist = page.getByRole('dialog').getByRole('region', { name: 'Checklist' })
  await expect(checklist).toBeVisible()
  for (const { kind, text } of post.reasons)
    await expect(checklist).toContainText(kind === 'stock' ? 'is out of stock' : text)
  await checklist.getByRole('checkbox').first().check()
  await expect(checklist.getByRole('status')).toHaveText(/^1 of \d+ done$/)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/refresh-draft.png` })
  // The row shows that an update is in progress.
  await page.goto(
    `/content-tracker?title=${encodeURIComponent(post.POST_TITLE)}&post=${post.SITE}/${post.POST_ID}`,
  )
  await expect(page.getByRole('link', { name: 'Update in progress' })).toBeVisible()
})
