import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decisionPlaces, goTo, openDecisionServer, WORDS } from '#web/testing/decisions.ts'
import type { Loopback } from '#web/testing/loopback.ts'

let server: Loopback
beforeEach(async () => {
  ;({ server } = await openDecisionServer())
})
afterEach(() => server.close())

describe.each(['comment', 'Return', 'Reject'] as const)('the text for a decision (%s)', (kind) => {
  const { page, dialog, editor } = decisionPlaces(kind)
  it.each([
    ['in the dialog is on the page', dialog, page],
    ['on the page is in the dialog', page, dialog],
    ['in the editor is on the page', editor, page],
    ['on the page is in the editor', page, editor],
  ])('that is typed %s', async (_way, from, to) => {
    const left = goTo(server, from.path)
    await userEvent.type(await from.field(), WORDS)
    goTo(server, to.path, left)
    expect(await to.field()).toHaveValue(WORDS)
  })
})
