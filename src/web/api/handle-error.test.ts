import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { handleError } from './handle-error.ts'

describe('the error handler', () => {
  it('shows the caller’s title above the error’s message [SHELL-109, SHELL-111]', async () => {
    handleError('Users could not be searched.')(new ApiError('The list is locked', { status: 409 }))
    const alert = (await screen.findByText('Users could not be searched.')).closest('[role=alert]')
    expect(alert).toHaveTextContent('The list is locked')
  })

  it("is titled 'Error' when the caller gives no title [SHELL-110]", async () => {
    handleError()(new ApiError('Something about rows', { status: 422 }))
    const alert = (await screen.findByText('Something about rows')).closest('[role=alert]')
    expect(alert).toHaveTextContent(/^Error/)
  })

  it("says 'Please try again later' when asked to [SHELL-112]", async () => {
    handleError('Could not get articles', { later: true })(new ApiError('secret detail', { status: 500 }))
    const alert = (await screen.findByText('Could not get articles')).closest('[role=alert]')
    expect(alert).toHaveTextContent('Please try again later')
    expect(alert).not.toHaveTextContent('secret detail')
  })

  it('names the request of a server failure once, even if its message does too', async () => {
    const fault = (message: string) => new ApiError(message, { status: 500, requestId: 'f734d1ee' })
    handleError('First')(fault('Something went wrong on our side. Reference: f734d1ee'))
    handleError('Second')(fault('No room is left.'))
    const said = async (title: string) =>
      (await screen.findByText(title)).closest('[role=alert]')?.textContent?.match(/f734d1ee/g)
    expect([await said('First'), await said('Second')]).toEqual([['f734d1ee'], ['f734d1ee']])
  })

  it('says nothing about a request that the page itself aborted', async () => {
    handleError('Stopped by ourselves')(new DOMException('stopped', 'AbortError'))
    handleError('A later one')(new Error('x'))
    await screen.findByText('A later one')
    expect(screen.queryByText('Stopped by ourselves')).toBeNull()
  })
})
