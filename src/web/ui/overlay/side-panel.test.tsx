import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SidePanel } from './side-panel.tsx'

function TwoSteps() {
  const [step, setStep] = useState<'closed' | 'choice' | 'result'>('closed')
  return (
    <>
      <button type="button" onClick={() => setStep('choice')}>
        Open
      </button>
      {step !== 'closed' && (
        <SidePanel key={step} title={step} onClose={() => setStep('closed')}>
          {step === 'choice' && (
            <button type="button" onClick={() => setStep('result')}>
              Go on
            </button>
          )}
        </SidePanel>
      )}
    </>
  )
}

it('a panel that took the place of another returns the focus to what opened the first', async () => {
  const user = userEvent.setup()
  render(<TwoSteps />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'result' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
})
