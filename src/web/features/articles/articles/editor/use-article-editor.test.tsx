import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { person } from '#web/testing/people.ts'
import { stashFormsOf, stashTyped } from '#web/ui/form/stash.ts'
import { useArticleEditor } from './use-article-editor.ts'

const CREATE = 'POST /api/articles'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer(CREATE, { status: 503, body: { message: 'Away for a moment' } })
  session.signIn('token-1', person('opm'))
})
const stops = [stashFormsOf(() => session.user()?.id ?? null), session.beforeSignOut(stashTyped)]
afterEach(() => server.close())
afterAll(() => {
  for (const stop of stops) stop()
})

function openNew() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  )
  return renderHook(() => useArticleEditor({ article: null, preset: { siteId: 1, keywords: ['kettle'] } }), {
    wrapper,
  })
}
type Opened = ReturnType<typeof openNew>
const save = ({ result }: Opened) => act(() => result.current.save(true, []))
const keysSent = () => server.sent(CREATE).map(({ headers }) => headers['idempotency-key'])

it('a new article is sent with the same key on every retry, and another dialog has another key [R17]', async () => {
  const dialog = openNew()
  await save(dialog)
  await save(dialog)
  await save(openNew())
  const [first, second, third] = keysSent()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('the key outlives the session, like the typed text [R17]', async () => {
  const dialog = openNew()
  act(() => dialog.result.current.form.set('notes', 'For later'))
  await save(dialog)
  server.answer(CREATE, { status: 401, body: { message: 'Who are you?' } })
  await save(dialog)
  dialog.unmount()
  session.signIn('token-2', person('opm'))
  const again = openNew()
  expect(again.result.current.form.values().notes).toBe('For later')
  await save(again)
  expect(new Set(keysSent()).size).toBe(1)
})
