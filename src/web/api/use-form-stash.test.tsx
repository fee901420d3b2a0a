import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { person } from '#web/testing/people.ts'
import { session } from './session.ts'
import { useFormStash } from './use-form-stash.ts'

function Note() {
  const [text, setText] = useState('')
  useFormStash('note', text === '' ? null : { text }, (kept) => setText(kept.text))
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
}

async function typeAndLose(reason: 'forced' | 'chosen') {
  const { unmount } = render(<Note />)
  await userEvent.type(screen.getByLabelText('Note'), 'half a sentence')
  session.signOut(reason)
  unmount()
}

beforeEach(() => session.signIn('token-1', person('qa')))

describe('what is being typed when the session ends', () => {
  it('is there again after the same person signed in again, once', async () => {
    await typeAndLose('forced')
    session.signIn('token-2', person('qa'))
    const { unmount } = render(<Note />)
    expect(screen.getByLabelText('Note')).toHaveValue('half a sentence')
    unmount()
    render(<Note />)
    expect(screen.getByLabelText('Note')).toHaveValue('')
  })

  it('is not shown to somebody else', async () => {
    await typeAndLose('forced')
    session.signIn('token-2', person('qa', { id: 99 }))
    render(<Note />)
    expect(screen.getByLabelText('Note')).toHaveValue('')
  })

  it('is gone when the person chose to leave', async () => {
    await typeAndLose('chosen')
    session.signIn('token-2', person('qa'))
    render(<Note />)
    expect(screen.getByLabelText('Note')).toHaveValue('')
  })
})
