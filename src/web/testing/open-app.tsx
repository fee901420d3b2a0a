// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import '#web/app/layout/signed-in-layout.tsx'
import { type RenderResult, render } from '@testing-library/react'
import type { RoleId } from '#shared/access/roles.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { session } from '#web/api/session.ts'
import { App } from '#web/app/app.tsx'
import type { Loopback } from './loopback.ts'
import { HEALTH, person } from './people.ts'

/** The responses that every page needs. */
export function answerBasics(server: Loopback): void {
  server.answer('GET /api/health', { body: HEALTH })
  server.answer('POST /api/user-activity', { status: 204 })
  server.answer('GET /api/articles/pending', { body: { nodes: [], totalCount: 0, page: 1 } })
  server.answer('GET /api/notices/count', { body: { unread_count: 0 } })
  server.answer('GET /api/claims', { body: [] })
  server.answer('GET /api/feature-flags', { body: [] })
  server.answer('DELETE /api/auth', { status: 204 })
}

/** The whole product at an address, for a signed-out visitor. */
export function openAsVisitor(server: Loopback, path: string): RenderResult {
  answerBasics(server)
  server.visit(path)
  return render(<App />)
}

/** Simulates a reload: nothing is cleaned up, and only the browser's storage stays. */
export function reload<Page>(page: Pick<RenderResult, 'unmount'>, open: () => Page): Page {
  window.dispatchEvent(new Event('pagehide'))
  const kept = Object.entries({ ...sessionStorage })
  page.unmount()
  for (const [key, value] of kept) sessionStorage.setItem(key, value)
  return open()
}

/** The whole product at an address, for a signed-in user. */
export function openAs(
  server: Loopback,
  role: RoleId,
  path: string,
  changes: Partial<SignedInUser> = {},
): RenderResult {
  const user = person(role, changes)
  server.answer('GET /api/profile', { body: user })
  session.signIn('token-1', user)
  return openAsVisitor(server, path)
}
