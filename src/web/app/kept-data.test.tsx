import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const PRIVATE = ['copydesk.keyword-research.7', 'copydesk.keyword-research.8', 'copydesk.added-later.7']
const PREFERENCES = ['copydesk.theme', 'copydesk.menu-pinned', 'copydesk.menu-folded.7', 'copydesk.columns.x']
const STATEMENT = 'copydesk.db-query.7'
const TOTAL = 'copydesk.table-shape.desk.users'
/** Unsaved text of another user, whose session ended by itself. */
const STASH = 'copydesk.stash.8'

async function open() {
  openAs(server, 'opm', '/tools')
  await screen.findByRole('button', { name: 'Menu' })
  for (const key of [...PRIVATE, ...PREFERENCES]) localStorage.setItem(key, '{}')
  for (const key of [STATEMENT, TOTAL, STASH]) sessionStorage.setItem(key, '14')
}

const left = (storage: Storage, keys: readonly string[]) =>
  keys.filter((key) => storage.getItem(key) !== null)

describe('what the browser keeps of the desk', () => {
  it('is removed when its user signs out, apart from preferences [ASVS 14.3.1]', async () => {
    await open()
    session.signOut()
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(left(localStorage, PRIVATE)).toEqual([])
    expect(left(sessionStorage, [STATEMENT, TOTAL])).toEqual([])
    expect(left(localStorage, PREFERENCES)).toEqual(PREFERENCES)
    expect(left(sessionStorage, [STASH])).toEqual([STASH])
  })

  it('stays for the same user when the session ends by itself', async () => {
    await open()
    session.signOut('forced')
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(left(localStorage, PRIVATE)).toEqual(PRIVATE)
    expect(left(sessionStorage, [STATEMENT])).toEqual([STATEMENT])
  })
})
