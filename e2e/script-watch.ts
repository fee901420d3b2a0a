import type { Page } from '@playwright/test'
import { SCRIPT_PAYLOADS } from '../src/server/testing/script-payloads.ts'
import { expect } from './fixtures.ts'

export const cut = (text: string, most: number) => [...text].slice(0, most).join('')

/** All payloads in order, in groups that fit into a field with this maximum length. */
export function payloadGroups(most: number): string[][] {
  const groups: string[][] = [[]]
  for (const payload of SCRIPT_PAYLOADS) {
    const last = groups.at(-1) ?? []
    if ([...last, payload].join(' ').length <= most) last.push(payload)
    else groups.push([payload])
  }
  return groups
}

/** Traces in the page of an injection that succeeded. Runs in the browser. */
function intruders(): string[] {
  const runs = [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(
        ({ name, value }) =>
          /^(on|srcdoc$)/i.test(name) ||
          (/(^|:)(href|src|srcset|data|action|formaction)$/i.test(name) &&
            /^\s*(javascript|vbscript|data:text)/i.test(value)),
      )
      .map(({ name }) => `${element.tagName} ${name}`),
  )
  const foreign = document.body.querySelectorAll(
    'script, iframe, object, embed, base, meta, link, math, marquee, template, body * noscript, style, video, audio, ' +
      'form[action], img[src="x"], img:not([src])',
  )
  return [...runs, ...[...foreign].map(({ tagName }) => tagName)]
}

/** Watches a page for all effects that an executed text would have. */
export async function watchForScripts(page: Page) {
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('raiseAlarm', (alarm: string) => alarms.push(alarm))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      const { raiseAlarm } = window as unknown as { raiseAlarm: (alarm: string) => void }
      raiseAlarm(`policy ${violatedDirective} ${blockedURI}`)
    })
  })
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') alarms.push(`request ${request.url()}`)
  })
  return {
    /** Expects that every text is shown as typed, and that none was parsed as markup or executed. */
    async expectHarmless(texts: readonly string[]) {
      const shown = async () => {
        const text = (await page.evaluate(() => document.body.textContent)) ?? ''
        return texts.filter((each) => !text.includes(each))
      }
      await expect.poll(shown, `texts missing on ${page.url()}`).toEqual([])
      expect(await page.evaluate(intruders), page.url()).toEqual([])
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isTooWide, `${page.url()} scrolls sideways`).toBe(false)
      expect(alarms, page.url()).toEqual([])
    },
  }
}
