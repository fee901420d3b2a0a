import { readFile } from 'node:fs/promises'
import { button, dialogOf, notice } from './article-steps.ts'
import { expect, test } from './fixtures.ts'
import { addKeyword, keywordRows, REFUSAL } from './keyword-steps.ts'

test('the export asks, brings what the filters find, and says why it could not [KW-020] [KW-021] [KW-065] [KW-075] [KW-077]', {
  tag: '@first',
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 400 .* at \/api\/keywords\/keywords\.csv$/)
  const { keyword } = await addKeyword(await signIn('opm'))
  const asks = { keyword, tracked: 'true', sort: 'keyword', sortOrder: 'asc' }
  const calls: URL[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/keywords.csv')) calls.push(new URL(sent.url()))
  })
  await page.goto(`/keywords?${new URLSearchParams(asks)}`)
  await expect(keywordRows(page)).toHaveCount(1)
  const asked = dialogOf(page, 'CSV Export')
  const start = async () => {
    await button(page, 'CSV Export').click()
    await expect(asked).toContainText('1 keyword that the filters find')
    await button(asked, 'Export').click()
  }
  await button(page, 'CSV Export').click()
  await button(asked, 'No').click()
  await expect(asked).toBeHidden()

  const download = page.waitForEvent('download')
  await start()
  expect((await download).suggestedFilename()).toBe('keywords.csv')
  // Once: nothing was asked for before somebody had agreed.
  expect(calls.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([asks])
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\n')).toHaveLength(2)
  expect(file).toContain(keyword)

  await page.route('**/keywords.csv?*', (route) => route.fulfill(REFUSAL))
  await start()
  await expect(notice(page, 'Keywords could not be downloaded.')).toContainText('Not today.')
  await page.unrouteAll()
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      throw new Error('No room for files')
    }
  })
  await start()
  await expect(notice(page, 'Error exporting keyword.')).toContainText('No room for files')
})
