import type { Locator, Page } from '@playwright/test'
import type { Session } from './fixtures.ts'

export const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
/** By its exact title. */
export const notice = (page: Page, title: string) =>
  page.locator('.ant-notification-notice').filter({ has: page.getByText(title, { exact: true }) })
/** The error beside a field; preflight repeats it below. */
export const fieldError = (within: Locator, text: string) =>
  within.getByRole('alert').filter({ hasText: text })
export const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

let counter = 0
export const unique = (words: string) => `${words} ${Date.now().toString(36)}${counter++}`

/** Requests an article through the API. */
export async function request(session: Session, title: string, changes: object = {}) {
  const [site] = await session.call('GET', '/api/sites')
  return session.call('POST', '/api/articles', {
    siteId: site.site_id,
    keywords: [unique('quiet kettle')],
    title,
    products: [{ asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best Overall' }],
    faqs: [{ question: 'How loud is it?' }],
    draft: false,
    ...changes,
  })
}

export async function sendBack(reviewer: Session, id: number, reason: string) {
  return reviewer.call('PATCH', `/api/articles/validate/${id}`, { command: 'return', reason })
}

/** The calls that change an article, in order; a review claim does not change it. */
export function watchWrites(page: Page) {
  const writes: { call: string; body: Record<string, unknown> }[] = []
  page.on('request', (sent) => {
    const path = new URL(sent.url()).pathname
    if (sent.method() === 'GET' || !/^\/api\/(articles|images)/.test(path) || path.endsWith('/claim')) return
    const isJson = sent.headers()['content-type']?.startsWith('application/json')
    writes.push({ call: `${sent.method()} ${path}`, body: isJson ? sent.postDataJSON() : {} })
  })
  return writes
}
