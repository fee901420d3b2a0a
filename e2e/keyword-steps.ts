import type { Page } from '@playwright/test'
import type { KeywordPage, KeywordRow } from '../src/shared/features/keywords/keywords/contract.ts'
import { button, unique } from './article-steps.ts'
import { expect, type Session } from './fixtures.ts'

export const keywordRows = (page: Page) =>
  page.getByRole('region', { name: 'Keywords' }).locator('tr[data-row-key]')
export const keywordRow = (page: Page, keyword: string) => keywordRows(page).filter({ hasText: keyword })
export const panelOf = (page: Page, keyword: string) =>
  page.getByRole('region', { name: `Details of ${keyword}` })

export const option = (page: Page, name: string) =>
  page.locator('.ant-select-item-option').filter({ hasText: name })

export async function addFilter(page: Page, name: string) {
  await button(page, 'Add filter').click()
  await page.getByRole('menuitem', { name }).click()
}

/** A keyword that only this test uses. */
export const addKeyword = (session: Session, changes: object = {}): Promise<KeywordRow> =>
  session.call('POST', '/api/keywords', { keyword: unique('quiet test kettle'), ...changes })

/** The server's result, for comparison with the screen. */
export const findKeywords = (session: Session, query: string): Promise<KeywordPage> =>
  session.call('GET', `/api/keywords?limit=20&${query.includes('offset=') ? '' : 'offset=0&'}${query}`)

export const REFUSAL = { status: 400, json: { code: 'invalid', message: 'Not today.' } }

export async function expectNoSidewaysScroll(page: Page) {
  const { whole, window } = await page.evaluate(() => ({
    whole: document.documentElement.scrollWidth,
    window: innerWidth,
  }))
  expect(whole).toBeLessThanOrEqual(window)
}
