import { readFile } from 'node:fs/promises'
import { button, dialogOf } from './article-steps.ts'
import { expect, test } from './fixtures.ts'
import { addKeyword, keywordRows } from './keyword-steps.ts'

test('the export downloads the filtered keywords as a file', async ({ page, signIn }) => {
  const { keyword } = await addKeyword(await signIn('opm'))
  await page.goto(`/keywords?${new URLSearchParams({ keyword, tracked: 'true' })}`)
  await expect(keywordRows(page)).toHaveCount(1)
  const download = page.waitForEvent('download')
  await button(page, 'CSV Export').click()
  await button(dialogOf(page, 'CSV Export'), 'Export').click()
  expect((await download).suggestedFilename()).toBe('keywords.csv')
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\n')).toHaveLength(2)
  expect(file).toContain(keyword)
})
