import { chromium } from '@playwright/test'
const base = process.argv[2]
const health = await (await fetch(base + '/api/health')).json()
const pw = health.sample.password
const people = health.sample.people
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
async function as(role) {
  const { username } = people.find((p) => p.role.id === role)
  const r = await (await fetch(base + '/api/auth', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password: pw }) })).json()
  return r
}
export async function shots(list) {
  for (const { role, path, w = 1440, h = 900, theme = 'light', name, pinned, act } of list) {
    const s = await as(role)
    const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: theme })
    await c.addInitScript(([t, u, p]) => { localStorage.setItem('copydesk.token', t); localStorage.setItem('copydesk.user', u); if (p) localStorage.setItem('copydesk.menu-pinned', 'yes') }, [s.token, JSON.stringify(s.user), pinned])
    const page = await c.newPage()
    await page.goto(base + path)
    await page.waitForTimeout(2500)
    if (act) await act(page)
    await page.screenshot({ path: `/tmp/shot-${name}.png` })
    await c.close()
  }
}
export { as, base, b }
