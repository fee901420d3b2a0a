import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { button, notice, unique } from './article-steps.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectFits, test } from './fixtures.ts'
import { addKeyword, expectNoSidewaysScroll, findKeywords, REFUSAL } from './keyword-steps.ts'

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const result = (page: Page, name: string) => page.getByRole('status').filter({ hasText: name })

test('a chosen file is uploaded at once and shows the keywords added and repeated [KW-078] [KW-079] [KW-080] [KW-081] [KW-082] [KW-083] [KW-084]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const session = await signIn('opm')
  const { keyword: known } = await addKeyword(session)
  const fresh = [unique('uploaded lamp'), unique('uploaded chair')]
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.goto('/upload-keywords')
  await expect(page.getByRole('heading', { level: 1, name: 'CSV Upload' })).toBeVisible()
  await expect(page.getByLabel('CSV file')).toHaveAttribute('accept', '.csv')
  await choose(page, 'keywords.txt', 'not for us')
  await expect(page.getByRole('alert')).toContainText('Only .csv files can be uploaded.')
  expect(sent.filter((path) => path.includes('upload'))).toEqual([])

  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose a CSV file').click()
  await (await chooser).setFiles({
    name: 'autumn.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`keyword\n${fresh.join('\n')}\n${known}\n${'x'.repeat(300)}\n`),
  })
  await expect(result(page, 'autumn.csv')).toContainText('2 keywords added')
  await expect(result(page, 'autumn.csv')).toContainText('1 keyword repeated')
  await expect(page.getByRole('row').filter({ hasText: 'xxx' }).getByRole('cell').first()).toHaveText('5')
  expect(sent.filter((path) => path.includes('upload'))).toEqual([
    '/api/keywords/upload/inspect',
    '/api/keywords/upload',
  ])
  // The upload leaves no parameters in the address.
  await expect(page).toHaveURL('/upload-keywords')
  for (const keyword of fresh)
    expect((await findKeywords(session, new URLSearchParams({ keyword }).toString())).meta.total).toBe(1)
  // The result is still there when the user comes back, and the list has the new keywords.
  await page.getByRole('main').getByRole('link', { name: 'Keywords Summary' }).click()
  await expect(page.getByText(fresh[0] ?? '')).toBeVisible()
  await page.goBack()
  await expect(result(page, 'autumn.csv')).toContainText('2 keywords added')
})

test('with Preview first nothing is written before a confirmation', async ({ page, signIn }) => {
  const session = await signIn('opm')
  const keyword = unique('previewed')
  const count = async () =>
    (await findKeywords(session, new URLSearchParams({ keyword }).toString())).meta.total
  await page.goto('/upload-keywords')
  await page.getByRole('checkbox', { name: /^Preview first/ }).check()
  await choose(page, 'careful.csv', `keyword\n${keyword}\n`)
  await expect(result(page, 'careful.csv')).toContainText('1 keyword to add')
  await expect(result(page, 'careful.csv')).toContainText('Nothing has been saved.')
  expect(await count()).toBe(0)
  await button(page, 'Discard').click()
  await expect(result(page, 'careful.csv')).toHaveCount(0)
  await choose(page, 'careful.csv', `keyword\n${keyword}\n`)
  await button(page, 'Upload now').click()
  await expect(result(page, 'careful.csv')).toContainText('1 keyword added')
  expect(await count()).toBe(1)
})

test('an export of Search Console is recognized, adds only its queries, and can be undone', async ({
  page,
  signIn,
}) => {
  const session = await signIn('opm')
  const name = unique('query')
  const tag = unique('harvest')
  const found = async () =>
    (await findKeywords(session, new URLSearchParams({ keyword: name }).toString())).data
  const lines = ['one', 'two', 'three'].map(
    (word, place) => `${name} ${word},${90 - place},1200,7.5%,${place + 1}`,
  )
  await page.goto('/upload-keywords')
  const template = page.waitForEvent('download')
  await button(page, 'Download a template').click()
  const saved = await readFile(await (await template).path(), 'utf8')
  expect(saved).toMatch(/^\ufeffkeyword,tags,sites,tracked\r\n/)

  await choose(page, 'Queries.csv', ['Top queries,Clicks,Impressions,CTR,Position', ...lines, ''].join('\n'))
  const step = page.getByRole('region', { name: 'Match the columns' })
  await expect(step.getByRole('heading', { name: 'This is a Search Console export' })).toBeFocused()
  await expect(button(step, 'Add 3 keywords')).toBeEnabled()
  await expect(step.getByRole('row', { name: /^Top queries/ })).toContainText('recognised')
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 390)
  expect(await found()).toEqual([])

  // By keyboard only: a column is mapped to tags and then not, and every line gets a tag.
  const clicks = step.getByRole('combobox', { name: 'Clicks becomes' })
  await clicks.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(step.getByText('Tracked must be yes or no, not “90”.')).toBeVisible()
  await expect(button(step, 'Add 0 keywords')).toBeDisabled()
  await clicks.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await step.getByRole('combobox', { name: 'Tags for all lines' }).focus()
  await page.keyboard.type(tag)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(step.getByRole('table', { name: 'First keywords' })).toContainText(tag)
  await page.keyboard.press('Control+Enter')
  await expect(result(page, 'Queries.csv')).toContainText('3 keywords added')
  await expect(page.getByRole('list', { name: 'Skipped' })).toContainText('Line 1: names the columns')
  const keywords = await found()
  expect(keywords.map(({ keyword }) => keyword).sort()).toEqual([
    `${name} one`,
    `${name} three`,
    `${name} two`,
  ])
  for (const { tags } of keywords) expect(tags.map((each) => each.tag)).toEqual([tag])

  await page.getByRole('link', { name: 'Undo it in Changes' }).click()
  const change = page
    .getByRole('region', { name: 'Changes', exact: true })
    .locator('tbody tr[data-row-key]')
    .first()
  await expect(change).toContainText('Queries.csv')
  await button(change, 'Undo').click()
  await button(page.getByRole('dialog', { name: 'Undo this upload?' }), 'Undo').click()
  await expect(notice(page, 'Undone')).toContainText('3 keywords')
  expect(await found()).toEqual([])
})

test('a refused file says why, and fits a phone', async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 4\d\d .* at \/api\/keywords\/upload$/)
  await signIn('opm')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/upload-keywords')
  const name = `${'a-very-long-name-'.repeat(8)}.csv`
  await page.route('**/api/keywords/upload', (route) => route.fulfill(REFUSAL))
  await choose(page, name, 'keyword\nlamp\n')
  const failed = page.getByRole('alert').filter({ hasText: 'Keywords could not be uploaded.' })
  await expect(failed).toContainText('Not today.')
  await expect(failed).toContainText(`Nothing of “${name}” was written.`)
  await page.unrouteAll()
  await choose(page, name, `keyword\n${'y'.repeat(290)}\n`)
  await expect(page.getByText('1 line refused').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})
