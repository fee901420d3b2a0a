import type { Page } from '@playwright/test'
import { button, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { addKeyword, expectNoSidewaysScroll, findKeywords, REFUSAL } from './keyword-steps.ts'

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const result = (page: Page, name: string) => page.getByRole('status').filter({ hasText: name })

test('a chosen file goes up at once and says what it has added and repeated [KW-078] [KW-079] [KW-080] [KW-081] [KW-082] [KW-083] [KW-084]', async ({
  page,
  signIn,
}) => {
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
  expect(sent.filter((path) => path.includes('upload'))).toEqual(['/api/keywords/upload'])
  // The address has nothing to say.
  await expect(page).toHaveURL('/upload-keywords')
  await expectAccessible(page)
  for (const keyword of fresh)
    expect((await findKeywords(session, new URLSearchParams({ keyword }).toString())).meta.total).toBe(1)
  // The result is still there for whoever comes back, and the list has what is new.
  await page.getByRole('main').getByRole('link', { name: 'Keywords Summary' }).click()
  await expect(page.getByText(fresh[0] ?? '')).toBeVisible()
  await page.goBack()
  await expect(result(page, 'autumn.csv')).toContainText('2 keywords added')
})

test('with Preview first nothing is written before it is agreed to', async ({ page, signIn }) => {
  const session = await signIn('opm')
  const keyword = unique('previewed')
  const count = async () =>
    (await findKeywords(session, new URLSearchParams({ keyword }).toString())).meta.total
  await page.goto('/upload-keywords')
  await page.getByRole('checkbox', { name: /^Preview first/ }).check()
  await choose(page, 'careful.csv', `keyword\n${keyword}\n`)
  await expect(result(page, 'careful.csv')).toContainText('1 keyword to add')
  await expect(result(page, 'careful.csv')).toContainText('Nothing has been written.')
  expect(await count()).toBe(0)
  await button(page, 'Discard').click()
  await expect(result(page, 'careful.csv')).toHaveCount(0)
  await choose(page, 'careful.csv', `keyword\n${keyword}\n`)
  await button(page, 'Upload now').click()
  await expect(result(page, 'careful.csv')).toContainText('1 keyword added')
  expect(await count()).toBe(1)
})

test('a file that was refused says why, and fits a phone', async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 4\d\d .* at \/api\/keywords\/upload$/)
  await signIn('opm')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/upload-keywords')
  await expectAccessible(page)
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
